"""Which blocks of a page are its main text, by a model trained beforehand."""

from functools import lru_cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from lorehound.model.trees import Trees
from lorehound.text.blocks import Blocks
from lorehound.text.features import COLUMNS, HEADINGS, VERSION, features
from lorehound.text.scan import ID, Flags

MODEL = f"main_text_{VERSION}.npz"
"""File in the package's folder ``text/model``."""


@lru_cache(maxsize=1)
def load_model() -> Trees | None:
    """The model that the package carries; None when it is not there or made for other columns."""
    file = files("lorehound.text") / "model" / MODEL
    if not file.is_file():
        return None
    model = Trees.load(file.read_bytes())
    return model if model.names == COLUMNS else None


def choose(blocks: Blocks, model: Trees, frame: Flags | None = None) -> Flags:
    """A flag for each block: whether it belongs to the main text.

    ``frame`` flags blocks that are known to stand on many pages of the site.
    """
    chances = 1 / (1 + np.exp(-model.score(features(blocks))))
    if frame is not None:
        chances = np.where(frame, chances * _FRAME, chances)
    return made_whole(blocks, likely(chances, word_counts(blocks)))


def likely(chances: npt.NDArray[np.float64], words: npt.NDArray[np.float64]) -> Flags:
    """The blocks whose choice gives the best F1 to be expected, given each block's chance and its number of words.

    With blocks in the order of their chances the expected F1 of the first k is 2 sum(p n) over the k, divided by
    sum(n) over the k plus sum(p n) over all; at the best k a block is worth taking if p is at least F1 / 2.
    """
    if not len(chances):
        return np.zeros(0, np.bool_)
    order = np.argsort(-chances, kind="stable")
    expected = (chances * words)[order]
    scores = 2 * np.cumsum(expected) / (np.cumsum(words[order]) + expected.sum())
    chosen: Flags = chances >= scores.max() / 2
    return chosen


def made_whole(blocks: Blocks, chosen: Flags) -> Flags:
    """The choice with what would be torn without it, such as code between chosen blocks.

    Between the first and the last chosen block code and formulas are taken, and headings of chosen blocks; of a table
    of which more than half is chosen the rest.
    """
    taken = np.flatnonzero(chosen)
    if not len(taken):
        return chosen
    scan, owner = blocks.scan, blocks.owner
    whole = chosen.copy()
    between = slice(int(taken[0]), int(taken[-1]) + 1)
    names = scan.names[owner[between]]
    exact = (names == ID["pre"]) | blocks.formulas[between]
    whole[between] |= exact & ~scan.menu[owner[between]]
    heads = np.flatnonzero(HEADINGS[names[:-1]] & whole[between][1:]) + between.start
    whole[heads] |= ~scan.menu[owner[heads]]
    rows = np.flatnonzero(scan.names[owner] == ID["tr"])
    if len(rows):
        _, which, size = np.unique(scan.parents[owner[rows]], return_inverse=True, return_counts=True)
        most = np.bincount(which, chosen[rows]) > 0.5 * size
        whole[rows] |= most[which]
    return whole


def word_counts(blocks: Blocks) -> npt.NDArray[np.float64]:
    """The number of words of each block, at least 1."""
    if not blocks.count:
        return np.zeros(0)
    return np.maximum(np.add.reduceat(blocks.words, blocks.first), 1).astype(np.float64)


_FRAME = 0.2
