"""A frontier in one SQLite file, for several processes of one machine."""

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

from lorehound.frontier.bloom import fingerprint
from lorehound.frontier.choose import choose
from lorehound.frontier.contract import (
    FrontierStats,
    HostPolicy,
    HostState,
    Leased,
    Rank,
    Sums,
)
from lorehound.frontier.database import Database
from lorehound.frontier.sqlite_intake import Intake
from lorehound.frontier.sqlite_queues import LATER, LEASED, Open, Queues
from lorehound.frontier.sums import add
from lorehound.model.page import Candidate

_OF_TOPIC = "(?1 is null or topic = (select id from topic where name = ?1))"


class SqliteFrontier:
    """The queues of a topic lie in an index by their best score, those that rest in one by the time they wake.

    So a lease looks only at queues that may be asked, however many there are. An address that is done leaves 16 bytes
    of fingerprint and two numbers behind.
    """

    def __init__(self, path: Path | str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._database = Database(Path(path))
        self._queues = Queues(self._database)
        self._intake = Intake(self._database, self._queues)

    def put(self, candidates: Sequence[Candidate], *, host_budget: int = 0) -> list[str]:
        """Adds candidates, in one transaction."""
        prints = [fingerprint(candidate.topic, candidate.key) for candidate in candidates]
        if not prints:
            return []
        try:
            with self._writing():
                return self._intake.put(candidates, prints, host_budget, trust_filter=True)
        except sqlite3.IntegrityError:
            # The filter has forgotten some (it is not flushed when power fails): ask the file about each.
            with self._writing():
                return self._intake.put(candidates, prints, host_budget, trust_filter=False)

    def known(self, topic: str, keys: Sequence[str]) -> list[bool]:
        """Whether each key has ever been put."""
        return self._intake.known([fingerprint(topic, key) for key in keys])

    def lease(
        self, topic: str, worker: str, n: int, *, policy: HostPolicy, rank: Rank | None = None, seconds: float = 120.0
    ) -> Leased:
        """Hands out the best of hosts that may be asked now, in one transaction."""
        with self._writing():
            now = self._clock()
            topic_id = self._queues.topic(topic, policy)
            self._queues.bring_back("due <= ?", (now,))
            self._database.run(
                "update queue set ready = 1 where topic = ? and ready = 0 and wake_at <= ?", (topic_id, now)
            )
            opened: dict[int, Open] = {}
            pool = self._queues.pool(topic, topic_id, policy, now, n, opened, ranked=rank is not None)
            changed: set[int] = set()
            if rank and pool:
                pool, changed = self._queues.score_again(pool, rank)
            chosen = choose(
                [row.score for row in pool],
                [row.queue for row in pool],
                [row.id for row in pool],
                {queue: place.room for queue, place in opened.items()},
                n,
            )
            handed_out = [pool[i] for i in chosen]
            self._queues.hand_out(handed_out, opened, worker, now, now + seconds, policy)
            self._queues.find_heads(changed | {row.queue for row in handed_out})
            if not handed_out:
                return Leased(wait=self._queues.wait(topic_id, policy, now))
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
        with self._writing():
            seen = self._database.among("select key, queue, at from seen where key in ({}) and at > 0", list(outcomes))
            self._queues.take_out([at for _, _, at in seen])
            self._database.run_many(
                "update seen set at = ? where key = ?",
                [(-self._queues.outcome(outcomes[key][1]), key) for key, _, _ in seen],
            )
            self._queues.count_done([(queue, *outcomes[key]) for key, queue, _ in seen], 1)

    def retry(self, candidate: Candidate, not_before: float, reason: str) -> None:  # noqa: ARG002
        """Ends the lease; the address waits until ``not_before``."""
        with self._writing():
            row = self._database.one(
                "select address.id, address.queue from seen join address on address.id = at where seen.key = ? and "
                f"state = {LEASED}",
                (fingerprint(candidate.topic, candidate.key),),
            )
            if row:
                self._database.run(
                    f"update address set state = {LATER}, due = ?, worker = null, tries = tries + 1 where id = ?",
                    (not_before, row[0]),
                )
                self._queues.end_leases({row[1]: 1}, waiting_again=True)

    def release(self, worker: str) -> int:
        """Gives back what ``worker`` holds."""
        with self._writing():
            return self._queues.bring_back(f"state = {LEASED} and worker = ?", (worker,))

    def block(self, host: str, until: float, reason: str) -> None:
        """Asks a host for nothing until then."""
        with self._writing():
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
        with self._writing():
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
        with self._writing():
            self._database.run("delete from learnt where topic = ?", (topic,))

    def forget(self, topic: str, keys: Sequence[str] | None = None) -> int:
        """Forgets addresses; the whole of a topic is looked for in all that the file has seen."""
        with self._writing():
            if keys is None:
                seen = self._database.all(
                    "select key, queue, at from seen where queue in (select queue.id from queue join topic on "
                    "topic.id = topic where name = ?)",
                    (topic,),
                )
            else:
                prints = [fingerprint(topic, key) for key in keys]
                seen = self._database.among("select key, queue, at from seen where key in ({})", prints)
            self._queues.take_out([at for _, _, at in seen if at > 0])
            outcomes = {number: name for name, number in self._queues.all_outcomes().items()}
            self._queues.count_done([(queue, topic, outcomes[-at]) for _, queue, at in seen if at < 0], -1)
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
                f"and state = {LEASED} and {_OF_TOPIC} group by worker",
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
            ids = [id_ for id_, _ in islice(self._queues.best_first(heads, lambda _: n), n)]
            ids += [
                id_
                for (id_,) in self._database.all(
                    "select address.id from address join queue on queue.id = queue where state > 0 and "
                    f"state = {LATER} and topic = ? order by score desc, address.id limit ?",
                    (*row, n),
                )
            ]
            rows = self._queues.rows(topic, ids, {queue: name for _, _, queue, name in queues})
        rows.sort(key=lambda row: (-row.score, row.id))
        return [row.candidate for row in rows[:n]]

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._database.writing():
            try:
                yield
            except BaseException:
                self._queues.forget_ids()
                raise
