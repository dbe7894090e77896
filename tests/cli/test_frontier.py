import pytest

from lorehound.frontier.contract import HostPolicy
from lorehound.frontier.open import open_frontier
from lorehound.model.page import Candidate
from tutorial_site import FOLDER as SITE


@pytest.fixture
def library(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "transaction")
    lorehound.ok("library", "import", SITE, "-t", "db")
    return lorehound


def test_status_says_who_holds_what(library, tmp_path):
    address = str(tmp_path / "other.db")
    frontier = open_frontier(address)
    frontier.put([Candidate(f"http://a.test/{i}", f"http://a.test/{i}", "a.test", "db", 0.5) for i in range(3)])
    frontier.lease("db", "w1", 1, policy=HostPolicy(delay=0))
    frontier.close()
    status = library.ok("frontier", "status", "db", "--frontier", address, "--seconds", 0, "--json").json
    assert (status["waiting"], status["leased"], status["by_worker"]) == (2, 1, {"w1": 1})
    assert [(host["host"], host["waiting"]) for host in status["busiest"]] == [("a.test", 2)]
    shown = library.ok("frontier", "status", "--frontier", address, "--seconds", 0).out
    assert "w1" in shown
    assert "a.test" in shown


def test_a_lost_frontier_is_made_again_from_saved_pages(library, tmp_path):
    address = str(tmp_path / "other.db")
    pages = library.ok("page", "list", "db", "--json").json["pages"]
    rebuilt = library.ok("frontier", "rebuild", "db", "--frontier", address, "--json").json
    assert rebuilt["done"] == len(pages)
    frontier = open_frontier(address)
    assert all(frontier.known("db", [page["key"] for page in pages]))
    stats = frontier.stats("db")
    assert (stats.waiting, stats.done) == (rebuilt["waiting"], rebuilt["done"])
    frontier.close()
    again = library.ok("frontier", "rebuild", "db", "--frontier", address, "--json").json
    assert again["waiting"] == 0
