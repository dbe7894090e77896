"""The dedupe key: what counts as the same address, and what does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorehound.url.key import key


@pytest.mark.parametrize(
    "same",
    [
        ["http://a.test/", "HTTP://A.Test", "http://a.test:80/", "http://a.test./", "http://a.test.:80", "http://a.test/?"],
        ["http://example.org/x", "http://exampl%65.org/x", "http://example.org/%78", "http://example.org/y/../x"],
        ["http://xn--pss25c.cn/", "http://大学.cn/"],
        ["http://a.test/x", "http://a.test/x#part", "http://a.test/x#:~:text=y", "http://a.test/x?&"],
        ["http://a.test/a%2Fb", "http://a.test/a%2fb"],
        ["http://a.test/~me_1.2-3", "http://a.test/%7Eme%5F1%2E2%2D3"],
        ["http://a.test/T_(d)", "http://a.test/T_%28d%29"],
        ["http://a.test/?x%5B%5D=1", "http://a.test/?x[]=1"],
        ["http://a.test/?q=a+b", "http://a.test/?q=a%20b"],
        ["http://a.test/?a=1&b=2", "http://a.test/?b=2&a=1"],
        ["http://a.test/?a=2&a=1&b=0", "http://a.test/?a=2&b=0&a=1"],
        ["http://a.test/x", "http://a.test/x;jsessionid=0A1B2C", "http://a.test/x?PHPSESSID=1", "http://a.test/x?JSESSIONID=9"],
        ["http://a.test/x?id=3", "http://a.test/x?sid=0123456789abcdef01&id=3", "http://a.test/x?id=3&ASPSESSIONIDQQ=Z"],
        ["http://a.test/x", "http://a.test/(S(lit3py55t21z5v55vlm25s55))/x"],
        ["http://a.test/x?ref=1", "http://a.test/x?utm_source=news&ref=1&fbclid=Iw", "http://a.test/x?spm=a.b&ref=1"],
        ["http://a.test/?q=%D6%D0", "http://a.test/?q=%d6%d0"],
        ["http://a.test/%E8%AF%BE", "http://a.test/课"],
    ],
)  # fmt: skip
def test_spellings_of_one_address_share_a_key(same: list[str]):
    assert {key(url) for url in same} == {key(same[0])}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.test/", "https://a.test/"),
        ("http://a.test/", "http://www.a.test/"),
        ("http://a.test/", "http://a.test/index.html"),
        ("http://a.test/x", "http://a.test/x/"),
        ("http://a.test/X", "http://a.test/x"),
        ("http://a.test/?A=1", "http://a.test/?a=1"),
        ("http://a.test:8080/", "http://a.test/"),
        ("http://a.test/a%26b", "http://a.test/a&b"),
        ("http://a.test/a%2Fb", "http://a.test/a/b"),
        ("http://a.test/a%3Fb", "http://a.test/a?b"),
        ("http://a.test/a%23b", "http://a.test/a#b"),
        ("http://a.test/a%3Bb", "http://a.test/a;b"),
        ("http://a.test/?a%3Db", "http://a.test/?a=b"),
        ("http://a.test/?c=c%2B%2B", "http://a.test/?c=c++"),
        ("http://a.test/%2541", "http://a.test/%41"),
        ("http://a.test/?a=1&a=2", "http://a.test/?a=2&a=1"),
        ("http://a.test/?sid=3", "http://a.test/?sid=4"),
        ("http://a.test/?id=1&source=a", "http://a.test/?id=1&source=b"),
        ("http://a.test/?p=1", "http://a.test/?p=2"),
        ("http://a.test/#!/a", "http://a.test/#!/b"),
        ("http://a.test/?q=%D6%D0", "http://a.test/?q=%E4%B8%AD"),
    ],
)
def test_addresses_that_may_mean_different_pages_are_told_apart(one: str, other: str):
    assert key(one) != key(other)


PIECES = st.sampled_from(
    "http:// https:// HTTP:// a.test EX.com . :80 : / // /. /.. %2e %2E%2e %41 %2f %25 % ? & = a b utm_source=1 "
    "sid= abcdef0123456789abcdef ;jsessionid=1 ;sid= /(S(abcdefghijklmnopqrst12)) # #! ! 中 [ ] | ' ( ) \\ @ %75tm_x=1 "
    "\ud800 xn-- + %20 0x7f.1 lorehound: ^ ` { } \" < > ~".split(" ")
)  # fmt: skip
URLS = st.lists(PIECES, max_size=12).map("".join)


@settings(max_examples=500)
@given(st.text() | URLS | URLS.map("http://a.test".__add__))
def test_any_text_has_a_key_that_is_its_own_key(url: str):
    assert key(key(url)) == key(url)


@given(st.lists(st.sampled_from(["a=1", "a=2", "b=3", "c", "utm_x=1"]), max_size=6), st.randoms())
def test_the_order_of_names_never_matters(pieces: list[str], random):
    by_name = sorted(pieces, key=lambda piece: piece.partition("=")[0])
    assert key(f"http://a.test/?{'&'.join(pieces)}") == key(f"http://a.test/?{'&'.join(by_name)}")


def test_a_page_written_by_the_user_keeps_its_name():
    assert key("lorehound:page/links") == "lorehound:page/links"
