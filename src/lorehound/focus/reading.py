"""A page's words, counted once for the verdict, the links and what the crawl learns."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from lorehound.focus.address import address_words
from lorehound.model.text import CleanText
from lorehound.text.words import words

MOST_TEXT = 24_000
"""Characters of the main text that are read: more does not change what a page is about."""


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """A page with its words by place: main text, title, headings, address, description."""

    clean: CleanText
    body: Mapping[str, int]
    length: int
    title: tuple[str, ...]
    headings: tuple[str, ...]
    address: tuple[str, ...]
    description: tuple[str, ...]
    chinese: bool
    """Whether a good part of the text is Chinese."""
    weights: dict[str, float]
    """Filled by ``page_weight``."""

    @classmethod
    def of(cls, clean: CleanText) -> "Reading":
        """Counts the words of a page."""
        body = words(clean.text[:MOST_TEXT])
        return cls(
            clean=clean,
            body=Counter(body),
            length=len(body),
            title=tuple(words(clean.title)),
            headings=tuple(token for heading in clean.headings[:60] for token in words(heading.text)),
            address=address_words(clean.url),
            description=tuple(words(clean.description[:600])),
            chinese=sum(not token.isascii() for token in body[:400]) > 0.2 * min(len(body), 400),
            weights={},
        )


def page_weight(page: Reading, token: str) -> float:
    """How much a page is about a word, 0..1: tf / (1.2 + tf), title, headings, address and description counted more."""
    known = page.weights.get(token)
    if known is None:
        tf = page.body.get(token, 0) / (0.4 + 0.6 * page.length / 400.0)
        tf += 4.0 * _in(page.title, token, 6.0) + 2.0 * _in(page.headings, token, 20.0)
        tf += 2.0 * _in(page.address, token, 6.0) + 2.0 * _in(page.description, token, 6.0)
        known = page.weights[token] = tf / (1.2 + tf)
    return known


def _in(tokens: tuple[str, ...], token: str, usual: float) -> float:
    return tokens.count(token) / (0.25 + 0.75 * len(tokens) / usual) if token in tokens else 0.0
