"""What every frontier must do; each backend's test file runs it by subclassing and giving ``open``."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from frontier.model import Model
from lorehound.frontier.contract import Frontier, HostPolicy
from lorehound.model.page import Candidate

FREE = HostPolicy(delay=0, concurrency=100)


class Clock:
    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def candidate(name: str, score: float = 0.5, host: str = "a.test", topic: str = "t", **more) -> Candidate:
    return Candidate(f"http://{host}/{name}", f"{host}/{name}", host, topic, score, **more)


def names(candidates) -> list[str]:
    return [c.url.rpartition("/")[2] for c in candidates]


class FrontierContract:
    """``opener`` gives a function that opens the same frontier again and again, as several processes would."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def frontier(self, opener: Callable[[], Frontier]):
        frontier = opener()
        yield frontier
        frontier.close()

    def test_hands_out_the_best_first(self, frontier):
        answers = frontier.put([candidate("low", 0.1), candidate("high", 0.9), candidate("mid", 0.5)])
        assert answers == ["added"] * 3
        assert names(frontier.lease("t", "w", 2, policy=FREE).candidates) == ["high", "mid"]
        assert names(frontier.lease("t", "w", 2, policy=FREE).candidates) == ["low"]

    def test_equal_scores_go_in_the_order_they_came(self, frontier):
        frontier.put([candidate(name, host=f"{name}.test") for name in "dacb"])
        frontier.put([candidate("e", host="d.test")])
        assert names(frontier.lease("t", "w", 9, policy=FREE).candidates) == list("dacbe")

    def test_gives_back_what_was_put(self, frontier):
        put = Candidate(
            "http://a.test/数据库?b=1", "a.test/数据库?b=1", "a.test", "t", 0.25, 3, "http://b.test/", "数据库 «1»",
            "revisit", b"\0\xff\x01", 'W/"x"', "Tue, 01 Dec 2026 00:00:00 GMT", 2,
        )  # fmt: skip
        frontier.put([put])
        assert frontier.waiting("t", 5) == [put]
        assert frontier.lease("t", "w", 1, policy=FREE).candidates == (put,)

    def test_knows_what_was_put_for_each_topic(self, frontier):
        frontier.put([candidate("1"), candidate("2", topic="u")])
        assert frontier.known("t", ["a.test/1", "a.test/2"]) == [True, False]
        assert frontier.known("u", ["a.test/1", "a.test/2"]) == [False, True]
        assert frontier.put([candidate("1"), candidate("1", topic="u")]) == ["known", "added"]

    def test_a_better_referrer_raises_what_waits(self, frontier):
        frontier.put([candidate("1", 0.2, depth=3), candidate("2", 0.3)])
        frontier.put([candidate("1", 0.9, anchor="better", depth=2), candidate("2", 0.1, anchor="worse")])
        best, other = frontier.waiting("t", 2)
        assert (best.score, best.anchor, best.depth) == (0.9, "better", 2)
        assert (other.score, other.anchor) == (0.3, "")

    @pytest.mark.parametrize("kind", ["link", "revisit"])
    @pytest.mark.parametrize(("near", "far"), [(1, 2), (3, 200), (128, 300)])
    def test_what_waits_is_as_deep_as_the_shortest_way_to_it(self, frontier, near, far, kind):
        frontier.put([candidate("1", 0.5, depth=near, kind=kind), candidate("2", 0.5, depth=far, kind=kind)])
        frontier.put([candidate("3", 0.1, depth=near), candidate("3", 0.4, depth=far, anchor="better")])
        frontier.put([candidate("1", 0.9, depth=far), candidate("2", 0.2, depth=near, anchor="worse")])
        assert [(c.url[-1], c.score, c.depth, c.anchor) for c in frontier.waiting("t", 3)] == [
            ("1", 0.9, near, ""), ("2", 0.5, near, ""), ("3", 0.4, near, "better"),
        ]  # fmt: skip

    def test_the_same_address_twice_in_one_batch_is_added_once(self, frontier):
        assert frontier.put([candidate("1", 0.1), candidate("1", 0.7)]) == ["added", "known"]
        assert [c.score for c in frontier.waiting("t", 9)] == [0.7]

    def test_a_seed_comes_again_when_it_is_done_and_only_then(self, frontier):
        seed = candidate("seed", kind="seed")
        frontier.put([seed])
        assert frontier.put([seed]) == ["known"]
        (leased,) = frontier.lease("t", "w", 1, policy=FREE).candidates
        assert frontier.put([seed]) == ["known"]
        frontier.done(leased, "kept")
        assert frontier.put([candidate("seed", kind="link")]) == ["known"]
        assert frontier.put([seed]) == ["added"]
        assert frontier.stats("t").by_outcome == {}
        assert names(frontier.lease("t", "w", 1, policy=FREE).candidates) == ["seed"]

    def test_a_host_rests_between_requests(self, frontier, clock):
        policy = HostPolicy(delay=2.0, concurrency=5)
        frontier.put([candidate("a1"), candidate("a2"), candidate("b1", host="b.test")])
        assert names(frontier.lease("t", "w", 9, policy=policy).candidates) == ["a1", "b1"]
        clock.now += 1.5
        assert frontier.lease("t", "w", 9, policy=policy).candidates == ()
        clock.now += 0.5
        assert names(frontier.lease("t", "w", 9, policy=policy).candidates) == ["a2"]

    def test_a_host_rests_for_all_topics(self, frontier, clock):
        policy = HostPolicy(delay=2.0)
        frontier.put([candidate("1"), candidate("2", topic="u")])
        assert frontier.lease("t", "w", 1, policy=policy).candidates
        refused = frontier.lease("u", "w", 1, policy=policy)
        assert (refused.candidates, refused.wait) == ((), 2.0)

    def test_another_delay_holds_at_once(self, frontier, clock):
        frontier.put([candidate("1"), candidate("2")])
        frontier.lease("t", "w", 1, policy=HostPolicy(delay=1000, concurrency=9))
        assert not frontier.lease("t", "w", 1, policy=HostPolicy(delay=1000, concurrency=9)).candidates
        clock.now += 1
        assert frontier.lease("t", "w", 1, policy=HostPolicy(delay=1, concurrency=9)).candidates

    def test_no_more_requests_at_once_than_allowed(self, frontier):
        policy = HostPolicy(delay=0, concurrency=2)
        frontier.put([candidate(str(i)) for i in range(5)])
        held = frontier.lease("t", "w", 9, policy=policy).candidates
        assert len(held) == 2
        assert frontier.lease("t", "v", 9, policy=policy).wait == 1.0
        frontier.done(held[0], "kept")
        assert len(frontier.lease("t", "v", 9, policy=policy).candidates) == 1

    def test_a_host_gives_no_more_pages_than_its_budget(self, frontier):
        policy = HostPolicy(delay=0, concurrency=9, max_pages=3)
        assert frontier.put([candidate(str(i)) for i in range(5)], host_budget=3) == ["added"] * 5
        held = frontier.lease("t", "w", 9, policy=policy).candidates
        assert len(held) == 3
        assert frontier.put([candidate("9"), candidate("9", host="b.test")], host_budget=3) == ["host_budget", "added"]
        assert frontier.known("t", ["a.test/9"]) == [False]
        assert names(frontier.lease("t", "w", 9, policy=policy).candidates) == ["9"]
        frontier.done_many([(c, "kept") for c in (*held, candidate("9", host="b.test"))])
        assert frontier.lease("t", "w", 9, policy=policy).wait is None
        assert frontier.stats("t").waiting == 2

    def test_a_blocked_host_is_left_alone(self, frontier, clock):
        frontier.put([candidate("1", 0.9), candidate("2", 0.1, host="b.test")])
        frontier.block("a.test", clock.now + 60, "answers 503")
        assert names(frontier.lease("t", "w", 9, policy=FREE).candidates) == ["2"]
        (state,) = (s for s in frontier.hosts("t") if s.host == "a.test")
        assert (state.blocked_until, state.reason) == (clock.now + 60, "answers 503")
        frontier.done(candidate("2", host="b.test"), "kept")
        assert frontier.lease("t", "w", 9, policy=FREE).wait == 60
        frontier.block("a.test", 0, "")
        assert names(frontier.lease("t", "w", 9, policy=FREE).candidates) == ["1"]

    def test_a_lease_comes_back_when_its_time_is_over(self, frontier, clock):
        frontier.put([candidate("1")])
        frontier.lease("t", "dead", 1, policy=FREE, seconds=30)
        assert frontier.stats("t").leased == 1
        clock.now += 29
        assert frontier.lease("t", "w", 1, policy=FREE).candidates == ()
        clock.now += 1
        assert frontier.stats("t").oldest_lease == 30
        (again,) = frontier.lease("t", "w", 1, policy=FREE).candidates
        assert again.tries == 0

    def test_a_dead_workers_leases_are_given_back(self, frontier):
        frontier.put([candidate(str(i)) for i in range(4)])
        frontier.lease("t", "dead", 2, policy=FREE)
        frontier.lease("t", "alive", 1, policy=FREE)
        assert frontier.stats("t").by_worker == {"dead": 2, "alive": 1}
        assert frontier.release("dead") == 2
        assert frontier.release("dead") == 0
        assert names(frontier.lease("t", "alive", 9, policy=FREE).candidates) == ["0", "1", "3"]

    def test_a_retry_waits_and_counts(self, frontier, clock):
        frontier.put([candidate("1")])
        (leased,) = frontier.lease("t", "w", 1, policy=FREE).candidates
        frontier.retry(leased, clock.now + 10, "timeout")
        assert frontier.lease("t", "w", 1, policy=FREE).wait == 10
        assert frontier.stats("t").waiting == 1
        clock.now += 10
        (again,) = frontier.lease("t", "w", 1, policy=FREE).candidates
        assert again.tries == 1

    def test_what_is_done_never_comes_again(self, frontier, clock):
        frontier.put([candidate("1"), candidate("2")])
        held = frontier.lease("t", "w", 9, policy=FREE).candidates
        frontier.done_many([(held[0], "kept"), (held[1], "failed")])
        frontier.done(held[1], "kept")
        clock.now += 1000
        assert frontier.put([candidate("1")]) == ["known"]
        assert frontier.lease("t", "w", 9, policy=FREE).wait is None
        stats = frontier.stats("t")
        assert (stats.done, stats.by_outcome, stats.hosts) == (2, {"kept": 1, "failed": 1}, 0)

    def test_ranks_the_best_again_and_remembers(self, frontier):
        frontier.put([candidate(str(i), 0.5 + i / 1000, host=f"{i % 7}.test") for i in range(300)])
        seen = []

        def rank(candidates):
            seen.append(len(candidates))
            return [0.1 if c.url.endswith("9") else c.score for c in candidates]

        (best,) = frontier.lease("t", "w", 1, policy=FREE, rank=rank).candidates
        assert names([best]) == ["298"]
        assert seen == [256]
        assert names(frontier.waiting("t", 1)) == ["297"]
        assert min(c.score for c in frontier.waiting("t", 300)) == 0.1

    def test_what_is_learnt_adds_up(self, opener):
        one, other = opener(), opener()
        one.learn("t", {"w": (1.0, 2.0), "x": (1.0,)})
        number, sums = other.learnt("t")
        assert sums == {"w": (1.0, 2.0), "x": (1.0,)}
        other.learn("t", {"w": (0.5, 0.5, 3.0)})
        later, changed = one.learnt("t", number)
        assert changed == {"w": (1.5, 2.5, 3.0)}
        assert one.learnt("t", later) == (later, {})
        assert one.learnt("u") == (0, {})
        one.clear_learnt("t")
        assert other.learnt("t")[1] == {}
        one.close()
        other.close()

    def test_forgets_addresses(self, frontier):
        frontier.put([candidate(str(i)) for i in range(4)])
        held = frontier.lease("t", "w", 2, policy=FREE).candidates
        frontier.done(held[0], "kept")
        assert frontier.forget("t", ["a.test/0", "a.test/1", "a.test/2", "a.test/none"]) == 3
        assert frontier.known("t", [f"a.test/{i}" for i in range(4)]) == [False, False, False, True]
        stats = frontier.stats("t")
        assert (stats.waiting, stats.leased, stats.done) == (1, 0, 0)
        frontier.done(held[1], "kept")
        assert frontier.stats("t").done == 0
        assert frontier.put([candidate("0")]) == ["added"]
        frontier.put([candidate("other", topic="u")])
        assert frontier.forget("t") == 2
        assert frontier.stats("t").waiting == 0
        assert frontier.stats().waiting == 1

    def test_counts_by_host_and_topic(self, frontier):
        frontier.put([candidate("1"), candidate("2"), candidate("3", host="b.test"), candidate("4", topic="u")])
        frontier.lease("t", "w", 1, policy=FREE)
        assert [(s.host, s.waiting, s.leased) for s in frontier.hosts("t")] == [("a.test", 1, 1), ("b.test", 1, 0)]
        assert [(s.host, s.waiting, s.leased) for s in frontier.hosts()] == [("a.test", 2, 1), ("b.test", 1, 0)]
        assert frontier.topics() == ["t", "u"]
        assert frontier.stats().waiting == 3
        assert frontier.stats("none").waiting == 0

    def test_an_unknown_topic_has_nothing(self, frontier):
        assert frontier.lease("none", "w", 1, policy=FREE).wait is None
        assert frontier.waiting("none", 5) == []
        assert frontier.hosts("none") == []
        assert frontier.known("none", []) == []
        assert frontier.put([]) == []

    def test_others_see_what_was_put(self, opener):
        one, other = opener(), opener()
        one.put([candidate("1", 0.9), candidate("2")])
        assert other.known("t", ["a.test/1"]) == [True]
        assert other.put([candidate("1")]) == ["known"]
        (held,) = other.lease("t", "other", 1, policy=FREE).candidates
        assert names(one.lease("t", "one", 9, policy=FREE).candidates) == ["2"]
        one.done(held, "kept")
        assert other.stats("t").by_outcome == {"kept": 1}
        one.close()
        other.close()

    def test_does_as_the_model_does(self, opener, clock):
        """Any order of calls gives the answers of the model."""

        class Machine(_Comparison):
            def __init__(self) -> None:
                super().__init__(opener(), clock)

        run_state_machine_as_test(
            Machine,
            settings=settings(
                max_examples=self.examples,
                stateful_step_count=40,
                deadline=None,
                report_multiple_bugs=False,
                suppress_health_check=list(HealthCheck),
            ),
        )

    examples = 60


HOSTS = st.sampled_from(["a.test", "b.test", "c.test"])
TOPICS = st.sampled_from(["t", "u"])
CANDIDATES = st.builds(
    candidate,
    st.sampled_from("12345"),
    st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75]),
    HOSTS,
    TOPICS,
    kind=st.sampled_from(["link", "link", "link", "seed", "revisit"]),
    anchor=st.sampled_from(["", "x", "y"]),
)
POLICIES = st.builds(
    HostPolicy,
    delay=st.sampled_from([0.0, 0.0, 1.0, 5.0]),
    concurrency=st.integers(1, 3),
    max_pages=st.sampled_from([0, 0, 2, 4]),
)


class _Comparison(RuleBasedStateMachine):
    def __init__(self, frontier: Frontier, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.frontier = frontier
        self.frontier.forget("t")
        self.frontier.forget("u")
        clock.now += 1e6
        self.model = Model(clock)
        for host in ("a.test", "b.test", "c.test"):
            frontier.block(host, 0, "")
        self.held: list[Candidate] = []

    @rule(candidates=st.lists(CANDIDATES, min_size=1, max_size=6), budget=st.sampled_from([0, 0, 2]))
    def put(self, candidates, budget):
        expected = [self.model.put(c, budget) for c in candidates]
        assert self.frontier.put(candidates, host_budget=budget) == expected

    @rule(
        topic=TOPICS,
        worker=st.sampled_from(["w", "v"]),
        n=st.integers(1, 6),
        policy=POLICIES,
        turn=st.sampled_from([0, 0, 1, -1]),
        seconds=st.sampled_from([3.0, 60.0]),
    )
    def lease(self, topic, worker, n, policy, turn, seconds):
        rank = (lambda candidates: [turn * c.score + (c.anchor == "x") / 3 for c in candidates]) if turn else None
        expected = self.model.lease(topic, worker, n, policy, rank, seconds)
        leased = self.frontier.lease(topic, worker, n, policy=policy, rank=rank, seconds=seconds)
        assert list(leased.candidates) == expected
        if not expected:
            wait = self.model.wait(topic, policy)
            assert leased.wait == (wait if wait is None else pytest.approx(wait, abs=1e-4))
        self.held += expected

    @precondition(lambda self: self.held)
    @rule(data=st.data(), outcome=st.sampled_from(["kept", "failed"]))
    def done(self, data, outcome):
        chosen = data.draw(st.sampled_from(self.held))
        self.model.done(chosen, outcome)
        self.frontier.done(chosen, outcome)

    @precondition(lambda self: self.held)
    @rule(data=st.data(), after=st.sampled_from([0.0, 2.0, 30.0]))
    def retry(self, data, after):
        chosen = data.draw(st.sampled_from(self.held))
        self.model.retry(chosen, self.clock.now + after)
        self.frontier.retry(chosen, self.clock.now + after, "timeout")

    @rule(worker=st.sampled_from(["w", "v"]))
    def release(self, worker):
        assert self.frontier.release(worker) == self.model.release(worker)

    @rule(host=HOSTS, seconds=st.sampled_from([-1.0, 4.0]))
    def block(self, host, seconds):
        self.model.blocked[host] = self.clock.now + seconds
        self.frontier.block(host, self.clock.now + seconds, "answers 503")

    @rule(topic=TOPICS, keys=st.none() | st.lists(st.sampled_from(["a.test/1", "b.test/2"]), unique=True))
    def forget(self, topic, keys):
        assert self.frontier.forget(topic, keys) == self.model.forget(topic, keys)

    @rule(seconds=st.sampled_from([0.5, 1.0, 5.0]))
    def time_passes(self, seconds):
        self.clock.now += seconds

    @invariant()
    def same_counts(self):
        for topic in ("t", "u", None):
            stats = self.frontier.stats(topic)
            assert stats.waiting == self.model.count(("waiting", "later"), topic=topic)
            assert stats.leased == self.model.count(("leased",), topic=topic)
            assert stats.done == self.model.count(("done",), topic=topic)
            chosen = [a for a in self.model.addresses if topic in (None, a.candidate.topic)]
            assert stats.by_outcome == Counter(a.outcome for a in chosen if a.state == "done")
            busy = {a.candidate.host for a in chosen if a.state != "done"}
            assert {state.host for state in self.frontier.hosts(topic)} == busy
        for topic in ("t", "u"):
            waiting = [a.candidate for a in self.model.sorted(topic, ("waiting", "later"))]
            assert self.frontier.waiting(topic, 3) == waiting[:3]

    def teardown(self):
        with suppress(Exception):
            self.frontier.close()
