"""What cannot work says so in one line, and nothing is lost."""

import os
import socket
import time

import pytest

from loopback.bench import agrees
from loopback.pages import page, tree
from loopback.server import Answer, Asking, Site
from lorehound.errors import NotFound, WorkspaceBusy


def test_an_unknown_topic(bench):
    with pytest.raises(NotFound, match="physics"):
        bench.crawl("physics")


def test_a_topic_without_a_seed_says_how_to_add_one(bench):
    bench.topic()
    run = bench.crawl()
    assert run.stop_reason.startswith("no_page: ")
    assert "lorehound seed add databases" in run.stop_reason


def test_a_seed_that_cannot_be_fetched_is_named(bench):
    bench.topic("http://10.0.0.7/")
    run = bench.crawl(allow_private=False)
    assert run.stop_reason.startswith("no_page: http://10.0.0.7/: a private address")
    assert run.counters.refused == {"private_address": 1}


def test_a_seed_that_is_no_address_is_named_whole(bench):
    bench.topic("not an address")
    run = bench.crawl()
    assert run.stop_reason == "no_page: not an address: not an http or https address"


def test_a_host_that_refuses_connections_is_named_soon(bench):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/"
    bench.topic(url)
    started = time.monotonic()
    run = bench.crawl()
    assert time.monotonic() - started < 12
    assert run.stop_reason.startswith(f"no_page: {url}")
    assert bench.workspace.frontier.stats("databases").waiting == 1


def test_a_host_that_does_not_exist_is_named(bench):
    bench.topic("http://no-such-host.invalid/")
    run = bench.crawl()
    assert run.stop_reason.startswith("no_page: http://no-such-host.invalid/")


@pytest.mark.parametrize("timeout", [2, pytest.param(30, marks=pytest.mark.soak)])
def test_a_silent_host_ends_the_crawl_within_thirty_seconds(bench, timeout):
    bench.workspace.settings = bench.workspace.settings.changed(crawl_timeout=float(timeout))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        bench.topic(f"http://127.0.0.1:{silent.getsockname()[1]}/")
        started = time.monotonic()
        run = bench.crawl()
        assert time.monotonic() - started < 30
    assert run.stop_reason.startswith("no_page: ")
    assert bench.workspace.frontier.stats("databases").waiting == 1


def test_two_crawls_on_one_workspace(bench):
    bench.topic("http://127.0.0.1:9/")
    with bench.workspace.lock(), pytest.raises(WorkspaceBusy, match="another crawl"):
        bench.crawl()


def test_a_page_greater_than_the_cap_is_not_read_and_the_crawl_goes_on(bench):
    def endless(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
        for _ in range(100):
            handler.wfile.write(b"<p>x</p>" * 131_072)

    bench.workspace.settings = bench.workspace.settings.changed(crawl_max_page_mb=2)
    with Site({"/": page("Home", ["/big", "/small"]), "/big": Answer(write=endless), "/small": page("Small")}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
    assert bench.rows()["/big"].reason == "too_large"
    assert (run.counters.kept, run.counters.not_a_page) == (2, 1)


def test_a_full_page_store_stops_the_run_and_loses_nothing(bench):
    bench.workspace.settings = bench.workspace.settings.changed(store_max_mb=1)
    noise = {f"/p{n}": page(f"Lesson {n}", head=f"<!-- {os.urandom(150_000).hex()} -->") for n in range(9)}
    with Site({"/": page("Home", list(noise)), **noise}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert run.stop_reason == "storage_full"
        assert 0 < run.counters.fetched < 10
    left = bench.workspace.frontier.stats("databases").waiting
    assert left == 10 - run.counters.fetched


def test_a_network_that_goes_away_for_a_while_costs_no_page(bench):
    """The site closes every connection without an answer for three seconds in the middle of the crawl."""
    pages = tree(24)
    first = []

    def lesson(asking: Asking) -> Answer:
        first.append(time.monotonic())
        if len(first) > 6 and time.monotonic() < first[6] + 3:
            return Answer(write=lambda handler: None)
        return Answer(pages[asking.path].encode(), headers={"Content-Type": "text/html"})

    with Site(dict.fromkeys(pages, lesson)) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
    assert run.counters.kept == 24
    assert run.counters.failed > 0
    assert {row.outcome for row in bench.rows().values()} == {"kept"}
