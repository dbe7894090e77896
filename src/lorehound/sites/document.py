"""A page opened for reading: its tree or its JSON, parsed once, and text taken from it exactly or plainly."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from lorehound.sites.rule import Selector

_SPACE = re.compile(r"[\s\xa0\u200b\ufeff]+")
_BLOCKS = frozenset(("div", "p", "li", "tr", "section", "article", "dd", "dt", "blockquote", "h1", "h2", "h3", "h4"))


class Document:
    """The page at ``url``; ``html`` is its decoded text, which may be JSON as well."""

    def __init__(self, url: str, html: str) -> None:
        self.url = url
        self.html = html

    @cached_property
    def tree(self) -> LexborHTMLParser:
        """The parsed page; read, never changed."""
        return LexborHTMLParser(self.html or "<p></p>")

    @cached_property
    def data(self) -> Any:
        """The JSON that the page is, or None when it is none."""
        start = self.html.lstrip()[:1]
        if start not in ("{", "["):
            return None
        try:
            return json.loads(self.html)
        except ValueError:
            return None

    @cached_property
    def lines(self) -> str | None:
        """The text of a page that is plain text alone (as such or as one ``pre``), else None."""
        if not re.match(r"\s*<(?!pre>)", self.html[:2000]) and self.data is None:
            body = self.tree.body
            only = list(body.iter()) if body is not None else []
            if not only:
                return self.html
            if len(only) == 1 and only[0].tag == "pre":
                return exact(only[0])
        return None

    @cached_property
    def base(self) -> str:
        """What relative addresses are joined to."""
        node = self.tree.css_first("base[href]")
        return urljoin(self.url, node.attributes["href"] or "") if node else self.url

    def absolute(self, address: str) -> str:
        """``address`` as it stands on this page, made absolute; as it is when it cannot be."""
        try:
            return urljoin(self.base, address.strip())
        except ValueError:
            return address

    def first(self, css: str) -> LexborNode | None:
        """The first element that ``css`` finds."""
        return self.tree.css_first(css)

    def nodes(self, selectors: tuple[Selector, ...]) -> list[LexborNode]:
        """The elements of the first selector that finds any, without what it drops."""
        for selector in selectors:
            found = elements(self.tree, selector.css)
            if found:
                chosen = found if selector.all else found[:1]
                return [without(node, selector.drop) for node in chosen]
        return []

    def texts(self, selectors: tuple[Selector, ...]) -> list[str]:
        """The words of a field by the first selector that gives any."""
        for selector in selectors:
            found = [self._value(node, selector) for node in elements(self.tree, selector.css)]
            kept = [text for text in found if text]
            if kept:
                return kept if selector.all else kept[:1]
        return []

    def text(self, selectors: tuple[Selector, ...]) -> str:
        """The words of a field by the first selector that gives any, else empty."""
        return next(iter(self.texts(selectors)), "")

    def _value(self, node: LexborNode, selector: Selector) -> str:
        if selector.attr:
            text = node.attributes.get(selector.attr) or ""
        elif selector.own:
            text = "".join(child.text_content or "" for child in node.iter(include_text=True) if child.is_text_node)
        else:
            text = plain(without(node, selector.drop), selector.line_break)
        text = squeeze(text)
        if selector.match:
            seen = re.search(selector.match, text)
            if not seen:
                return ""
            text = squeeze(next((group for group in seen.groups() if group is not None), seen[0]))
        if selector.value:
            return selector.value
        return f"{text} {selector.unit}" if selector.unit and re.fullmatch(r"[\d.,]+", text) else text


def elements(node: LexborNode | LexborHTMLParser, css: str) -> list[LexborNode]:
    """What ``css`` finds in ``node``, each element once even where several of its selectors fit."""
    found = {one.mem_id: one for one in node.css(css)} if css else {}
    return list(found.values())


def without(node: LexborNode, css: str) -> LexborNode:
    """A copy of ``node`` without the elements inside that ``css`` finds; ``node`` itself when there is nothing to drop.

    The selector sees the element and what is in it, not what is around it.
    """
    if not css:
        return node
    copy = fragment(node.html or "")
    inner = next(copy.iter(), None)
    for dropped in copy.css(css):
        dropped.decompose()
    return inner or copy


def fragment(html: str) -> LexborNode:
    """The body of a document that holds ``html`` alone."""
    body = LexborHTMLParser(f"<body>{html}</body>").body
    assert body is not None
    return body


def squeeze(text: str) -> str:
    """``text`` with each run of white space as one space."""
    return _SPACE.sub(" ", text).strip()


def plain(node: LexborNode, line_break: str = " ") -> str:
    """The words of an element, blocks as spaces and line breaks as ``line_break``."""
    return squeeze("".join(_pieces(node, line_break)))


def exact(node: LexborNode) -> str:
    """The text of an element to the character: line breaks and line elements as newlines, no-break spaces as spaces."""
    text = "".join(_lines(node))
    return text.replace("\xa0", " ").replace("\u200b", "").replace("\ufeff", "")


def _pieces(node: LexborNode, line_break: str) -> Iterator[str]:
    for child in node.iter(include_text=True):
        if child.is_text_node:
            yield child.text_content or ""
        elif child.tag == "br":
            yield line_break
        elif child.tag not in ("script", "style", "template", "noscript"):
            block = child.tag in _BLOCKS
            yield " " if block else ""
            yield from _pieces(child, line_break)
            yield " " if block else ""


def _lines(node: LexborNode) -> Iterator[str]:
    """Text in which each line element stands on a line of its own."""
    open_line = broken = False
    for child in node.iter(include_text=True):
        if child.is_text_node:
            text = child.text_content or ""
            # White space between line elements is layout, not text.
            if broken and not text.strip() and child.next is not None:
                continue
            if broken and text and not text.startswith("\n"):
                yield "\n"
            broken, open_line = False, not text.endswith("\n") if text else open_line
            yield text
        elif child.tag == "br":
            yield "\n"
            broken = open_line = False
        elif child.tag in ("script", "style", "button"):
            continue
        else:
            line = child.tag in _BLOCKS
            text = "".join(_lines(child))
            if (line and (open_line or broken)) or (broken and text and not text.startswith("\n")):
                yield "\n"
            yield text
            broken = line
            open_line = False if line else (not text.endswith("\n") if text else open_line)
