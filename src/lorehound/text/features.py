"""Numbers about each block of a page from which a model tells main text from the rest; the same in training and use."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from lorehound.text import hints, lexicon
from lorehound.text.blocks import CAPITAL, COMMA, DIGIT, IDEOGRAPH, SIGN, STOP, Blocks
from lorehound.text.scan import HIDDEN, HINTS_AT, ID, SHAPE_AT, Ints, table

VERSION = 4
"""Of what the columns mean; a model is made for one."""

Floats = npt.NDArray[np.float32]
_Numbers = npt.NDArray[Any]


def features(blocks: Blocks) -> Floats:
    """One row for each block and one column for each of ``COLUMNS``."""
    if not blocks.count:
        return np.empty((0, len(COLUMNS)), np.float32)
    columns = np.empty((len(COLUMNS), blocks.count), np.float32)
    for number, (_, column) in enumerate(_columns(blocks)):
        columns[number] = column
    return np.ascontiguousarray(columns.T)


HEADINGS = table("h1", "h2", "h3", "h4", "h5", "h6")
_OWNERS = ("p", "div", "li", "tr", "td", "dt", "dd", "pre")
_PAGE_TYPES = {
    "article": frozenset({"Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "Report"}),
    "og_article": frozenset({"article"}),
    "og_website": frozenset({"website"}),
    "product": frozenset({"Product", "product", "Offer", "ProductGroup", "product.item"}),
    "list": frozenset({"ItemList", "CollectionPage", "OfferCatalog", "SearchResultsPage"}),
    "talk": frozenset({"QAPage", "Question", "DiscussionForumPosting", "Comment", "Answer"}),
    "faq": frozenset({"FAQPage"}),
    "business": frozenset({"Organization", "LocalBusiness", "Service", "Corporation"}),
    "crumbs": frozenset({"BreadcrumbList"}),
    "how": frozenset({"Recipe", "HowTo", "Course", "LearningResource"}),
    "work": frozenset({"Movie", "Book", "VideoGame", "MusicAlbum", "Event", "JobPosting", "SoftwareApplication"}),
}
_CONTAINERS = 6
_SHARES = (0.3, 0.6, 0.85)
_LONG_WORDS = 12


class _Counted:
    """Sums over runs, and what they come to in each block and in each element."""

    def __init__(self, blocks: Blocks) -> None:
        scan = blocks.scan
        self.blocks = blocks
        linked = scan.runs_inside(scan.opens & (scan.names == ID["a"]))
        words = np.maximum(blocks.words, blocks.solid > 0)
        self.until = {
            "words": _until(words),
            "solid": _until(blocks.solid),
            "linked": _until(np.where(linked, words, 0)),
            "stops": _until(blocks.counts[:, STOP]),
            "commas": _until(blocks.counts[:, COMMA]),
        }
        first, last = blocks.first, blocks.last + 1
        self.words = self._between("words", first, last)
        self.linked = self._between("linked", first, last)
        self.solid = self._between("solid", first, last)
        self.stops = self._between("stops", first, last)
        self.commas = self._between("commas", first, last)
        self.link_share = self.linked / self.words
        running = (self.words >= _LONG_WORDS) & (self.link_share < 0.35)
        self.long = np.where(running, self.words * (1 - self.link_share), 0.0)

    def _between(self, name: str, first: Ints, last: Ints) -> _Numbers:
        sums = self.until[name]
        return (sums[last] - sums[first]).astype(np.float64)


def _until(numbers: _Numbers) -> _Numbers:
    return np.concatenate(([0], np.cumsum(numbers)))


def _columns(blocks: Blocks) -> Iterator[tuple[str, _Numbers]]:
    scan, count = blocks.scan, blocks.count
    c = _Counted(blocks)
    total = c.words.sum()
    ones, places = np.ones(count), np.arange(count)

    # The block's own text.
    counts = np.add.reduceat(blocks.counts, blocks.first, axis=0)[:, :8]
    solid = np.maximum(c.solid, 1)
    first_kind, last_kind = blocks.edges()
    length = np.log1p(c.words)
    yield "words", length
    yield "link_share", c.link_share
    yield "stops", c.stops / c.words
    yield "commas", c.commas / c.words
    yield "digits", counts[:, DIGIT] / solid
    yield "capitals", counts[:, CAPITAL] / solid
    yield "ideographs", counts[:, IDEOGRAPH] / solid
    yield "signs", counts[:, SIGN] / solid
    yield "word_length", c.solid / c.words
    yield "ends_sentence", (last_kind == STOP) * 1.0
    yield "ends_comma", (last_kind == COMMA) * 1.0
    yield "starts_capital", (first_kind == CAPITAL) * 1.0
    yield "starts_digit", (first_kind == DIGIT) * 1.0

    phrases = np.add.reduceat(blocks.phrases, blocks.first, axis=0)
    for number, name in enumerate(lexicon.GROUPS):
        yield f"says_{name}", phrases[:, number] / c.words
    beginnings = np.array([hash(blocks.texts[run]) for run in blocks.first.tolist()])
    _, which, size = np.unique(beginnings * 8191 + c.solid.astype(np.int64), return_inverse=True, return_counts=True)
    yield "same_text", np.minimum(size[which], 5).astype(np.float64)

    # Its element.
    owner = blocks.owner
    names = scan.names[owner]
    yield "heading", np.where(HEADINGS[names], names - ID["h1"] + 1, 0).astype(np.float64)
    for name in _OWNERS:
        yield f"is_{name}", (names == ID[name]) * 1.0
    depth = scan.depth[owner]
    yield "depth", depth.astype(np.float64)
    above = np.maximum(scan.parents[owner], 0)

    # What the names of its elements hint at.
    hint_bits = (scan.codes >> HINTS_AT) & ((1 << hints.COUNT) - 1)
    inherited = _inherited(blocks, hint_bits)
    for label, bits, number in (
        ("any", inherited[owner], hints.COUNT),
        ("near", hint_bits[owner] | hint_bits[above], len(hints.GROUPS)),
    ):
        each = (bits[None, :] >> np.arange(number)[:, None]) & 1
        for name, column in zip(hints.NAMES[:number], each, strict=True):
            yield f"{label}_{name}", column
    yield "menu", scan.menu[owner] * 1.0
    yield "hidden", scan.inside(scan.opens & (scan.codes & HIDDEN > 0))[owner] * 1.0

    # The elements around it.
    long_until = _until(c.long)
    number_of = np.searchsorted(blocks.first, np.arange(len(scan.tags) + 2))
    at = owner
    for level in range(_CONTAINERS):
        if level:
            at = np.maximum(scan.parents[at], 0)
            if level > 3:
                at = np.maximum(scan.parents[at], 0)
        start, end = at + 1, scan.ends[at] + 1
        words = np.maximum(c.until["words"][end] - c.until["words"][start], 1)
        inside = np.maximum(number_of[end] - number_of[start], 1)
        yield f"in{level}_words", np.log1p(words)
        yield f"in{level}_share", words / total
        yield f"in{level}_links", (c.until["linked"][end] - c.until["linked"][start]) / words
        yield f"in{level}_stops", (c.until["stops"][end] - c.until["stops"][start]) / words
        yield f"in{level}_mean", words / inside
        yield f"in{level}_long", (long_until[number_of[end]] - long_until[number_of[start]]) / words

    # Its place, and the smallest elements that hold most of the running text.
    before = np.cumsum(c.words) - c.words
    yield "before", before / total
    yield "index", places / count
    yield "index_start", np.minimum(places, 100).astype(np.float64)
    yield "index_end", np.minimum(count - 1 - places, 100).astype(np.float64)
    heads = np.flatnonzero(names == ID["h1"])
    head = int(heads[0]) if len(heads) else -1
    from_head = places - head
    yield "from_h1", np.clip(from_head, -60, 60).astype(np.float64) if head >= 0 else -99 * ones
    yield "words_from_h1", np.sign(from_head) * np.log1p(np.abs(before - before[head])) if head >= 0 else 0 * ones
    core_shares = []
    for share in _SHARES:
        core = _core(blocks, long_until, number_of, share)
        core_start, core_end = core + 1, int(scan.ends[core]) + 1
        core_words = float(c.until["words"][core_end] - c.until["words"][core_start])
        low, high = int(number_of[core_start]), int(number_of[core_end])
        inside = (places >= low) & (places < high)
        yield f"core{share}", inside * 1.0
        away = np.where(inside, 0, np.where(places < low, places - low, places - high + 1))
        yield f"core{share}_away", np.clip(away, -60, 60).astype(np.float64)
        yield f"core{share}_depth", (depth - scan.depth[core]).astype(np.float64)
        core_shares.append((core_words / total, (long_until[high] - long_until[low]) / max(1.0, core_words)))
    longs = np.flatnonzero(c.long > 0)
    low, high = (int(longs[0]), int(longs[-1])) if len(longs) else (0, count - 1)
    yield "after_first_long", np.clip(places - low, -60, 60).astype(np.float64)
    yield "before_last_long", np.clip(high - places, -60, 60).astype(np.float64)

    # The blocks beside it.
    for shift in (-1, 1):
        for name, values in (("words", length), ("links", c.link_share), ("ends", (last_kind == STOP) * 1.0)):
            yield f"beside{shift}_{name}", _shifted(values, shift)
    for reach in (3, 8, 20):
        yield f"near{reach}_long", _near(long_until, reach, count) / _near(_until(c.words), reach, count)
        yield f"near{reach}_links", _near(_until(c.linked), reach, count) / _near(_until(c.words), reach, count)
        yield f"near{reach}_mean", np.log1p(_near(_until(c.words), reach, count) / (2 * reach + 1))

    # Blocks of the same shape.
    shapes = scan.codes >> SHAPE_AT
    grand = np.maximum(scan.parents[above], 0)
    for label, shape in (
        ("shape", shapes[owner] * 4099 + shapes[above]),
        ("shapes", (shapes[owner] * 4099 + shapes[above]) * 8209 + shapes[grand]),
    ):
        _, which, size = np.unique(shape, return_inverse=True, return_counts=True)
        group_words = np.bincount(which, c.words)
        yield f"{label}_count", np.log1p(size[which])
        yield f"{label}_mean", np.log1p(group_words[which] / size[which])
        yield f"{label}_links", (np.bincount(which, c.linked) / group_words)[which]
        yield f"{label}_long", (np.bincount(which, c.long) / group_words)[which]
        yield f"{label}_share", (group_words / total)[which]

    # The page.
    in_row, in_list = names == ID["tr"], names == ID["li"]
    for name, value in (
        ("words", np.log1p(total)),
        ("blocks", np.log1p(count)),
        ("links", c.linked.sum() / total),
        ("long", c.long.sum() / total),
        ("stops", c.stops.sum() / total),
        ("ideographs", counts[:, IDEOGRAPH].sum() / solid.sum()),
        ("mean", total / count),
        ("paragraphs", float(c.words[names == ID["p"]].sum() / total)),
        ("rows", float(c.words[in_row].sum() / total)),
        ("lists", float(c.words[in_list].sum() / total)),
        ("menus", float(c.words[scan.menu[owner]].sum() / total)),
        ("longest", np.log1p(c.words.max())),
        ("long_blocks", float(len(longs))),
        ("articles", float(((scan.names == ID["article"]) & scan.opens).sum())),
        ("mains", float(((scan.names == ID["main"]) & scan.opens).sum())),
        ("h1s", float(len(heads))),
        *((f"is_{name}", float(bool(scan.types & types))) for name, types in _PAGE_TYPES.items()),
        *((f"says_{name}", float(phrases[:, n].sum() / total)) for n, name in enumerate(lexicon.GROUPS)),
        ("headings", float(HEADINGS[names].sum() / count)),
        ("pres", float((names == ID["pre"]).sum() / count)),
        *((f"core{share}_share", found[0]) for share, found in zip(_SHARES, core_shares, strict=True)),
        *((f"core{share}_long", found[1]) for share, found in zip(_SHARES, core_shares, strict=True)),
    ):
        yield f"page_{name}", value * ones


def _inherited(blocks: Blocks, bits: Ints) -> Ints:
    """For each tag the bits of its element and of all elements around it."""
    scan = blocks.scan
    all_bits = bits.copy()
    where = np.flatnonzero(scan.opens)
    order = where[np.argsort(scan.depth[where], kind="stable")]
    levels = scan.depth[order]
    starts = np.flatnonzero(np.concatenate(([True], levels[1:] != levels[:-1])))
    for start, end in zip(starts[1:].tolist(), [*starts[2:].tolist(), len(order)], strict=True):
        level = order[start:end]
        all_bits[level] |= all_bits[scan.parents[level]]
    return all_bits


def _core(blocks: Blocks, long_until: _Numbers, number_of: Ints, share: float) -> int:
    """The deepest element that holds ``share`` of the running text."""
    scan = blocks.scan
    where = np.flatnonzero(scan.opens)
    holds = long_until[number_of[scan.ends[where] + 1]] - long_until[number_of[where + 1]]
    enough = where[holds >= share * long_until[-1] - 1e-9]
    return int(enough[np.argmax(scan.depth[enough])]) if len(enough) else 0


def _shifted(values: _Numbers, shift: int) -> _Numbers:
    """The value of the block ``shift`` further on; -1 beyond the ends."""
    moved = np.full(len(values), -1.0)
    if shift > 0:
        moved[:-shift] = values[shift:]
    else:
        moved[-shift:] = values[:shift]
    return moved


def _near(until: _Numbers, reach: int, count: int) -> _Numbers:
    """Sums over the blocks from ``reach`` before to ``reach`` after."""
    places = np.arange(count)
    return np.asarray(until[np.minimum(places + reach + 1, count)] - until[np.maximum(places - reach, 0)], np.float64)


def _names() -> tuple[str, ...]:
    from lorehound.text.scan import Scan

    return tuple(name for name, _ in _columns(Blocks(Scan("<p>any</p>"))))


COLUMNS = _names()
