"""Step 5 for every fetched page: what is needed to judge it and to follow its links, in a few milliseconds."""

import html as entities
import re

import numpy as np
from resiliparse.extract.html2text import extract_plain_text

from lorehound.model.page import Page
from lorehound.model.text import CleanText, Heading
from lorehound.text.decode import decode
from lorehound.text.language import language_of
from lorehound.text.links import heading_text, read_links
from lorehound.text.scan import ID, Scan, attributes, scan_of
from lorehound.url.address import absolute


def clean(page: Page) -> CleanText:
    """Reads a fetched page; plain text is read as one block without links."""
    decoded = decode(page.body, page.headers.get("content-type", ""))
    text = decoded.text
    if page.content_type.startswith("text/") and page.content_type not in _HTML_TYPES and not _HTML_START.match(text):
        text = f"<pre>{entities.escape(text, quote=False)}</pre>"
    return clean_html(
        text,
        page.url,
        encoding=decoded.encoding,
        robots=_directives(page.headers.get("x-robots-tag", "")),
        language=page.headers.get("content-language", ""),
    )


def clean_html(
    html: str, url: str, *, encoding: str = "utf-8", robots: frozenset[str] = frozenset(), language: str = ""
) -> CleanText:
    """Reads the decoded document ``html`` of address ``url``; ``robots`` and ``language`` are what its headers said."""
    scan = scan_of(html)
    head = _Head(scan, url)
    text = extract_plain_text(html, main_content=True, list_bullets=False, alt_texts=False) if html else ""
    return CleanText(
        url=url,
        title=head.title,
        text=text,
        language=language_of(text or head.title, head.language or language),
        headings=_headings(scan),
        links=read_links(scan, head.base, url, encoding),
        description=head.description,
        canonical=head.canonical,
        robots=robots | head.robots,
        encoding=encoding,
        html=html,
        refresh=head.refresh,
        next_page=head.next_page,
    )


_HTML_TYPES = frozenset({"text/html", "text/xml"})
_HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_LONGEST_WAIT = 30.0
_REFRESH = re.compile(r"\s*(\d+(?:\.\d*)?|\.\d+)?\s*[;,]?\s*(?:url\s*=\s*)?(['\"]?)(.*)", re.IGNORECASE | re.DOTALL)


class _Head:
    """What meta, link, base and title say, wherever they stand outside of noscript."""

    def __init__(self, scan: Scan, url: str) -> None:
        self.base, self.title, self.description, self.canonical = url, "", "", ""
        self.language = self.refresh = self.next_page = ""
        self.robots: frozenset[str] = frozenset()
        said: dict[str, str] = {}
        wanted = np.isin(scan.names, _SPEAKING) & ~scan.closes
        noscript = scan.opens & (scan.names == ID["noscript"])
        if noscript.any():
            wanted &= ~scan.inside(noscript)
        refresh = base = ""
        targets: dict[str, str] = {}
        for at in np.flatnonzero(wanted).tolist():
            tag, name = scan.tags[at], int(scan.names[at])
            if name == ID["title"]:
                self.title = self.title or scan.text(at, int(scan.ends[at]))
                continue
            known = attributes(tag)
            if name == ID["html"]:
                self.language = known.get("lang") or known.get("xml:lang", "")
            elif name == ID["base"]:
                base = base or known.get("href", "").strip()
            elif name == ID["link"]:
                for relation in known.get("rel", "").lower().split():
                    targets.setdefault(relation, known.get("href", ""))
            else:
                key = known.get("name") or known.get("property") or known.get("itemprop", "")
                content = known.get("content", "")
                if key:
                    said.setdefault(key.strip().lower(), content.strip())
                equivalent = known.get("http-equiv", "").strip().lower()
                if equivalent == "refresh":
                    refresh = refresh or content
                elif equivalent == "content-language":
                    self.language = self.language or content
        if base:
            self.base = (absolute(url, base) or url).partition("#")[0]
        self.title = self.title or " ".join(said.get("og:title", "").split())
        self.description = " ".join((said.get("description") or said.get("og:description", "")).split())
        self.robots = _directives(said.get("robots", ""))
        self.canonical = self._join(targets.get("canonical", ""))
        self.next_page = self._join(targets.get("next", ""))
        self.refresh = self._refresh(refresh, url)

    def _join(self, target: str) -> str:
        return (absolute(self.base, target.strip()) or "") if target.strip() else ""

    def _refresh(self, content: str, url: str) -> str:
        found = _REFRESH.match(content)
        if found is None or float(found.group(1) or 0) > _LONGEST_WAIT:
            return ""
        quote, rest = found.group(2), found.group(3)
        target = self._join(rest.split(quote)[0] if quote else rest)
        return "" if target == url else target


_SPEAKING = [ID[name] for name in ("html", "base", "link", "meta", "title")]


def _directives(value: str) -> frozenset[str]:
    """``noindex`` and ``nofollow`` of a robots meta or X-Robots-Tag; what names another robot is not ours."""
    found: set[str] = set()
    for part in value.lower().split(","):
        agent, colon, directive = part.partition(":")
        if colon and agent.strip() not in _TIMED:
            continue
        word = (directive if colon else agent).strip()
        found |= {"noindex", "nofollow"} if word == "none" else {word}
    return frozenset(found & {"noindex", "nofollow"})


_TIMED = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
_HEADING_LEVEL = {ID[f"h{level}"]: level for level in range(1, 7)}


def _headings(scan: Scan) -> tuple[Heading, ...]:
    heads = scan.opens & np.isin(scan.names, list(_HEADING_LEVEL))
    if not heads.any():
        return ()
    where = np.flatnonzero(heads & ~scan.menu)
    found = []
    for at, end in zip(where.tolist(), scan.ends[where].tolist(), strict=True):
        text = heading_text(scan.text(at, end))
        if text:
            found.append(Heading(_HEADING_LEVEL[int(scan.names[at])], text))
    return tuple(found)
