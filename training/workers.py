"""Simulations spread over processes, each with one thread, hosts kept together so that their pages are read once."""

from collections.abc import Callable
from itertools import groupby
from multiprocessing import get_context
from typing import Any

from training.tasks import Job, Material

_MATERIAL: Material | None = None
_WORK: Callable[[Material, Job], Any] | None = None


def over(material: Material, jobs: list[Job], work: Callable[[Material, Job], Any], processes: int) -> dict[Job, Any]:
    """``work(material, job)`` of every job."""
    global _MATERIAL, _WORK
    _MATERIAL, _WORK = material, work
    ordered = sorted(jobs, key=lambda job: (job.task.host, job.portal, job.id))
    parts = [list(part) for _, part in groupby(ordered, key=lambda job: (job.task.host, job.portal))]
    parts.sort(key=lambda part: -sum(len(job.task.on_topic) for job in part))
    found: dict[Job, Any] = {}
    with get_context("fork").Pool(processes) as pool:
        for answers in pool.imap_unordered(_go, parts):
            found.update(answers)
    return found


def _go(jobs: list[Job]) -> dict[Job, Any]:
    assert _MATERIAL is not None
    assert _WORK is not None
    return {job: _WORK(_MATERIAL, job) for job in jobs}
