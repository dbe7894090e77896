"""Sitemaps and feeds, read as what they are: lists of addresses with a few words on each."""

import gzip
import io
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from lorehound.url.address import absolute

MOST_ENTRIES = 50_000
"""Entries of one sitemap (sitemaps.org); more are passed over."""

LARGEST = 50_000_000
"""Bytes of one sitemap, unpacked (sitemaps.org); reading ends there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An address of a listing; ``modified`` as it is written there."""

    url: str
    title: str = ""
    text: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a sitemap or a feed lists; ``nested`` are further sitemaps."""

    kind: str
    entries: tuple[Entry, ...] = ()
    nested: tuple[str, ...] = ()


def read_listing(body: bytes, url: str) -> Listing | None:
    """The sitemap (also gzipped, also plain text) or the RSS or Atom feed at ``url``; None when it is neither.

    What was read before a fault counts: a listing that is cut short is still a listing.
    """
    body = _unpacked(body)
    head = body[:2000].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith((b"http://", b"https://")):
        lines = body.decode("utf-8", "replace").split()
        return Listing("sitemap", tuple(_entries((line, "", "", "") for line in lines[:MOST_ENTRIES])))
    kind = next((kind for mark, kind in _KINDS if mark in head), None)
    if kind is None or not head.startswith(b"<"):
        return None
    return _read(body, url, kind)


def as_page(listing: Listing) -> bytes:
    """The entries as an HTML page of links, to be read like any other page."""
    items = "".join(
        f'<li><a href="{escape(entry.url)}">{escape(entry.title or entry.url)}</a> {escape(entry.text)}</li>'
        for entry in listing.entries
    )
    return f'<!doctype html><html><head><meta charset="utf-8"></head><body><ul>{items}</ul></body></html>'.encode()


_KINDS = (
    (b"<urlset", "sitemap"),
    (b"<sitemapindex", "sitemap"),
    (b"<rss", "feed"),
    (b"<rdf:RDF", "feed"),
    (b"<feed", "feed"),
)


def _unpacked(body: bytes) -> bytes:
    if not body.startswith(b"\x1f\x8b"):
        return body[:LARGEST]
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as stream:
            return stream.read(LARGEST)
    except (OSError, EOFError, zlib.error):
        reader = zlib.decompressobj(31)
        try:
            return reader.decompress(body, LARGEST)
        except zlib.error:
            return b""


def _read(body: bytes, url: str, kind: str) -> Listing:
    found: list[tuple[str, str, str, str]] = []
    nested: list[str] = []
    fields: dict[str, str] = {}
    try:
        for event, element in iterparse(io.BytesIO(body), events=("start", "end")):
            name = element.tag.rpartition("}")[2].lower()
            if event == "start":
                if name in _ENTRIES:
                    fields = {}
                continue
            if name in _ENTRIES:
                where = fields.get("loc") or fields.get("link", "")
                address = absolute(url, where.strip()) if where.strip() else None
                if address and name == "sitemap":
                    nested.append(address)
                elif address:
                    text = fields.get("description") or fields.get("summary", "")
                    found.append((address, fields.get("title", ""), text, fields.get("lastmod", "")))
                element.clear()
                if len(found) >= MOST_ENTRIES:
                    break
            elif name == "link" and element.get("href"):
                if element.get("rel", "alternate") == "alternate":
                    fields["link"] = element.get("href", "")
            elif name in _FIELDS and element.text:
                fields.setdefault(name, element.text.strip())
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        pass
    return Listing(kind, tuple(_entries(found)), tuple(dict.fromkeys(nested)))


_ENTRIES = frozenset({"url", "sitemap", "item", "entry"})
_FIELDS = frozenset({"loc", "link", "title", "description", "summary", "lastmod"})


def _entries(rows: Iterable[tuple[str, str, str, str]]) -> list[Entry]:
    first: dict[str, Entry] = {}
    for url, title, text, modified in rows:
        first.setdefault(url, Entry(url, title, text[:500], modified))
    return list(first.values())
