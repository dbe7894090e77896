import re

import pytest

from lorehound.text.link_page import page_html


def links(markdown: str) -> list[tuple[str, str]]:
    return re.findall(r'<a href="([^"]*)">(.*?)</a>', page_html(markdown))


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("[SQLite](https://www.sqlite.org/)", [("https://www.sqlite.org/", "SQLite")]),
        ("<https://a.test/?a=1&b=2>", [("https://a.test/?a=1&amp;b=2", "https://a.test/?a=1&amp;b=2")]),
        ("see https://a.test/x, and more", [("https://a.test/x", "https://a.test/x")]),
        ("见https://a.test/诗。", [("https://a.test/诗", "https://a.test/诗")]),
        ("[a](www.b.test/c)", [("http://www.b.test/c", "a")]),
        ("[https://a.test](https://b.test)", [("https://b.test", "https://a.test")]),
        ("`https://a.test`", []),
        ("| a |\n|---|\n| https://a.test |", [("https://a.test", "https://a.test")]),
        ('<a href="https://a.test">raw</a>', [("https://a.test", "raw")]),
    ],
)
def test_every_way_to_write_a_link(markdown: str, found: list[tuple[str, str]]):
    assert links(markdown) == found


def test_it_is_a_whole_page():
    page = page_html("# 数据库\n\ntext", "a < b")
    assert "<title>a &lt; b</title>" in page
    assert "<h1>数据库</h1>" in page
