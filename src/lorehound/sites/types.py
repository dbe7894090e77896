"""What type of learning resource a page is, from its address, title, structure and metadata."""

import re
import tomllib
from collections import defaultdict
from importlib import resources
from urllib.parse import urlsplit

from lorehound.model.reason import Reason
from lorehound.model.text import CleanText

_ENOUGH = 1.0
_Signs = tuple[tuple[str, float, "re.Pattern[str]"], ...]


def resource_type(clean: CleanText) -> tuple[str, tuple[Reason, ...]]:
    """One of ``model.resource.TYPES`` and the signs that decided, strongest first; ``article`` where nothing speaks.

    Signs add up by type and the heaviest type wins. ``problem`` is never the answer: that takes a problem that could be
    read. Costs no parsing of the document.
    """
    parts = urlsplit(clean.url)
    address = f"{parts.hostname or ''}{parts.path}{'?' + parts.query if parts.query else ''}"
    found: list[tuple[str, Reason]] = []
    for code, signs, text in (
        ("type_from_address", _ADDRESS, address),
        ("type_from_title", _TITLE, clean.title[:300]),
        ("type_from_metadata", _METADATA, " ".join(_declared(clean.html))),
    ):
        for kind, weight, pattern in signs:
            if seen := pattern.search(text):
                found.append((kind, Reason(code, weight, seen[0])))
    found += [(kind, Reason("type_from_structure", weight, detail)) for kind, weight, detail in _structure(clean)]
    totals: dict[str, float] = defaultdict(float)
    for kind, reason in found:
        totals[kind] += reason.weight
    best = max(totals, key=lambda kind: totals[kind], default="article")
    if totals.get(best, 0.0) < _ENOUGH:
        return "article", ()
    reasons = [reason for kind, reason in found if kind == best]
    return best, tuple(sorted(reasons, key=lambda reason: -reason.weight))


def _signs(rows: list[tuple[str, float, str]]) -> _Signs:
    return tuple((kind, weight, re.compile(pattern, re.IGNORECASE)) for kind, weight, pattern in rows)


_FILE = resources.files("lorehound.sites") / "words" / "types.toml"
_ADDRESS, _TITLE, _METADATA = map(_signs, tomllib.loads(_FILE.read_text("utf-8")).values())

_HEAD = 60_000
_IN_HEAD = ("og:type", "citation_type", "DC.type", "dc.type")
_ANYWHERE = ('"@type"', '"learningResourceType"', "schema.org/")
_DECLARED = re.compile(
    r"""(?:og:type|citation_type|dc\.type)["'][^>]{0,100}?content=["']?([^"'>]{1,60})"""
    r"""|"(?:@type|learningResourceType)"\s*:\s*(\[[^\]]{0,200}\]|"[^"]{1,60}")"""
    r"""|schema\.org/(\w{1,40})""",
    re.IGNORECASE,
)
_ABOUT_OTHERS = re.compile(r"Breadcrumb|Organization|Person|WebSite|ListItem|ImageObject")


def _declared(html: str) -> list[str]:
    """The types that the page gives itself; those of its breadcrumbs, owner and pictures stay out."""
    words: list[str] = []
    head = html[:_HEAD]
    spaces = ((head, _IN_HEAD), (html, _ANYWHERE if "schema.org" in html else ()))
    for text, sign in ((text, sign) for text, signs in spaces for sign in signs):
        at = text.find(sign)
        while at >= 0 and len(words) < 20:
            if found := _DECLARED.match(text, at):
                words.append(next(filter(None, found.groups())))
            at = text.find(sign, at + 1)
    return [word for word in words if not _ABOUT_OTHERS.search(word)]


_FRAME = re.compile(r"<iframe[^>]{0,300}(?:youtube|youtu\.be|vimeo|bilibili)", re.IGNORECASE)
_SIGNATURE = re.compile(r"""<dt[^>]{0,200}class=["'][^"']*\bsig\b|<dt[^>]{0,60}\bid=["']?[\w.]+["']?""", re.IGNORECASE)


def _structure(clean: CleanText) -> list[tuple[str, float, str]]:
    found: list[tuple[str, float, str]] = []
    html, length = clean.html, len(clean.text)
    code = html.count("<pre")
    if code >= 2 and length >= 800 and not clean.headings[4:]:
        found.append(("tutorial", 0.5, f"{code} × pre"))
    if code >= 3 and len(clean.headings) >= 4:
        found.append(("tutorial", 0.8, f"{code} × pre, {len(clean.headings)} × h"))
    signatures = sum(1 for _ in _SIGNATURE.finditer(html))
    if signatures >= 5:
        found.append(("reference", 1.5, f"{signatures} × dt"))
    if ("<video" in html or _FRAME.search(html)) and length < 3000:
        found.append(("video", 1.2, "<video>" if "<video" in html else "<iframe>"))
    numbered = sum(1 for heading in clean.headings if re.match(r"(?:step|步骤|步驟)\s*\d", heading.text, re.IGNORECASE))
    if numbered >= 2:
        found.append(("tutorial", 1.2, f"{numbered} × step"))
    weeks = sum(
        1
        for heading in clean.headings
        if re.match(r"(?:week|lecture|第)\s*[\d一二三四五六七八九十]+", heading.text, re.IGNORECASE)
    )
    if weeks >= 4:
        found.append(("course", 1.2, f"{weeks} × {clean.headings[0].text[:20]}"))
    return found
