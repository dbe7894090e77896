"""Addresses that go on without end, and the shapes that pages share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.model.words import WORDS
from lorehound.url.traps import template, trap


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://a.test/docs/guide/part/chapter/section/page.html", None),
        ("http://a.test/python/python/", None),
        ("http://a.test/2011/11/11/11/11", None),
        ("http://a.test/org/docs/org/guide/index.html", None),
        ("http://a.test/a/b/a/b/a/b/", "repeated_path"),
        ("http://a.test/x/docs/docs/docs/index.html", "repeated_path"),
        ("http://a.test/1/1/1/1/1/1", "repeated_path"),
        ("http://a.test/" + "/".join(map(str, range(21))), "deep_path"),
        ("http://a.test/" + "/".join(map(str, range(20))), None),
        ("http://a.test/" + "x" * 2100, "long_url"),
        ("http://a.test/?" + "&".join(f"param{at}=1" for at in range(30)), "growing_query"),
        ("http://a.test/?" + "&".join("facet=12" for _ in range(10)), "growing_query"),
        ("http://a.test/login?next=%2Flogin%3Fnext%3D%252Fl%253Fnext%253D%25252Fl%25253Fnext", "growing_query"),
        ("http://a.test/wiki/index.php?title=A_rather_long_title_of_a_page&action=history&limit=500", None),
        ("http://a.test/{{ item.url }}", "unfilled"),
        ("http://a.test/%7B%7Burl%7D%7D", "unfilled"),
        ("http://a.test/'+url+'", "unfilled"),
    ],
)  # fmt: skip
def test_traps_are_told_by_their_look(url: str, reason: str | None):
    assert trap(url) == reason


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("http://a.test/post/12/page-3.html", "a.test/post/#/page-#.html"),
        ("https://a.test/post/7/page-12.html#x", "a.test/post/#/page-#.html"),
        ("http://a.test/list?page=2&sort=asc", "a.test/list?page&sort"),
        ("http://a.test/list?sort=desc&page=9&page=1", "a.test/list?page&sort"),
        ("http://a.test/x/550e8400-e29b-41d4-a716-446655440000", "a.test/x/*"),
        ("http://a.test/x/5f2b8c1d9e3a4b6c7d8e9f00/edit", "a.test/x/*/edit"),
        ("http://a1.test/internationalization", "a1.test/internationalization"),
        ("http://a.test", "a.test"),
    ],
)
def test_pages_of_one_kind_share_a_shape(url: str, shape: str):
    assert template(url) == shape


@given(st.text(), st.text())
def test_any_text_has_an_answer(path: str, query: str):
    url = f"http://a.test/{path}?{query}"
    reason = trap(url)
    assert reason is None or reason in WORDS
    assert template(url).isprintable() or not url.isprintable()
