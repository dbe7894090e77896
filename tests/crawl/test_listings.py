"""Sitemaps and feeds lead to pages."""

import gzip

import pytest

from loopback.bench import agrees
from loopback.pages import page
from loopback.server import Answer, Site
from lorehound.crawl.listings import MOST_ENTRIES, read_listing

XML = {"Content-Type": "application/xml"}
MAP = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'


def sitemap(*urls: str) -> bytes:
    return MAP.format("".join(f"<url><loc>{url}</loc><lastmod>2026-01-02</lastmod></url>" for url in urls)).encode()


def urls(body: bytes) -> list[str]:
    listing = read_listing(body, "http://a.test/sitemap.xml")
    return [entry.url for entry in listing.entries]


def test_a_sitemap_with_repeats_empty_and_relative_entries():
    body = MAP.format("<url><loc> /a </loc></url><url><loc></loc></url><url/><url><loc>/a</loc></url>").encode()
    assert urls(body) == ["http://a.test/a"]


def test_a_packed_sitemap_also_cut_short():
    packed = gzip.compress(sitemap("http://a.test/1", "http://a.test/2"))
    assert urls(packed) == ["http://a.test/1", "http://a.test/2"]
    assert urls(sitemap("http://a.test/1", "http://a.test/2")[:-40]) == ["http://a.test/1"]


def test_a_sitemap_bomb_is_read_to_its_bounds():
    bomb = gzip.compress(MAP.format("<url><loc>/x</loc></url>" + " " * 200_000_000).encode())
    assert len(bomb) < 300_000
    assert urls(bomb) == ["http://a.test/x"]
    many = sitemap(*(f"/{n}" for n in range(MOST_ENTRIES + 10)))
    assert len(urls(many)) == MOST_ENTRIES


def test_entities_are_not_expanded():
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
    assert urls(bomb) == []


@pytest.mark.parametrize(
    "body",
    [
        b'<rss version="2.0"><channel><link>http://a.test/</link><item><title>T</title><link>/x</link></item></channel></rss>',
        b'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>T</title><link rel="self" href="/s"/>'
        b'<link href="/x"/></entry></feed>',
    ],
)
def test_feeds(body):
    [entry] = read_listing(body, "http://a.test/feed").entries
    assert (entry.url, entry.title) == ("http://a.test/x", "T")


def test_other_xml_is_no_listing():
    assert read_listing(b'<?xml version="1.0"?><html><body>x</body></html>', "http://a.test/") is None


def test_sitemaps_of_robots_txt_are_read_once_a_page_was_kept(bench):
    robots = "User-agent: *\nDisallow: /no\nSitemap: /maps.xml\n"
    with Site({"/": page("Home"), "/hidden": page("Hidden"), "/no": page("No")}) as site:
        index = f"<sitemapindex><sitemap><loc>{site.url}/map.xml.gz</loc></sitemap></sitemapindex>".encode()
        site.pages |= {
            "/robots.txt": Answer(robots.encode(), headers={"Content-Type": "text/plain"}),
            "/maps.xml": Answer(index, headers=XML),
            "/map.xml.gz": Answer(
                gzip.compress(sitemap(f"{site.url}/hidden", f"{site.url}/no")),
                headers={"Content-Type": "application/gzip"},
            ),
        }
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/maps.xml", "/map.xml.gz", "/hidden"]
        agrees(site, run)
    assert (run.counters.fetched, run.counters.other_requests) == (2, 3)
    assert run.counters.refused["robots"] == 1


def test_a_feed_that_a_page_links_to_leads_to_its_entries(bench):
    feed = b"<rss><channel><item><title>Index lesson</title><link>/lesson</link></item></channel></rss>"
    pages = {"/": page("Home", ["/feed"]), "/lesson": page("Lesson")}
    with Site({**pages, "/feed": Answer(feed, headers={"Content-Type": "application/rss+xml"})}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
    assert (run.counters.kept, run.counters.not_a_page) == (2, 1)
    assert bench.rows()["/feed"].reason == "feed"
