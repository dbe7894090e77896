"""Which addresses the SQLite frontier has seen, and how new ones come in."""

from collections import Counter
from collections.abc import Iterator, Sequence

from lorehound.frontier.chain import FilterChain, length
from lorehound.frontier.contract import ADDED, AGAIN, HOST_BUDGET, KNOWN
from lorehound.frontier.database import Database
from lorehound.frontier.filter_file import FilterFiles
from lorehound.frontier.merge import merge
from lorehound.frontier.sqlite_queues import LEASED, WAITING, Queues
from lorehound.model.page import Candidate


class Intake:
    """A Bloom filter, and behind it every address ever put, by fingerprint."""

    def __init__(self, database: Database, queues: Queues) -> None:
        self._database = database
        self._queues = queues
        self._files = FilterFiles(database.path, database.value("select name from filter"))
        self._chain: FilterChain | None = None
        self._chain_length = 0

    def known(self, prints: Sequence[bytes]) -> list[bool]:
        """Whether each was ever put; begins its own transaction if need be."""
        members = self._database.value("select members from filter")
        if self._chain is None or length(members) > self._chain_length:
            with self._database.writing():
                self._open_chain(members)
        assert self._chain is not None
        maybe = self._chain.contains(prints, members)
        asked = [print_ for print_, may in zip(prints, maybe, strict=True) if may]
        seen = {key for (key,) in self._database.among("select key from seen where key in ({})", asked)}
        return [print_ in seen for print_ in prints]

    def put(
        self, candidates: Sequence[Candidate], prints: Sequence[bytes], host_budget: int, *, trust_filter: bool
    ) -> list[str]:
        """Adds candidates; ``prints`` are their fingerprints.

        IntegrityError when the filter is trusted and has forgotten one that the file knows.
        """
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
                if host_budget and self._used(self._queues.queue(candidate.topic, candidate.host), used) >= host_budget:
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
        queues = [self._queues.queue(candidate.topic, candidate.host) for candidate in new.values()]
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
            names = {number: name for name, number in self._queues.all_outcomes().items()}
            self._queues.count_done([(queue, new[key].topic, names[-at]) for key, (queue, at) in again.items()], -1)
        self._database.run_many(
            "update queue set waiting = waiting + ? where id = ?", [(n, queue) for queue, n in Counter(queues).items()]
        )
        self._queues.raise_heads((queue, c.score, id_) for id_, queue, (_, c) in placed)

    def _improve(self, found: Sequence[tuple[int, Candidate]]) -> None:
        rows = self._database.among(
            "select id, queue, score, kind, state, depth from address where id in ({})",
            list({id_ for id_, _ in found}),
        )
        stored = {id_: (queue, score, kind) for id_, queue, score, kind, state, _ in rows if state != LEASED}
        states = {row[0]: row[4] for row in rows}
        depths = {row[0]: row[5] for row in rows}
        shallower: dict[int, int] = {}
        better: dict[int, Candidate] = {}
        scores: dict[int, float] = {}
        for id_, candidate in found:
            if id_ not in stored:
                continue
            if candidate.depth < depths[id_]:
                shallower[id_] = depths[id_] = candidate.depth
            if candidate.score <= stored[id_][1]:
                continue
            queue, _, kind = stored[id_]
            if kind == "link":
                better[id_], kind = candidate, candidate.kind
            scores[id_] = candidate.score
            stored[id_] = (queue, candidate.score, kind)
        self._database.run_many(
            "update address set kind = ?, referrer = ?, anchor = ?, features = ?, etag = ?, last_modified = ? "
            "where id = ?",
            [(c.kind, c.referrer, c.anchor, c.features, c.etag, c.last_modified, id_) for id_, c in better.items()],
        )
        self._database.run_many("update address set depth = ? where id = ?", [(d, id_) for id_, d in shallower.items()])
        self._database.run_many("update address set score = ? where id = ?", [(s, id_) for id_, s in scores.items()])
        self._queues.raise_heads((stored[id_][0], s, id_) for id_, s in scores.items() if states[id_] == WAITING)

    def _used(self, queue: int, used: dict[int, int]) -> int:
        if queue not in used:
            used[queue] = self._database.value("select leased + done from queue where id = ?", (queue,))
        return used[queue]

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
