"""What speaks for a page, as numbers: its words, the link that led to it, and how its neighbours fared."""

import math

import numpy as np
import numpy.typing as npt

from lorehound.focus.address import MOST_FOLDERS, read_address
from lorehound.focus.features import COLUMNS, FORMAT, LINK, Links, unpack, vectors
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading, page_weight
from lorehound.focus.value import first_value, full_hit, hits, title_share, value, within_reach
from lorehound.focus.weights import weights
from lorehound.model.page import Candidate

OF_PAGE = (
    "text", "value", "title", "headings", "address", "description", "title_share", "met", "strongest", "length",
)  # fmt: skip
"""From the page itself: value by first and by present weights, words by place, share of the title's words, of the
topic's words that were met, of the strongest ones, length."""

OF_LINK = (
    "words_anchor", "covered_anchor", "words_context", "words_heading", "title_anchor", "characters", "list_words",
    "host", "folder", "family", "template", "tag", "group", "neighbours", "host_pages", "folder_pages", "family_pages",
    "group_pages", "outcome_of_words", "parent_value", "parent_title", "hop", "depth", "pages", "on_topic", "base",
    "topic_words",
)  # fmt: skip
"""Columns of ``features.vectors`` for the link that led to the page."""

EVIDENCE = (*OF_PAGE, *OF_LINK)

_COLUMNS = np.array([COLUMNS.index(name) for name in OF_LINK])


def gather(page: Reading, profile: Profile, learnt: Learnt, origin: Candidate | None) -> npt.NDArray[np.float32]:
    """The evidence for a page at this point of the crawl, in the order of ``EVIDENCE``."""
    now = weights(profile, learnt)
    met = {token: page_weight(page, token) for token in profile.terms}
    reachable = within_reach(page, profile.start)
    heavy = sorted(reachable, key=lambda token: (-reachable[token], token))[:4]
    row = vectors(_link(page, origin), profile, learnt)[0, _COLUMNS]
    own = (
        first_value(page, profile),
        value(page, profile, learnt),
        hits(page.title, now),
        hits(page.headings[:40], now),
        hits(page.address, now),
        hits(page.description, now),
        title_share((*page.title, *page.headings[:12]), profile),
        sum(profile.start[token] for token, weight in met.items() if weight > 0) / full_hit(page, profile.start),
        sum(met[token] for token in heavy) / max(len(heavy), 1),
        math.log1p(page.length),
    )
    return np.concatenate((np.array(own, np.float32), row))


def _link(page: Reading, origin: Candidate | None) -> Links:
    if origin is not None and len(origin.features) == LINK.itemsize:
        return unpack([origin.features])
    blank = np.zeros(1, LINK)
    address = read_address(page.clean.url)
    folders = address.folder_ids
    blank["format"] = FORMAT
    blank["places"][0, :7] = (
        address.host_id, *folders, *(0,) * (MOST_FOLDERS - len(folders)), address.family_id, address.template_id,
    )  # fmt: skip
    return blank
