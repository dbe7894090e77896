"""Chosen blocks of a page written out: as text, as Markdown, and as clean HTML."""

import html as entities
import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from lorehound.model.text import Heading
from lorehound.text.blocks import Blocks
from lorehound.text.code import language_of_code
from lorehound.text.formulas import END, split_formulas, with_dollars
from lorehound.text.scan import ID, NAMES, Flags, attributes, table, unescape
from lorehound.url.address import absolute


@dataclass(frozen=True, slots=True)
class Rendered:
    """One choice of blocks in its three forms, with its headings and the addresses of its images."""

    text: str
    markdown: str
    html: str
    headings: tuple[Heading, ...]
    images: tuple[str, ...]


def render(blocks: Blocks, chosen: Flags, base: str) -> Rendered:
    """Writes out the blocks whose flag is set; ``base`` makes the addresses of links and images absolute."""
    pieces = list(_Reader(blocks, base).pieces(chosen))
    return Rendered(
        text="\n".join(piece.text for piece in pieces if piece.text),
        markdown=_markdown(pieces),
        html=_html(pieces),
        headings=tuple(Heading(piece.level, piece.text) for piece in pieces if piece.level and piece.text),
        images=tuple(dict.fromkeys(image for piece in pieces for image in piece.images)),
    )


def block_texts(blocks: Blocks) -> list[str]:
    """The text of every block; code keeps its lines, cells are parted by tabs, formulas stand between dollars."""
    reader = _Reader(blocks, "")
    return [reader.text(number) for number in range(blocks.count)]


class _Place(NamedTuple):
    """An element that gives what stands in it a form: list, item, quote, table."""

    element: int
    name: str
    start: int = 1
    """Number of the first item of an ordered list."""


class _Piece(NamedTuple):
    """A block ready to be written out."""

    kind: str
    """heading, code, row, image or text"""
    text: str
    markdown: str
    html: str
    places: tuple[_Place, ...]
    level: int = 0
    language: str = ""
    cells: tuple[tuple[str, str, str], ...] = ()
    """Of a row: td or th, Markdown, HTML."""
    images: tuple[str, ...] = ()


_PLACES = frozenset({"ul", "ol", "li", "blockquote", "table", "dl", "dt", "dd", "figure"})
_CODE = table("code", "tt", "kbd", "samp")
_INLINE = {
    "em": ("em", "em"), "i": ("em", "em"), "cite": ("em", "em"), "var": ("em", "em"),
    "strong": ("strong", "strong"), "b": ("strong", "strong"),
    "code": ("code", "code"), "tt": ("code", "code"), "kbd": ("code", "kbd"), "samp": ("code", "samp"),
    "s": ("s", "s"), "del": ("s", "s"), "sub": ("", "sub"), "sup": ("", "sup"), "mark": ("", "mark"), "q": ("", "q"),
}  # fmt: skip
_SIGNS = {
    "em": ("\ufde0", "\ufde1"),
    "strong": ("\ufde2", "\ufde3"),
    "code": ("\ufde4", "\ufde5"),
    "s": ("\ufde6", "\ufde7"),
}
_ESCAPED = re.compile(r"[\\`*\[\]<]|(?<!\w)_|_(?!\w)")
_MAY_NEED_ESCAPING = re.compile(r"[\\`*\[\]<_]")
_LINE_START = re.compile(r"(?:[#>+-]|\d{1,9}[.)])(?=\s|$)|(?:---|===)")
_MARKED = re.compile("[\ufde0-\ufde7]")
_OPEN_SPACE = re.compile("([\ufde0\ufde2\ufde4\ufde6])(\\s+)")
_CLOSE_SPACE = re.compile("(\\s+)([\ufde1\ufde3\ufde5\ufde7])")
_EMPTY = re.compile("\ufde0\ufde1|\ufde2\ufde3|\ufde4\ufde5|\ufde6\ufde7")
_CODE_SPAN = re.compile("\ufde4([^\ufde5]*)\ufde5")
_TICKS = re.compile("`+")
_SPACES = re.compile(r" {2,}(?! *\n)")
_LEAST_IMAGE = 40


class _Reader:
    """Reads single blocks of a page in all forms."""

    def __init__(self, blocks: Blocks, base: str) -> None:
        self._blocks = blocks
        self._scan = blocks.scan
        self._base = base
        self._places: dict[int, tuple[_Place, ...]] = {-1: ()}
        borders = np.concatenate(([-1], np.flatnonzero(blocks.borders), [len(self._scan.tags)]))
        self._starts: list[int] = borders[np.searchsorted(borders, blocks.first) - 1].tolist()
        self._ends: list[int] = borders[np.searchsorted(borders, blocks.last)].tolist()
        self._owners: list[int] = blocks.owner.tolist()

    def text(self, number: int) -> str:
        raw = "".join(self._blocks.flat[2 * self._starts[number] + 2 : 2 * self._ends[number] + 1])
        owner = self._scan.names[self._owners[number]]
        if owner == ID["pre"]:
            text = raw.replace("\x01", "\n").strip("\n").rstrip()
        elif "\x01" in raw or "\t" in raw:
            rows = (part.split("\t") for part in raw.split("\x01")) if owner == ID["tr"] else None
            if rows is None:
                text = "\n".join(line for part in raw.split("\x01") if (line := " ".join(part.split())))
            else:
                text = "\t".join(" ".join(cell.split()) for row in rows for cell in row).rstrip("\t")
        else:
            text = " ".join(raw.split())
        return with_dollars(text)

    def pieces(self, chosen: Flags) -> "list[_Piece]":
        numbers = np.flatnonzero(chosen).tolist()
        alone = self._images_between(chosen)
        pieces: list[_Piece] = []
        for number in numbers:
            pieces.append(self._piece(number))
            pieces += [self._image(at) for at in alone.get(number, ())]
        return [piece for piece in pieces if piece.text or piece.images]

    def _piece(self, number: int) -> _Piece:
        owner = self._owners[number]
        name = NAMES[self._scan.names[owner]]
        start, end = self._starts[number], self._ends[number]
        text, places = self.text(number), self._places_of(owner)
        if name != "tr":
            # A table whose cells hold more than text is there for the layout.
            places = tuple(place for place in places if place.name != "table")
        if name == "pre":
            language = language_of_code(self._scan, owner)
            return _Piece("code", text, text, entities.escape(text, quote=False), places, language=language)
        if name == "tr":
            return self._row(owner, text, places)
        markdown, html = self._inline(start, end)
        images = self._images_in(start, end)
        if len(name) == 2 and name[0] == "h" and name[1].isdigit():
            return _Piece("heading", text, markdown, html, places, level=int(name[1]), images=images)
        return _Piece("text", text, markdown, html, places, images=images)

    def _row(self, owner: int, text: str, places: tuple[_Place, ...]) -> _Piece:
        scan = self._scan
        end = int(scan.ends[owner])
        names = scan.names[owner:end]
        opens = np.flatnonzero(((names == ID["td"]) | (names == ID["th"])) & scan.opens[owner:end]) + owner
        cells = []
        for at, cell_end in zip(opens.tolist(), scan.ends[opens].tolist(), strict=True):
            markdown, html = self._inline(at, cell_end)
            cells.append((NAMES[scan.names[at]], markdown.replace("\n", " ").replace("|", "\\|"), html))
        return _Piece("row", text, "", "", places, cells=tuple(cells), images=self._images_in(owner, end))

    def _inline(self, start: int, end: int) -> tuple[str, str]:
        """Markdown and HTML of what stands between two tags."""
        markdown_parts, html_parts = self._written
        html = " ".join("".join(html_parts[2 * start + 2 : 2 * end + 1]).split())
        markdown = "".join(markdown_parts[2 * start + 2 : 2 * end + 1])
        if "\x01" in markdown:
            markdown = "  \n".join(line for part in markdown.split("\x01") if (line := " ".join(part.split())))
        else:
            markdown = " ".join(markdown.split())
        if _MARKED.search(markdown):
            markdown = _SPACES.sub(" ", _with_signs(markdown)).strip()
        if _LINE_START.match(markdown):
            markdown = re.sub(r"([^\w\s]|(?<=\d)[.)])", r"\\\1", markdown, count=1)
        if END in html:
            return with_dollars(markdown), with_dollars(html)
        return markdown, html

    @cached_property
    def _written(self) -> tuple[list[str], list[str]]:
        """The whole page in Markdown and in HTML, texts and tags in turn, for blocks to be cut from."""
        scan, texts = self._scan, self._blocks.texts
        marks, tags = self._marks
        in_code = scan.runs_inside(scan.opens & _CODE[scan.names])
        written = texts.copy()
        for run, text in enumerate(texts):
            if _MAY_NEED_ESCAPING.search(text) and not in_code[run]:
                written[run] = _escaped(text)
        markdown_parts, html_parts = scan.parts.copy(), scan.parts.copy()
        markdown_parts[0::2], markdown_parts[1::2] = written, marks
        html_parts[0::2] = [part if text else "" for part, text in zip(scan.parts[0::2], texts, strict=True)]
        html_parts[1::2] = tags
        return markdown_parts, html_parts

    @cached_property
    def _marks(self) -> tuple[list[str], list[str]]:
        """What each tag is worth in Markdown (private signs, until a block is whole) and in HTML."""
        scan, blocks = self._scan, self._blocks
        names, ends = scan.names, scan.ends
        marks = _MARKDOWN_SPACE[names].copy()
        tags = _HTML_SPACE[names].copy()
        code = scan.inside(scan.opens & _CODE[names])
        passed = np.cumsum(blocks.borders)
        whole = np.flatnonzero(_KNOWN[names] & scan.opens)
        whole = whole[passed[whole] == passed[ends[whole]]]
        outer = np.concatenate(([False], code[:-1])) & code & ~(_CODE[names] & scan.opens)
        marks[whole] = np.where(outer[whole], "", _MARKDOWN_OPEN[names[whole]])
        marks[ends[whole]] = np.where(outer[whole], "", _MARKDOWN_CLOSE[names[whole]])
        tags[whole] = _HTML_OPEN[names[whole]]
        tags[ends[whole]] = _HTML_CLOSE[names[whole]]
        links = np.flatnonzero((names == ID["a"]) & scan.opens)
        links = links[
            (passed[links] == passed[ends[links]]) & (blocks.solid_until[ends[links]] > blocks.solid_until[links])
        ]
        for at, end in zip(links.tolist(), ends[links].tolist(), strict=True):
            url = self._target(scan.tags[at])
            if url:
                if not code[at]:
                    marks[at], marks[end] = "[", f"]({url})"
                tags[at], tags[end] = f'<a href="{entities.escape(url)}">', "</a>"
        for at in np.flatnonzero(names == ID["img"]).tolist():
            source, alt = self._picture(scan.tags[at])
            if source and not blocks.in_pre[at]:
                marks[at] = f"![{alt}]({source})"
                tags[at] = f'<img src="{entities.escape(source)}" alt="{entities.escape(alt)}">'
        return marks.tolist(), tags.tolist()

    def _target(self, tag: str) -> str:
        found = _HREF.search(tag)
        if found is None or found.group(1).startswith("#"):
            return ""
        target = found.group(1).strip()
        url = absolute(self._base, unescape(target) if "&" in target else target) or ""
        return url.replace("(", "%28").replace(")", "%29") if "(" in url or ")" in url else url

    def _picture(self, tag: str) -> tuple[str, str]:
        """Address and alt text of an image worth keeping; empty for spacers, counters and data."""
        known = attributes(tag)
        for side in ("width", "height"):
            if known.get(side, "").isdigit() and int(known[side]) < _LEAST_IMAGE:
                return "", ""
        source = next((known[name] for name in _SOURCES if known.get(name, "").strip()), "")
        if source.startswith("data:"):
            source = ""
        url = (absolute(self._base, source.strip()) or "") if source else ""
        alt = " ".join(known.get("alt", "").replace("[", "(").replace("]", ")").split())
        return url.replace("(", "%28").replace(")", "%29"), alt

    def _images_in(self, start: int, end: int) -> tuple[str, ...]:
        if not self._has_images:
            return ()
        at = np.flatnonzero(self._scan.names[start + 1 : end] == ID["img"]) + start + 1
        found = (self._picture(self._scan.tags[place])[0] for place in at.tolist())
        return tuple(source for source in found if source)

    @cached_property
    def _has_images(self) -> bool:
        return bool((self._scan.names == ID["img"]).any())

    def _images_between(self, chosen: Flags) -> dict[int, list[int]]:
        """Images that stand alone between two chosen blocks, by the block before them."""
        blocks, scan = self._blocks, self._scan
        at = np.flatnonzero((scan.names == ID["img"]) & ~blocks.in_pre)
        found: dict[int, list[int]] = {}
        if not len(at) or not blocks.count:
            return found
        before = np.searchsorted(blocks.first, at, side="right") - 1
        for place, number in zip(at.tolist(), before.tolist(), strict=True):
            after = number + 1
            if number < 0 or after >= blocks.count or not (chosen[number] and chosen[after]):
                continue
            if self._ends[number] <= place <= self._starts[after]:
                found.setdefault(number, []).append(place)
        return found

    def _image(self, at: int) -> _Piece:
        source, alt = self._picture(self._scan.tags[at])
        if not source:
            return _Piece("image", "", "", "", ())
        html = f'<img src="{entities.escape(source)}" alt="{entities.escape(alt)}">'
        return _Piece(
            "image", "", f"![{alt}]({source})", html, self._places_of(int(self._scan.parents[at])), images=(source,)
        )

    def _places_of(self, element: int) -> tuple[_Place, ...]:
        missing = []
        while element not in self._places:
            missing.append(element)
            element = int(self._scan.parents[element])
        places = self._places[element]
        for element in reversed(missing):
            name = NAMES[self._scan.names[element]]
            if name in _PLACES and len(places) < _DEEPEST:
                start = attributes(self._scan.tags[element]).get("start", "") if name == "ol" else ""
                number = int(start) if start.isdecimal() and len(start) < 7 else 1
                places = (*places, _Place(element, name, number))
            self._places[element] = places
        return places


_DEEPEST = 40
"""Lists in lists beyond this are written as if they were not nested further."""
_HREF = re.compile(r' href="\s*([^"]*)"')
_SOURCES = ("data-src", "data-original", "data-lazy-src", "src")


def _lookup(values: dict[str, str]) -> "np.ndarray[tuple[int], np.dtype[np.object_]]":
    found = np.full(256, "", dtype=object)
    for name, value in values.items():
        found[ID[name]] = value
    return found


_MARKDOWN_SPACE = _lookup({"br": "\x01", "p": " ", "div": " ", "td": " ", "th": " "})
_HTML_SPACE = _lookup({"br": "<br>", "p": " ", "div": " ", "td": " ", "th": " "})
_MARKDOWN_OPEN = _lookup({name: _SIGNS[mark][0] for name, (mark, _) in _INLINE.items() if mark})
_MARKDOWN_CLOSE = _lookup({name: _SIGNS[mark][1] for name, (mark, _) in _INLINE.items() if mark})
_HTML_OPEN = _lookup({name: f"<{tag}>" for name, (_, tag) in _INLINE.items()})
_HTML_CLOSE = _lookup({name: f"</{tag}>" for name, (_, tag) in _INLINE.items()})
_KNOWN = table(*_INLINE)


def _escaped(text: str) -> str:
    if END not in text and "$" not in text and "\\" not in text:
        return _ESCAPED.sub(r"\\\g<0>", text)
    parts = split_formulas(text)
    parts[0::2] = [_ESCAPED.sub(r"\\\g<0>", part) for part in parts[0::2]]
    return "".join(parts)


def _with_signs(text: str) -> str:
    """Private signs as Markdown's own, white space moved out of them, empty pairs dropped."""
    text = _CLOSE_SPACE.sub(r"\2\1", _OPEN_SPACE.sub(r"\2\1", text))
    text = _EMPTY.sub("", text)
    text = _CODE_SPAN.sub(_code_span, text)
    return (
        text.replace("\ufde0", "*").replace("\ufde1", "*").replace("\ufde2", "**").replace("\ufde3", "**")
        .replace("\ufde6", "~~").replace("\ufde7", "~~").replace("\ufde4", "`").replace("\ufde5", "`")
    )  # fmt: skip


def _code_span(found: re.Match[str]) -> str:
    code = _MARKED.sub("", found.group(1))
    longest = max((len(ticks) for ticks in _TICKS.findall(code)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if code.startswith("`") or code.endswith("`") else ""
    return f"{fence}{padding}{code}{padding}{fence}"


def _markdown(pieces: list[_Piece]) -> str:
    lines: list[str] = []
    numbers: dict[int, int] = {}
    seen: set[int] = set()
    last: tuple[_Place, ...] = ()
    position = 0
    while position < len(pieces):
        piece = pieces[position]
        first, rest, new_item = _margins(piece.places, numbers, seen)
        rows = 1
        if piece.kind == "row":
            while position + rows < len(pieces) and _continues(piece, pieces[position + rows]):
                rows += 1
            body = _table(pieces[position : position + rows])
        elif piece.kind == "heading":
            body = f"{'#' * piece.level} {piece.markdown}".split("\n")
        elif piece.kind == "code":
            longest = max((len(ticks) for ticks in _TICKS.findall(piece.markdown)), default=0)
            fence = "`" * max(3, longest + 1)
            body = [fence + piece.language, *piece.markdown.split("\n"), fence]
        else:
            body = piece.markdown.split("\n")
        if lines:
            shared = [place for place in piece.places if place in last and place.name in ("ul", "ol")]
            if not (new_item and shared):
                lines.append(_margin_between(last, piece.places))
        lines.append((first + body[0]).rstrip() if not body[0] else first + body[0])
        lines += [(rest + line) if line else rest.rstrip() for line in body[1:]]
        last = piece.places
        position += rows
    return "\n".join(lines)


def _continues(row: _Piece, other: _Piece) -> bool:
    return other.kind == "row" and other.places == row.places


def _margins(places: tuple[_Place, ...], numbers: dict[int, int], seen: set[int]) -> tuple[str, str, bool]:
    """What stands before the first and before further lines of a block, and whether it begins an item of a list."""
    first = rest = ""
    new_item = False
    above: _Place | None = None
    for place in places:
        if place.name == "blockquote":
            first, rest = first + "> ", rest + "> "
        elif place.name == "li":
            ordered = above is not None and above.name == "ol"
            if place.element not in seen:
                seen.add(place.element)
                new_item = True
                marker = "- "
                if ordered and above is not None:
                    number = numbers.get(above.element, above.start)
                    numbers[above.element] = number + 1
                    marker = f"{number}. "
                first += marker
            else:
                first += "   " if ordered else "  "
            rest += "   " if ordered else "  "
        if place.name in ("ul", "ol"):
            above = place
    return first, rest, new_item


def _margin_between(last: tuple[_Place, ...], here: tuple[_Place, ...]) -> str:
    """An empty line, with the signs of the quotes that both blocks stand in."""
    shared = [one for one, other in zip(last, here, strict=False) if one == other and one.name == "blockquote"]
    return ("> " * len(shared)).rstrip()


def _table(rows: list[_Piece]) -> list[str]:
    width = max(len(row.cells) for row in rows)
    written = [
        "| " + " | ".join([cell[1] for cell in row.cells] + [""] * (width - len(row.cells))) + " |" for row in rows
    ]
    return [written[0], "|" + " --- |" * width, *written[1:]]


def _html(pieces: list[_Piece]) -> str:
    out: list[str] = []
    open_places: list[_Place] = []
    for piece in pieces:
        shared = 0
        while shared < min(len(open_places), len(piece.places)) and open_places[shared] == piece.places[shared]:
            shared += 1
        out += [f"</{place.name}>" for place in reversed(open_places[shared:])]
        out += [
            f"<{place.name}>" if place.start == 1 else f'<{place.name} start="{place.start}">'
            for place in piece.places[shared:]
        ]
        open_places = list(piece.places)
        if piece.kind == "code":
            kind = f' class="language-{entities.escape(piece.language)}"' if piece.language else ""
            out.append(f"<pre><code{kind}>{piece.html}</code></pre>")
        elif piece.kind == "heading":
            out.append(f"<h{piece.level}>{piece.html}</h{piece.level}>")
        elif piece.kind == "row":
            out.append("<tr>" + "".join(f"<{name}>{html}</{name}>" for name, _, html in piece.cells) + "</tr>")
        elif piece.places and piece.places[-1].name == "dt":
            out.append(piece.html)
        else:
            out.append(f"<p>{piece.html}</p>")
    out += [f"</{place.name}>" for place in reversed(open_places)]
    return "\n".join(out)
