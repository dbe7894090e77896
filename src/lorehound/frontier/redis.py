"""A frontier in Redis (6.2 or newer) or Valkey, for workers on any number of machines.

Hosts are dealt out to shards. All keys of a shard carry one hash tag, the topic is inside the key; so politeness per
host holds over topics, every script touches one shard only, and a cluster can hold the shards apart.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from struct import unpack as unpack_struct
from typing import Any, NamedTuple
from uuid import uuid4
from zlib import crc32

import numpy as np

from lorehound.errors import BadSetting
from lorehound.frontier.bloom import BloomFilter, fingerprint
from lorehound.frontier.chain import capacity, error
from lorehound.frontier.choose import choose
from lorehound.frontier.contract import (
    ADDED,
    AGAIN,
    HOST_BUDGET,
    KNOWN,
    POOL,
    FrontierStats,
    HostPolicy,
    HostState,
    Leased,
    Rank,
    Sums,
)
from lorehound.frontier.pack import pack, unpack
from lorehound.frontier.redis_link import RedisLink, Script
from lorehound.model.page import Candidate

BLOCK_BITS = 2**32
"""Bits of one block of a filter: 512 MB, the most that a Redis string holds."""

_ANSWERS = {ord("a"): ADDED, ord("k"): KNOWN, ord("b"): HOST_BUDGET}
_SCRIPTS = "put known lease claim done retry release block forget stats hosts waiting learn".split()
_LEASE_FIELDS = 7


class _Offer(NamedTuple):
    """A candidate that may be handed out, and where it lies."""

    shard: int
    id: bytes
    queue: bytes
    room: int
    candidate: Candidate


class RedisFrontier:
    """``address`` is redis://HOST:PORT/NUMBER, rediss:// for TLS, with ``?shards=N`` for a cluster (default 1)."""

    def __init__(self, address: str, clock: Callable[[], float] = time.time, *, block_bits: int = BLOCK_BITS) -> None:
        self._clock = clock
        self._link = RedisLink(address)
        self._scripts = {name: Script(name) for name in _SCRIPTS}
        self._block_bits = block_bits
        self._filters = [1] * self._link.shards
        self._blooms: list[BloomFilter] = []
        shards = self._link.once("lorehound:shards", str(self._link.shards))
        if shards != str(self._link.shards):
            self._link.close()
            raise BadSetting(f"{self._link.name} has {shards} shards, not {self._link.shards}; add ?shards={shards}")
        self._ids = [self._link.once(f"{_prefix(shard)}:id", uuid4().hex) for shard in range(self._link.shards)]

    def put(self, candidates: Sequence[Candidate], *, host_budget: int = 0) -> list[str]:
        """Adds candidates; one round trip, but for the first that meets a filter new to this worker."""
        answers = [""] * len(candidates)
        by_shard: dict[int, list[int]] = defaultdict(list)
        for i, candidate in enumerate(candidates):
            by_shard[self._shard(candidate.key)].append(i)
        while by_shard:
            calls = [
                (_prefix(shard), self._put_arguments(shard, [candidates[i] for i in indices], host_budget))
                for shard, indices in by_shard.items()
            ]
            replies = self._link.call_many(self._scripts["put"], calls)
            for (shard, indices), reply in zip(list(by_shard.items()), replies, strict=True):
                if isinstance(reply, list):
                    self._filters[shard] = reply[0]
                else:
                    for i, answer in zip(indices, reply, strict=True):
                        answers[i] = _ANSWERS[answer]
                    del by_shard[shard]
        return answers

    def known(self, topic: str, keys: Sequence[str]) -> list[bool]:
        """Whether each key has ever been put; one round trip."""
        answers = [False] * len(keys)
        for indices, reply in self._by_shard("known", topic, keys):
            for i, answer in zip(indices, reply, strict=True):
                answers[i] = answer == ord("1")
        return answers

    def lease(
        self, topic: str, worker: str, n: int, *, policy: HostPolicy, rank: Rank | None = None, seconds: float = 120.0
    ) -> Leased:
        """Hands out the best of hosts that may be asked now; one round trip, two when they are scored again or lie in
        several shards."""
        now = self._clock()
        limits = [repr(policy.delay), policy.concurrency, policy.max_pages]
        at_once = rank is None and self._link.shards == 1
        while True:
            holder = [worker, repr(now + seconds)] if at_once else ["", ""]
            many, most = (POOL, POOL) if rank else (n, 0)
            replies = self._link.call_many(
                self._scripts["lease"],
                [
                    (_prefix(shard), [self._ids[shard], topic, repr(now), *limits, many, most, *holder])
                    for shard in range(self._link.shards)
                ],
            )
            pool = [offer for shard, reply in enumerate(replies) for offer in _offers(topic, shard, reply)]
            if not pool:
                waits = [float(reply[0]) for reply in replies if reply[0]]
                return Leased(wait=min(waits) if waits else None)
            if at_once:
                return Leased(tuple(offer.candidate for offer in pool))
            pool.sort(key=lambda offer: (-offer.candidate.score, offer.id, offer.shard))
            claimed = self._claim(pool[:many], worker, n, now, seconds, limits, rank)
            if claimed:
                return Leased(tuple(claimed))

    def done(self, candidate: Candidate, outcome: str) -> None:
        """Ends the lease with an outcome."""
        self.done_many([(candidate, outcome)])

    def done_many(self, results: Sequence[tuple[Candidate, str]]) -> None:
        """Ends several leases; one round trip."""
        by_shard: dict[int, list[Any]] = defaultdict(list)
        for candidate, outcome in results:
            by_shard[self._shard(candidate.key)] += [fingerprint(candidate.topic, candidate.key), outcome]
        calls = [(_prefix(shard), [self._ids[shard], *arguments]) for shard, arguments in by_shard.items()]
        if calls:
            self._link.call_many(self._scripts["done"], calls)

    def retry(self, candidate: Candidate, not_before: float, reason: str) -> None:  # noqa: ARG002
        """Ends the lease; the address waits until ``not_before``."""
        shard = self._shard(candidate.key)
        self._call("retry", shard, fingerprint(candidate.topic, candidate.key), repr(float(not_before)))

    def release(self, worker: str) -> int:
        """Gives back what ``worker`` holds."""
        return sum(self._on_all("release", worker))

    def block(self, host: str, until: float, reason: str) -> None:
        """Asks a host for nothing until then."""
        self._call("block", self._shard(host), host, repr(float(until)), reason)

    def learn(self, topic: str, delta: Sums) -> None:
        """Adds to the shared sums."""
        arguments: list[Any] = []
        for name, numbers in delta.items():
            arguments += [name, " ".join(repr(float(number)) for number in numbers)]
        self._call("learn", self._shard(topic), topic, uuid4().hex, *arguments)

    def learnt(self, topic: str, since: int = 0) -> tuple[int, Sums]:
        """The sums that changed after ``since``."""
        last, changed = since, {}
        for name, value in self._link.get_all(self._learnt_key(topic)).items():
            change, *numbers = value.split()
            if int(change) > since:
                changed[name.decode()] = tuple(map(float, numbers))
                last = max(last, int(change))
        return last, changed

    def clear_learnt(self, topic: str) -> None:
        """Forgets what was learnt."""
        self._link.delete(self._learnt_key(topic))

    def forget(self, topic: str, keys: Sequence[str] | None = None) -> int:
        """Forgets addresses; the whole of a topic is looked for in all that was ever seen, a few thousand at once."""
        if keys is not None:
            return sum(reply for _, reply in self._by_shard("forget", topic, keys, topic, "some"))
        return sum(
            self._call("forget", shard, topic, "all", *buckets)
            for shard in range(self._link.shards)
            for buckets in self._link.names(f"{_prefix(shard)}:seen:*")
        )

    def topics(self) -> list[str]:
        """Topics with candidates waiting or leased."""
        found: set[str] = set()
        for totals, *_ in self._read_all("stats"):
            for name, value in _pairs(totals):
                topic, _, what = name.partition(b"\0")
                if what in (b"w", b"l") and int(value):
                    found.add(topic.decode())
        return sorted(found)

    def stats(self, topic: str | None = None) -> FrontierStats:
        """Counts now."""
        counts: dict[str, int] = defaultdict(int)
        outcomes: dict[str, int] = defaultdict(int)
        leased_at: list[float] = []
        workers: Counter[str] = Counter()
        hosts, names = 0, set[bytes]()
        wanted = None if topic is None else topic.encode()
        for totals, tally, leases, busy in self._read_all("stats", *filter(None, [topic])):
            for what, value in _named(totals, wanted):
                counts[what] += value
            for outcome, value in _named(tally, wanted):
                outcomes[outcome] += value
            for of, lease in _pairs(leases):
                at, _, worker = lease.partition(b" ")
                if wanted in (None, of):
                    leased_at.append(float(at))
                    workers[worker.decode()] += 1
            if topic is None:
                names.update(busy)
            else:
                hosts += busy
        age = max(0.0, self._clock() - min(leased_at)) if leased_at else 0.0
        by_outcome = {name: number for name, number in outcomes.items() if number}
        return FrontierStats(counts["w"], counts["l"], counts["d"], hosts + len(names), age, by_outcome, dict(workers))

    def hosts(self, topic: str | None = None) -> list[HostState]:
        """Hosts with candidates waiting or leased."""
        states: dict[str, HostState] = {}
        for name in self.topics() if topic is None else [topic]:
            for reply in self._read_all("hosts", name):
                for host, *counts, next_at, blocked, reason in _groups(reply, 7):
                    waiting, leased, done = map(int, counts)
                    before = states.get(host.decode(), HostState(host.decode(), 0, 0, 0, 0.0))
                    states[host.decode()] = HostState(
                        host.decode(),
                        before.waiting + waiting,
                        before.leased + leased,
                        before.done + done,
                        float(next_at),
                        float(blocked),
                        reason.decode(),
                    )
        return sorted(states.values(), key=lambda state: (-state.waiting, state.host))

    def waiting(self, topic: str, n: int) -> list[Candidate]:
        """The best that wait."""
        found = []
        for reply in self._read_all("waiting", topic, n):
            for id_, host, score, tries, value in _groups(reply, 5):
                found.append((id_, _candidate(value, host, topic, score, tries)))
        found.sort(key=lambda entry: (-entry[1].score, entry[0]))
        return [candidate for _, candidate in found[:n]]

    def close(self) -> None:
        """Ends the connection."""
        self._link.close()

    def _put_arguments(self, shard: int, candidates: Sequence[Candidate], host_budget: int) -> list[Any]:
        filters = self._filters[shard]
        while len(self._blooms) < filters:
            number = len(self._blooms)
            self._blooms.append(BloomFilter.sized(capacity(number), error(number), np.zeros(0, np.uint8)))
        prints = [fingerprint(candidate.topic, candidate.key) for candidate in candidates]
        positions = np.concatenate([bloom.hashes(prints) for bloom in self._blooms[:filters]], axis=1).tolist()
        arguments: list[Any] = [
            self._ids[shard],
            host_budget,
            filters,
            sum(capacity(number) for number in range(filters)),
            self._block_bits,
            " ".join(str(bloom.k) for bloom in self._blooms[:filters]),
        ]
        for candidate, key, row in zip(candidates, prints, positions, strict=True):
            flag = "l" if candidate.kind == "link" else "a" if candidate.kind in AGAIN else "o"
            score = repr(float(candidate.score))
            arguments += [candidate.topic, candidate.host, flag, score, key, " ".join(map(str, row))]
            arguments += [*pack(candidate), candidate.tries]
        return arguments

    def _claim(
        self,
        pool: Sequence[_Offer],
        worker: str,
        n: int,
        now: float,
        seconds: float,
        limits: Sequence[Any],
        rank: Rank | None,
    ) -> list[Candidate]:
        """Takes the best of what was offered; what another worker took meanwhile is left out."""
        old = [offer.candidate.score for offer in pool]
        scores = [float(score) for score in rank([offer.candidate for offer in pool])] if rank else old
        places = [f"{offer.shard}:{offer.queue.decode()}" for offer in pool]
        rooms = {place: offer.room for place, offer in zip(places, pool, strict=True)}
        chosen = choose(scores, places, range(len(pool)), rooms, n)
        calls = []
        shards = {offer.shard for offer in pool}
        for shard in shards:
            moved = [i for i, offer in enumerate(pool) if offer.shard == shard and scores[i] != old[i]]
            wanted = [i for i in chosen if pool[i].shard == shard]
            if moved or wanted:
                rows = [(pool[i].id, pool[i].queue, repr(scores[i])) for i in (*moved, *wanted)]
                head = [self._ids[shard], repr(now), *limits, worker, repr(now + seconds), len(moved)]
                calls.append((shard, wanted, [*head, *(item for row in rows for item in row)]))
        replies = self._link.call_many(
            self._scripts["claim"], [(_prefix(shard), arguments) for shard, _, arguments in calls]
        )
        taken = {
            i
            for (_, wanted, _), reply in zip(calls, replies, strict=True)
            for i, answer in zip(wanted, reply, strict=True)
            if answer == ord("1")
        }
        return [replace(pool[i].candidate, score=scores[i]) for i in chosen if i in taken]

    def _shard(self, key: str) -> int:
        """The shard of an address's host, told from its key; the host alone is a key as well."""
        if self._link.shards == 1:
            return 0
        host = key.partition("://")[2] or key
        return crc32(host.partition("/")[0].partition(":")[0].encode()) % self._link.shards

    def _call(self, script: str, shard: int, *arguments: Any) -> Any:
        return self._link.call(self._scripts[script], _prefix(shard), [self._ids[shard], *arguments])

    def _on_all(self, script: str, *arguments: Any) -> list[Any]:
        calls = [(_prefix(shard), [id_, *arguments]) for shard, id_ in enumerate(self._ids)]
        return self._link.call_many(self._scripts[script], calls)

    def _read_all(self, script: str, *arguments: Any) -> list[Any]:
        calls = [(_prefix(shard), list(arguments)) for shard in range(self._link.shards)]
        return self._link.call_many(self._scripts[script], calls)

    def _by_shard(
        self, script: str, topic: str, keys: Sequence[str], *arguments: Any
    ) -> Iterator[tuple[list[int], Any]]:
        by_shard: dict[int, list[int]] = defaultdict(list)
        for i, key in enumerate(keys):
            by_shard[self._shard(key)].append(i)
        calls = [
            (_prefix(shard), [self._ids[shard], *arguments, *(fingerprint(topic, keys[i]) for i in indices)])
            for shard, indices in by_shard.items()
        ]
        if calls:
            yield from zip(by_shard.values(), self._link.call_many(self._scripts[script], calls), strict=True)

    def _learnt_key(self, topic: str) -> str:
        return f"{_prefix(self._shard(topic))}:learnt:{topic}"


def _prefix(shard: int) -> str:
    return f"lorehound:{{{shard}}}"


def _offers(topic: str, shard: int, reply: Sequence[bytes]) -> Iterator[_Offer]:
    for id_, queue, host, room, score, tries, value in _groups(reply[1:], _LEASE_FIELDS):
        yield _Offer(shard, id_, queue, int(room), _candidate(value, host, topic, score, tries))


def _candidate(value: bytes, host: bytes, topic: str, score: bytes, tries: bytes) -> Candidate:
    (length,) = unpack_struct(">I", value[5:9])
    return unpack(
        value[9 : 9 + length],
        value[9 + length :],
        host=host.decode(),
        topic=topic,
        score=float(score),
        tries=int(tries),
    )


def _groups(reply: Sequence[bytes], size: int) -> Iterator[Sequence[bytes]]:
    for start in range(0, len(reply), size):
        yield reply[start : start + size]


def _pairs(reply: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    yield from zip(reply[::2], reply[1::2], strict=True)


def _named(reply: Sequence[bytes], topic: bytes | None) -> Iterator[tuple[str, int]]:
    """Numbers kept under ``topic \\0 name``."""
    for name, value in _pairs(reply):
        of, _, what = name.partition(b"\0")
        if topic in (None, of):
            yield what.decode(), int(value)
