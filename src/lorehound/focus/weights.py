"""A topic's words as they weigh now: what the user gave, corrected by what the crawl has met, and words learnt."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lorehound.focus.hashing import token_id
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile, reach, scale, weight_of

MOST_LEARNT = 60
_BUCKETS = 1 << 16

WORD, LEARNT, COVERED, TITLE = range(4)
"""Columns of ``Weights.matrix``."""


@dataclass(frozen=True, eq=False)
class Weights:
    """Weights of the topic's own words and of the learnt ones; ``matrix`` row 0 is all zero, for every other word."""

    words: Mapping[str, float]
    learnt: Mapping[str, float]
    scale: float
    reach: float
    learnt_scale: float
    learnt_part: float
    """What share of a page's value the learnt words may make, at most 0.3."""
    matrix: npt.NDArray[np.float32]
    _rows: npt.NDArray[np.int16]
    _ids: npt.NDArray[np.uint32]

    def rows(self, tokens: npt.NDArray[np.uint32]) -> npt.NDArray[np.int16]:
        """The row of ``matrix`` of each token id."""
        rows = self._rows[tokens & np.uint32(_BUCKETS - 1)]
        return np.where(self._ids[rows] == tokens, rows, np.int16(0))


def weights(profile: Profile, learnt: Learnt) -> Weights:
    """The weights at this point of the crawl; worked out once for each ``learnt.epoch``."""
    key = ("weights", id(profile), learnt.epoch)
    known = learnt.cache.get("weights")
    if not (isinstance(known, tuple) and known[0] == key):
        known = (key, _work_out(profile, learnt), profile)
        learnt.cache["weights"] = known
    found = known[1]
    assert isinstance(found, Weights)
    return found


def _work_out(profile: Profile, learnt: Learnt) -> Weights:
    pages, _, on_topic, useless, _ = learnt.names.get("pages", (0.0,) * 5)
    others = max(0.0, pages - useless - on_topic)
    good, bad = float(len(profile.examples)), float(len(profile.counter_examples))
    own: dict[str, float] = {}
    covered: dict[str, float] = {}
    for token, term in profile.terms.items():
        inside, outside, having = learnt.names.get(f"word:{token}", _NOTHING)
        taught = profile.labels.get(token, (0.0, 0.0))
        own[token] = weight_of(
            term, inside + _BY_HAND * taught[0], outside + _BY_HAND * taught[1],
            on_topic + _BY_HAND * good, others + _BY_HAND * bad,
        )  # fmt: skip
        covered[token] = 1.0 - 0.9 * having / (pages + 2.0)
    found = _learnt_words(profile, learnt, on_topic, others)
    tokens = [*own, *(token for token in found if token not in own)]
    matrix = np.zeros((len(tokens) + 1, 4), np.float32)
    ids = np.zeros(len(tokens) + 1, np.uint32)
    rows = np.zeros(_BUCKETS, np.int16)
    for row, token in enumerate(tokens, 1):
        ids[row] = number = token_id(token)
        rows[number % _BUCKETS] = row
        matrix[row] = (
            own.get(token, 0.0), found.get(token, 0.0), covered.get(token, 0.0), float(token in profile.title)
        )  # fmt: skip
    typical = sum(weight * _share_inside(learnt, token, on_topic) for token, weight in found.items())
    return Weights(
        words=own,
        learnt=found,
        scale=scale(own),
        reach=reach(own),
        learnt_scale=max(2.0, 1.5 * typical),
        learnt_part=0.3 * on_topic / (on_topic + 15.0),
        matrix=matrix,
        _rows=rows,
        _ids=ids,
    )


def _learnt_words(profile: Profile, learnt: Learnt, on_topic: float, others: float) -> dict[str, float]:
    """Words that pages on topic share and others lack: by log-odds, at most 60, none heavier than 4."""
    found: dict[str, tuple[float, float]] = {}
    if on_topic < 1.0:
        return {}
    for name, (inside, outside, _) in _words(learnt):
        token = name[5:]
        if token in profile.terms or inside <= 0.12 * on_topic:
            continue
        common = profile.common(token)
        on = min((inside + 6.0 * common) / (on_topic + 6.0), 0.999)
        off = min((outside + 10.0 * common) / (others + 10.0), 0.999)
        odds = math.log(on * (1.0 - off) / (off * (1.0 - on))) if off > 0 else 0.0
        if odds > 0.7:
            found[token] = (min(odds, 4.0), on)
    best = sorted(found, key=lambda token: (-found[token][0] * found[token][1], token))[:MOST_LEARNT]
    return {token: found[token][0] for token in best}


def _words(learnt: Learnt) -> list[tuple[str, tuple[float, float, float]]]:
    return [
        (name, (numbers[0], numbers[1], numbers[2]))
        for name, numbers in learnt.names.items()
        if name.startswith("word:")
    ]


def _share_inside(learnt: Learnt, token: str, on_topic: float) -> float:
    return learnt.names[f"word:{token}"][0] / max(on_topic, 1.0)


_NOTHING = (0.0, 0.0, 0.0)
_BY_HAND = 3.0
"""How many pages of the crawl one page labelled by a person outweighs."""
