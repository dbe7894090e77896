import logging
import subprocess
import sys
from threading import Timer

import pytest
import redis

from frontier.contract import FREE, FrontierContract, candidate, names
from frontier.processes import crawl_with_a_killed_worker
from frontier.server import Server
from lorehound.errors import BadSetting, Damaged, LorehoundError, StorageFull
from lorehound.frontier.chain import capacity
from lorehound.frontier.redis import RedisFrontier


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def client(server):
    client = redis.Redis(port=server.port)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def address(server, client):
    return server.address


@pytest.fixture
def own_server(tmp_path):
    """A server that a test may kill: it keeps what was acknowledged."""
    (tmp_path / "own").mkdir()
    server = Server(tmp_path / "own", "--appendonly", "yes").start()
    yield server
    server.kill()


class TestRedisFrontier(FrontierContract):
    examples = 15

    @pytest.fixture
    def opener(self, clock, address):
        return lambda: RedisFrontier(address, clock)


def test_several_processes_one_killed_do_every_page_once(address, tmp_path):
    crawl_with_a_killed_worker(address, tmp_path, pages=300, kills=2)


def test_a_server_killed_in_the_middle_of_a_crawl_changes_nothing(own_server, tmp_path):
    def kill_and_start():
        own_server.kill()
        own_server.start()

    timers = [Timer(seconds, kill_and_start) for seconds in (1.0, 2.5)]
    for timer in timers:
        timer.start()
    try:
        crawl_with_a_killed_worker(own_server.address, tmp_path, pages=600, kills=1)
    finally:
        for timer in timers:
            timer.join()


def test_shards_lie_apart_in_a_cluster(tmp_path):
    """A server in cluster mode refuses a script whose keys have not one hash tag."""
    server = Server(tmp_path, "--cluster-enabled", "yes").start()
    with redis.Redis(port=server.port) as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        while b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO", NEVER_DECODE=True):
            pass
    frontier = RedisFrontier(f"{server.address}?shards=3")
    put = [candidate(str(i), i / 100, host=f"h{i % 10}.test") for i in range(50)]
    assert set(frontier.put(put)) == {"added"}
    assert frontier.known("t", [c.key for c in put] + ["h1.test/none"]) == [True] * 50 + [False]
    held = frontier.lease("t", "w", 5, policy=FREE).candidates
    assert names(held) == ["49", "48", "47", "46", "45"]
    lowest = frontier.lease("t", "w", 1, policy=FREE, rank=lambda found: [-c.score for c in found]).candidates
    assert names(lowest) == ["0"]
    frontier.done_many([(c, "kept") for c in held])
    frontier.retry(lowest[0], 0, "timeout")
    frontier.block("h3.test", 4e9, "answers 503")
    frontier.learn("t", {"x": (0.1,)})
    assert frontier.learnt("t") == (1, {"x": (0.1,)})
    stats = frontier.stats("t")
    assert (stats.waiting, stats.done, stats.hosts, stats.by_outcome) == (45, 5, 10, {"kept": 5})
    assert {s.host: s.blocked_until for s in frontier.hosts()}["h3.test"] == 4e9
    assert len(frontier.waiting("t", 100)) == 45
    assert frontier.forget("t", [c.key for c in put[:3]]) == 3
    assert frontier.forget("t") == 47
    assert frontier.topics() == []
    frontier.close()
    server.kill()


def test_other_numbers_of_shards_are_refused(address):
    RedisFrontier(address).close()
    with pytest.raises(BadSetting, match=r"has 1 shards, not 4; add \?shards=1"):
        RedisFrontier(f"{address}?shards=4")


def test_a_filter_of_many_blocks_is_the_same_filter(address):
    frontier = RedisFrontier(address, block_bits=2**16)
    first = [candidate(str(i)) for i in range(300)]
    assert frontier.put(first) == ["added"] * 300
    assert frontier.put([*first, candidate("new")]) == ["known"] * 300 + ["added"]
    frontier.close()


def test_a_full_filter_is_followed_by_another(address, client):
    one, other = RedisFrontier(address), RedisFrontier(address)
    assert one.put([candidate("1")]) == ["added"]
    client.hset("lorehound:{0}:filter", "members", capacity(0))
    assert one.put([candidate("1"), candidate("2")]) == ["known", "added"]
    assert other.put([candidate("1"), candidate("2"), candidate("3")]) == ["known", "known", "added"]
    assert client.hget("lorehound:{0}:filter", "filters") == b"2"
    assert client.exists("lorehound:{0}:bits:1:0")
    one.close()
    other.close()


def test_a_filter_that_forgot_loses_no_page_and_adds_none_twice(address, client):
    frontier = RedisFrontier(address)
    frontier.put([candidate("1"), candidate("2")])
    client.delete("lorehound:{0}:bits:0:0")
    assert frontier.put([candidate("1"), candidate("3")]) == ["known", "added"]
    assert frontier.stats("t").waiting == 3
    frontier.close()


def test_waits_for_a_server_that_was_killed_and_loses_nothing(own_server, caplog):
    frontier = RedisFrontier(own_server.address)
    frontier.put([candidate("1", 0.9), candidate("2")])
    (held,) = frontier.lease("t", "w", 1, policy=FREE).candidates
    own_server.kill()
    back = Timer(0.5, own_server.start)
    back.start()
    with caplog.at_level(logging.WARNING):
        frontier.done(held, "kept")
    back.join()
    assert "does not answer; next try in 0.1 s" in caplog.text
    assert "serves again after" in caplog.text
    stats = frontier.stats("t")
    assert (stats.waiting, stats.leased, stats.done) == (1, 0, 1)
    frontier.close()


def test_gives_up_on_a_server_that_stays_away(own_server):
    frontier = RedisFrontier(f"{own_server.address}?patience=1")
    own_server.kill()
    with pytest.raises(LorehoundError, match="does not answer, for 1 s now"):
        frontier.put([candidate("1")])
    frontier.close()


def test_a_server_that_lost_its_data_is_not_taken_for_an_empty_frontier(address, client):
    frontier = RedisFrontier(address)
    frontier.put([candidate("1")])
    client.flushall()
    with pytest.raises(Damaged, match="lorehound frontier rebuild"):
        frontier.lease("t", "w", 1, policy=FREE)
    frontier.close()


def test_a_full_server_refuses_whole_calls(own_server):
    frontier = RedisFrontier(f"{own_server.address}?patience=1")
    frontier.put([candidate("1", 0.9), candidate("2")])
    (held,) = frontier.lease("t", "w", 1, policy=FREE).candidates
    with redis.Redis(port=own_server.port) as client:
        client.config_set("maxmemory", "100kb")
        for refused in (
            lambda: frontier.put([candidate("3")]),
            lambda: frontier.lease("t", "w", 1, policy=FREE),
            lambda: frontier.done(held, "kept"),
        ):
            with pytest.raises(StorageFull, match="raise its maxmemory"):
                refused()
        stats = frontier.stats("t")
        assert (stats.waiting, stats.leased, stats.done) == (1, 1, 0)
        client.config_set("maxmemory", 0)
    frontier.done(held, "kept")
    assert names(frontier.lease("t", "w", 1, policy=FREE).candidates) == ["2"]
    frontier.close()


def test_a_slow_server_is_waited_for(address, client):
    frontier = RedisFrontier(address)
    client.execute_command("CLIENT", "PAUSE", 300, "ALL")
    assert frontier.put([candidate("1")]) == ["added"]
    frontier.close()


def test_a_password_is_never_said(own_server):
    with redis.Redis(port=own_server.port) as client:
        client.config_set("requirepass", "s3cret")
    for wrong in ("", "user:wr0ng@"):
        with pytest.raises(BadSetting) as raised:
            RedisFrontier(own_server.address.replace("//", f"//{wrong}"))
        assert "wr0ng" not in str(raised.value)
        assert str(own_server.port) in str(raised.value)
    frontier = RedisFrontier(own_server.address.replace("//", "//:s3cret@"))
    assert frontier.put([candidate("1")]) == ["added"]
    frontier.close()


def test_a_wrong_address_says_how_it_is_written():
    with pytest.raises(BadSetting, match="shards=many: it takes a whole number"):
        RedisFrontier("redis://127.0.0.1/0?shards=many")


def test_a_missing_package_names_its_extra():
    program = (
        "import sys; sys.modules['redis'] = None\n"
        "from lorehound.frontier.open import open_frontier\n"
        "from lorehound.errors import MissingExtra\n"
        "try: open_frontier('redis://127.0.0.1/0')\n"
        "except MissingExtra as error: print(error)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip().endswith("pip install 'lorehound[redis]'")
