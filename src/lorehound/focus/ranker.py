"""What turns a link's vector into a score: trained trees, or fixed weights where those are missing."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from lorehound.focus.features import COLUMNS, Vectors
from lorehound.focus.fixed import Fixed
from lorehound.focus.shipped import shipped
from lorehound.model.trees import Trees

HEDGE = 0.3
"""What the fixed weights count beside the trees."""


class Ranker(Protocol):
    """Scores vectors of links; ``name`` says what it is."""

    @property
    def name(self) -> str: ...  # noqa: D102

    def score(self, rows: Vectors) -> npt.NDArray[np.float64]:
        """The score of each row of ``features.vectors``, greater is sooner."""

    def explain(self, row: Vectors) -> dict[str, float]:
        """What each feature moved the score of one row by."""


@dataclass(frozen=True)
class Trained:
    """Trees made by ``training`` from topics of many sites, with a small share of the fixed weights: these fail less
    often altogether where a site is unlike all that were learnt from."""

    trees: Trees
    columns: npt.NDArray[np.intp]

    @property
    def name(self) -> str:
        """What it is, for reports."""
        return f"trained ranker ({len(self.trees.roots)} trees)"

    def score(self, rows: Vectors) -> npt.NDArray[np.float64]:
        """The score of each row of ``features.vectors``."""
        return self.trees.score(rows[:, self.columns]) + HEDGE * _FIXED.score(rows)

    def explain(self, row: Vectors) -> dict[str, float]:
        """What each feature moved the score of one row by."""
        parts = self.trees.explain(row[self.columns])[1]
        for name, part in _FIXED.explain(row).items():
            parts[name] = parts.get(name, 0.0) + HEDGE * part
        return parts


def default_ranker() -> Ranker:
    """The shipped ranker, or the fixed weights where it is missing or made for other features (``missing`` says)."""
    return _default()[0]


def missing() -> str:
    """Why the fixed weights are used, for log and report; empty when the shipped ranker is."""
    return _default()[1]


def read_ranker(stored: bytes) -> Ranker:
    """The ranker in a stored file (ValueError when it is none, or made for features that are not known here)."""
    trees = Trees.load(stored)
    unknown = [name for name in trees.names if name not in COLUMNS]
    if unknown:
        raise ValueError(f"the ranker was made for other features: {', '.join(unknown)}")
    return Trained(trees, np.array([COLUMNS.index(name) for name in trees.names], np.intp))


@lru_cache(maxsize=1)
def _default() -> tuple[Ranker, str]:
    return load_or_fixed(shipped("ranker.npz"))


def load_or_fixed(path: Path) -> tuple[Ranker, str]:
    """The ranker stored at ``path`` and an empty text, or the fixed weights and why."""
    if not path.is_file():
        return Fixed(), "no trained ranker in this installation; links are ordered by fixed weights"
    try:
        return read_ranker(path.read_bytes()), ""
    except (ValueError, KeyError, OSError) as fault:
        return Fixed(), f"the trained ranker cannot be used ({fault}); links are ordered by fixed weights"


_FIXED = Fixed()
