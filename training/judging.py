"""How well the judge tells pages on topic from others, on sites that it was not trained on."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from lorehound.focus.evidence import EVIDENCE
from training.fit import fit_judge
from training.states import States
from training.table import SPLITS
from training.tasks import FOLDS, Job, Material

LEAST = 10
"""Pages of a crawl below which an AUC says nothing."""


def left_out_scores(material: Material, states: Mapping[Job, States]) -> dict[Job, npt.NDArray[np.float64]]:
    """Probabilities of the pages of each crawl by a judge trained on the other folds."""
    found = {}
    for fold in range(FOLDS):
        trees = fit_judge([part for job, part in states.items() if material.folds[job.task.host] != fold])
        for job, part in states.items():
            if material.folds[job.task.host] == fold and len(part.truth):
                found[job] = 1.0 / (
                    1.0 + np.exp(-trees.score(part.evidence[:, [EVIDENCE.index(name) for name in trees.names]]))
                )
    return found


def judging_table(states: Mapping[Job, States], scores: Mapping[Job, npt.NDArray[np.float64]]) -> str:
    """AUC by crawl and calibration by split, in Markdown; every crawl counts the same."""
    rows = [
        "| split (crawls) | AUC | worst tenth | first words alone | calibration error |",
        "|---|---|---|---|---|",
    ]
    first = EVIDENCE.index("text")
    chosen = {"title only": lambda job: job.words == "title", "full keywords": lambda job: job.words == "full"}
    for split, holds in {**SPLITS, **chosen}.items():
        jobs = [
            job
            for job in scores
            if holds(job) and len(states[job].truth) >= LEAST and 0 < states[job].truth.sum() < len(states[job].truth)
        ]
        if not jobs:
            continue
        ours = [auc(states[job].truth, scores[job]) for job in jobs]
        words = [auc(states[job].truth, states[job].evidence[:, first]) for job in jobs]
        error = calibration_error([states[job].truth for job in jobs], [scores[job] for job in jobs])
        rows.append(
            f"| {split} ({len(jobs)}) | **{np.mean(ours):.3f}** | {np.sort(ours)[len(ours) // 10]:.3f} | "
            f"{np.mean(words):.3f} | {error:.3f} |"
        )
    return "\n".join(rows)


def auc(truth: npt.NDArray[np.bool_], scores: npt.NDArray[np.floating]) -> float:
    """The chance that a page on topic is scored above one that is not; ties count half."""
    _, group, count = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2.0)[group]
    on = int(truth.sum())
    return float((ranks[truth].sum() - on * (on + 1) / 2) / (on * (len(truth) - on)))


def calibration_error(truths: list[npt.NDArray[np.bool_]], scores: list[npt.NDArray[np.float64]]) -> float:
    """The mean gap between score and share on topic over ten bins, each crawl weighing the same."""
    weight = np.concatenate([np.full(len(truth), 1.0 / len(truth)) for truth in truths])
    truth, score = np.concatenate(truths), np.concatenate(scores)
    bins = np.minimum((score * 10).astype(int), 9)
    gaps = np.bincount(bins, weight * (truth - score), minlength=10)
    return float(np.abs(gaps).sum() / weight.sum())
