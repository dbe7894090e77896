"""Step 7, links: which of a page's links to fetch first, and which of all that wait."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from lorehound.focus.address import MOST_FOLDERS, Address, read_address
from lorehound.focus.features import COLUMNS, FORMAT, LINK, NUMBERS, Links, Vectors, unpack, vectors
from lorehound.focus.hashing import place_id, token_id
from lorehound.focus.learnt import Learnt
from lorehound.focus.link_words import FURNITURE, HUBS, characters, speaks_unwanted
from lorehound.focus.profile import Profile
from lorehound.focus.ranker import Ranker, default_ranker
from lorehound.focus.reading import Reading
from lorehound.focus.value import hits, is_about, title_share, value
from lorehound.focus.weights import Weights, weights
from lorehound.model.page import Candidate
from lorehound.model.reason import Reason
from lorehound.model.text import Link
from lorehound.model.verdict import LinkScore, Verdict
from lorehound.text.words import words

START_SCORE = 1000.0
"""What seeds and pages to look at again are scored: before anything that was found."""

FURTHEST = 6.0
"""Clicks away from the last page on topic are counted up to here."""


def score_links(
    page: Reading,
    verdict: Verdict,
    profile: Profile,
    learnt: Learnt,
    *,
    links: Sequence[Link] | None = None,
    origin: Candidate | None = None,
    ranker: Ranker | None = None,
) -> list[LinkScore]:
    """Scores links of a judged page, in their order; each carries what ``Candidate.features`` is to hold.

    ``links`` are those of the page's links that are asked about (None: all). ``origin`` is the candidate that the page
    was fetched for. Call it before ``learnt`` takes in what ``observe`` gives for the page. ``ranker`` is the shipped
    one unless another is given.
    """
    chosen = page.clean.links if links is None else links
    records = pack_links(page, verdict, profile, learnt, links=chosen, origin=origin)
    scores = (ranker or default_ranker()).score(vectors(records, profile, learnt))
    return as_scores(chosen, scores.tolist(), records)


def as_scores(links: Sequence[Link], scores: Sequence[float], records: Links) -> list[LinkScore]:
    """Links with their scores and what ``Candidate.features`` is to hold."""
    size, packed = LINK.itemsize, records.tobytes()
    return [
        LinkScore(link.url, score, features=packed[number * size : (number + 1) * size])
        for number, (link, score) in enumerate(zip(links, scores, strict=True))
    ]


def rank(
    candidates: Sequence[Candidate],
    profile: Profile,
    learnt: Learnt,
    *,
    breadth: bool = False,
    ranker: Ranker | None = None,
) -> list[float]:
    """Scores candidates that wait again with what has been learnt since; the ``rank`` of ``frontier.lease``.

    While fewer hosts were looked at than the square root of the pages so far, the best link to a host of which at most
    one page was fetched comes first: without such early looks the end of a page of links is never reached. With
    ``breadth`` a link counts the less the more pages of its host were fetched.
    """
    if not candidates:
        return []
    links = unpack([candidate.features for candidate in candidates])
    scores = rank_records(links, profile, learnt, breadth=breadth, ranker=ranker)
    return [
        START_SCORE - candidate.depth if candidate.kind in _FIRST or not candidate.features else score
        for candidate, score in zip(candidates, scores.tolist(), strict=True)
    ]


def rank_records(
    links: Links, profile: Profile, learnt: Learnt, *, breadth: bool = False, ranker: Ranker | None = None
) -> npt.NDArray[np.float64]:
    """``rank`` for packed links."""
    rows = vectors(links, profile, learnt)
    scores = (ranker or default_ranker()).score(rows)
    if breadth:
        scores = scores - _BREADTH * (scores.std() + 1e-9) * rows[:, _HOST_PAGES]
    probe = _probe(rows, scores, learnt)
    if probe is not None:
        scores[probe] = max(float(scores.max()), 0.0) + _PROBE
    return scores


def explain_link(
    candidate: Candidate, profile: Profile, learnt: Learnt, *, ranker: Ranker | None = None
) -> tuple[Reason, ...]:
    """What moved a link's score, strongest first, as codes of ``model.words``; the details are the features' values."""
    row = vectors(unpack([candidate.features]), profile, learnt)[0]
    parts = (ranker or default_ranker()).explain(row)
    value_of = dict(zip(COLUMNS, row.tolist(), strict=True))
    strongest = sorted(parts, key=lambda name: (-abs(parts[name]), name))
    return tuple(
        Reason(f"link_{name}", round(parts[name], 3), f"{value_of[name]:.2f}")
        for name in strongest
        if abs(parts[name]) >= 0.005
    )


def pack_links(
    page: Reading,
    verdict: Verdict,
    profile: Profile,
    learnt: Learnt,
    *,
    links: Sequence[Link] | None = None,
    origin: Candidate | None = None,
) -> Links:
    """The links of a page, or those of them that are given, as records of what is known for good
    (``features.LINK``)."""
    chosen = page.clean.links if links is None else links
    records = np.zeros(len(chosen), LINK)
    if not len(chosen):
        return records
    records["format"] = FORMAT
    ours = read_address(page.clean.url)
    parent = _Parent.of(page, verdict, profile, learnt, origin)
    lists = _Lists(page.clean.links, weights(profile, learnt))
    texts: list[tuple[int, ...]] = []
    places: list[tuple[int, ...]] = []
    numbers: list[tuple[float, ...]] = []
    for link in chosen:
        target = read_address(link.url)
        anchor = _tokens(link.anchor)
        texts.append(_ids(link.anchor, 8) + _address_ids(link.url) + _ids(link.context, 10) + _ids(link.heading, 6))
        folders = target.folder_ids
        places.append(
            (
                target.host_id, *folders, *(0,) * (MOST_FOLDERS - len(folders)), target.family_id, target.template_id,
                place_id("tag", f"{ours.host} {link.tag_path}"), place_id("list", f"{page.clean.url} {link.tag_path}"),
            )
        )  # fmt: skip
        numbers.append(_numbers(link, anchor, target, ours, profile, parent, lists))
    records["anchor"], records["address"], records["context"], records["heading"] = _split(texts)
    records["places"] = np.array(places, np.uint32)
    records["place_in_list"] = [min(lists.place.get(link.url, 0), 65535) for link in chosen]
    records["numbers"] = np.clip(np.array(numbers, np.float32), -1000, 1000)
    return records


class _Lists:
    """The lists of a page (links of one tag path): each link's place in its list, each list's size and words."""

    def __init__(self, links: Sequence[Link], now: Weights) -> None:
        self.count = max(len(links), 1)
        self.place: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.said: dict[str, float] = {}
        for link in links:
            at = self.size.get(link.tag_path, 0)
            self.place[link.url] = at
            self.size[link.tag_path] = at + 1
            self.said[link.tag_path] = self.said.get(link.tag_path, 0.0) + hits(_tokens(link.anchor), now)


@dataclass(frozen=True, slots=True)
class _Parent:
    """What a page gives its links."""

    value: float
    score: float
    title: float
    words: float
    hop: float
    inherited: float
    depth: int

    @classmethod
    def of(
        cls, page: Reading, verdict: Verdict, profile: Profile, learnt: Learnt, origin: Candidate | None
    ) -> "_Parent":
        worth, now = value(page, profile, learnt), weights(profile, learnt)
        before, inherited = 0.0, 0.0
        if origin is not None and origin.features:
            known = dict(zip(NUMBERS, unpack([origin.features])[0]["numbers"].tolist(), strict=True))
            before, inherited = known["hop"], known["inherited"]
        passed = 0.5 * (worth if worth > 0.05 else inherited)
        return cls(
            value=worth,
            score=verdict.score,
            title=title_share(page.title, profile),
            words=hits(_tokens(origin.anchor), now) if origin is not None else 0.0,
            hop=min(FURTHEST, (1.0 - is_about(page, profile, learnt, worth)) * (before + 1.0)),
            inherited=passed,
            depth=(origin.depth if origin is not None else 0) + 1,
        )


def _numbers(
    link: Link,
    anchor: tuple[str, ...],
    target: Address,
    ours: Address,
    profile: Profile,
    parent: _Parent,
    lists: _Lists,
) -> tuple[float, ...]:
    address = link.url.lower()
    folder = target.folders[-1] if target.folders else target.host
    home = ours.folders[-1] if ours.folders else ours.host
    other = target.host != ours.host
    return (
        _inside(address, profile),
        lists.said.get(link.tag_path, 0.0) / lists.size.get(link.tag_path, 1),
        characters(link.anchor, profile.pairs) if profile.pairs else 0.0,
        parent.value * (0.7 if other else 1.0),
        parent.score,
        parent.title,
        parent.hop,
        parent.inherited,
        math.log1p(lists.count),
        math.log1p(lists.size.get(link.tag_path, 1)),
        min(1.0, link.position / lists.count),
        min(float(parent.depth), 20.0),
        float(link.nav),
        float(other),
        float(_names_a_hub(link.anchor)),
        float(not FURNITURE.isdisjoint(anchor)),
        target.dated,
        float(folder == home),
        float(folder != home and folder.startswith(home)),
        float("next" in link.rel or "prev" in link.rel or "up" in link.rel),
        float(speaks_unwanted(link, profile.languages)),
        min(len(anchor), 12) / 12.0,
        parent.words,
    )


def _probe(rows: Vectors, scores: npt.NDArray[np.float64], learnt: Learnt) -> int | None:
    pages, _, _, _, hosts = learnt.names.get("pages", (0.0,) * 5)
    if hosts - 1.0 >= math.sqrt(pages):
        return None
    young = np.flatnonzero(rows[:, _HOST_PAGES] < _YOUNG)
    return int(young[np.argmax(scores[young])]) if len(young) and len(young) < len(rows) else None


def _inside(address: str, profile: Profile) -> float:
    """How many of the topic's Latin words stand anywhere inside the address, squashed to 0..1."""
    found = sum(stem in address for stem in profile.stems)
    return math.tanh(0.7 * found) if found else 0.0


@lru_cache(maxsize=16384)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words(text))) if text else ()


@lru_cache(maxsize=16384)
def _ids(text: str, most: int) -> tuple[int, ...]:
    return _padded(_tokens(text), most)


@lru_cache(maxsize=32768)
def _address_ids(url: str) -> tuple[int, ...]:
    return _padded(read_address(url).words, 8)


def _padded(tokens: tuple[str, ...], most: int) -> tuple[int, ...]:
    ids = tuple([token_id(token) for token in tokens[:most]])
    return ids + (0,) * (most - len(ids))


@lru_cache(maxsize=16384)
def _names_a_hub(anchor: str) -> bool:
    lower = anchor.lower()
    return any(word in lower for word in HUBS)


def _split(texts: list[tuple[int, ...]]) -> tuple[npt.NDArray[np.uint32], ...]:
    table = np.array(texts, np.uint32)
    return table[:, :8], table[:, 8:16], table[:, 16:26], table[:, 26:]


_FIRST = frozenset({"seed", "revisit"})
_PROBE = 0.5
_BREADTH = 1.0
_HOST_PAGES = COLUMNS.index("host_pages")
_YOUNG = math.log1p(1.5)
