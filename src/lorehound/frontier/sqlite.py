"""A frontier in one SQLite file, for several processes of one machine."""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from heapq import heappop, heappush
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from lorehound.frontier.bloom import fingerprint
from lorehound.frontier.chain import FilterChain, length
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
from lorehound.frontier.database import Database
from lorehound.frontier.filter_file import FilterFiles
from lorehound.frontier.merge import merge
from lorehound.frontier.politeness import HOST_FULL, NEVER, room
from lorehound.frontier.sums import add
from lorehound.model.page import Candidate

_WAITING, _LATER, _LEASED = range(3)

_CANDIDATE = "address.url, address.key, score, depth, referrer, anchor, kind, features, etag, last_modified, tries"
_OF_TOPIC = "(?1 is null or topic = (select id from topic where name = ?1))"
_QUEUES_REMEMBERED = 100_000


class _Row(NamedTuple):
    id: int
    queue: int
    score: float
    candidate: Candidate


class _Open(NamedTuple):
    """A queue that may be asked now."""

    queue: int
    host: int
    name: str
    room: int


class SqliteFrontier:
    """The queues of a topic lie in an index by their best score, those that rest in one by the time they wake.

    So a lease looks only at queues that may be asked, however many there are. An address that is done leaves 16 bytes
    of fingerprint and two numbers behind.
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._database = Database(Path(path))
        self._files = FilterFiles(Path(path), self._database.value("select name from filter"))
        self._chain: FilterChain | None = None
        self._chain_length = 0
        self._queue_ids: dict[tuple[str, str], int] = {}
        self._outcomes: dict[str, int] = {}

    def put(self, candidates: Sequence[Candidate], *, host_budget: int = 0) -> list[str]:
        """Adds candidates, in one transaction."""
        prints = [fingerprint(candidate.topic, candidate.key) for candidate in candidates]
        if not prints:
            return []
        try:
            with self._database.writing():
                return self._put(candidates, prints, host_budget, trust_filter=True)
        except sqlite3.IntegrityError:
            # The filter has forgotten some (it is not flushed when power fails): ask the file about each.
            with self._database.writing():
                return self._put(candidates, prints, host_budget, trust_filter=False)

    def known(self, topic: str, keys: Sequence[str]) -> list[bool]:
        """Whether each key has ever been put."""
        prints = [fingerprint(topic, key) for key in keys]
        members = self._database.value("select members from filter")
        if self._chain is None or length(members) > self._chain_length:
            with self._database.writing():
                self._open_chain(members)
        assert self._chain is not None
        maybe = self._chain.contains(prints, members)
        asked = [print_ for print_, may in zip(prints, maybe, strict=True) if may]
        seen = {key for (key,) in self._database.among("select key from seen where key in ({})", asked)}
        return [print_ in seen for print_ in prints]

    def lease(
        self, topic: str, worker: str, n: int, *, policy: HostPolicy, rank: Rank | None = None, seconds: float = 120.0
    ) -> Leased:
        """Hands out the best of hosts that may be asked now, in one transaction."""
        with self._database.writing():
            now = self._clock()
            topic_id = self._topic(topic, policy)
            self._bring_back("due <= ?", (now,))
            self._database.run(
                "update queue set ready = 1 where topic = ? and ready = 0 and wake_at <= ?", (topic_id, now)
            )
            opened: dict[int, _Open] = {}
            pool = self._pool(topic, topic_id, policy, now, n, opened, ranked=rank is not None)
            changed: set[int] = set()
            if rank and pool:
                pool, changed = self._score_again(pool, rank)
            chosen = choose(
                [row.score for row in pool],
                [row.queue for row in pool],
                [row.id for row in pool],
                {queue: place.room for queue, place in opened.items()},
                n,
            )
            handed_out = [pool[i] for i in chosen]
            self._hand_out(handed_out, opened, worker, now, now + seconds, policy)
            self._find_heads(changed | {row.queue for row in handed_out})
            if not handed_out:
                return Leased(wait=self._wait(topic_id, policy, now))
            return Leased(
                tuple(
                    row.candidate if row.score == row.candidate.score else replace(row.candidate, score=row.score)
                    for row in handed_out
                )
            )

    def done(self, candidate: Candidate, outcome: str) -> None:
        """Ends the lease with an outcome."""
        self.done_many([(candidate, outcome)])

    def done_many(self, results: Sequence[tuple[Candidate, str]]) -> None:
        """Ends several leases in one transaction."""
        outcomes = {fingerprint(c.topic, c.key): (c.topic, outcome) for c, outcome in reversed(results)}
        with self._database.writing():
            seen = self._database.among("select key, queue, at from seen where key in ({}) and at > 0", list(outcomes))
            self._take_out([at for _, _, at in seen])
            self._database.run_many(
                "update seen set at = ? where key = ?", [(-self._outcome(outcomes[key][1]), key) for key, _, _ in seen]
            )
            self._count_done([(queue, *outcomes[key]) for key, queue, _ in seen], 1)

    def retry(self, candidate: Candidate, not_before: float, reason: str) -> None:  # noqa: ARG002
        """Ends the lease; the address waits until ``not_before``."""
        with self._database.writing():
            row = self._database.one(
                "select address.id, address.queue from seen join address on address.id = at where seen.key = ? and "
                f"state = {_LEASED}",
                (fingerprint(candidate.topic, candidate.key),),
            )
            if row:
                self._database.run(
                    f"update address set state = {_LATER}, due = ?, worker = null, tries = tries + 1 where id = ?",
                    (not_before, row[0]),
                )
                self._end_leases({row[1]: 1}, waiting_again=True)

    def release(self, worker: str) -> int:
        """Gives back what ``worker`` holds."""
        with self._database.writing():
            return self._bring_back(f"state = {_LEASED} and worker = ?", (worker,))

    def block(self, host: str, until: float, reason: str) -> None:
        """Asks a host for nothing until then."""
        with self._database.writing():
            self._database.run(
                "insert into host (name, blocked_until, reason) values (?, ?, ?) on conflict (name) do update set "
                "blocked_until = excluded.blocked_until, reason = excluded.reason",
                (host, until, reason),
            )
            self._database.run(
                "update queue set ready = 1 where ready = 0 and host = (select id from host where name = ?)", (host,)
            )

    def learn(self, topic: str, delta: Sums) -> None:
        """Adds to the shared sums, in one transaction."""
        with self._database.writing():
            number = self._database.value(
                "insert into counter values ('learnt', 1) on conflict (name) do update set value = value + 1 "
                "returning value"
            )
            before = self._database.all("select name, sums from learnt where topic = ?", (topic,))
            sums = {name: tuple(json.loads(numbers)) for name, numbers in before}
            self._database.run_many(
                "insert into learnt values (?, ?, ?, ?) on conflict (topic, name) do update set "
                "number = excluded.number, sums = excluded.sums",
                [
                    (topic, name, number, json.dumps(add(sums.get(name, ()), tuple(numbers))))
                    for name, numbers in delta.items()
                ],
            )

    def learnt(self, topic: str, since: int = 0) -> tuple[int, Sums]:
        """The sums that changed after ``since``."""
        rows = self._database.all(
            "select number, name, sums from learnt where topic = ? and number > ?", (topic, since)
        )
        last = max((number for number, _, _ in rows), default=since)
        return last, {name: tuple(json.loads(sums)) for _, name, sums in rows}

    def clear_learnt(self, topic: str) -> None:
        """Forgets what was learnt."""
        with self._database.writing():
            self._database.run("delete from learnt where topic = ?", (topic,))

    def forget(self, topic: str, keys: Sequence[str] | None = None) -> int:
        """Forgets addresses; the whole of a topic is looked for in all that the file has seen."""
        with self._database.writing():
            if keys is None:
                seen = self._database.all(
                    "select key, queue, at from seen where queue in (select queue.id from queue join topic on "
                    "topic.id = topic where name = ?)",
                    (topic,),
                )
            else:
                prints = [fingerprint(topic, key) for key in keys]
                seen = self._database.among("select key, queue, at from seen where key in ({})", prints)
            self._take_out([at for _, _, at in seen if at > 0])
            outcomes = {number: name for name, number in self._all_outcomes().items()}
            self._count_done([(queue, topic, outcomes[-at]) for _, queue, at in seen if at < 0], -1)
            self._database.run_many("delete from seen where key = ?", [(key,) for key, _, _ in seen])
            return len(seen)

    def topics(self) -> list[str]:
        """Topics with candidates waiting or leased."""
        return [
            name
            for (name,) in self._database.all(
                "select name from topic where exists (select 1 from queue where topic = topic.id and "
                "waiting + leased > 0) order by name"
            )
        ]

    def stats(self, topic: str | None = None) -> FrontierStats:
        """Counts now."""
        with self._database.reading():
            counts = self._database.one(
                "select total(waiting), total(leased), total(done), count(distinct case when waiting + leased > 0 then "
                f"host end) from queue where {_OF_TOPIC}",
                (topic,),
            )
            leases = self._database.all(
                "select worker, count(*), min(leased_at) from address join queue on queue.id = queue where state > 0 "
                f"and state = {_LEASED} and {_OF_TOPIC} group by worker",
                (topic,),
            )
            outcomes = self._database.all(
                f"select name, sum(n) from tally join outcome on outcome.id = outcome where {_OF_TOPIC} group by name "
                "having sum(n) > 0",
                (topic,),
            )
        assert counts is not None
        waiting, leased, done, hosts = counts
        age = max(0.0, self._clock() - min(at for _, _, at in leases)) if leases else 0.0
        by_worker = {worker: n for worker, n, _ in leases}
        return FrontierStats(int(waiting), int(leased), int(done), hosts, age, dict(outcomes), by_worker)

    def hosts(self, topic: str | None = None) -> list[HostState]:
        """Hosts with candidates waiting or leased."""
        rows = self._database.all(
            "select name, sum(waiting), sum(queue.leased), sum(done), next_at, blocked_until, reason from queue join "
            f"host on host.id = host where {_OF_TOPIC} group by host "
            "having sum(waiting) + sum(queue.leased) > 0 order by sum(waiting) desc, name",
            (topic,),
        )
        return [HostState(*row) for row in rows]

    def waiting(self, topic: str, n: int) -> list[Candidate]:
        """The best that wait."""
        with self._database.reading():
            row = self._database.one("select id from topic where name = ?", (topic,))
            if row is None:
                return []
            queues = self._database.all(
                "select best, head, queue.id, name from queue join host on host.id = host where topic = ? and "
                "waiting > 0 order by best desc, head",
                row,
            )
            heads = ((best, head, queue) for best, head, queue, _ in queues if best is not None)
            ids = [id_ for id_, _ in islice(self._best_first(heads, lambda _: n), n)]
            ids += [
                id_
                for (id_,) in self._database.all(
                    "select address.id from address join queue on queue.id = queue where state > 0 and "
                    f"state = {_LATER} and topic = ? order by score desc, address.id limit ?",
                    (*row, n),
                )
            ]
            rows = self._rows(topic, ids, {queue: name for _, _, queue, name in queues})
        rows.sort(key=lambda row: (-row.score, row.id))
        return [row.candidate for row in rows[:n]]

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def _put(
        self, candidates: Sequence[Candidate], prints: Sequence[bytes], host_budget: int, *, trust_filter: bool
    ) -> list[str]:
        members = self._open_chain(self._database.value("select members from filter"))
        assert self._chain is not None
        maybe = self._chain.contains(prints, members) if trust_filter else [True] * len(prints)
        asked = list({print_ for print_, may in zip(prints, maybe, strict=True) if may})
        seen = {
            key: (queue, at)
            for key, queue, at in self._database.among("select key, queue, at from seen where key in ({})", asked)
        }
        new: dict[bytes, Candidate] = {}
        found: list[tuple[int, Candidate]] = []
        answers = []
        used: dict[int, int] = {}
        for candidate, key in zip(candidates, prints, strict=True):
            answer = KNOWN
            if key in new:
                new[key] = merge(new[key], candidate)
            elif key not in seen:
                if host_budget and self._used(self._queue(candidate.topic, candidate.host), used) >= host_budget:
                    answer = HOST_BUDGET
                else:
                    new[key], answer = candidate, ADDED
            elif seen[key][1] > 0:
                found.append((seen[key][1], candidate))
            elif candidate.kind in AGAIN:
                new[key], answer = candidate, ADDED
                if host_budget:
                    used[seen[key][0]] = self._used(seen[key][0], used) - 1
            answers.append(answer)
        again = {key: seen[key] for key in new if key in seen}
        self._insert(new, again)
        self._improve(found)
        fresh = [key for key in new if key not in again]
        self._chain.add(fresh, members)
        self._database.run("update filter set members = ?", (members + len(fresh),))
        return answers

    def _insert(self, new: dict[bytes, Candidate], again: dict[bytes, tuple[int, int]]) -> None:
        if not new:
            return
        first = self._database.value("select coalesce(max(id), 0) + 1 from address")
        queues = [self._queue(candidate.topic, candidate.host) for candidate in new.values()]
        placed = list(zip(range(first, first + len(new)), queues, new.items(), strict=True))
        self._database.run_many(
            "insert into address (id, queue, score, tries, kind, depth, url, key, referrer, anchor, features, etag, "
            "last_modified) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    id_,
                    queue,
                    c.score,
                    c.tries,
                    c.kind,
                    c.depth,
                    c.url,
                    None if c.key == c.url else c.key,
                    c.referrer,
                    c.anchor,
                    c.features,
                    c.etag,
                    c.last_modified,
                )
                for id_, queue, (_, c) in placed
            ],
        )
        self._database.run_many(
            "insert into seen values (?, ?, ?)",
            sorted((key, queue, id_) for id_, queue, (key, _) in placed if key not in again),
        )
        self._database.run_many(
            "update seen set queue = ?, at = ? where key = ?",
            [(queue, id_, key) for id_, queue, (key, _) in placed if key in again],
        )
        if again:
            names = {number: name for name, number in self._all_outcomes().items()}
            self._count_done([(queue, new[key].topic, names[-at]) for key, (queue, at) in again.items()], -1)
        self._database.run_many(
            "update queue set waiting = waiting + ? where id = ?", [(n, queue) for queue, n in Counter(queues).items()]
        )
        self._raise_heads((queue, c.score, id_) for id_, queue, (_, c) in placed)

    def _improve(self, found: Sequence[tuple[int, Candidate]]) -> None:
        rows = self._database.among(
            "select id, queue, score, kind, state from address where id in ({})", list({id_ for id_, _ in found})
        )
        stored = {id_: (queue, score, kind) for id_, queue, score, kind, state in rows if state != _LEASED}
        states = {row[0]: row[4] for row in rows}
        better: dict[int, Candidate] = {}
        scores: dict[int, float] = {}
        for id_, candidate in found:
            if id_ not in stored or candidate.score <= stored[id_][1]:
                continue
            queue, _, kind = stored[id_]
            if kind == "link":
                better[id_], kind = candidate, candidate.kind
            scores[id_] = candidate.score
            stored[id_] = (queue, candidate.score, kind)
        self._database.run_many(
            "update address set kind = ?, depth = ?, referrer = ?, anchor = ?, features = ?, etag = ?, "
            "last_modified = ? where id = ?",
            [
                (c.kind, c.depth, c.referrer, c.anchor, c.features, c.etag, c.last_modified, id_)
                for id_, c in better.items()
            ],
        )
        self._database.run_many("update address set score = ? where id = ?", [(s, id_) for id_, s in scores.items()])
        self._raise_heads((stored[id_][0], s, id_) for id_, s in scores.items() if states[id_] == _WAITING)

    def _used(self, queue: int, used: dict[int, int]) -> int:
        if queue not in used:
            used[queue] = self._database.value("select leased + done from queue where id = ?", (queue,))
        return used[queue]

    def _pool(
        self,
        topic: str,
        topic_id: int,
        policy: HostPolicy,
        now: float,
        n: int,
        opened: dict[int, _Open],
        *,
        ranked: bool,
    ) -> list[_Row]:
        """The best candidates of queues that may be asked (kept in ``opened``); those that may not go to rest."""
        resting: list[tuple[float, int]] = []

        def heads() -> Iterator[tuple[float, int, int]]:
            cursor = self._database.rows(
                "select best, head, queue.id, name, host.id, queue.leased + done, host.leased, last_at, blocked_until "
                "from queue indexed by queue_ready cross join host on host.id = queue.host where topic = ? and "
                "ready = 1 and best is not null order by best desc, head",
                (topic_id,),
            )
            for best, head, queue, name, host, pages, leased, last_at, blocked_until in cursor:
                free, wake_at = room(
                    policy, now, last_at=last_at, blocked_until=blocked_until, leased=leased, pages=pages
                )
                if free:
                    opened[queue] = _Open(queue, host, name, free)
                    yield best, head, queue
                else:
                    resting.append((wake_at, queue))

        limit = (lambda _: POOL) if ranked else (lambda queue: opened[queue].room)
        best = list(islice(self._best_first(heads(), limit), POOL if ranked else n))
        self._database.run_many("update queue set ready = 0, wake_at = ? where id = ?", resting)
        return self._rows(topic, [id_ for id_, _ in best], {queue: opened[queue].name for _, queue in best})

    def _best_first(
        self, heads: Iterator[tuple[float, int, int]], limit: Callable[[int], int]
    ) -> Iterator[tuple[int, int]]:
        """Waiting addresses of many queues as (id, queue), best first, at most ``limit(queue)`` of each.

        ``heads`` are (best, head, queue), best first too; no queue is read before its head is reached.
        """
        heap: list[tuple[float, int, int, int]] = []
        following: dict[int, list[tuple[float, int]]] = {}
        head = next(heads, None)
        while heap or head:
            if head and (not heap or (-head[0], head[1]) < heap[0][:2]):
                _, id_, queue, taken = (*head, 1)
                head = next(heads, None)
            else:
                _, id_, queue, taken = heappop(heap)
            yield id_, queue
            if taken < limit(queue):
                if not following.get(queue):
                    rows = self._database.rows(
                        "select score, id from address indexed by address_first where queue = ? and "
                        f"state = {_WAITING} order by score desc, id limit ? offset ?",
                        (queue, taken * 3, taken),
                    ).fetchall()
                    following[queue] = [(-score, id_) for score, id_ in reversed(rows)]
                if following[queue]:
                    heappush(heap, (*following[queue].pop(), queue, taken + 1))

    def _rows(self, topic: str, ids: Sequence[int], hosts: Mapping[int, str]) -> list[_Row]:
        rows = self._database.among(f"select id, queue, {_CANDIDATE} from address where id in ({{}})", ids)
        found = {row[0]: _Row(row[0], row[1], row[4], _candidate(topic, hosts[row[1]], row[2:])) for row in rows}
        return [found[id_] for id_ in ids]

    def _score_again(self, pool: Sequence[_Row], rank: Rank) -> tuple[list[_Row], set[int]]:
        scores = rank([row.candidate for row in pool])
        ranked = [row._replace(score=float(score)) for row, score in zip(pool, scores, strict=True)]
        changed = [row for row in ranked if row.score != row.candidate.score]
        self._database.run_many("update address set score = ? where id = ?", [(row.score, row.id) for row in changed])
        return ranked, {row.queue for row in changed}

    def _hand_out(
        self,
        rows: Sequence[_Row],
        opened: Mapping[int, _Open],
        worker: str,
        now: float,
        deadline: float,
        policy: HostPolicy,
    ) -> None:
        self._database.run_many(
            f"update address set state = {_LEASED}, due = ?, leased_at = ?, worker = ? where id = ?",
            [(deadline, now, worker, row.id) for row in rows],
        )
        counts = Counter(row.queue for row in rows)
        self._database.run_many(
            "update queue set waiting = waiting - ?1, leased = leased + ?1, ready = ?2, wake_at = ?3 where id = ?4",
            [(n, int(policy.delay <= 0), now + policy.delay, queue) for queue, n in counts.items()],
        )
        self._database.run_many(
            "update host set leased = leased + ?, last_at = ?, next_at = ? where id = ?",
            [(n, now, now + policy.delay, opened[queue].host) for queue, n in counts.items()],
        )

    def _wait(self, topic_id: int, policy: HostPolicy, now: float) -> float | None:
        rest = self._database.one(
            "select min(wake_at), max(wake_at) from queue where topic = ? and ready = 0 and best is not null and "
            "wake_at < 9e999",
            (topic_id,),
        )
        assert rest is not None
        due = self._database.value(
            f"select min(due) from address join queue on queue.id = queue where state > 0 and state = {_LATER} and "
            "topic = ?1 and (?2 = 0 or leased + done < ?2)",
            (topic_id, policy.max_pages),
        )
        times = [time for time in (rest[0], due) if time is not None and time < HOST_FULL]
        leased = self._database.value("select exists (select 1 from queue where topic = ? and leased > 0)", (topic_id,))
        if leased or rest[1] == HOST_FULL:
            times.append(now + 1)
        return max(0.0, min(times) - now) if times else None

    def _bring_back(self, which: str, values: tuple[Any, ...]) -> int:
        """Lets addresses with ``state`` above 0 wait again, ``which`` is SQL; answers how many."""
        rows = self._database.all(f"select id, queue, state from address where state > 0 and {which}", values)
        if rows:
            self._database.run_many(
                f"update address set state = {_WAITING}, worker = null where id = ?", [row[:1] for row in rows]
            )
            self._end_leases(Counter(queue for _, queue, state in rows if state == _LEASED), waiting_again=True)
            self._find_heads({queue for _, queue, _ in rows})
        return len(rows)

    def _take_out(self, ids: Sequence[int]) -> None:
        rows = self._database.among("select id, queue, state from address where id in ({})", ids)
        self._database.run_many("delete from address where id = ?", [row[:1] for row in rows])
        self._end_leases(Counter(queue for _, queue, state in rows if state == _LEASED), waiting_again=False)
        waited = Counter(queue for _, queue, state in rows if state != _LEASED)
        self._database.run_many(
            "update queue set waiting = waiting - ? where id = ?", [(n, queue) for queue, n in waited.items()]
        )
        self._find_heads(set(waited))

    def _end_leases(self, counts: dict[int, int], *, waiting_again: bool) -> None:
        self._database.run_many(
            "update queue set leased = leased - ?1, waiting = waiting + ?2 where id = ?3",
            [(n, n * waiting_again, queue) for queue, n in counts.items()],
        )
        self._database.run_many(
            "update host set leased = leased - ? where id = (select host from queue where id = ?)",
            [(n, queue) for queue, n in counts.items()],
        )
        self._database.run_many(
            f"update queue set ready = 1 where host = (select host from queue where id = ?) and ready = 0 and "
            f"wake_at >= {HOST_FULL!r}",
            [(queue,) for queue in counts],
        )

    def _count_done(self, rows: Iterable[tuple[int, str, str]], sign: int) -> None:
        """Counts (queue, topic, outcome) as done, or with ``sign`` -1 as done no more."""
        rows = list(rows)
        self._database.run_many(
            "update queue set done = done + ?1, ready = case when ?1 < 0 then 1 else ready end where id = ?2",
            [(sign * n, queue) for queue, n in Counter(queue for queue, _, _ in rows).items()],
        )
        self._database.run_many(
            "insert into tally values ((select id from topic where name = ?1), ?2, ?3) on conflict (topic, outcome) "
            "do update set n = n + ?3",
            [
                (topic, self._outcome(outcome), sign * n)
                for (topic, outcome), n in Counter((topic, outcome) for _, topic, outcome in rows).items()
            ],
        )

    def _find_heads(self, queues: set[int]) -> None:
        self._database.run_many(
            "update queue set (best, head) = (select score, id from address where queue = queue.id and "
            f"state = {_WAITING} order by score desc, id limit 1) where id = ?",
            [(queue,) for queue in queues],
        )

    def _raise_heads(self, entered: Iterable[tuple[int, float, int]]) -> None:
        """Lets each queue's head be the best of what it was and of the addresses (queue, score, id) that entered."""
        best: dict[int, tuple[float, int]] = {}
        for queue, score, id_ in entered:
            best[queue] = min(best.get(queue, (NEVER, 0)), (-score, id_))
        self._database.run_many(
            "update queue set best = ?1, head = ?2 where id = ?3 and (best is null or best < ?1 or "
            "(best = ?1 and head > ?2))",
            [(-score, id_, queue) for queue, (score, id_) in best.items()],
        )

    def _topic(self, topic: str, policy: HostPolicy) -> int:
        text = json.dumps(astuple(policy))
        row = self._database.one("select id, policy from topic where name = ?", (topic,))
        if row is None:
            return self._database.run("insert into topic (name, policy) values (?, ?)", (topic, text))
        if row[1] != text:
            # What rests by the old policy may be asked earlier by the new one.
            self._database.run("update topic set policy = ? where id = ?", (text, row[0]))
            self._database.run("update queue set ready = 1 where topic = ? and ready = 0", (row[0],))
        return int(row[0])

    def _queue(self, topic: str, host: str) -> int:
        queue = self._queue_ids.get((topic, host))
        if queue is None:
            if len(self._queue_ids) >= _QUEUES_REMEMBERED:
                self._queue_ids.clear()
            self._database.run("insert or ignore into topic (name) values (?)", (topic,))
            self._database.run("insert or ignore into host (name) values (?)", (host,))
            self._database.run(
                "insert or ignore into queue (topic, host) select topic.id, host.id from topic, host where "
                "topic.name = ? and host.name = ?",
                (topic, host),
            )
            queue = self._database.value(
                "select queue.id from queue join host on host.id = host join topic on topic.id = topic where "
                "topic.name = ? and host.name = ?",
                (topic, host),
            )
            self._queue_ids[topic, host] = queue
        return queue

    def _outcome(self, name: str) -> int:
        if name not in self._outcomes:
            self._database.run("insert or ignore into outcome (name) values (?)", (name,))
            self._outcomes = self._all_outcomes()
        return self._outcomes[name]

    def _all_outcomes(self) -> dict[str, int]:
        return {name: number for number, name in self._database.all("select id, name from outcome")}

    def _open_chain(self, members: int) -> int:
        """Opens the filters of ``members``, inside a transaction; answers how many they hold."""
        if self._chain is not None and length(members) <= self._chain_length:
            return members
        if self._chain is None:
            if not self._files.complete(length(members - 1) if members else 0):
                self._files.rebuild(self._all_fingerprints())
                members = self._database.value("select count(*) from seen")
                self._database.run("update filter set members = ?", (members,))
            self._chain = self._files.open()
        self._chain.contains([], members)
        self._chain_length = length(members)
        return members

    def _all_fingerprints(self) -> Iterator[list[bytes]]:
        cursor = self._database.rows("select key from seen")
        while rows := cursor.fetchmany(10_000):
            yield [key for (key,) in rows]


def _candidate(topic: str, host: str, row: Sequence[Any]) -> Candidate:
    url, key, *rest = row
    return Candidate(url, url if key is None else key, host, topic, *rest)
