"""A parsed page as flat arrays, so that everything about its elements is counted in bulk.

lexbor writes its tree back as well-formed markup in a millisecond; one regular expression splits that into text and
tags; what a tag says (name, hints of class and role) is looked up once for each distinct tag. Depth is then a running
sum, an element's end and parent a binary search, and "lies inside a menu" the running sum of the menus' opens and ends.
"""

import re
from functools import cached_property, lru_cache
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser

from lorehound.text.formulas import mark_formulas, with_dollars
from lorehound.text.hints import element_hint, name_hints

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

OPEN, CLOSE, VOID = 1, 2, 3

NAMES = (
    "", "html", "head", "body", "title", "base", "link", "meta", "a", "area", "iframe", "frame", "img", "br", "h1",
    "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody",
    "tfoot", "tr", "td", "th", "caption", "pre", "code", "samp", "kbd", "blockquote", "section", "article", "main",
    "nav", "header", "footer", "aside", "figure", "figcaption", "details", "summary", "address", "form", "fieldset",
    "button", "label", "input", "noscript", "hr", "math", "annotation", "em", "strong", "b", "i", "u", "s", "sub",
    "sup", "small", "tt", "var", "cite", "q", "abbr", "time", "mark", "del", "ins", "center", "font", "dir", "menu",
    "hgroup", "legend", "picture", "source", "video", "audio", "object", "embed", "canvas", "svg", "script", "style",
    "template", "select", "option", "textarea", "search", "dialog", "body-end", "!--",
)  # fmt: skip
ID = {name: number for number, name in enumerate(NAMES)}

BLOCKS = frozenset({
    "html", "head", "body", "title", "h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "ul", "ol", "li", "dl", "dt", "dd",
    "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "pre", "blockquote", "section", "article", "main",
    "nav", "header", "footer", "aside", "figure", "figcaption", "details", "summary", "address", "form", "fieldset",
    "hr", "center", "button",
    "dir", "menu", "hgroup", "legend", "option", "select", "dialog", "search", "noscript", "iframe",
    "br",
})  # fmt: skip
_VOIDS = frozenset({
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
    "meta", "param", "source", "track", "wbr",
})  # fmt: skip

# Bits of a tag's code: name, kind, then what its attributes hint at.
_KIND = 8
BLOCK = 1 << 10
MENU_TAG = 1 << 11
MENU_HINT = 1 << 12
HIDDEN = 1 << 13
HINTS_AT = 14
"""The lowest of the ``hints.COUNT`` bits of hints."""
LINE_NUMBERS = 1 << 51
SHAPE_AT = 52
"""The lowest of 11 bits of a hash of the element's name and classes."""

_JSON_TYPE = re.compile(r'"@type" ?: ?"(\w+)"')
_GRAPH_TYPE = re.compile(r'og:type"? content="([\w.]+)"')
_TAG = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_HINTS = re.compile(r' (class|id|role|hidden|itemprop|style|rel)="([^"]*)"')
_RAW = re.compile(r"(<(iframe|noembed|noframes|xmp)\b[^>]*>).*?(</\2>)", re.DOTALL)
_IN_NOSCRIPT = re.compile(r"<noscript\b[^>]*>(.*?)</noscript>", re.DOTALL)
# Some forums carry all their posts in noscript; most other pages an image or a request to switch scripts on.
_NOSCRIPT = 300
_MENU_WORD = re.compile(
    r"(?:(?<![a-zA-Z])|(?<=[a-z])(?=[A-Z]))(?:(?i:nav|menu|sidebar|crumb|breadcrumb|prev|next|pager|pagination|toolbar)"
    r"|(?i:foot)(?!(?i:note)))"
)
_MENU_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar", "complementary"})
_MENU_TAGS = frozenset({"nav", "header", "footer", "aside", "menu"})
_FRAME_TAGS = frozenset({"html", "body", "main", "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "code", "table"})
_DROPPED = ["script", "style", "template", "svg", "canvas", "object", "audio", "video"]


def table(*names: str) -> Flags:
    """A look-up from an element's number to whether it is one of ``names``."""
    chosen = np.zeros(256, np.bool_)
    chosen[[ID[name] for name in names]] = True
    return chosen


@lru_cache(maxsize=2)
def scan_of(html: str) -> "Scan":
    """The scan of a document; the last ones are remembered, for a page is cleaned and then read in full."""
    return Scan(html)


class Scan:
    """The tags of a page in order, the text before each, and their codes; ``tags[i]`` stands after ``texts[i]``."""

    def __init__(self, html: str) -> None:
        self.types: frozenset[str] = frozenset(_JSON_TYPE.findall(html) + _GRAPH_TYPE.findall(html))
        """What the page says it is in JSON-LD and OpenGraph."""
        source = _well_formed(html, scripting=True)
        if "<noscript" in source:
            if any(len(_TAG.sub("", text)) > _NOSCRIPT for text in _IN_NOSCRIPT.findall(source)):
                source = _well_formed(html, scripting=False)
            else:
                source = _IN_NOSCRIPT.sub("", source)
        if "<iframe" in source or "<no" in source or "<xmp" in source:
            source = _RAW.sub(r"\1\3", source)
        self.parts: list[str] = _TAG.split(source)
        self.tags = self.parts[1::2]
        if len(_CODES) > _MOST_CODES:
            _CODES.clear()
        self.codes: Ints = np.fromiter(map(_CODES.__getitem__, self.tags), np.int64, len(self.tags))
        self.names: Ints = self.codes & 0xFF
        kinds = (self.codes >> _KIND) & 3
        self.opens: Flags = kinds == OPEN
        self.closes: Flags = kinds == CLOSE
        steps = self.opens.astype(np.int64) - self.closes
        self.depth: Ints = np.cumsum(steps) + self.closes
        """How deep each tag's element lies, 1 for ``html``."""

    @cached_property
    def ends(self) -> Ints:
        """For each tag that opens an element the index of the tag that closes it; any other tag's own index."""
        count = len(self.tags)
        ends = np.arange(count)
        where = np.flatnonzero(self.opens)
        closing = np.flatnonzero(self.closes)
        if not len(where) or not len(closing):
            return ends
        keys = self.depth[closing] * (count + 1) + closing
        order = np.argsort(keys, kind="stable")
        place = np.searchsorted(keys[order], self.depth[where] * (count + 1) + where)
        found = closing[order[np.minimum(place, len(closing) - 1)]]
        fits = (place < len(closing)) & (self.depth[found] == self.depth[where])
        ends[where] = np.where(fits, found, count - 1)
        return ends

    @cached_property
    def parents(self) -> Ints:
        """For each tag the index of the tag that opened the element it stands in; -1 at the top."""
        count = len(self.tags)
        where = np.flatnonzero(self.opens)
        parents = np.full(count, -1)
        if not len(where):
            return parents
        keys = self.depth[where] * (count + 1) + where
        order = np.argsort(keys, kind="stable")
        # A tag that opens or closes lies as deep as its element; a void tag lies in the element that is open.
        above = self.depth - (self.opens | self.closes)
        place = np.searchsorted(keys[order], above * (count + 1) + np.arange(count)) - 1
        found = where[order[np.maximum(place, 0)]]
        fits = (place >= 0) & (self.depth[found] == above)
        return np.where(fits, found, -1)

    def inside(self, chosen: Flags) -> Flags:
        """Which tags stand in (or are) one of the chosen elements."""
        where = np.flatnonzero(chosen)
        marks = np.zeros(len(self.tags) + 1, np.int64)
        np.add.at(marks, where, 1)
        np.add.at(marks, self.ends[where] + 1, -1)
        return np.cumsum(marks[:-1]) > 0

    def runs_inside(self, chosen: Flags) -> Flags:
        """Which texts stand in one of the chosen elements."""
        where = np.flatnonzero(chosen)
        marks = np.zeros(len(self.tags) + 2, np.int64)
        np.add.at(marks, where + 1, 1)
        np.add.at(marks, self.ends[where] + 1, -1)
        return np.cumsum(marks[:-1]) > 0

    @cached_property
    def menu(self) -> Flags:
        """Which tags stand in a menu, header, footer or sidebar: by element, role, or a word in class or id.

        Such a word does not make a menu of what holds the main element, or of most of a page's plain text.
        """
        named = self.opens & (self.codes & (MENU_TAG | MENU_HINT) > 0)
        where = np.flatnonzero(named)
        if not len(where):
            return named
        ends = self.ends[where]
        lengths = np.fromiter(map(len, self.parts[2::2]), np.int64, len(self.tags))
        linked = self.runs_inside(self.opens & (self.names == ID["a"]))[1:]
        text = np.concatenate(([0], np.cumsum(lengths)))
        plain = np.concatenate(([0], np.cumsum(np.where(linked, 0, lengths))))
        mains = np.concatenate(([0], np.cumsum((self.names == ID["main"]) | (self.names == ID["article"]))))
        own = plain[ends] - plain[where]
        only_named = self.codes[where] & MENU_TAG == 0
        mostly_plain = (own > 0.5 * plain[-1]) & (own > 0.5 * (text[ends] - text[where]))
        holds_page = (mains[ends] > mains[where + 1]) | (only_named & mostly_plain)
        named[where] = ~holds_page
        return self.inside(named)

    @cached_property
    def flat(self) -> list[str]:
        """Texts with, between them, a space for a tag that parts words and nothing for one that does not."""
        spaces = np.array(["", " "], dtype=object)[(self.codes & BLOCK > 0).astype(np.intp)]
        flat: list[str] = self.parts.copy()
        flat[1::2] = spaces.tolist()
        return flat

    def text(self, start: int, end: int) -> str:
        """The words between tag ``start`` and tag ``end``, white space folded."""
        text = " ".join("".join(self.flat[2 * start + 2 : 2 * end + 1]).split())
        return with_dollars(unescape(text) if "&" in text else text)


def _well_formed(html: str, *, scripting: bool) -> str:
    """The document as lexbor understands it, without scripts; with ``scripting`` noscript is opaque."""
    tree = LexborHTMLParser(html, scripting=scripting)
    mark_formulas(tree, html)
    tree.strip_tags(_DROPPED, recursive=True)
    return tree.html or ""


def unescape(text: str) -> str:
    """Undoes what lexbor escapes when it writes text and attributes."""
    return (
        text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", " ")
        .replace("&quot;", '"')
        .replace("&amp;", "&")
    )


_ATTRIBUTE = re.compile(r' ([^\s="]+)="([^"]*)"')


def attributes(tag: str) -> dict[str, str]:
    """The attributes of a tag as lexbor wrote it; names are lower-case."""
    return {name: unescape(value) if "&" in value else value for name, value in reversed(_ATTRIBUTE.findall(tag))}


class _Codes(dict[str, int]):
    def __missing__(self, tag: str) -> int:
        code = self[tag] = _code(tag)
        return code


def _code(tag: str) -> int:
    name = tag[1:-1].partition(" ")[0]
    if name[:1] == "/":
        name = name[1:]
        return ID.get(name, 0) | (BLOCK if name in BLOCKS else 0) | CLOSE << _KIND
    if name[:3] == "!--" or name[:1] == "!":
        return ID["!--"] | VOID << _KIND
    if name not in _SMALL:
        return _opening(name, tuple(_HINTS.findall(tag)) if " " in tag else ())
    # Ids of small elements are names of places; without them and addresses most tags of a page are alike.
    if " role=" in tag or " rel=" in tag or " style=" in tag or " hidden=" in tag or " itemprop=" in tag:
        return _opening(name, tuple(pair for pair in _HINTS.findall(tag) if pair[0] != "id"))
    at = tag.find(' class="') + 8
    return _opening(name, (("class", tag[at : tag.index('"', at)]),) if at > 7 else ())


@lru_cache(maxsize=8192)
def _opening(name: str, said: tuple[tuple[str, str], ...]) -> int:
    code = ID.get(name, 0) | (VOID if name in _VOIDS else OPEN) << _KIND
    if name in BLOCKS:
        code |= BLOCK
    if name in _MENU_TAGS:
        code |= MENU_TAG
    code |= element_hint(name) << HINTS_AT
    classes = ""
    for key, value in said:
        code |= _hints(key, value)
        if key == "class":
            classes = value
            code |= LINE_NUMBERS if not _LINE_NUMBERS.isdisjoint(value.split()) else 0
    if name in _FRAME_TAGS:
        code &= ~(MENU_HINT | MENU_TAG)
    return code | (crc32(f"{name} {_DIGITS.sub('', classes)}".encode("utf-8", "replace")) & 0x7FF) << SHAPE_AT


_LINE_NUMBERS = frozenset({
    "linenos", "lineno", "linenodiv", "line-number", "linenumber", "line-numbers-rows", "gutter", "hljs-ln-numbers",
    "hljs-ln-n", "blob-num", "rouge-gutter",
})  # fmt: skip
_SMALL = frozenset({"a", "span", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "img", "code", "p", "tr", "td", "li"})


def _hints(key: str, value: str) -> int:
    if key == "style":
        flat = value.replace(" ", "").lower()
        return HIDDEN if "display:none" in flat or "visibility:hidden" in flat else 0
    if key == "hidden":
        return HIDDEN
    if key == "role":
        return (MENU_TAG if value in _MENU_ROLES else 0) | name_hints(value) << HINTS_AT
    code = MENU_HINT if _MENU_WORD.search(value) else 0
    return code if key == "rel" else code | name_hints(value) << HINTS_AT


_DIGITS = re.compile(r"\d+")
_CODES: Any = _Codes()
_MOST_CODES = 20_000
