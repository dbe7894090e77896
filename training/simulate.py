"""Crawls in memory, with the very modules of the real crawl: the same profile, verdict, features and sums."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lorehound.focus.features import LINK, Links, vectors
from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import pack_links, rank_records
from lorehound.focus.profile import Profile
from lorehound.focus.ranker import Ranker
from lorehound.focus.relevance import Judge, judge
from lorehound.focus.strategies import strategy
from lorehound.frontier.contract import POOL
from lorehound.model.page import Candidate
from training.web import Web


@dataclass
class Waiting:
    """The frontier of one crawl: records and scores of what waits, by page number."""

    numbers: npt.NDArray[np.int64]
    records: Links
    scores: npt.NDArray[np.float64]
    parents: npt.NDArray[np.int64]
    depths: npt.NDArray[np.int64]
    place: dict[int, int]
    count: int = 0

    @classmethod
    def empty(cls) -> "Waiting":
        size = 256
        return cls(
            np.zeros(size, np.int64), np.zeros(size, LINK), np.full(size, -np.inf), np.zeros(size, np.int64),
            np.zeros(size, np.int64), {},
        )  # fmt: skip

    def put(self, numbers: list[int], records: Links, scores: npt.NDArray[np.float64], parent: int, depth: int) -> None:
        for at, number in enumerate(numbers):
            row = self.place.get(number)
            if row is None:
                if self.count == len(self.numbers):
                    self._grow()
                row, self.count = self.count, self.count + 1
                self.place[number], self.depths[row] = row, depth
            self.depths[row] = min(depth, self.depths[row])
            if scores[at] <= self.scores[row]:
                continue
            self.numbers[row], self.records[row], self.scores[row] = number, records[at], scores[at]
            self.parents[row] = parent

    def _grow(self) -> None:
        size = len(self.numbers)
        self.numbers = np.concatenate((self.numbers, np.zeros(size, np.int64)))
        self.records = np.concatenate((self.records, np.zeros(size, LINK)))
        self.scores = np.concatenate((self.scores, np.full(size, -np.inf)))
        self.parents = np.concatenate((self.parents, np.zeros(size, np.int64)))
        self.depths = np.concatenate((self.depths, np.zeros(size, np.int64)))

    def pool(self) -> npt.NDArray[np.int64]:
        """Rows of the best that wait, best first."""
        scores = self.scores[: self.count]
        alive = int((scores > -np.inf).sum())
        if not alive:
            return np.zeros(0, np.int64)
        size = min(POOL, alive)
        best = np.argpartition(-scores, size - 1)[:size] if size < len(scores) else np.arange(len(scores))
        best = best[scores[best] > -np.inf]
        return best[np.lexsort((best, -scores[best]))]

    def take(self, row: int) -> None:
        self.scores[row] = -np.inf


Watch = Callable[[Waiting, Learnt, int], None]
"""Called before a page is chosen: what waits, the state, pages so far."""


def crawl(
    web: Web,
    profile: Profile,
    start: int,
    budget: int,
    *,
    order: str = "best-first",
    ranker: Ranker | None = None,
    by: Judge | None = None,
    watch: Watch | None = None,
    judged: Callable[[int, float, object], None] | None = None,
    chosen: Callable[[Candidate, Learnt], None] | None = None,
    noise: float = 0.0,
    seed: int = 0,
) -> list[int]:
    """The pages fetched, in order. ``noise`` disturbs scores by a normal deviate, so that states differ."""
    random = np.random.default_rng(seed)
    plan = strategy(order)
    learnt, waiting = Learnt(), Waiting.empty()
    fetched: list[int] = []
    done, texts = set[int](), set[int]()
    origin: Candidate | None = None
    at = start
    while True:
        reading = web.readings[at]
        done.add(at)
        fetched.append(at)
        if len(fetched) >= budget:
            return fetched
        verdict = judge(reading, profile, learnt, origin=origin, by=by)
        duplicate = bool(web.text_hash[at]) and web.text_hash[at] in texts
        texts.add(web.text_hash[at])
        if judged is not None:
            judged(at, verdict.score, (reading, profile, learnt, origin))
        links = [link for link in reading.clean.links if web.number.get(link.url, at) not in done]
        numbers = [web.number[link.url] for link in links]
        depth = origin.depth if origin is not None else 0
        if links and order == "best-first":
            records = pack_links(reading, verdict, profile, learnt, links=links, origin=origin)
            assert ranker is not None
            scores = ranker.score(vectors(records, profile, learnt))
            waiting.put(numbers, records, scores, at, depth + 1)
        elif links:
            found = plan.score(reading, verdict, profile, learnt, links=links, origin=origin)
            records = np.frombuffer(b"".join(one.features for one in found), LINK)
            waiting.put(numbers, records, np.array([one.score for one in found]), at, depth + 1)
        learnt.add(observe(reading, verdict, profile, learnt, origin=origin, duplicate=duplicate))
        pool = waiting.pool()
        if not len(pool):
            return fetched
        if ranker is not None and order == "best-first":
            if watch is not None:
                watch(waiting, learnt, len(fetched))
            scores = rank_records(waiting.records[pool], profile, learnt, ranker=ranker)
            waiting.scores[pool] = scores
            if noise:
                scores = scores + random.normal(0.0, noise * (scores.std() + 1e-9), len(scores))
            row = int(pool[scores == scores.max()].min())
        else:
            row = int(pool[0])
        at = int(waiting.numbers[row])
        parent = web.readings[int(waiting.parents[row])].clean
        anchor = next((link.anchor for link in parent.links if link.url == web.urls[at]), "")
        origin = Candidate(
            web.urls[at], web.urls[at], "", profile.topic, 0.0, depth=int(waiting.depths[row]), referrer=parent.url,
            anchor=anchor, features=waiting.records[row].tobytes(),
        )  # fmt: skip
        waiting.take(row)
        if chosen is not None:
            chosen(origin, learnt)
