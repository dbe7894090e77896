"""Where the SQLite frontier's addresses wait: queues of hosts, their heads, their rest, and leases."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

from lorehound.frontier.contract import POOL, HostPolicy, Rank
from lorehound.frontier.database import Database
from lorehound.frontier.politeness import HOST_FULL, NEVER, room
from lorehound.model.page import Candidate

WAITING, LATER, LEASED = range(3)
"""States of an address that is not done: it waits, it waits until a time, it is leased until one."""

_CANDIDATE = "address.url, address.key, score, depth, referrer, anchor, kind, features, etag, last_modified, tries"
_QUEUES_REMEMBERED = 100_000


class Row(NamedTuple):
    """An address that waits; ``score`` may be newer than its candidate's."""

    id: int
    queue: int
    score: float
    candidate: Candidate


class Open(NamedTuple):
    """A queue that may be asked now."""

    queue: int
    host: int
    name: str
    room: int


class Queues:
    """Every method is part of a transaction that its caller began."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ids: dict[tuple[str, str], int] = {}
        self._outcomes: dict[str, int] = {}

    def forget_ids(self) -> None:
        """Drops what is remembered of the file, after a transaction that came to nothing."""
        self._ids.clear()
        self._outcomes.clear()

    def pool(
        self,
        topic: str,
        topic_id: int,
        policy: HostPolicy,
        now: float,
        n: int,
        opened: dict[int, Open],
        *,
        ranked: bool,
    ) -> list[Row]:
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
                    opened[queue] = Open(queue, host, name, free)
                    yield best, head, queue
                else:
                    resting.append((wake_at, queue))

        limit = (lambda _: POOL) if ranked else (lambda queue: opened[queue].room)
        best = list(islice(self.best_first(heads(), limit), POOL if ranked else n))
        self._database.run_many("update queue set ready = 0, wake_at = ? where id = ?", resting)
        return self.rows(topic, [id_ for id_, _ in best], {queue: opened[queue].name for _, queue in best})

    def best_first(
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
                        f"state = {WAITING} order by score desc, id limit ? offset ?",
                        (queue, taken * 3, taken),
                    ).fetchall()
                    following[queue] = [(-score, id_) for score, id_ in reversed(rows)]
                if following[queue]:
                    heappush(heap, (*following[queue].pop(), queue, taken + 1))

    def rows(self, topic: str, ids: Sequence[int], hosts: Mapping[int, str]) -> list[Row]:
        """Addresses by id, in the order of ``ids``; ``hosts`` are the names of their queues' hosts."""
        rows = self._database.among(f"select id, queue, {_CANDIDATE} from address where id in ({{}})", ids)
        found = {row[0]: Row(row[0], row[1], row[4], _candidate(topic, hosts[row[1]], row[2:])) for row in rows}
        return [found[id_] for id_ in ids]

    def score_again(self, pool: Sequence[Row], rank: Rank) -> tuple[list[Row], set[int]]:
        """The rows with the scores that ``rank`` gives, which are written too, and the queues of those that changed."""
        scores = rank([row.candidate for row in pool])
        ranked = [row._replace(score=float(score)) for row, score in zip(pool, scores, strict=True)]
        changed = [row for row in ranked if row.score != row.candidate.score]
        self._database.run_many("update address set score = ? where id = ?", [(row.score, row.id) for row in changed])
        return ranked, {row.queue for row in changed}

    def hand_out(
        self,
        rows: Sequence[Row],
        opened: Mapping[int, Open],
        worker: str,
        now: float,
        deadline: float,
        policy: HostPolicy,
    ) -> None:
        """Leases rows to a worker."""
        self._database.run_many(
            f"update address set state = {LEASED}, due = ?, leased_at = ?, worker = ? where id = ?",
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

    def wait(self, topic_id: int, policy: HostPolicy, now: float) -> float | None:
        """Seconds until an address of the topic may be asked for, when none may now; None when none is left."""
        rest = self._database.one(
            "select min(wake_at), max(wake_at) from queue where topic = ? and ready = 0 and best is not null and "
            "wake_at < 9e999",
            (topic_id,),
        )
        assert rest is not None
        due = self._database.value(
            f"select min(due) from address join queue on queue.id = queue where state > 0 and state = {LATER} and "
            "topic = ?1 and (?2 = 0 or leased + done < ?2)",
            (topic_id, policy.max_pages),
        )
        times = [time for time in (rest[0], due) if time is not None and time < HOST_FULL]
        leased = self._database.value("select exists (select 1 from queue where topic = ? and leased > 0)", (topic_id,))
        if leased or rest[1] == HOST_FULL:
            times.append(now + 1)
        return max(0.0, min(times) - now) if times else None

    def bring_back(self, which: str, values: tuple[Any, ...]) -> int:
        """Lets addresses with ``state`` above 0 wait again, ``which`` is SQL; answers how many."""
        rows = self._database.all(f"select id, queue, state from address where state > 0 and {which}", values)
        if rows:
            self._database.run_many(
                f"update address set state = {WAITING}, worker = null where id = ?", [row[:1] for row in rows]
            )
            self.end_leases(Counter(queue for _, queue, state in rows if state == LEASED), waiting_again=True)
            self.find_heads({queue for _, queue, _ in rows})
        return len(rows)

    def take_out(self, ids: Sequence[int]) -> None:
        """Removes addresses and ends their leases."""
        rows = self._database.among("select id, queue, state from address where id in ({})", ids)
        self._database.run_many("delete from address where id = ?", [row[:1] for row in rows])
        self.end_leases(Counter(queue for _, queue, state in rows if state == LEASED), waiting_again=False)
        waited = Counter(queue for _, queue, state in rows if state != LEASED)
        self._database.run_many(
            "update queue set waiting = waiting - ? where id = ?", [(n, queue) for queue, n in waited.items()]
        )
        self.find_heads(set(waited))

    def end_leases(self, counts: dict[int, int], *, waiting_again: bool) -> None:
        """Ends so many leases of each queue."""
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

    def count_done(self, rows: Iterable[tuple[int, str, str]], sign: int) -> None:
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
                (topic, self.outcome(outcome), sign * n)
                for (topic, outcome), n in Counter((topic, outcome) for _, topic, outcome in rows).items()
            ],
        )

    def find_heads(self, queues: set[int]) -> None:
        """Looks for the heads of queues that addresses left, or whose scores changed."""
        self._database.run_many(
            "update queue set (best, head) = (select score, id from address where queue = queue.id and "
            f"state = {WAITING} order by score desc, id limit 1) where id = ?",
            [(queue,) for queue in queues],
        )

    def raise_heads(self, entered: Iterable[tuple[int, float, int]]) -> None:
        """Lets each queue's head be the best of what it was and of the addresses (queue, score, id) that entered."""
        best: dict[int, tuple[float, int]] = {}
        for queue, score, id_ in entered:
            best[queue] = min(best.get(queue, (NEVER, 0)), (-score, id_))
        self._database.run_many(
            "update queue set best = ?1, head = ?2 where id = ?3 and (best is null or best < ?1 or "
            "(best = ?1 and head > ?2))",
            [(-score, id_, queue) for queue, (score, id_) in best.items()],
        )

    def topic(self, topic: str, policy: HostPolicy) -> int:
        """The id of a topic; remembers the policy it is leased by."""
        text = json.dumps(astuple(policy))
        row = self._database.one("select id, policy from topic where name = ?", (topic,))
        if row is None:
            return self._database.run("insert into topic (name, policy) values (?, ?)", (topic, text))
        if row[1] != text:
            # What rests by the old policy may be asked earlier by the new one.
            self._database.run("update topic set policy = ? where id = ?", (text, row[0]))
            self._database.run("update queue set ready = 1 where topic = ? and ready = 0", (row[0],))
        return int(row[0])

    def queue(self, topic: str, host: str) -> int:
        """The id of a queue."""
        queue = self._ids.get((topic, host))
        if queue is None:
            if len(self._ids) >= _QUEUES_REMEMBERED:
                self._ids.clear()
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
            self._ids[topic, host] = queue
        return queue

    def outcome(self, name: str) -> int:
        """The number of an outcome."""
        if name not in self._outcomes:
            self._database.run("insert or ignore into outcome (name) values (?)", (name,))
            self._outcomes = self.all_outcomes()
        return self._outcomes[name]

    def all_outcomes(self) -> dict[str, int]:
        """Every outcome with its number."""
        return {name: number for number, name in self._database.all("select id, name from outcome")}


def _candidate(topic: str, host: str, row: Sequence[Any]) -> Candidate:
    url, key, *rest = row
    return Candidate(url, url if key is None else key, host, topic, *rest)
