"""Lists: what a list page leads to."""

from lorehound.sites.registry import Rules, SiteReading, read_site
from lorehound.sites.rule import parse_rule
from lorehound.sites.walk import role_of
from sites.saved import cleaned

RULE = """
name = "judge"
hosts = ["oj.example"]
type = "problem"
[pages]
resource = ['^/p/(?P<id>\\d+)$']
list = ['^/list(?:\\?page=\\d+)?$']
address = "/p/{id}"
ids = { css = "[data-pid]", attr = "data-pid", match = "(?P<id>\\\\d+)" }
json_ids = '"pid":(?P<id>\\d+)'
next = "a.more"
"""


def reading(html: str, url: str = "https://oj.example/list", suffix: str = ".html") -> SiteReading:
    return read_site(cleaned(html, url, suffix), Rules.load({"judge.toml": RULE}))


def test_a_list_page_gives_its_problems_and_further_lists() -> None:
    found = reading(
        """<a href="/p/1">One</a><a href="p/2#top">Two</a><a href="/p/1?lang=zh">not the pattern</a>
<a href="/about">x</a>        <a href="/p/1">again</a><a href="https://else.example/p/9">else</a>
        <a href="?page=2">2</a><a class="more" href="/more/3">more</a>"""
    )
    assert (found.role, found.type) == ("list", "problem_set")
    assert found.links == ("https://oj.example/p/1", "https://oj.example/p/2")
    assert found.lists == ("https://oj.example/list?page=2", "https://oj.example/more/3")
    assert found.ids == 2


def test_bare_ids_become_addresses() -> None:
    found = reading('<i data-pid="7"></i><i data-pid="8"></i><i data-pid="7"></i><i data-pid="none"></i>')
    assert found.links == ("https://oj.example/p/7", "https://oj.example/p/8")
    assert found.ids == 2


def test_ids_in_json_become_addresses() -> None:
    found = reading('{"list":[{"pid":7},{"pid":12}]}', suffix=".json")
    assert found.links == ("https://oj.example/p/7", "https://oj.example/p/12")


def test_a_page_that_is_neither_has_no_role() -> None:
    assert reading("<p>About</p>", "https://oj.example/about").role == ""
    rule = parse_rule(RULE, "judge.toml")
    assert role_of(rule, "https://oj.example/p/31") == ("resource", {"id": "31"})
    assert role_of(rule, "https://oj.example/list?page=4") == ("list", {})


def test_built_in_lists() -> None:
    found = read_site(
        cleaned('<table><a href="/contest/1/problem/B">B</a><a href="/problemset/page/2">2</a></table>',
                "https://codeforces.com/problemset"), Rules.builtin())  # fmt: skip
    assert found.links == ("https://codeforces.com/contest/1/problem/B",)
    assert found.lists == ("https://codeforces.com/problemset/page/2",)
    hdu = read_site(cleaned("<script>p(0,1000,-1,'A',1,2);p(0,1001,-1,'B',1,2);</script>",
                            "https://acm.hdu.edu.cn/listproblem.php?vol=1"), Rules.builtin())  # fmt: skip
    assert hdu.links == (
        "https://acm.hdu.edu.cn/showproblem.php?pid=1000",
        "https://acm.hdu.edu.cn/showproblem.php?pid=1001",
    )
