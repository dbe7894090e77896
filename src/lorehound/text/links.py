"""The links of a page with everything that helps to guess what they lead to."""

import re

import numpy as np

from lorehound.model.text import Link
from lorehound.text.scan import BLOCK, ID, Ints, Scan, attributes, table, unescape
from lorehound.url.address import absolute


def read_links(scan: Scan, base: str, page_url: str, encoding: str = "utf-8") -> tuple[Link, ...]:
    """Every distinct target of ``scan`` in the order of first appearance, but for the page itself.

    ``base`` is what relative addresses start from, ``encoding`` the page's own. Targets are those of a, area,
    iframe and frame.
    """
    where = np.flatnonzero(_LINK[scan.names] & ~scan.closes)
    where = where[[" href=" in scan.tags[at] or " src=" in scan.tags[at] for at in where.tolist()]]
    if not len(where):
        return ()
    places = _Places(scan, where)
    itself = page_url.partition("#")[0]
    urls: dict[str, str] = {}
    rows: dict[str, list[object]] = {}
    for number, (at, end) in enumerate(zip(where.tolist(), scan.ends[where].tolist(), strict=True)):
        tag = scan.tags[at]
        found = _TARGET.search(tag)
        if found is None:
            continue
        target = found.group(1).partition("#")[0]
        url = urls.get(target)
        if url is None:
            url = urls[target] = (absolute(base, unescape(target), encoding) or "") if target else ""
        if not url or url == itself:
            continue
        anchor = scan.text(at, end) or _spoken(scan, at, end)
        row = rows.get(url)
        if row is None:
            rel, hreflang = _relation(tag)
            rows[url] = [
                url, _clip(anchor), places.context(number), places.heading(number), places.tag_path(at),
                len(rows), places.menu[number], rel, hreflang,
            ]  # fmt: skip
            continue
        if anchor and anchor not in str(row[1]):
            row[1] = _clip(f"{row[1]} {anchor}".strip())
        row[2] = row[2] or places.context(number)
        if row[6] and not places.menu[number]:
            row[3], row[4], row[6] = places.heading(number), places.tag_path(at), False
    return tuple(Link(*row) for row in rows.values())  # type: ignore[arg-type]


MOST_ANCHOR_WORDS = 16
MOST_CONTEXT_LINKS = 4
_MOST_CONTEXT = 400
_MOST_ANCHOR = 160

_TARGET = re.compile(r' (?:href|src)="\s*([^"]*)"')
_RELATION = re.compile(r' (rel|hreflang)="([^"]*)"')
_PERMALINK = re.compile(r"\s*[¶#§🔗]+$")
_DIGITS = re.compile(r"\d+")


_LINK = table("a", "area", "iframe", "frame")
_HEADING = table("h1", "h2", "h3", "h4", "h5", "h6")
_CELL = table("td", "th")
_INNER = table("p", "div")


class _Places:
    """Where links stand: their blocks, rows, headings and menus, all found at once."""

    def __init__(self, scan: Scan, where: Ints) -> None:
        self._scan = scan
        self._paths: dict[int, tuple[str, ...]] = {-1: ()}
        self._joined: dict[int, str] = {}
        self._contexts: dict[tuple[int, int], str] = {}
        in_menu = scan.menu
        self.menu: list[bool] = in_menu[where].tolist()
        heads = np.flatnonzero(_HEADING[scan.names] & scan.opens)
        self._heads = heads
        self._head_of = (np.searchsorted(scan.ends[heads], where) - 1).tolist()
        self._head_texts: dict[int, str] = {}
        starts, ends = self._bounds(where)
        links = np.concatenate(([0], np.cumsum(_LINK[scan.names] & ~scan.closes)))
        borders = np.flatnonzero(scan.codes & BLOCK)
        if len(borders):
            run_starts = borders[np.maximum(np.searchsorted(borders, where) - 1, 0)]
            run_ends = borders[np.minimum(np.searchsorted(borders, scan.ends[where]), len(borders) - 1)]
            wide = links[ends] - links[starts] > MOST_CONTEXT_LINKS
            starts, ends = np.where(wide, run_starts, starts), np.where(wide, run_ends, ends)
        usable = (links[ends] - links[starts] <= MOST_CONTEXT_LINKS) & ~in_menu[where]
        self._starts, self._ends, self._usable = starts.tolist(), ends.tolist(), usable.tolist()

    def _bounds(self, where: Ints) -> tuple[Ints, Ints]:
        """The block of each link, widened to its list item, table row, or dt with dd."""
        scan = self._scan
        at = scan.parents[where]
        block = scan.codes & BLOCK > 0
        while len(lost := np.flatnonzero((at >= 0) & ~block[at])):
            at[lost] = scan.parents[at[lost]]
        at = np.maximum(at, 0)
        above = np.maximum(scan.parents[at], 0)
        at = np.where(_INNER[scan.names[at]] & (scan.names[above] == ID["li"]), above, at)
        above = np.maximum(scan.parents[at], 0)
        at = np.where(_CELL[scan.names[at]] & (scan.names[above] == ID["tr"]), above, at)
        starts, ends = at, scan.ends[at]
        names = scan.names[at]
        after = np.minimum(ends + 1, len(scan.tags) - 1)
        opens_dd = (names == ID["dt"]) & (scan.names[after] == ID["dd"]) & scan.opens[after]
        ends = np.where(opens_dd, scan.ends[after], ends)
        terms = np.flatnonzero((scan.names == ID["dt"]) & scan.opens)
        if len(terms):
            last = np.searchsorted(terms, starts) - 1
            term = terms[np.maximum(last, 0)]
            follows = (names == ID["dd"]) & (last >= 0) & (scan.depth[term] == scan.depth[starts])
            starts = np.where(follows, term, starts)
        return starts, ends

    def context(self, number: int) -> str:
        if not self._usable[number]:
            return ""
        bounds = self._starts[number], self._ends[number]
        text = self._contexts.get(bounds)
        if text is None:
            text = self._contexts[bounds] = self._scan.text(*bounds)[:_MOST_CONTEXT]
        return text

    def heading(self, number: int) -> str:
        which = self._head_of[number]
        if which < 0:
            return ""
        text = self._head_texts.get(which)
        if text is None:
            at = int(self._heads[which])
            text = self._head_texts[which] = heading_text(self._scan.text(at, int(self._scan.ends[at])))
        return text

    def tag_path(self, at: int) -> str:
        above = int(self._scan.parents[at])
        path = self._joined.get(above)
        if path is None:
            path = self._joined[above] = "/".join(self._path(above))
        return path

    def _path(self, at: int) -> tuple[str, ...]:
        """The steps to an element; pages may nest deeper than Python can recurse."""
        missing = []
        while at not in self._paths:
            missing.append(at)
            at = int(self._scan.parents[at])
        path = self._paths[at]
        for at in reversed(missing):
            step = _step(self._scan.tags[at])
            if not step:
                path = ()
            elif path[-1:] != (step,):
                path = (*path, step)
                if path[-2:] == path[-4:-2]:
                    path = path[:-2]
                path = path[-_LONGEST_PATH:]
            self._paths[at] = path
        return path


_LONGEST_PATH = 40
_STEP = re.compile(r'<([^\s>]+)(?:[^>]*? class="\s*([^\s"]*))?')


def _step(tag: str) -> str:
    """Tag plus first class, digits off; empty for body, where paths begin."""
    found = _STEP.match(tag)
    if found is None or found.group(1) in ("html", "body"):
        return ""
    name, first = found.groups()
    return f"{name}.{_DIGITS.sub('', first)}" if first else name


def heading_text(text: str) -> str:
    """A heading's words without the sign that links to it."""
    return _PERMALINK.sub("", text)


def _spoken(scan: Scan, start: int, end: int) -> str:
    """What stands for a link without words: the alt texts of its images, else its title or label."""
    for tag in scan.tags[start : end + 1]:
        if ' alt="' in tag and (alt := attributes(tag)["alt"].strip()):
            return " ".join(alt.split())
    for tag in scan.tags[start : end + 1]:
        if ' title="' in tag or ' aria-label="' in tag:
            known = attributes(tag)
            return " ".join((known.get("title") or known.get("aria-label", "")).split())
    return ""


def _relation(tag: str) -> tuple[str, str]:
    found = dict(_RELATION.findall(tag)) if " rel=" in tag or " hreflang=" in tag else {}
    return found.get("rel", ""), found.get("hreflang", "")


def _clip(anchor: str) -> str:
    if len(anchor) <= 2 * MOST_ANCHOR_WORDS:
        return anchor
    return " ".join(anchor.split(" ", MOST_ANCHOR_WORDS)[:MOST_ANCHOR_WORDS])[:_MOST_ANCHOR]
