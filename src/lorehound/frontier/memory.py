"""A frontier that lives as long as its process."""

import time
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import merge as merge_sorted
from itertools import count, islice
from threading import RLock

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
from lorehound.frontier.merge import merge
from lorehound.frontier.politeness import HOST_FULL, NEVER, room
from lorehound.frontier.sums import add
from lorehound.model.page import Candidate

_WAITING, _LATER, _LEASED, _DONE = range(4)


@dataclass(slots=True)
class _Address:
    candidate: Candidate
    order: int
    queue: "_Queue"
    state: int = _WAITING
    due: float = 0.0
    worker: str = ""
    leased_at: float = 0.0
    outcome: str = ""

    @property
    def place(self) -> tuple[float, int, "_Address"]:
        return (-self.candidate.score, self.order, self)


@dataclass(slots=True)
class _Host:
    last_at: float = float("-inf")
    next_at: float = 0.0
    blocked_until: float = 0.0
    reason: str = ""
    leased: int = 0


@dataclass(slots=True)
class _Queue:
    name: str
    host: _Host
    best_first: list[tuple[float, int, _Address]] = field(default_factory=list)
    later: int = 0
    leased: int = 0
    done: int = 0

    @property
    def waiting(self) -> int:
        return len(self.best_first) + self.later

    def enter(self, address: _Address) -> None:
        insort(self.best_first, address.place)

    def leave(self, address: _Address) -> None:
        del self.best_first[bisect_left(self.best_first, address.place)]


class MemoryFrontier:
    """Everything in dictionaries and sorted lists; safe for threads of one process."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = RLock()
        self._orders = count(1)
        self._addresses: dict[str, dict[str, _Address]] = {}
        self._queues: dict[str, dict[str, _Queue]] = {}
        self._hosts: dict[str, _Host] = {}
        self._unsettled: dict[int, _Address] = {}
        self._learnt: dict[str, dict[str, tuple[int, tuple[float, ...]]]] = {}
        self._learnings = count(1)

    def put(self, candidates: Sequence[Candidate], *, host_budget: int = 0) -> list[str]:
        """Adds candidates."""
        with self._lock:
            return [self._put(candidate, host_budget) for candidate in candidates]

    def known(self, topic: str, keys: Sequence[str]) -> list[bool]:
        """Whether each key has ever been put."""
        with self._lock:
            addresses = self._addresses.get(topic, {})
            return [key in addresses for key in keys]

    def lease(
        self, topic: str, worker: str, n: int, *, policy: HostPolicy, rank: Rank | None = None, seconds: float = 120.0
    ) -> Leased:
        """Hands out the best of hosts that may be asked now."""
        with self._lock:
            now = self._clock()
            self._bring_back(now)
            queues = self._queues.get(topic, {})
            rooms = {host: self._room(queue, policy, now)[0] for host, queue in queues.items() if queue.best_first}
            heads = (islice(queues[host].best_first, POOL if rank else free) for host, free in rooms.items() if free)
            pool = [address for _, _, address in islice(merge_sorted(*heads), POOL if rank else n)]
            if rank and pool:
                self._score_again(pool, rank)
            chosen = choose(
                [address.candidate.score for address in pool],
                [address.candidate.host for address in pool],
                [address.order for address in pool],
                rooms,
                n,
            )
            for i in chosen:
                self._hand_out(pool[i], worker, now, now + seconds, policy.delay)
            if not chosen:
                return Leased(wait=self._wait(topic, policy, now))
            return Leased(tuple(pool[i].candidate for i in chosen))

    def done(self, candidate: Candidate, outcome: str) -> None:
        """Ends the lease with an outcome."""
        with self._lock:
            address = self._find(candidate)
            if address and address.state != _DONE:
                self._take_out(address)
                address.state, address.outcome = _DONE, outcome
                address.queue.done += 1

    def done_many(self, results: Sequence[tuple[Candidate, str]]) -> None:
        """Ends several leases."""
        with self._lock:
            for candidate, outcome in results:
                self.done(candidate, outcome)

    def retry(self, candidate: Candidate, not_before: float, reason: str) -> None:  # noqa: ARG002
        """Ends the lease; the address waits until ``not_before``."""
        with self._lock:
            address = self._find(candidate)
            if address and address.state == _LEASED:
                self._take_out(address)
                address.candidate = replace(address.candidate, tries=address.candidate.tries + 1)
                address.state, address.due = _LATER, not_before
                address.queue.later += 1
                self._unsettled[address.order] = address

    def release(self, worker: str) -> int:
        """Gives back what ``worker`` holds."""
        with self._lock:
            held = [a for a in self._unsettled.values() if a.state == _LEASED and a.worker == worker]
            for address in held:
                self._wait_again(address)
            return len(held)

    def block(self, host: str, until: float, reason: str) -> None:
        """Asks a host for nothing until then."""
        with self._lock:
            state = self._hosts.setdefault(host, _Host())
            state.blocked_until, state.reason = until, reason

    def learn(self, topic: str, delta: Sums) -> None:
        """Adds to the shared sums."""
        with self._lock:
            sums = self._learnt.setdefault(topic, {})
            number = next(self._learnings)
            for name, numbers in delta.items():
                sums[name] = (number, add(sums[name][1] if name in sums else (), tuple(numbers)))

    def learnt(self, topic: str, since: int = 0) -> tuple[int, Sums]:
        """The sums that changed after ``since``."""
        with self._lock:
            changed = {name: sums for name, sums in self._learnt.get(topic, {}).items() if sums[0] > since}
            last = max((number for number, _ in changed.values()), default=since)
            return last, {name: numbers for name, (_, numbers) in changed.items()}

    def clear_learnt(self, topic: str) -> None:
        """Forgets what was learnt."""
        with self._lock:
            self._learnt.pop(topic, None)

    def forget(self, topic: str, keys: Sequence[str] | None = None) -> int:
        """Forgets addresses."""
        with self._lock:
            addresses = self._addresses.get(topic, {})
            gone = [addresses.pop(key) for key in (list(addresses) if keys is None else keys) if key in addresses]
            for address in gone:
                if address.state == _DONE:
                    address.queue.done -= 1
                else:
                    self._take_out(address)
            return len(gone)

    def topics(self) -> list[str]:
        """Topics with candidates waiting or leased."""
        with self._lock:
            return sorted(
                t for t, queues in self._queues.items() if any(q.waiting or q.leased for q in queues.values())
            )

    def stats(self, topic: str | None = None) -> FrontierStats:
        """Counts now."""
        with self._lock:
            queues = [queue for _, queue in self._queues_of(topic)]
            done = [
                a for t in self._chosen_topics(topic) for a in self._addresses.get(t, {}).values() if a.state == _DONE
            ]
            leases = [a for a in self._unsettled.values() if a.state == _LEASED and topic in (None, a.candidate.topic)]
            return FrontierStats(
                waiting=sum(queue.waiting for queue in queues),
                leased=sum(queue.leased for queue in queues),
                done=len(done),
                hosts=len({queue.name for queue in queues if queue.waiting or queue.leased}),
                oldest_lease=max(0.0, self._clock() - min(a.leased_at for a in leases)) if leases else 0.0,
                by_outcome=dict(Counter(address.outcome for address in done)),
                by_worker=dict(Counter(address.worker for address in leases)),
            )

    def hosts(self, topic: str | None = None) -> list[HostState]:
        """Hosts with candidates waiting or leased."""
        with self._lock:
            states: dict[str, HostState] = {}
            for host, queue in self._queues_of(topic):
                before = states.get(host, HostState(host, 0, 0, 0, 0.0))
                states[host] = HostState(
                    host,
                    before.waiting + queue.waiting,
                    before.leased + queue.leased,
                    before.done + queue.done,
                    queue.host.next_at,
                    queue.host.blocked_until,
                    queue.host.reason,
                )
            shown = (state for state in states.values() if state.waiting or state.leased)
            return sorted(shown, key=lambda state: (-state.waiting, state.host))

    def waiting(self, topic: str, n: int) -> list[Candidate]:
        """The best that wait."""
        with self._lock:
            later = sorted(
                a.place for a in self._unsettled.values() if a.state == _LATER and a.candidate.topic == topic
            )
            queues = (queue.best_first for queue in self._queues.get(topic, {}).values())
            return [address.candidate for _, _, address in islice(merge_sorted(later, *queues), n)]

    def close(self) -> None:
        """Nothing to end."""

    def _put(self, candidate: Candidate, host_budget: int) -> str:
        addresses = self._addresses.setdefault(candidate.topic, {})
        address = addresses.get(candidate.key)
        if address is None:
            queue = self._queue(candidate.topic, candidate.host)
            if host_budget and queue.leased + queue.done >= host_budget:
                return HOST_BUDGET
            addresses[candidate.key] = address = _Address(candidate, next(self._orders), queue)
            queue.enter(address)
            return ADDED
        if address.state == _DONE and candidate.kind in AGAIN:
            address.queue.done -= 1
            address.candidate, address.order = candidate, next(self._orders)
            address.queue = self._queue(candidate.topic, candidate.host)
            address.state = _WAITING
            address.queue.enter(address)
            return ADDED
        if address.state == _WAITING:
            self._change(address, merge(address.candidate, candidate))
        elif address.state == _LATER:
            address.candidate = merge(address.candidate, candidate)
        return KNOWN

    def _queue(self, topic: str, host: str) -> _Queue:
        queues = self._queues.setdefault(topic, {})
        if host not in queues:
            queues[host] = _Queue(host, self._hosts.setdefault(host, _Host()))
        return queues[host]

    def _find(self, candidate: Candidate) -> _Address | None:
        return self._addresses.get(candidate.topic, {}).get(candidate.key)

    def _change(self, address: _Address, candidate: Candidate) -> None:
        if candidate is not address.candidate:
            address.queue.leave(address)
            address.candidate = candidate
            address.queue.enter(address)

    def _score_again(self, pool: Sequence[_Address], rank: Rank) -> None:
        scores = rank([address.candidate for address in pool])
        for address, score in zip(pool, scores, strict=True):
            if score != address.candidate.score:
                self._change(address, replace(address.candidate, score=float(score)))

    def _room(self, queue: _Queue, policy: HostPolicy, now: float) -> tuple[int, float]:
        host = queue.host
        return room(
            policy,
            now,
            last_at=host.last_at,
            blocked_until=host.blocked_until,
            leased=host.leased,
            pages=queue.leased + queue.done,
        )

    def _hand_out(self, address: _Address, worker: str, now: float, deadline: float, delay: float) -> None:
        queue = address.queue
        queue.leave(address)
        queue.leased += 1
        queue.host.leased += 1
        queue.host.last_at, queue.host.next_at = now, now + delay
        address.state, address.worker, address.due, address.leased_at = _LEASED, worker, deadline, now
        self._unsettled[address.order] = address

    def _take_out(self, address: _Address) -> None:
        self._unsettled.pop(address.order, None)
        if address.state == _WAITING:
            address.queue.leave(address)
        elif address.state == _LATER:
            address.queue.later -= 1
        else:
            address.queue.leased -= 1
            address.queue.host.leased -= 1

    def _wait_again(self, address: _Address) -> None:
        self._take_out(address)
        address.state = _WAITING
        address.queue.enter(address)

    def _bring_back(self, now: float) -> None:
        for address in [a for a in self._unsettled.values() if a.due <= now]:
            self._wait_again(address)

    def _wait(self, topic: str, policy: HostPolicy, now: float) -> float | None:
        opens = {host: self._room(queue, policy, now)[1] for host, queue in self._queues.get(topic, {}).items()}
        times = [now + 1 for queue in self._queues.get(topic, {}).values() if queue.leased]
        for host, queue in self._queues.get(topic, {}).items():
            if queue.best_first and opens[host] != NEVER:
                times.append(now + 1 if opens[host] == HOST_FULL else opens[host])
        times += [
            address.due
            for address in self._unsettled.values()
            if address.state == _LATER and address.candidate.topic == topic and opens[address.queue.name] != NEVER
        ]
        return max(0.0, min(times) - now) if times else None

    def _chosen_topics(self, topic: str | None) -> list[str]:
        return list(self._queues) if topic is None else [topic]

    def _queues_of(self, topic: str | None) -> Iterator[tuple[str, _Queue]]:
        for name in self._chosen_topics(topic):
            yield from self._queues.get(name, {}).items()
