"""Requests go through the proxies that were given, and never without when they fail."""

from collections import Counter
from pathlib import Path

import pytest

from loopback.pages import page
from loopback.server import Site
from lorehound.crawl.proxies import FIRST_REST, Proxies, Proxy, read_proxies
from lorehound.errors import BadSetting


def pool(*weights: float, clock=lambda: 0.0) -> Proxies:
    return Proxies([Proxy(f"http://p{n}:80", weight=weight) for n, weight in enumerate(weights)], clock)


def test_a_host_keeps_its_proxy_and_hosts_spread_by_weight():
    proxies = pool(1, 3)
    chosen = {f"h{n}": proxies.for_host(f"h{n}") for n in range(2000)}
    assert all(proxies.for_host(host) is proxy for host, proxy in chosen.items())
    counts = Counter(proxy.address for proxy in chosen.values())
    assert 2.4 < counts["http://p1:80"] / counts["http://p0:80"] < 3.8


def test_a_proxy_that_fails_rests_and_comes_back():
    now = [0.0]
    proxies = pool(1, 1, clock=lambda: now[0])
    mine = proxies.for_host("a")
    proxies.failed(mine)
    assert proxies.for_host("a") is not mine
    now[0] = FIRST_REST + 1
    assert proxies.for_host("a") is mine
    proxies.failed(mine)
    now[0] += FIRST_REST + 1
    assert proxies.for_host("a") is not mine  # the second rest is longer
    proxies.worked(mine)
    assert proxies.for_host("a") is mine


def test_when_all_rest_the_first_to_come_back_is_taken():
    proxies = pool(1)
    proxies.failed(proxies.all[0])
    assert proxies.for_host("a") is proxies.all[0]


def test_a_file_of_proxies(tmp_path):
    (tmp_path / "pool").write_text("# ours\nhttp://user:p%40ss@p1:8080 weight=2\nhttp://p2:1 hosts=*.edu.cn # far\n")
    first, second = read_proxies("pool", tmp_path).all
    assert (first.address, first.weight, first.authorization) == ("http://p1:8080", 2.0, "Basic dXNlcjpwQHNz")
    assert (second.address, second.hosts) == ("http://p2:1", "*.edu.cn")


@pytest.mark.parametrize("text", ["socks5://p:1", "http://p:x", "http://p:1 weight=0", "http://p:1 speed=2", "p:1"])
def test_faults_name_their_line_and_no_password(tmp_path, text):
    (tmp_path / "pool").write_text("\n" + text)
    with pytest.raises(BadSetting, match=r"pool:2: "):
        read_proxies("pool", tmp_path)
    with pytest.raises(BadSetting) as error:
        read_proxies("ftp://me:secret@p:1", Path())
    assert "secret" not in str(error.value)


def test_a_crawl_goes_through_a_pool_with_a_dead_proxy_and_a_password(bench):
    pages = {f"h{n}.test/": page(f"Lesson {n}") for n in range(4)}
    with Site(pages) as site:
        alive = site.url.replace("http://", "http://me:secret@")
        (bench.workspace.folder / "proxies").write_text(f"{alive}\nhttp://127.0.0.1:9\n")
        bench.topic(*(f"http://h{n}.test/" for n in range(4)), politeness={"delay": 0, "obey_robots": False})
        run = bench.crawl(proxy="proxies", allow_private=False)
        assert {line.headers["Proxy-Authorization"] for line in site.asked()} == {"Basic bWU6c2VjcmV0"}
    assert run.counters.kept == 4
    log = "".join(file.read_text() for file in (bench.workspace.folder / "log").iterdir())
    assert "secret" not in log
