"""What stopping on evidence costs: recall and pages when a simulated crawl is called dry."""

from dataclasses import dataclass

import numpy as np

from lorehound.focus.learnt import Learnt
from lorehound.focus.stop import is_dry_of
from training.simulate import Waiting, crawl
from training.states import Models
from training.tasks import MOST_BUDGET, Job, Material


@dataclass(frozen=True)
class Stop:
    """A crawl with much more budget than its topic needs: pages and recall when first called dry (pages 0: never), and
    recall at the end."""

    pages: int
    recall: float
    budget: int
    in_the_end: float


def stopped(material: Material, job: Job, models: Models) -> Stop:
    """Where a crawl of six times the topic and 150 pages more is first called dry."""
    web, start = material.web(job)
    goals = web.goals(job.task, start)
    profile = material.profile(job)
    budget = min(MOST_BUDGET, 6 * len(goals) + 150)
    dry: list[int] = []

    def watch(waiting: Waiting, learnt: Learnt, pages: int) -> None:
        if not dry and pages % 10 == 0 and is_dry_of(waiting.records[waiting.pool()], profile, learnt):
            dry.append(pages)

    got = crawl(web, profile, start, budget, ranker=models.ranker, by=models.judge, watch=watch)
    hits = np.cumsum([page in goals for page in got])
    at = dry[0] if dry else 0
    return Stop(at, float(hits[(at or len(hits)) - 1]) / len(goals), len(got), float(hits[-1]) / len(goals))


def stopping_line(stops: list[Stop]) -> str:
    """The sum of many stops as a sentence."""
    dry = [stop for stop in stops if stop.pages]
    if not dry:
        return f"None of {len(stops)} crawls was called dry."
    lost = np.array([stop.in_the_end - stop.recall for stop in dry])
    recall = np.array([stop.recall / max(stop.in_the_end, 1e-9) for stop in dry if stop.in_the_end])
    spared = np.mean([1 - stop.pages / stop.budget for stop in dry])
    return (
        f"{len(dry)} of {len(stops)} crawls were called dry; they had {recall.mean():.3f} of what the whole budget "
        f"finds (worst tenth {np.sort(recall)[len(recall) // 10]:.2f}), lost {lost.mean():.3f} recall and spared "
        f"{spared:.0%} of the pages."
    )
