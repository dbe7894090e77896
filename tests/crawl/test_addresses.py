"""Private addresses are refused at connect, on every hop."""

import pytest

from loopback.pages import page
from loopback.server import Answer, Site
from lorehound.crawl.addresses import is_private_host, is_public


@pytest.mark.parametrize(
    "address",
    [
        *("10.1.2.3", "172.16.0.1", "192.168.1.1", "127.0.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "2002:0a00:0001::", "64:ff9b::7f00:1", "ff02::1"),
    ],
)  # fmt: skip
def test_private(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"])
def test_public(address):
    assert is_public(address)


def test_names_of_this_machine_are_private_before_they_are_resolved():
    assert is_private_host("localhost.")
    assert is_private_host("a.localhost")
    assert is_private_host("[::1]")
    assert not is_private_host("example.org")


def test_a_name_that_resolves_to_a_private_address_is_refused(bench, monkeypatch):
    monkeypatch.setattr("lorehound.crawl.addresses._lookup", lambda host: ["127.0.0.1"])
    with Site({"/": page("Home")}) as site:
        port = site.host.rpartition(":")[2]
        bench.topic(f"http://rebinding.example:{port}/", politeness={"delay": 0, "obey_robots": False})
        run = bench.crawl(allow_private=False)
        assert site.log == []
    assert run.counters.failed == 1
    assert bench.rows()["/"].reason == "private_address"


def test_a_redirect_to_a_private_address_is_refused(bench, monkeypatch):
    monkeypatch.setattr("lorehound.crawl.addresses.is_public", lambda address: address == "127.0.0.1")
    with Site({"/": Answer(status=302, headers={"Location": "http://169.254.169.254/latest"})}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl(allow_private=False)
    assert run.counters.refused == {"private_address": 1}
