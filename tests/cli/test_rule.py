"""``lorehound rule``: try, propose, watch."""

from pathlib import Path

SITES = Path(__file__).parents[1] / "sites" / "judges"
PAGE = '<html><body><h1 class="name">{title}</h1><div class="story">{text}</div></body></html>'


def test_a_rule_is_tried_on_a_saved_page(lorehound):
    saved = SITES / "codeforces" / "normal" / "input.html"
    url = "https://codeforces.com/problemset/problem/9001/B"
    done = lorehound.ok("rule", "test", "codeforces", str(saved), "--url", url)
    assert "B. Lanterns in a Row" in done.out
    assert "'8\\n-1\\n'" in done.out
    assert (
        lorehound.ok("rule", "test", "codeforces", str(saved), "--url", url, "--json").json["problem"]["time_ms"]
        == 1500
    )


def test_a_rule_that_does_not_read_the_page_says_why(lorehound, tmp_path):
    (tmp_path / "empty.html").write_text("<p>nothing</p>")
    done = lorehound("rule", "test", "codeforces", "empty.html", "--url", "https://codeforces.com/contest/1/problem/A")
    assert done.code == 1
    assert "no title" in done.err


def test_a_faulty_rule_is_one_line(lorehound, tmp_path):
    (tmp_path / "my.toml").write_text('name = "a"\nhosts = "a.example"\ntype = "recipe"')
    (tmp_path / "page.html").write_text("<p>x</p>")
    done = lorehound("rule", "test", "my.toml", "page.html")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "type is 'recipe'" in done.err


def test_a_learnt_rule_can_be_tried_at_once(lorehound, tmp_path):
    for name, title in (("one", "Apples"), ("two", "Pears")):
        (tmp_path / f"{name}.html").write_text(PAGE.format(title=title, text=f"About {title}."))
    done = lorehound.ok(
        "rule", "learn", "one.html", "two.html", "--field", "title=Apples", "--field", "title=Pears", "-o", "my.toml"
    )
    assert "h1.name" in done.err
    assert 'title = "h1.name"' in (tmp_path / "my.toml").read_text()
    done = lorehound("rule", "learn", "one.html", "--field", "title=Plums")
    assert (done.code, done.err.count("\n")) == (1, 1)


def test_health_of_an_empty_library(lorehound):
    lorehound.ok("topic", "add", "t", "Topic")
    assert lorehound.ok("rule", "health", "--json").json == {"hosts": []}


def test_a_walk_of_nothing_is_not_complete(lorehound):
    lorehound.ok("topic", "add", "t", "Topic")
    done = lorehound("rule", "walk", "t", "--json")
    assert done.code == 1
    assert done.json["ids"] == 0
    assert not done.json["complete"]
