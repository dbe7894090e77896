"""A page of links that the user wrote in Markdown, as HTML that is read like any other page."""

import re
from html import escape

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from lorehound.errors import BadAddress
from lorehound.url.address import read_address


def page_html(markdown: str, title: str = "") -> str:
    """The whole HTML document of ``markdown``; bare addresses become links, ``[a](www.b.org)`` gets its ``http://``.

    HTML that the user wrote into it stays as it is.
    """
    return (
        f'<!doctype html>\n<html><head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body><main>\n{_reader().render(markdown)}</main></body></html>\n"
    )


_BARE = re.compile(r"https?://[^\s<>\"'，。；、）》」]+", re.IGNORECASE)
_AFTER = ".,;:!?)"


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark").enable("table")
    reader.core.ruler.after("inline", "addresses", _addresses)
    return reader


def _addresses(state: StateCore) -> None:
    for token in state.tokens:
        if token.children:
            token.children = _linked(token.children)


def _linked(tokens: list[Token]) -> list[Token]:
    result: list[Token] = []
    inside = 0
    for token in tokens:
        if token.type == "link_open":
            inside += 1
            token.attrs["href"] = _whole(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            inside -= 1
        if token.type == "text" and not inside:
            result += _split(token)
        else:
            result.append(token)
    return result


def _whole(href: str) -> str:
    if "://" in href or href.startswith(("#", "/")):
        return href
    try:
        return read_address(href)
    except BadAddress:
        return href


def _split(token: Token) -> list[Token]:
    parts: list[Token] = []
    at = 0
    for match in _BARE.finditer(token.content):
        url = match.group().rstrip(_AFTER)
        parts += [
            _text(token.content[at : match.start()]),
            Token("link_open", "a", 1, attrs={"href": url}),
            _text(url),
            Token("link_close", "a", -1),
        ]
        at = match.start() + len(url)
    return [*parts, _text(token.content[at:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
