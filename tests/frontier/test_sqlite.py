import sqlite3

import pytest

from frontier.contract import FREE, FrontierContract, candidate, names
from frontier.processes import crawl_with_a_killed_worker
from lorehound.errors import Damaged, LorehoundError, StorageFull
from lorehound.frontier.sqlite import SqliteFrontier


class TestSqliteFrontier(FrontierContract):
    @pytest.fixture
    def opener(self, clock, tmp_path):
        return lambda: SqliteFrontier(tmp_path / "frontier.db", clock)


def test_goes_on_where_it_stopped(tmp_path):
    with_some = SqliteFrontier(tmp_path / "frontier.db")
    with_some.put([candidate(str(i), i / 10) for i in range(5)])
    (held,) = with_some.lease("t", "w", 1, policy=FREE).candidates
    with_some.done(held, "kept")
    with_some.close()
    again = SqliteFrontier(tmp_path / "frontier.db")
    assert again.put([candidate("4", 0.0), candidate("0", 0.0)]) == ["known", "known"]
    assert names(again.lease("t", "w", 9, policy=FREE).candidates) == ["3", "2", "1", "0"]
    again.close()


def test_several_processes_one_killed_do_every_page_once(tmp_path):
    crawl_with_a_killed_worker(str(tmp_path / "frontier.db"), tmp_path, pages=400, kills=3)


@pytest.mark.soak
def test_many_kills_lose_nothing(tmp_path):
    crawl_with_a_killed_worker(str(tmp_path / "frontier.db"), tmp_path, pages=20_000, kills=60)


def test_a_lost_filter_is_made_again(tmp_path):
    frontier = SqliteFrontier(tmp_path / "frontier.db")
    frontier.put([candidate(str(i)) for i in range(50)])
    frontier.close()
    (tmp_path / "frontier.db-filter0").unlink()
    frontier = SqliteFrontier(tmp_path / "frontier.db")
    assert frontier.known("t", ["a.test/1", "a.test/99"]) == [True, False]
    assert frontier.put([candidate("1"), candidate("99")]) == ["known", "added"]
    frontier.close()


def test_a_filter_that_forgot_loses_no_page_and_adds_none_twice(tmp_path):
    frontier = SqliteFrontier(tmp_path / "frontier.db")
    frontier.put([candidate(str(i)) for i in range(50)])
    frontier.close()
    filter_file = tmp_path / "frontier.db-filter0"
    filter_file.write_bytes(filter_file.read_bytes()[:32] + bytes(filter_file.stat().st_size - 32))
    frontier = SqliteFrontier(tmp_path / "frontier.db")
    assert frontier.put([candidate("1"), candidate("99"), candidate("49")]) == ["known", "added", "known"]
    assert frontier.stats("t").waiting == 51
    frontier.close()


def test_a_damaged_file_says_what_to_do(tmp_path):
    path = tmp_path / "frontier.db"
    path.write_bytes(b"no database at all, but long enough to look like one " * 40)
    with pytest.raises(Damaged, match=r"frontier\.db cannot be read .*lorehound frontier rebuild"):
        SqliteFrontier(path)


def test_damage_within_the_file_says_what_to_do(tmp_path):
    path = tmp_path / "frontier.db"
    frontier = SqliteFrontier(path)
    frontier.put([candidate(str(i)) for i in range(2000)])
    frontier.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with pytest.raises(Damaged, match="lorehound frontier rebuild"):
        SqliteFrontier(path).put([candidate("new")])


def test_a_file_of_another_version_is_left_alone(tmp_path):
    path = tmp_path / "frontier.db"
    other = sqlite3.connect(path)
    other.execute("pragma user_version = 99")
    other.close()
    with pytest.raises(Damaged, match="schema 99"):
        SqliteFrontier(path)


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path):
    frontier = SqliteFrontier(tmp_path / "frontier.db")
    frontier.put([candidate("before")])
    frontier._database.run("pragma max_page_count = 40")
    with pytest.raises(StorageFull, match="make room"):
        frontier.put([candidate(str(i), host="new.test") for i in range(20_000)])
    assert names(frontier.waiting("t", 9)) == ["before"]
    frontier._database.run("pragma max_page_count = 100000")
    assert frontier.put([candidate("after", 0.9, "new.test")]) == ["added"]
    assert names(frontier.lease("t", "w", 9, policy=FREE).candidates) == ["after", "before"]
    frontier.close()


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(LorehoundError, match=r"none/frontier\.db cannot be written"):
        SqliteFrontier(tmp_path / "none" / "frontier.db")
