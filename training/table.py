"""Harvests against perfect knowledge as a table, with errors clustered by site, and whether a ranker may ship."""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from training.tasks import Job

Results = Mapping[Job, list[float]]

SPLITS: dict[str, Callable[[Job], bool]] = {
    "all": bool,
    "in one site": lambda job: not job.portal,
    "from a link page": lambda job: job.portal,
    "Chinese": lambda job: job.task.language == "zh",
    "tree": lambda job: job.task.kind == "tree",
    "folder": lambda job: job.task.kind == "folder",
    "family": lambda job: job.task.kind == "family",
    "whole site": lambda job: job.task.kind == "site",
}

NEAR_ZERO = 0.05


@dataclass(frozen=True)
class Difference:
    """The mean difference of two orders over the same jobs, its standard error by site, and better and worse jobs."""

    mean: float
    error: float
    better: int
    worse: int


def difference(ours: Results, theirs: Results) -> Difference:
    """Ours minus theirs, mean over budgets."""
    by_site: dict[str, list[float]] = defaultdict(list)
    for job in ours:
        by_site[job.task.host].append(float(np.mean(ours[job]) - np.mean(theirs[job])))
    every = [value for values in by_site.values() for value in values]
    mean = sum(every) / len(every)
    spread = sum(sum(value - mean for value in values) ** 2 for values in by_site.values())
    sites = len(by_site)
    error = math.sqrt(spread * sites / max(1, sites - 1)) / len(every)
    return Difference(mean, error, sum(value > 0.02 for value in every), sum(value < -0.02 for value in every))


def near_zero(results: Results) -> int:
    """Jobs that all but fail at one time the topic."""
    return sum(values[1] < NEAR_ZERO for values in results.values())


def line(name: str, results: Results, fixed: Results) -> str:
    """One row of the table, in Markdown."""
    values = np.array(list(results.values()))
    tenth = [np.sort(values[:, at])[: max(1, len(values) // 10)].max() for at in range(3)]
    told = difference(results, fixed)
    means = " / ".join(f"{mean:.3f}" for mean in values.mean(axis=0))
    return (
        f"| {name} | {means} | **{values.mean():.3f}** | {' / '.join(f'{one:.2f}' for one in tenth)} | "
        f"{told.mean:+.3f} ({told.error:.3f}) | {told.better} / {told.worse} | {near_zero(results)} |"
    )


HEAD = (
    "| order | 0.5x / 1x / 2x | mean | worst tenth | minus fixed weights (se by site) | better / worse | "
    "near 0 at 1x |\n"
    "|---|---|---|---|---|---|---|"
)


def splits(named: Mapping[str, Results]) -> str:
    """Means by split, a column an order, in Markdown."""
    rows = ["| split (crawls) | " + " | ".join(named) + " |", "|---" * (len(named) + 1) + "|"]
    for split, holds in SPLITS.items():
        cells = []
        count = 0
        for results in named.values():
            chosen = [np.mean(values) for job, values in results.items() if holds(job)]
            count = len(chosen)
            cells.append(f"{np.mean(chosen):.3f}" if chosen else "")
        rows.append(f"| {split} ({count}) | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def refusals(full: tuple[Results, Results], title: tuple[Results, Results]) -> list[str]:
    """Why a ranker may not ship; each pair is (ranker, fixed weights) with all keywords and with the title alone.

    It must lead by more than two standard errors, be worse in no split, and fail completely no more often.
    """
    found = []
    told = difference(*full)
    if told.mean <= 2 * told.error:
        found.append(f"the lead {told.mean:+.3f} is not above two standard errors ({told.error:.3f})")
    for split in ("from a link page", "Chinese"):
        ours, theirs = (
            np.mean([np.mean(values) for job, values in results.items() if SPLITS[split](job)]) for results in full
        )
        if ours < theirs:
            found.append(f"worse than the fixed weights on {split}: {ours:.3f} against {theirs:.3f}")
    told = difference(*title)
    if told.mean < 0:
        found.append(f"worse than the fixed weights with the title alone: {told.mean:+.3f}")
    for name, (ours, theirs) in (("all keywords", full), ("the title alone", title)):
        if near_zero(ours) > near_zero(theirs):
            found.append(f"complete failures rise with {name}: {near_zero(ours)} against {near_zero(theirs)}")
    return found
