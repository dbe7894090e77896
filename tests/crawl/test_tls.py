"""Sites behind TLS: certificates are verified."""

import pytest

from loopback.bench import agrees
from loopback.pages import tree
from loopback.server import Site
from loopback.tls import behind_tls


def test_a_site_whose_certificate_holds_is_crawled(bench, tmp_path, monkeypatch):
    site = Site(tree(6))
    monkeypatch.setenv("SSL_CERT_FILE", str(behind_tls(site, tmp_path)))
    with site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
    assert run.counters.kept == 6
    assert all(row.url.startswith("https://") for row in bench.rows().values())


@pytest.mark.parametrize("days", [1, -1])
def test_a_certificate_that_nobody_vouches_for_or_that_is_over_is_refused(bench, tmp_path, days, monkeypatch):
    site = Site(tree(2))
    file = behind_tls(site, tmp_path, days)
    if days < 0:
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with site:
        bench.topic(site.url + "/", politeness={"delay": 0, "obey_robots": False})
        run = bench.crawl()
        assert site.log == []
    assert bench.rows()["/"].reason == "bad_certificate"
    assert run.stop_reason.startswith("no_page: ")
    assert "certificate" in run.stop_reason
