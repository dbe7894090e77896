"""Addresses as pages and people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.errors import BadAddress
from lorehound.url.address import absolute, host_name, host_of, read_address

BASE = "http://a.test/docs/page.html?q=1"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("other.html", "http://a.test/docs/other.html"),
        ("../x?y#z", "http://a.test/x?y#z"),
        ("//b.test/x", "http://b.test/x"),
        ("?q=2", "http://a.test/docs/page.html?q=2"),
        ("  HTTP://B.test:80/x\n ", "http://b.test/x"),
        ("http://exampl%65.org/", "http://example.org/"),
        ("http://大学.cn/课", "http://xn--pss25c.cn/%E8%AF%BE"),
        ("/a%2fb%26c?d=%d6%d0", "http://a.test/a%2fb%26c?d=%d6%d0"),
        ("www.b.test/x", "http://a.test/docs/www.b.test/x"),
        ("mailto:me@a.test", None),
        ("tel:123", None),
        ("javascript:void(0)", None),
        ("data:text/html,x", None),
        ("ftp://a.test/x", None),
        ("http://[::1", None),
        ("http://a.test:99999/", None),
        ("http://a b/", None),
    ],
)
def test_links_are_read_as_browsers_do(href: str, url: str | None):
    assert absolute(BASE, href) == url


def test_a_query_is_written_in_the_encoding_of_its_page():
    assert absolute(BASE, "?word=中", "gb18030") == "http://a.test/docs/page.html?word=%D6%D0"
    assert absolute(BASE, "?word=中", "utf-8") == "http://a.test/docs/page.html?word=%E4%B8%AD"
    assert absolute(BASE, "/中?word=中#中", "gb18030") == "http://a.test/%E4%B8%AD?word=%D6%D0#%E4%B8%AD"
    assert absolute(BASE, "?word=中", "latin-1") == "http://a.test/docs/page.html?word=%26%2320013%3B"
    assert absolute(BASE, "?word=中", "no-such-encoding") == absolute(BASE, "?word=中")


@given(st.text(), st.text(), st.sampled_from(["utf-8", "gb18030", "x"]))
def test_no_link_kills_its_page(base: str, href: str, encoding: str):
    for start in (base, BASE):
        url = absolute(start, href, encoding)
        assert url is None or url.startswith(("http://", "https://"))


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://docs.python.org/3/", "https://docs.python.org/3/"),
        (" docs.python.org/3 ", "http://docs.python.org/3"),
        ("localhost:8000", "http://localhost:8000/"),
        ("127.0.0.1", "http://127.0.0.1/"),
        ("[::1]:8080/x", "http://[::1]:8080/x"),
        ("大学.cn/课", "http://xn--pss25c.cn/%E8%AF%BE"),
        ("<http://a.test/>", "http://a.test/"),
        ("http://a.test/#part", "http://a.test/"),
        ("http://a.test/#!/route", "http://a.test/#!/route"),
        ("HTTP://A.test", "http://a.test/"),
    ],
)
def test_what_a_person_types(typed: str, url: str):
    assert read_address(typed) == url


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("", "write one such as"),
        ("databases", "write it whole"),
        ("me@a.test", "write it whole"),
        ("3.14", "write it whole"),
        ("two words.test", "write it whole"),
        ("ftp://a.test/", "starts with http"),
        ("file:///home/me/page.html", "lorehound library import"),
        ("C:\\pages\\a.html", "lorehound library import"),
        ("http:/a.test", "write http://HOST/"),
        ("http://[::1", "check the host name and port"),
    ],
)
def test_what_is_no_address_is_said_with_the_remedy(typed: str, remedy: str):
    with pytest.raises(BadAddress, match=remedy) as caught:
        read_address(typed)
    assert "\n" not in str(caught.value)


@given(st.text())
def test_any_text_is_an_address_or_one_clear_error(typed: str):
    try:
        url = read_address(typed)
    except BadAddress:
        return
    assert read_address(url) == url


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://A.test/x", "a.test"),
        ("https://a.test:443/", "a.test"),
        ("http://a.test:8080/", "a.test:8080"),
        ("http://a.test./", "a.test"),
        ("http://me:secret@a.test/@x", "a.test"),
        ("http://[::1]:80/", "[::1]"),
        ("http://[::1]:81/", "[::1]:81"),
        ("http://a.test?x@y", "a.test"),
        ("lorehound:page/x", ""),
        ("", ""),
    ],
)
def test_host_of_an_address(url: str, host: str):
    assert host_of(url) == host


def test_host_without_port():
    assert [host_name(host) for host in ("a.test:80", "[::1]:80", "a.test", "")] == ["a.test", "::1", "a.test", ""]
