"""Where a crawl may go, and the word for each refusal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.model.topic import Scope
from lorehound.model.words import WORDS
from lorehound.url.address import host_of
from lorehound.url.scope import Bounds


def refusal(url: str, depth: int = 0, allow_private: bool = False, **scope) -> str | None:
    return Bounds(Scope(**scope), allow_private=allow_private).refusal(url, host_of(url), depth)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://a.test/page", None),
        ("http://a.test/page.html?file=x.zip", None),
        ("http://a.test/Node.js", None),
        ("http://a.test", None),
        ("http://a.test/v1.2/", None),
        ("ftp://a.test/", "scheme"),
        ("lorehound:page/x", "scheme"),
        ("http://a.test/photo.JPG", "not_a_page"),
        ("http://a.test/book.pdf?x=1", "not_a_page"),
        ("http://a.test/source.tar.gz#top", "not_a_page"),
        ("http://127.0.0.1:8080/", "private_address"),
        ("http://10.1.2.3/", "private_address"),
        ("http://100.64.0.1/", "private_address"),
        ("http://169.254.169.254/latest", "private_address"),
        ("http://[::1]/", "private_address"),
        ("http://[::ffff:10.0.0.1]/", "private_address"),
        ("http://localhost/", "private_address"),
        ("http://8.8.8.8/", None),
        ("https://ad.doubleclick.net/x", "advert"),
        ("https://www.google-analytics.com/collect", "advert"),
        ("https://hm.baidu.com/hm.js", "advert"),
        ("http://ads.site.test/x", "advert"),
        ("http://a.test/adclick.php?id=3", "advert"),
        ("http://a.test/advertising-history.html", None),
        ("http://ads.test/", None),
        ("https://www.facebook.com/sharer/sharer.php?u=x", "share_link"),
        ("https://service.weibo.com/share/share.php?url=x", "share_link"),
        ("https://www.facebook.com/python", None),
        ("https://notx.com/share", None),
    ],
)
def test_what_no_crawl_fetches(url: str, reason: str | None):
    assert refusal(url) == reason


def test_private_addresses_may_be_allowed():
    assert refusal("http://127.0.0.1:8080/", allow_private=True) is None


def test_depth_counts_from_the_seed():
    assert refusal("http://a.test/", 3, max_depth=3) is None
    assert refusal("http://a.test/", 4, max_depth=3) == "depth"
    assert refusal("http://a.test/", 400, max_depth=0) is None


@pytest.mark.parametrize(
    ("pattern", "host", "allowed"),
    [
        ("docs.test", "docs.test", True),
        ("docs.test", "docs.test:8080", True),
        ("docs.test", "www.docs.test", False),
        ("docs.test:8080", "docs.test:8080", True),
        ("docs.test:8080", "docs.test", False),
        ("*.edu.cn", "www.pku.edu.cn", True),
        ("*.edu.cn", "edu.cn", True),
        ("*.edu.cn", "notedu.cn", False),
        ("www.*.test", "www.a.b.test", True),
        ("Docs.Test.", "docs.test", True),
        ("*.大学.cn", "a.xn--pss25c.cn", True),
        ("http://docs.test/", "docs.test", True),
    ],
)
def test_host_patterns(pattern: str, host: str, allowed: bool):
    reasons = (None, "host_denied") if allowed else ("host_not_allowed", None)
    url = f"http://{host}/"
    assert (refusal(url, allow_hosts=(pattern,)), refusal(url, deny_hosts=(pattern,))) == reasons


def test_a_denied_host_stays_denied_when_allowed():
    assert refusal("http://b.a.test/", allow_hosts=("*.a.test",), deny_hosts=("b.a.test",)) == "host_denied"


@pytest.mark.parametrize(
    ("pattern", "url", "denied"),
    [
        ("/logout", "http://a.test/user/logout?x", True),
        ("/logout", "http://a.test/Logout", False),
        ("a.test/*/edit", "http://a.test/wiki/x/edit", True),
        ("?action=", "http://a.test/x?action=edit", True),
        ("?action=", "http://a.test/xaction=", False),
        ("讨论", "http://a.test/%E8%AE%A8%E8%AE%BA/1", True),
        (".", "http://atest/x", False),
    ],
)
def test_url_patterns(pattern: str, url: str, denied: bool):
    assert refusal(url, deny_urls=(pattern,)) == ("url_denied" if denied else None)


@given(st.text(), st.text(), st.lists(st.text(), max_size=3), st.lists(st.text(), max_size=3))
def test_any_pattern_and_address_give_an_answer_with_words(url: str, host: str, hosts: list[str], urls: list[str]):
    for address in (url, f"http://{host}/{url}"):
        reason = refusal(address, allow_hosts=tuple(hosts), deny_hosts=tuple(hosts[1:]), deny_urls=tuple(urls))
        assert reason is None or reason in WORDS
