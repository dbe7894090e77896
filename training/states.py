"""Moments of simulated crawls as rows to learn from: what waited, and what it would have led to."""

import random
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lorehound.focus.evidence import EVIDENCE, gather
from lorehound.focus.features import COLUMNS, vectors
from lorehound.focus.learnt import Learnt
from lorehound.focus.ranker import Ranker
from lorehound.focus.relevance import Judge
from training.simulate import Waiting, crawl
from training.tasks import BUDGETS, MOST_BUDGET, Job, Material
from training.web import Web

MOMENTS = (*range(1, 16), 17, 19, 22, 25, 29, 34, 40, 48, 57, 68, 82, 98, 118, 142, 170, 205, 250, 300, 380, 480)
"""After so many pages a state is recorded."""

GRADES = (0.04, 0.09, 0.35, 0.99)
"""Labels at least this great have grade 1, 2, 3, 4 (``worth``)."""


@dataclass(frozen=True)
class States:
    """What one crawl gives: rows of ``COLUMNS`` with labels, in groups of ``sizes`` (one a state), and for each page
    fetched its ``EVIDENCE`` and whether it is on topic."""

    rows: npt.NDArray[np.float16]
    labels: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.int64]
    evidence: npt.NDArray[np.float32]
    truth: npt.NDArray[np.bool_]


def worth(
    web: Web, goals: frozenset[int], hidden: npt.NDArray[np.float32], numbers: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """What links are worth: 1 on topic; 0.6 min(1, n/3) with n hidden pages on topic one click on, 0.3 min(1, n/3) two
    clicks on; 0.08 three, 0.05 four clicks on.

    ``hidden`` marks pages on topic that are neither fetched nor waiting.
    """
    one = web.links @ hidden
    two = web.links @ np.minimum(one, 3.0)
    three = web.links @ (two > 0).astype(np.float32)
    four = web.links @ (three > 0).astype(np.float32)
    label = np.maximum(0.6 * np.minimum(1, one / 3), 0.3 * np.minimum(1, two / 3))
    label = np.maximum(label, np.maximum(0.08 * (three > 0), 0.05 * (four > 0)))
    found = label[numbers].astype(np.float64)
    found[np.isin(numbers, list(goals))] = 1.0
    return found


@dataclass(frozen=True)
class Models:
    """What orders links and what judges pages."""

    ranker: Ranker | None
    judge: Judge


def collect(material: Material, job: Job, models: Models, *, noise: float, seed: int) -> States:
    """The states of one crawl of a job."""
    ranker = models.ranker
    web, start = material.web(job)
    goals = web.goals(job.task, start)
    profile = material.profile(job)
    draw = np.random.default_rng(seed)
    rows: list[npt.NDArray] = []
    labels: list[npt.NDArray] = []
    sizes: list[int] = []

    evidence: list[npt.NDArray] = []
    truth: list[bool] = []

    def judged(page: int, _: float, seen: tuple) -> None:
        evidence.append(gather(*seen))
        truth.append(page in goals)

    def watch(waiting: Waiting, learnt: Learnt, pages: int) -> None:
        if pages not in MOMENTS:
            return
        alive = np.flatnonzero(waiting.scores[: waiting.count] > -np.inf)
        numbers = waiting.numbers[alive]
        hidden = np.zeros(len(web.urls), np.float32)
        hidden[sorted(goals)] = 1.0
        hidden[waiting.numbers[: waiting.count]] = 0.0
        label = worth(web, goals, hidden, numbers)
        on = np.flatnonzero(label == 1.0)
        off = np.flatnonzero(label < 1.0)
        if label.max(initial=0.0) < GRADES[0] or label.min(initial=1.0) >= 1.0:
            return
        order = off[np.argsort(-waiting.scores[alive[off]], kind="stable")]
        leads = off[label[off] >= GRADES[0]]
        chosen = [
            draw.permutation(on)[:14], order[:20], draw.permutation(order[20:])[:16], draw.permutation(leads)[:8]
        ]  # fmt: skip
        picked = np.unique(np.concatenate(chosen))
        rows.append(vectors(waiting.records[alive[picked]], profile, learnt))
        labels.append(label[picked])
        sizes.append(len(picked))

    budget = min(MOST_BUDGET, int(BUDGETS[-1] * len(goals)) + 1)
    crawl(
        web, profile, start, budget, ranker=ranker, by=models.judge, watch=watch, judged=judged, noise=noise, seed=seed
    )
    return States(
        np.concatenate(rows).astype(np.float16) if rows else np.zeros((0, len(COLUMNS)), np.float16),
        np.concatenate(labels) if labels else np.zeros(0),
        np.array(sizes, np.int64),
        np.array(evidence, np.float32).reshape(-1, len(EVIDENCE)),
        np.array(truth, bool),
    )


def alone(material: Material, job: Job) -> States:
    """Pages of a job's web read alone, as when one is explained or imported: no crawl, no link that led to them."""
    web, start = material.web(job)
    goals = web.goals(job.task, start)
    draw = random.Random(job.id)
    others = [page for page in range(len(web.urls)) if page not in goals]
    chosen = [
        *draw.sample(sorted(goals), min(len(goals), _ALONE)), *draw.sample(others, min(len(others), _ALONE))
    ]  # fmt: skip
    profile, nothing = material.profile(job), Learnt()
    evidence = [gather(web.readings[page], profile, nothing, None) for page in chosen]
    return States(
        np.zeros((0, len(COLUMNS)), np.float16),
        np.zeros(0),
        np.zeros(0, np.int64),
        np.array(evidence, np.float32).reshape(-1, len(EVIDENCE)),
        np.array([page in goals for page in chosen], bool),
    )


_ALONE = 16


def harvest(material: Material, job: Job, models: Models, order: str = "best-first", *, seed: int = 0) -> list[float]:
    """The share of perfect knowledge's harvest at half, one and two times the topic."""
    web, start = material.web(job)
    goals = web.goals(job.task, start)
    budgets = [min(MOST_BUDGET, max(2, round(part * len(goals)))) for part in BUDGETS]
    best = web.best(goals, start, budgets[-1])
    profile = material.profile(job)
    got = crawl(
        web, profile, start, budgets[-1], order=order, ranker=models.ranker, by=models.judge, seed=seed,
        noise=0.02 if seed else 0.0,
    )  # fmt: skip
    hits = np.cumsum([page in goals for page in got])
    return [float(hits[min(budget, len(hits)) - 1] / max(best[budget - 1], 1)) for budget in budgets]
