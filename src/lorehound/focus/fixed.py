"""Link scores by weights set by hand: what is used where no trained ranker fits.

Words of anchor, address and surroundings after PageSift's weights; a host's and a folder's fortune, parents, clicks
since the last page on topic and useless pages after what helped in our own trials (``docs/focus.md``).
"""

import numpy as np
import numpy.typing as npt

from lorehound.focus.features import COLUMNS, Vectors

WEIGHTS = {
    "covered_anchor": 2.0, "covered_address": 1.5, "covered_context": 1.0, "words_heading": 0.3, "two": 0.5,
    "parent_value": 0.5, "characters": 0.5, "substring": 0.4, "host": 3.0, "folder": 3.0, "tag": 1.0, "group": 2.0,
    "outcome_of_words": 1.5, "hop": -0.3, "unwanted": -4.0, "useless_host": -1.5, "useless_folder": -3.0,
    "furniture": -0.6, "dated": -0.6, "depth": -0.05, "new_host": 0.3, "hub": 0.1, "menu": -0.1,
}  # fmt: skip
"""A link's score is the sum of these times its features."""

_VECTOR = np.array([WEIGHTS.get(name, 0.0) for name in COLUMNS])


class Fixed:
    """The ranker of fixed weights."""

    name = "fixed weights"

    def score(self, rows: Vectors) -> npt.NDArray[np.float64]:
        """The score of each row of ``features.vectors``."""
        scores: npt.NDArray[np.float64] = rows.astype(np.float64) @ _VECTOR
        return scores

    def explain(self, row: Vectors) -> dict[str, float]:
        """Each feature's part of the score of one row."""
        return {name: weight * float(row[COLUMNS.index(name)]) for name, weight in WEIGHTS.items()}
