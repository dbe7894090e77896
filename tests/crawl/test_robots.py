"""robots.txt as RFC 9309 has it, read and obeyed."""

import asyncio
import time
from itertools import pairwise

import pytest

from loopback.bench import agrees
from loopback.pages import page
from loopback.server import Answer, Site
from lorehound.crawl.robots import LONGEST_DELAY, Robots, read_rules
from lorehound.crawl.robots import Answer as Said

URL = "http://a.test/robots.txt"


GROUPS = "User-agent: lorehound\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nUser-agent: Lorehound\nDisallow: /c"


def allows(text: str | bytes, path: str, product: str = "Lorehound") -> bool:
    body = text.encode() if isinstance(text, str) else text
    return read_rules(body, product, URL).allows(f"http://a.test{path}")


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        (b"\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", False),  # byte order mark
        ("User-agent: *\rDisallow: /x\rAllow: /x/y\r", "/x", False),  # carriage returns alone
        ("User-agent: *\rDisallow: /x\rAllow: /x/y\r", "/x/y", True),
        ("User-agent: *\n\nDisallow: /x", "/x", False),  # blank line inside a group
        (GROUPS, "/a", False),
        (GROUPS, "/c", False),
        (GROUPS, "/b", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: lorehound\nDisallow:", "/any", True),  # our own group alone counts
        ("User-agent: *\nDisallow: /shop\nAllow: /shop/books", "/shop/books/1", True),  # the longer match wins
        ("User-agent: *\nDisallow: /*.php$", "/a.php", False),
        ("User-agent: *\nDisallow: /*.php$", "/a.php?x=1", True),
        ("User-agent: *\nDisallow: /*?sort=", "/list?sort=up", False),
        ("User-agent: *\nDisallow: *print", "/a/print", False),
        ("User-agent: *\nDisallow: /caf%C3%A9", "/caf%c3%a9", False),
        ("User-agent: *\nDisallow: /数据", "/%E6%95%B0%E6%8D%AE", False),
        ("User-agent: hound\nDisallow: /", "/", True),  # part of our name is not our name
        ("User-agent: lorehoundbot\nDisallow: /", "/", True),
        ("User-agent: Lorehound/1.0\nDisallow: /", "/", False),  # a version after it is
        ("User-agent: other\nUser-agent: lorehound\nDisallow: /", "/", False),
        ("Crawl-delay: 5\nDisallow: /\nUser-agent: *\nAllow: /", "/", True),  # rules before any group are nobody's
        ("<html>not found</html>", "/", True),
        ("", "/", True),
    ],
)  # fmt: skip
def test_rules(text, path, allowed):
    assert allows(text, path) is allowed


def test_only_the_first_500_kib_are_read():
    text = "User-agent: *\nDisallow: /a\n" + "# " + "x" * 600_000 + "\nDisallow: /b\n"
    assert not allows(text, "/a")
    assert allows(text, "/b")


def test_crawl_delay_may_be_fractional_and_is_capped():
    assert read_rules(b"User-agent: *\nCrawl-delay: 0.5", "Lorehound", URL).delay == 0.5
    long = read_rules(b"User-agent: *\nCrawl-delay: 86400", "Lorehound", URL)
    assert (long.delay, long.asked_delay) == (LONGEST_DELAY, 86400)
    assert read_rules(b"User-agent: *\nRequest-rate: 1/10", "Lorehound", URL).delay == 10


def test_sitemaps_are_read_with_a_space_and_relative():
    text = b"Sitemap : /map.xml\nsitemap: http://b.test/s.xml\n"
    assert read_rules(text, "Lorehound", URL).sitemaps == ("http://a.test/map.xml", "http://b.test/s.xml")


def ask(*answers: Said, url: str = "http://a.test/page"):
    waiting, asked = list(answers), []

    async def fetch(address: str) -> Said:
        asked.append(address)
        return waiting.pop(0)

    async def go():
        return await Robots(fetch, "Lorehound").permission(url)

    return asyncio.run(go()), asked


@pytest.mark.parametrize("status", [404, 410, 401, 403, 400])
def test_no_robots_txt_allows(status):
    permission, _ = ask(Said(status))
    assert permission.rules.allows("http://a.test/page")


@pytest.mark.parametrize("answer", [Said(500), Said(503), Said(429), Said(0, fault="timeout")])
def test_a_site_that_cannot_say_is_closed_for_now(answer):
    permission, _ = ask(answer)
    assert permission.rules is None
    assert 0 < permission.until - time.time() < 10


def test_five_redirects_are_followed_also_to_other_hosts():
    hops = [Said(301, location=f"http://b.test/{n}") for n in range(5)]
    permission, asked = ask(*hops, Said(200, b"User-agent: *\nDisallow: /page"))
    assert len(asked) == 6
    assert not permission.rules.allows("http://a.test/page")
    permission, asked = ask(*hops, Said(301, location="/7"), Said(200, b"User-agent: *\nDisallow: /"))
    assert len(asked) == 6
    assert permission.rules.allows("http://a.test/page")


def test_a_site_is_asked_once_however_many_pages_wait():
    asked = []

    async def fetch(url: str) -> Said:
        asked.append(url)
        await asyncio.sleep(0.01)
        return Said(200, b"")

    async def go():
        robots = Robots(fetch, "Lorehound")
        await asyncio.gather(*(robots.permission(f"http://a.test/{n}") for n in range(9)))
        await robots.permission("http://a.test:8080/")

    asyncio.run(go())
    assert asked == ["http://a.test/robots.txt", "http://a.test:8080/robots.txt"]


def test_what_robots_txt_forbids_is_not_asked_for(bench):
    pages = {
        "/robots.txt": Answer(b"User-agent: *\nDisallow: /private", headers={"Content-Type": "text/plain"}),
        "/": page("Home", ["/private/a", "/open"]),
        "/open": page("Open"),
    }
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert sorted(line.path for line in site.asked()) == ["/", "/open"]
        agrees(site, run)
    assert run.counters.refused["robots"] == 1


def test_robots_txt_that_fails_first_is_asked_again(bench):
    def robots(asking):
        return Answer(status=503) if asking.count == 0 else Answer(b"", headers={"Content-Type": "text/plain"})

    with Site({"/robots.txt": robots, "/": page("Home")}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
    assert (run.counters.kept, run.counters.other_requests) == (1, 2)


def test_robots_txt_that_never_comes_ends_the_run_and_loses_nothing(bench):
    with Site({"/robots.txt": Answer(status=503), "/": page("Home")}) as site:
        bench.topic(site.url + "/")
        started = time.monotonic()
        run = bench.crawl()
        assert time.monotonic() - started < 30
        assert site.asked() == []
        assert "robots.txt cannot be had" in run.stop_reason
        site.pages["/robots.txt"] = Answer(b"", headers={})
        bench.workspace.frontier.block(site.host, 0, "")
        assert bench.workspace.frontier.stats("databases").waiting == 1


def test_crawl_delay_is_kept(bench):
    pages = {f"/p{n}": page(f"Lesson {n}") for n in range(3)}
    pages |= {"/": page("Home", list(pages)), "/robots.txt": Answer(b"User-agent: *\nCrawl-delay: 0.4", headers={})}
    with Site(pages) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        times = [line.at for line in site.asked()]
    assert len(times) == 4
    assert all(later - earlier > 0.35 for earlier, later in pairwise(times))


def test_a_topic_may_obey_no_robots_txt(bench):
    with Site({"/robots.txt": Answer(b"User-agent: *\nDisallow: /", headers={}), "/": page("Home")}) as site:
        bench.topic(site.url + "/", politeness={"delay": 0, "obey_robots": False})
        assert bench.crawl().counters.kept == 1
        assert len(site.log) == 1
