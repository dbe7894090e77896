"""Lists of addresses that people have: text, CSV, OPML, browser bookmarks, or a page of links written in Markdown."""

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import PurePath

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lorehound.errors import BadAddress, BadImport
from lorehound.model.page import Seed
from lorehound.url.address import read_address

KINDS = ("text", "csv", "opml", "bookmarks", "markdown")


@dataclass(frozen=True, slots=True)
class SeedList:
    """The seeds of a list, each address once, and a line for each entry that holds none."""

    seeds: tuple[Seed, ...]
    faults: tuple[str, ...] = ()


def read_seeds(text: str, name: str = "", *, topic: str = "", kind: str = "") -> SeedList:
    """The seeds of a list; an empty ``kind`` is guessed from the file's ``name`` and the text.

    Text: an address a line, with a title beside it or in a ``#`` line above. CSV: columns ``url`` and ``title`` if
    named so, else the first that holds an address and the first other. Folders of OPML and bookmarks stand before the
    title. Markdown is one seed, the page itself: ``lorehound:page/NAME``. BadImport when there is no seed at all.
    """
    kind = kind or _guess(text, name)
    if kind not in KINDS:
        raise BadImport(f"{kind!r} is no kind of seed list; it takes one of {', '.join(KINDS)}")
    if kind == "markdown":
        return SeedList((_page(text, name, topic),))
    seeds: dict[str, Seed] = {}
    faults: list[str] = []
    for place, typed, title in _READERS[kind](text):
        try:
            url = read_address(typed)
        except BadAddress as error:
            faults.append(f"{place}: {error}")
        else:
            seeds.setdefault(url, Seed(topic, url, " ".join(title.split())))
    if not seeds:
        first = f"; {faults[0]}" if faults else ""
        raise BadImport(f"{name or 'the list'} holds no address (read as {kind}){first}")
    return SeedList(tuple(seeds.values()), tuple(faults))


Entries = Iterator[tuple[str, str, str]]
"""Where an entry stands, what stands there for an address, its title."""

_BY_ENDING = {
    ".txt": "text", ".urls": "text", ".csv": "csv", ".tsv": "csv", ".opml": "opml", ".xml": "opml",
    ".html": "bookmarks", ".htm": "bookmarks", ".md": "markdown", ".markdown": "markdown",
}  # fmt: skip
_URL_NAMES = frozenset({"url", "address", "link", "href", "uri", "网址", "地址", "链接"})
_TITLE_NAMES = frozenset({"title", "name", "text", "标题", "名称", "题名"})
_AROUND_TITLE = " \t,.;:-–—|<>()[]：，。；（）《》"
_IN_LINE = re.compile(r"https?://\S+", re.IGNORECASE)


def _guess(text: str, name: str) -> str:
    by_ending = _BY_ENDING.get(PurePath(name).suffix.lower())
    if by_ending:
        return by_ending
    head = text[:4000].lower()
    if "<opml" in head:
        return "opml"
    if "netscape-bookmark" in head or re.search(r"<(?:dl|dt|a)\b", head):
        return "bookmarks"
    if re.search(r"\]\(\s*<?https?://", text):
        return "markdown"
    first = [cell.strip().strip('"') for cell in re.split("[,;\t]", head.strip().split("\n")[0])]
    return "csv" if len(first) > 1 and any(cell in _URL_NAMES or "://" in cell for cell in first) else "text"


def _text(text: str) -> Entries:
    above = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#") or not line:
            above = line.lstrip("# ")
            continue
        found = _IN_LINE.search(line)
        if found:
            typed = found.group().rstrip(",;)>]。，；）》")
            title = (line[: found.start()] + line[found.start() + len(typed) :]).strip(
                " \t,.;:-–—|<>()[]：，。；（）《》"
            )
        else:
            typed, _, title = line.partition("\t" if "\t" in line else " ")
            if "." not in typed:
                typed, title = line, ""
        yield f"line {number}", typed, title or above
        above = ""


def _csv(text: str) -> Entries:
    first_line = text.lstrip().split("\n", 1)[0]
    delimiter = max(",;\t", key=first_line.count)
    rows = csv.reader(text.splitlines(), delimiter=delimiter)
    url_at = title_at = -1
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            if url_at < 0:
                names = [cell.lower() for cell in cells]
                url_at = next((at for at, cell in enumerate(names) if cell in _URL_NAMES), -1)
                if url_at >= 0:
                    title_at = next((at for at, cell in enumerate(names) if cell in _TITLE_NAMES), -1)
                    continue
                url_at = next((at for at, cell in enumerate(cells) if _is_address(cell)), 0)
                title_at = next((at for at, cell in enumerate(cells) if at != url_at and cell), -1)
            url = cells[url_at] if url_at < len(cells) else ""
            title = cells[title_at] if 0 <= title_at < len(cells) else ""
            yield f"line {rows.line_num}", url, title
    except csv.Error as error:
        raise BadImport(f"line {rows.line_num} is no CSV: {error}; check its quotes") from None


def _is_address(cell: str) -> bool:
    try:
        read_address(cell)
    except BadAddress:
        return False
    return True


def _opml(text: str) -> Entries:
    document = LexborHTMLParser(_CLOSED_OUTLINE.sub(r"<outline\1></outline>", text))
    for number, outline in enumerate(document.css("outline"), 1):
        known = outline.attributes
        address = known.get("htmlurl") or known.get("url") or known.get("xmlurl")
        if address:
            folders = [_outline_title(above) for above in _above(outline)]
            yield f"outline {number}", address, _titled(folders, _outline_title(outline))
        elif not any(child.tag == "outline" for child in outline.iter()):
            yield f"outline {number}", _outline_title(outline), ""


_ATTRIBUTES = r"""((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)"""
_CLOSED_OUTLINE = re.compile(rf"<outline{_ATTRIBUTES}\s*/>", re.IGNORECASE)


def _above(outline: LexborNode) -> list[LexborNode]:
    found = []
    at = outline.parent
    while at is not None:
        if at.tag == "outline":
            found.append(at)
        at = at.parent
    return found[::-1]


def _outline_title(outline: LexborNode) -> str:
    return outline.attributes.get("title") or outline.attributes.get("text") or ""


_BOOKMARK = re.compile(
    r"""<h[1-6]\b([^>]*)>(.*?)</h[1-6]>|<(/?)dl\b|<a\s((?:[^>"']|"[^"]*"|'[^']*')*)>(.*?)(?=</a>|<a\s|<dt|<h3|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
_HREF = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))""", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")


def _bookmarks(text: str) -> Entries:
    """Folders and links in the order they stand: browsers leave DT and P open, so there is no tree to rely on."""
    folders: list[str] = []
    heading, number = "", 0
    for match in _BOOKMARK.finditer(text):
        attributes, folder, closing, link, words = match.groups()
        if folder is not None:
            heading = "" if "toolbar" in attributes.lower() else unescape(_TAG.sub("", folder))
        elif closing is not None:
            if closing:
                folders = folders[:-1]
            else:
                folders.append(heading)
                heading = ""
        else:
            target = _HREF.search(link)
            number += 1
            if target:
                url = unescape(next(filter(None, target.groups()), ""))
                yield f"bookmark {number}", url, _titled(folders[1:], unescape(_TAG.sub("", words)))


def _titled(folders: list[str], title: str) -> str:
    return " / ".join(part.strip() for part in (*folders, title) if part.strip())


def _page(text: str, name: str, topic: str) -> Seed:
    if not re.search(r"\]\(|<https?://|https?://|\bhref=", text):
        raise BadImport(f"{name or 'the page'} holds no link; write links as [title](https://example.org/)")
    stem = PurePath(name).stem or "links"
    heading = re.search(r"^#{1,6}\s+(.+?)\s*#*$", text, re.MULTILINE)
    return Seed(topic, f"lorehound:page/{page_name(stem)}", heading.group(1) if heading else stem, text)


def page_name(text: str) -> str:
    """``text`` as the name of a written page: letters and digits of any language, joined by ``-``."""
    return re.sub(r"[^\w]+", "-", text.lower()).strip("-_") or "links"


_READERS: dict[str, Callable[[str], Entries]] = {"text": _text, "csv": _csv, "opml": _opml, "bookmarks": _bookmarks}
