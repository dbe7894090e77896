"""Whether a document answers a search, and how well: the plain rule that every index follows."""

from lorehound.library.search.parse import Search, Term
from lorehound.library.search.tokens import Document

TITLE_WEIGHT, HEADINGS_WEIGHT, TEXT_WEIGHT = 8.0, 3.0, 1.0
"""How much more a word in the title, or in a heading, says than one in the text."""


def matches(search: Search, document: Document) -> bool:
    """Every wanted term is there and no unwanted one; a search without terms matches nothing."""
    if not (search.wanted or search.unwanted):
        return False
    return all(_count(term, document) > 0 for term in search.wanted) and not any(
        _count(term, document) > 0 for term in search.unwanted
    )


def relevance(search: Search, document: Document) -> float:
    """How well a matching document answers: its hits, weighted by place, dampened for repeats and long texts."""
    length = 1 + len(document.text) / 1000
    return sum(hits / (hits + length) for hits in (_count(term, document) for term in search.wanted))


def _count(term: Term, document: Document) -> float:
    fields = (
        (document.title, TITLE_WEIGHT),
        (document.headings, HEADINGS_WEIGHT),
        (document.text, TEXT_WEIGHT),
    )
    if term.prefix:
        beginning = term.tokens[0]
        hits = sum(weight * sum(token.startswith(beginning) for token in tokens) for tokens, weight in fields)
        return hits or float(beginning in document.singles)
    if term.phrase:
        return sum(weight * _runs(term.tokens, tokens) for tokens, weight in fields)
    counts = [
        float(token in document.singles) if len(token) == 1 else sum(w * tokens.count(token) for tokens, w in fields)
        for token in term.tokens
    ]
    return min(counts)


def _runs(phrase: tuple[str, ...], tokens: tuple[str, ...]) -> int:
    size = len(phrase)
    return sum(tokens[start : start + size] == phrase for start in range(len(tokens) - size + 1))
