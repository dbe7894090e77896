"""Lists of a site: which address is a list or a resource page, and what a list page leads to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, urldefrag, urlsplit

from lorehound.sites.document import Document
from lorehound.sites.rule import SiteRule

Role = Literal["", "list", "resource"]


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list page leads to: resource pages, further list pages, and how many different ids it names."""

    links: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    ids: int = 0


def role_of(rule: SiteRule, url: str) -> tuple[Role, dict[str, str]]:
    """What the address is to the rule, and the named parts of a resource page's address.

    Where a rule names no pages, each may be a resource.
    """
    target = _target(url)
    for pattern in rule.pages.resource:
        if found := re.search(pattern, target):
            return "resource", {name: value for name, value in found.groupdict().items() if value is not None}
    if any(re.search(pattern, target) for pattern in rule.pages.list):
        return "list", {}
    return ("", {}) if rule.pages.resource else ("resource", {})


def read_list(rule: SiteRule, document: Document) -> Listing:
    """The resource pages and further list pages that a list page leads to, in the page's order, each once."""
    pages = rule.pages
    ids: dict[str, None] = {}
    links: dict[str, None] = {}
    for parts in _bare_ids(rule, document):
        url = document.absolute(_fill(pages.address, parts))
        ids.setdefault(url)
        links.setdefault(url)
    lists: dict[str, None] = {}
    if document.data is None:
        chosen = (
            {_href(document, node.attributes.get("href")) for node in document.tree.css(pages.links)}
            if pages.links
            else None
        )
        for node in document.tree.css("a[href]"):
            url = _href(document, node.attributes.get("href"))
            if not url or urlsplit(url).hostname != urlsplit(document.url).hostname:
                continue
            role, parts = role_of(rule, url) if pages.resource or pages.list else ("", {})
            if (role == "resource" and chosen is None) or (chosen is not None and url in chosen):
                ids.setdefault(_fill(pages.id, parts) if pages.id and parts else url)
                links.setdefault(_fill(pages.address, parts, document) if pages.address and parts else url)
            elif role == "list" and url != urldefrag(document.url)[0]:
                lists.setdefault(url)
        if pages.next:
            for node in document.tree.css(pages.next):
                if url := _href(document, node.attributes.get("href")):
                    lists.setdefault(url)
    return Listing(tuple(links), tuple(lists), len(ids))


def _target(url: str) -> str:
    parts = urlsplit(url)
    fragment = f"#{parts.fragment}" if parts.fragment.startswith(("/", "!")) else ""
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "") + fragment


def _href(document: Document, href: str | None) -> str:
    if not href or href.lower().startswith(("javascript:", "mailto:", "data:", "#")):
        return ""
    url = urldefrag(document.absolute(href))[0]
    return url if url.startswith(("http://", "https://")) else ""


def _fill(template: str, parts: dict[str, str], document: Document | None = None) -> str:
    filled = re.sub(r"\{(\w+)\}", lambda name: quote(parts.get(name[1], ""), safe="%-._~"), template)
    return document.absolute(filled) if document else filled


def _bare_ids(rule: SiteRule, document: Document) -> Iterable[dict[str, str]]:
    pages = rule.pages
    if not pages.address:
        return
    if pages.json_ids:
        for found in re.finditer(pages.json_ids, document.html):
            yield {name: value or "" for name, value in found.groupdict().items()}
    if pages.ids and document.data is None:
        pattern = re.compile(pages.ids.match or r"(?P<id>.+)")
        plain = pages.ids.model_copy(update={"match": "", "all": True})
        for text in document.texts((plain,)):
            if seen := pattern.search(text):
                yield {name: value or "" for name, value in seen.groupdict().items()}
