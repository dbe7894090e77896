"""Which rule reads a page, what happens when none can, and what a faulty rule is told."""

import pytest

from lorehound.errors import BadRule, NotFound
from lorehound.sites.registry import Rules, read_site
from sites.saved import cleaned

RECIPES = """
name = "recipes"
hosts = ["cook.example"]
type = "tutorial"
[pages]
resource = ['^/recipe/(?P<id>\\d+)$']
list = ['^/recipes']
[fields]
title = "h1.name"
authors = { css = ".cook", all = true }
main = { css = ".steps", drop = ".advert" }
"""
RECIPE = """<h1 class="name">Dumplings</h1><p class="cook">Li</p><p class="cook">Wang</p>
<div class="steps"><p>Fold.</p><p class="advert">Buy!</p></div>"""


def test_a_rule_of_ones_own_reads_fields_of_any_page() -> None:
    rules = Rules.load({"recipes.toml": RECIPES})
    reading = read_site(cleaned(RECIPE, "https://www.cook.example/recipe/12"), rules)
    assert (reading.type, reading.rule, reading.role) == ("tutorial", "recipes", "resource")
    assert reading.fields == {"title": "Dumplings", "authors": "Li\nWang", "main": "<p>Fold.</p>"}
    assert [reason.code for reason in reading.reasons] == ["site_rule"]


def test_ones_own_rule_wins_over_the_built_in_one() -> None:
    own = 'name = "codeforces"\nhosts = ["codeforces.com"]\ntype = "problem"\n[fields]\ntitle = "h1"\nstatement = ".s"'
    rules = Rules.load({"cf.toml": own})
    page = cleaned("<h1>Mine</h1><div class=s>Text</div>", "https://codeforces.com/contest/1/problem/A")
    assert len(rules) == len(Rules.builtin())
    assert read_site(page, Rules.builtin()).rule == ""
    assert read_site(page, rules).problem.title == "Mine"


def test_a_rule_that_cannot_read_a_page_lets_the_generic_reader_try() -> None:
    html = """<h1>Sums</h1><h2>Description</h2><p>Add.</p><h2>Input</h2><p>x</p><h2>Output</h2><p>y</p>
<h2>Sample Input</h2><pre>1</pre><h2>Sample Output</h2><pre>2</pre>"""
    reading = read_site(cleaned(html, "https://codeforces.com/contest/1/problem/A"), Rules.builtin())
    assert reading.problem.parser == "generic"
    assert [(reason.code, reason.detail) for reason in reading.reasons] == [
        ("problem_headings", ""),
        ("rule_declined", "codeforces: no title"),
    ]


def test_an_empty_page_of_a_judge_is_no_problem() -> None:
    reading = read_site(cleaned("<div id=app></div>", "https://www.luogu.com.cn/problem/P1000"), Rules.builtin())
    assert reading.problem is None
    assert reading.type != "problem"


def test_the_closest_host_is_asked_first() -> None:
    rules = Rules.load(
        {
            "a.toml": 'name = "wide"\nhosts = ["x.example"]\ntype = "article"',
            "b.toml": 'name = "close"\nhosts = ["deep.x.example"]\ntype = "article"',
        }
    )
    assert [rule.name for rule in rules.for_host("www.deep.x.example")] == ["close", "wide"]
    assert rules.for_host("y.example") == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name = ", "not TOML: Invalid value"),
        ('hosts = ["a.example"]\ntype = "article"', "name is missing; add it"),
        ('name = "a"\ntype = "article"', "neither hosts nor marks"),
        ('name = "a"\nhosts = "a.example"\ntype = "recipe"', "type is 'recipe'; it takes one of 'tutorial'"),
        ('name = "a"\nhosts = "a.example"\ntype = "article"\ncolour = 1', "colour is no key of a site rule"),
        ('name = "a"\nhosts = "a.example"\ntype = "article"\n[fields]\ntitle = "..b"', "is '..b': not a CSS selector"),
        ('name = "a"\nhosts = "a.example"\ntype = "article"\n[pages]\nlist = ["("]', "not a regular expression"),
        ('name = "a"\nhosts = "a.example"\ntype = "article"\n[fields]\nprice = "b"', "fields.price"),
        ('name = "a"\nhosts = "a.example"\ntype = "problem"\nreader = "x"', "reader is 'x'; it takes one of dmoj"),
    ],
)
def test_faults_of_a_rule_name_the_value_and_the_remedy(text: str, fault: str) -> None:
    with pytest.raises(BadRule) as raised:
        Rules.load({"mine.toml": text})
    lines = str(raised.value).split("\n")
    assert all(line.startswith("mine.toml: ") for line in lines)
    assert any(fault in line for line in lines)


def test_every_fault_of_every_file_is_told_at_once() -> None:
    with pytest.raises(BadRule) as raised:
        Rules.load({"a.toml": "x = 1", "b.toml": "name ="})
    assert {line.split(":")[0] for line in str(raised.value).split("\n")} == {"a.toml", "b.toml"}


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(NotFound, match="no site rule 'foo'; there are: acwing, atcoder"):
        Rules.builtin().rule("foo")
