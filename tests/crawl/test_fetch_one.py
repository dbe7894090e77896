"""One page, asked for by hand."""

import threading

import pytest

from loopback.pages import page
from loopback.server import Answer, Site
from lorehound.crawl.fetch_one import fetch_one
from lorehound.errors import FetchFailed
from lorehound.model.topic import Topic
from lorehound.settings import Settings

TOPIC = Topic(id="t", title="T", languages=["zh", "en"])
OPEN = Settings().changed(crawl_allow_private=True, contact="https://example.org/hound")


def test_a_page_is_fetched_through_its_redirects():
    pages = {"/go": Answer(status=302, headers={"Location": "/page"}), "/page": page("Lesson")}
    with Site(pages) as site:
        found = fetch_one(site.url + "/go", TOPIC, OPEN)
        headers = site.asked("/page")[0].headers
    assert found.url == site.url + "/page"
    assert found.requested == site.url + "/go"
    assert found.body == page("Lesson").encode()
    assert found.fetched_at > 0
    assert headers["User-Agent"].startswith("Lorehound/")
    assert headers["User-Agent"].endswith("(+https://example.org/hound)")
    assert headers["Accept-Language"] == "zh, en;q=0.9, *;q=0.8"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (Answer(status=404), "not there"),
        (Answer(status=302, headers={"Location": "/page"}), "redirect that leads nowhere"),
        (Answer(b" "), "empty"),
    ],
)
def test_what_cannot_be_had_says_why(answer, why):
    with Site({"/page": answer}) as site, pytest.raises(FetchFailed, match=why) as error:
        fetch_one(site.url + "/page", TOPIC, OPEN)
    assert "/page" in str(error.value)


def test_robots_txt_and_private_addresses_count():
    with Site({"/robots.txt": Answer(b"User-agent: *\nDisallow: /", headers={}), "/": page("Home")}) as site:
        with pytest.raises(FetchFailed, match=r"robots\.txt"):
            fetch_one(site.url + "/", TOPIC, OPEN)
        with pytest.raises(FetchFailed, match="private"):
            fetch_one(site.url + "/", TOPIC, Settings())


def test_it_may_be_asked_from_any_thread():
    found = []
    with Site({"/": page("Home")}) as site:
        threads = [
            threading.Thread(target=lambda: found.append(fetch_one(site.url + "/", TOPIC, OPEN))) for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 3
