"""A rule proposed from pages on which a person pointed out the fields."""

import pytest

from lorehound.errors import BadRule
from lorehound.sites.learn import Example, learn, page_pattern
from lorehound.sites.registry import Rules, read_site
from sites.saved import cleaned


def page(number: int, title: str, story: str) -> Example:
    html = f"""<div class="nav"><a>Home</a></div>
<div id="content-{number}00"><h2 class="caption">{title}</h2>
<div class="box x{number}ab9f1"><span>Level</span><em>{number}</em></div>
<div class="story"><p>{story}</p><p>More words follow.</p></div>
<pre class="given">{number}
</pre><pre class="wanted">{number * 2}
</pre></div><p class="note">{title}</p></body></html>"""
    return Example(f"http://oj.example/task/{number}/show", html, {})


ONE = page(1, "Apples", "Count all the apples.")
TWO = page(22, "Pears", "Count the pears, please.")


def with_texts(example: Example, **texts: str) -> Example:
    return Example(example.url, example.html, texts)


def test_the_proposed_rule_reads_a_third_page() -> None:
    proposal = learn(
        [
            with_texts(ONE, title="Apples", statement="Count all the", sample_input="1", sample_output="2"),
            with_texts(TWO, title="Pears", statement="Count the pears", sample_input="22", sample_output="44"),
        ],
        "trees",
    )
    assert {guess.field: guess.selector for guess in proposal.guesses} == {
        "title": "h2.caption",
        "statement": "div.story",
        "sample_input": "pre.given",
        "sample_output": "pre.wanted",
    }
    assert proposal.missing == ()
    third = page(3, "Plums", "Count plums.")
    reading = read_site(cleaned(third.html, third.url), Rules.load({"trees.toml": proposal.toml}))
    assert (reading.rule, reading.problem.title, reading.problem.problem_id) == ("trees", "Plums", "3")
    assert reading.problem.statement == "<p>Count plums.</p><p>More words follow.</p>"
    assert [(sample.input, sample.output) for sample in reading.problem.samples] == [("3\n", "6\n")]


def test_it_is_less_sure_with_one_page_and_with_places_than_names() -> None:
    one = learn([with_texts(ONE, title="Apples")]).guesses[0]
    both = learn([with_texts(ONE, title="Apples"), with_texts(TWO, title="Pears")]).guesses[0]
    assert one.sure < both.sure
    level = learn([with_texts(ONE, difficulty="1"), with_texts(TWO, difficulty="22")]).guesses[0]
    assert level.sure < both.sure
    assert level.seen == ("1", "22")
    assert both.reason == "right on 2 of 2, alone on 2 of 2, filled on 2 of 2"


@pytest.mark.parametrize(
    ("example", "fault"),
    [
        (with_texts(ONE, title="Bananas"), "title: 'Bananas' is not on http://oj.example/task/1/show"),
        (with_texts(ONE, colour="red"), "'colour' is no field; there are title"),
        (ONE, "nothing to learn from"),
    ],
)
def test_what_cannot_be_learnt_is_said(example: Example, fault: str) -> None:
    with pytest.raises(BadRule, match=fault):
        learn([example])


@pytest.mark.parametrize(
    ("urls", "pattern"),
    [
        (["http://a/p/1", "http://a/p/23"], r"^/p/(?P<id>\d+)$"),
        (["http://a/task/abc/show", "http://a/task/xyz/show"], r"^/task/(?P<id>[\w-]+)/show$"),
        (["http://a/x.php?id=12"], r"^/x\.php\?id=(?P<id>\d+)$"),
        (["http://a/about"], "^/about$"),
    ],
)
def test_addresses_become_a_pattern(urls: list[str], pattern: str) -> None:
    assert page_pattern(urls) == pattern
