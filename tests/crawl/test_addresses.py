"""Private addresses are refused at connect, on every hop."""

from loopback.pages import page
from loopback.server import Answer, Site


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
