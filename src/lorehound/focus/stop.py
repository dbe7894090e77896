"""When a crawl has run dry: the best links that wait promise next to nothing, and nothing rich is left unfinished."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from lorehound.focus.features import COLUMNS, Links, Vectors, unpack, vectors
from lorehound.focus.learnt import WINDOW, Learnt
from lorehound.focus.profile import Profile
from lorehound.model.page import Candidate

LEAST_PAGES = 60
"""Before so many pages no crawl is called dry."""


def is_dry(waiting: Sequence[Candidate], profile: Profile, learnt: Learnt, floor: float = 0.05) -> bool:
    """Whether to stop, given the best few hundred candidates that wait.

    It is dry when fewer than ``floor`` of the last fifth of the pages were on topic and the twenty most promising links
    together promise less than that, so never while a site, folder or list that did well has links left.
    """
    return is_dry_of(unpack([candidate.features for candidate in waiting]), profile, learnt, floor)


def is_dry_of(links: Links, profile: Profile, learnt: Learnt, floor: float = 0.05) -> bool:
    """``is_dry`` for packed links."""
    if learnt.pages < LEAST_PAGES or recent_harvest(learnt) >= floor:
        return False
    if not len(links):
        return True
    return bool(np.sort(promise(vectors(links, profile, learnt)))[-20:].mean() < floor)


def recent_harvest(learnt: Learnt) -> float:
    """The share on topic of the last fifth of the pages (at least of 40)."""
    windows = {int(name[7:]): numbers for name, numbers in learnt.names.items() if name.startswith("window:")}
    pages = on = 0.0
    for number in sorted(windows, reverse=True):
        pages, on = pages + windows[number][0], on + windows[number][1]
        if pages >= max(2.0 * WINDOW, learnt.pages / 5.0):
            break
    return on / pages if pages else 1.0


def promise(rows: Vectors) -> npt.NDArray[np.float64]:
    """The share of good pages to expect behind links, from how their places fared and what their words say."""
    places = rows[:, [_AT[name] for name in ("base", "host", "folder", "family", "group")]].sum(axis=1)
    said = np.maximum(rows[:, _AT["words_anchor"]], rows[:, _AT["words_address"]])
    tried = rows[:, _AT["outcome_of_words"]] + rows[:, _AT["base"]]
    found: npt.NDArray[np.float64] = np.clip(np.maximum(places, said * tried), 0.0, 1.0).astype(np.float64)
    return found


_AT = {name: number for number, name in enumerate(COLUMNS)}
