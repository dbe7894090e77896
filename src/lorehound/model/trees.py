"""A sum of decision trees kept as plain arrays and scored with numpy alone."""

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

FORMAT = 1
"""Of the stored form; another is refused."""


@dataclass(frozen=True)
class Trees:
    """Boosted trees: node arrays over all trees, where each tree begins, and what the columns of a row mean.

    At node ``i`` a row goes to ``left[i]`` if its column ``feature[i]`` is at most ``threshold[i]``, else to
    ``right[i]``; a leaf leads to itself. ``value[i]`` is a leaf's share of the score and, at an inner node, the mean of
    what lies below it, from which ``explain`` reckons. ``notes`` is free text about the making (data, date, figures).
    """

    feature: npt.NDArray[np.int32]
    threshold: Floats
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    value: Floats
    roots: npt.NDArray[np.int32]
    names: tuple[str, ...]
    notes: str = ""
    _depth: int = field(init=False, repr=False, compare=False, default=0)
    _columns: npt.NDArray[np.intp] = field(init=False, repr=False, compare=False)
    _children: npt.NDArray[np.intp] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        at, depth = self.roots, 0
        while len(inner := at[self.left[at] != at]):
            at, depth = np.concatenate((self.left[inner], self.right[inner])), depth + 1
            if depth > len(self.feature):
                raise ValueError("the trees run in a circle")
        object.__setattr__(self, "_depth", depth)
        object.__setattr__(self, "_columns", self.feature.astype(np.intp))
        object.__setattr__(self, "_children", np.stack((self.left, self.right), axis=1).ravel().astype(np.intp))

    def score(self, rows: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """The score of each row of ``rows`` (rows x columns, taken as float32): a sum without link function."""
        table = np.ascontiguousarray(rows, np.float32)
        scores = np.empty(len(table))
        for start in range(0, len(table), _ROWS_AT_ONCE):
            part = table[start : start + _ROWS_AT_ONCE]
            leaves = self._leaves(part)
            scores[start : start + len(part)] = self.value[leaves].sum(axis=0, dtype=np.float64)
        return scores

    def explain(self, row: npt.ArrayLike) -> tuple[float, dict[str, float]]:
        """What moved one row's score: the mean score, and each column's part; together they are the score.

        A step from a node to its child moves the expected value; the move is the node's column's
        (Saabas, "Interpreting random forests", 2014).
        """
        values = np.ascontiguousarray(row, np.float32)
        at = self.roots
        base = float(self.value[at].sum(dtype=np.float64))
        parts = np.zeros(len(self.names))
        for _ in range(self._depth):
            below = np.where(values[self.feature[at]] <= self.threshold[at], self.left[at], self.right[at])
            np.add.at(parts, self.feature[at], self.value[below].astype(np.float64) - self.value[at])
            at = below
        moved = np.flatnonzero(parts)
        return base, {self.names[column]: float(parts[column]) for column in moved.tolist()}

    def dump(self) -> bytes:
        """The stored form: a compressed ``.npz`` of the arrays."""
        out = io.BytesIO()
        names = np.array("\n".join(self.names))
        arrays: Mapping[str, Any] = {name: getattr(self, name) for name in _ARRAYS}
        np.savez_compressed(out, format=np.array(FORMAT), names=names, notes=np.array(self.notes), **arrays)
        return out.getvalue()

    @classmethod
    def load(cls, stored: bytes) -> "Trees":
        """Reads what ``dump`` wrote (ValueError for anything else)."""
        with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
            if int(arrays["format"]) != FORMAT:
                raise ValueError(f"trees of format {int(arrays['format'])}, this version reads {FORMAT}")
            names = str(arrays["names"])
            return cls(
                **{name: arrays[name] for name in _ARRAYS},
                names=tuple(names.split("\n")) if names else (),
                notes=str(arrays["notes"]),
            )

    def _leaves(self, table: Floats) -> npt.NDArray[np.intp]:
        """The leaf that each row reaches in each tree: trees x rows."""
        flat = table.ravel()
        offsets = np.arange(len(table), dtype=np.intp) * table.shape[1]
        roots = self.roots.astype(np.intp)
        above = table.T[self._columns[roots]] > self.threshold[roots][:, None]
        at = self._children.take(2 * roots[:, None] + above)
        for _ in range(1, self._depth):
            where = self._columns.take(at)
            where += offsets
            above = flat.take(where) > self.threshold.take(at)
            at += at
            at += above
            at = self._children.take(at)
        return at


_ARRAYS = ("feature", "threshold", "left", "right", "value", "roots")
_ROWS_AT_ONCE = 256
