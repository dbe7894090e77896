"""What is known of a link, as numbers: packed when it is found, completed with what the crawl has learnt since.

One module for the crawl and for the training of the ranker, so that both see the same vectors.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from lorehound.focus.hashing import SLOTS
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.value import cut
from lorehound.focus.weights import COVERED, LEARNT, TITLE, WORD, weights

FORMAT = 1
"""Of ``LINK`` and ``COLUMNS``; a ranker made for another is not used."""

NUMBERS = (
    "substring", "list_words", "characters", "parent_value", "parent_score", "parent_title", "hop", "inherited",
    "links", "list_links", "position", "depth", "menu", "other_host", "hub", "furniture", "dated", "same_folder",
    "below", "series", "unwanted", "anchor_words", "parent_words",
)  # fmt: skip
"""What is known once and for all when a link is found."""

PLACES = ("host", "folder1", "folder2", "folder3", "folder4", "family", "template", "tag", "group")

LINK = np.dtype(
    [
        ("format", "u1"),
        ("anchor", "<u4", 8),
        ("address", "<u4", 8),
        ("context", "<u4", 10),
        ("heading", "<u4", 6),
        ("places", "<u4", len(PLACES)),
        ("place_in_list", "<u2"),
        ("numbers", "<f2", len(NUMBERS)),
    ]
)
"""A link as it is packed into ``Candidate.features``: words and places as ids (0: none), then ``NUMBERS``."""

COLUMNS = (
    "covered_address", "covered_anchor", "covered_context", "words_address", "words_anchor", "words_context",
    "words_heading", "learnt_address", "learnt_anchor", "learnt_context", "title_anchor", "title_address",
    "title_heading", "precise_anchor", "precise_address", "two", "all_words", "outcome_of_words", "host", "folder",
    "family", "template", "tag", "group", "host_pages", "folder_pages", "family_pages", "template_pages", "tag_pages",
    "group_pages", "neighbours", "useless_host", "useless_folder", "new_host", "pages", "on_topic", "base",
    "topic_words", *NUMBERS,
)  # fmt: skip
"""What a vector holds, in this order."""

Vectors = npt.NDArray[np.float32]
Links = npt.NDArray[np.void]


def unpack(packed: Sequence[bytes]) -> Links:
    """Packed links as records; one of another format, or empty, reads as a link of which nothing is known."""
    size = LINK.itemsize
    blank = bytes([FORMAT]) + bytes(size - 1)
    known = [one if len(one) == size and one[0] == FORMAT else blank for one in packed]
    return np.frombuffer(b"".join(known), LINK)


def neighbour_ids(links: Links, step: int) -> npt.NDArray[np.uint32]:
    """The id under which the outcome of the link ``step`` places further down the same list is kept."""
    place = links["place_in_list"].astype(np.int64) + step
    return ((links["places"][:, 8].astype(np.int64) * 31 + place * 2654435761) & 0xFFFFFFFF).astype(np.uint32)


def vectors(links: Links, profile: Profile, learnt: Learnt) -> Vectors:
    """The vectors of links (rows x ``COLUMNS``) at this point of the crawl."""
    count = len(links)
    rows = np.zeros((count, len(COLUMNS)), np.float32)
    _text(links, rows, profile, learnt)
    _places(links, rows, learnt)
    state = _State.of(profile, learnt)
    rows[:, _AT["pages"]] = math.log1p(state.pages)
    rows[:, _AT["on_topic"]] = state.on_topic
    rows[:, _AT["base"]] = state.base
    rows[:, _AT["topic_words"]] = state.words
    rows[:, -len(NUMBERS) :] = links["numbers"]
    rows[:, _AT["parent_value"]] *= 0.65 / cut(learnt)
    return rows


@dataclass(frozen=True, slots=True)
class _State:
    pages: float
    on_topic: float
    base: float
    words: float

    @classmethod
    def of(cls, profile: Profile, learnt: Learnt) -> "_State":
        pages, _, on_topic, _, _ = learnt.names.get("pages", (0.0,) * 5)
        return cls(pages, on_topic / max(pages, 1.0), base(learnt), math.log1p(len(profile.terms)))


def base(learnt: Learnt) -> float:
    """The share of good pages to expect where nothing is known."""
    pages, value, _, _, _ = learnt.names.get("pages", (0.0,) * 5)
    return (min(value / learnt.high_value(), pages) + 0.4) / (pages + 2.0)


def shares(ids: npt.NDArray[np.uint32], learnt: Learnt) -> tuple[Vectors, Vectors, Vectors]:
    """For place ids: sum of values in units of a good page (at most one a page), pages, useless pages; 0 for id 0."""
    found = learnt.table[ids & np.uint32(SLOTS - 1)]
    found[ids == 0] = 0.0
    pages = found[..., 1]
    return np.minimum(found[..., 0] / np.float32(learnt.high_value()), pages), pages, found[..., 2]


def _text(links: Links, rows: Vectors, profile: Profile, learnt: Learnt) -> None:
    now = weights(profile, learnt)
    tokens = np.concatenate([links["anchor"], links["address"], links["context"], links["heading"]], axis=1)
    found = now.matrix[now.rows(tokens)]
    parts = np.add.reduceat(found, _BOUNDS, axis=1)
    anchor, address, context, heading = (parts[:, number] for number in range(4))
    divisor = np.float32(2.0 * now.reach)
    for name, part in (("address", address), ("anchor", anchor), ("context", context)):
        rows[:, _AT[f"covered_{name}"]] = np.minimum(1.0, part[:, COVERED] / 2.0)
        rows[:, _AT[f"words_{name}"]] = np.tanh(part[:, WORD] / divisor)
        rows[:, _AT[f"learnt_{name}"]] = np.tanh(0.5 * part[:, LEARNT] / divisor)
    rows[:, _AT["words_heading"]] = np.tanh(heading[:, WORD] / divisor)
    titles = np.float32(max(1, len(profile.title)))
    rows[:, _AT["title_anchor"]] = anchor[:, TITLE] / titles
    rows[:, _AT["title_address"]] = address[:, TITLE] / titles
    rows[:, _AT["title_heading"]] = heading[:, TITLE] / titles
    hit = found[:, :, WORD] > 0
    for name, first, last in (("anchor", 0, 8), ("address", 8, 16)):
        number = (tokens[:, first:last] > 0).sum(axis=1)
        rows[:, _AT[f"precise_{name}"]] = hit[:, first:last].sum(axis=1) / np.maximum(number, 1)
    rows[:, _AT["two"]] = (anchor[:, WORD] > 0) & (address[:, WORD] > 0)
    rows[:, _AT["all_words"]] = np.minimum(2.0, (anchor[:, WORD] + address[:, WORD]) / np.float32(now.scale))
    own = tokens[:, :_OWN]
    sums, pages, _ = shares(own, learnt)
    prior = np.float32(base(learnt))
    gain = np.where(own > 0, (sums + 2 * prior) / (pages + 2) - prior, 0.0)
    rows[:, _AT["outcome_of_words"]] = gain.sum(axis=1) / ((own > 0).sum(axis=1) + 1)


def _places(links: Links, rows: Vectors, learnt: Learnt) -> None:
    ids = links["places"]
    sums, pages, useless = shares(ids, learnt)
    prior = np.float32(base(learnt))
    host = (sums[:, 0] + prior) / (pages[:, 0] + 1)
    folder, folder_pages, folder_useless = host, np.zeros(len(links), np.float32), np.zeros(len(links), np.float32)
    for level in range(1, 5):
        there = ids[:, level] > 0
        folder = np.where(there, (sums[:, level] + 3 * folder) / (pages[:, level] + 3), folder)
        tried = there & (pages[:, level] > 0)
        folder_pages = np.where(tried, pages[:, level], folder_pages)
        folder_useless = np.where(tried, useless[:, level], folder_useless)
    family = (sums[:, 5] + 3 * folder) / (pages[:, 5] + 3)
    template = (sums[:, 6] + 3 * folder) / (pages[:, 6] + 3)
    tag = (sums[:, 7] + 3 * host) / (pages[:, 7] + 3)
    group = (sums[:, 8] + 2 * family) / (pages[:, 8] + 2)
    for name, share, above in (
        ("host", host, prior), ("folder", folder, host), ("family", family, folder), ("template", template, folder),
        ("tag", tag, host), ("group", group, family),
    ):  # fmt: skip
        rows[:, _AT[name]] = share - above
    for name, number in (("host", 0), ("family", 5), ("template", 6), ("tag", 7), ("group", 8)):
        rows[:, _AT[f"{name}_pages"]] = np.log1p(pages[:, number])
    rows[:, _AT["folder_pages"]] = np.log1p(folder_pages)
    rows[:, _AT["new_host"]] = (pages[:, 0] == 0) & (ids[:, 0] > 0)
    rows[:, _AT["useless_host"]] = useless[:, 0] / np.maximum(pages[:, 0], 3)
    rows[:, _AT["useless_folder"]] = folder_useless / np.maximum(folder_pages, 3)
    near = np.stack([neighbour_ids(links, step) for step in (-2, -1, 1, 2)], axis=1)
    near[ids[:, 8] == 0] = 0
    near_sums, near_pages, _ = shares(near, learnt)
    fetched = (near_pages > 0) * _NEAR
    outcome = (np.minimum(near_sums / np.maximum(near_pages, 1), 1) * fetched).sum(axis=1)
    rows[:, _AT["neighbours"]] = (outcome - prior * fetched.sum(axis=1)) / (fetched.sum(axis=1) + 1)


_AT = {name: number for number, name in enumerate(COLUMNS)}
_BOUNDS = np.cumsum([0, 8, 8, 10])
_OWN = 16
_NEAR = np.array([0.5, 1.0, 1.0, 0.5], np.float32)
