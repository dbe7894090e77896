"""The piece of a text that shows best why it was found."""

import re
from collections.abc import Iterator
from itertools import islice

from lorehound.library.search.parse import Search
from lorehound.text.words import simplify, words

LENGTH = 200
"""Characters of a snippet, marks not counted."""

_MOST_HITS = 300
# Words of other scripts; Chinese among them is looked for apart.
_RUN = re.compile(r"(?:(?![\u3400-\u9fff\uf900-\ufaff])[^\W_])+")
_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_READ = 200_000


def snippet(search: Search, text: str) -> str:
    """The ``LENGTH`` characters of ``text`` with most different hits, each marked «so»; the beginning if none hits."""
    text = text[:_READ]
    hits = _hits(search, text)
    start, end = _window(text, hits)
    piece: list[str] = ["…" if start else ""]
    at = start
    for left, right, _ in hits:
        if left >= start and right <= end:
            piece += [text[at:left], "«", text[left:right], "»"]
            at = right
    piece += [text[at:end], "…" if end < len(text) else ""]
    return " ".join("".join(piece).split())


def _hits(search: Search, text: str) -> list[tuple[int, int, str]]:
    """(start, end, token) of what was asked for, in order, without overlaps, the first ``_MOST_HITS`` of each kind."""
    wanted = {token for term in search.wanted if not term.prefix for token in term.tokens}
    beginnings = tuple(term.tokens[0] for term in search.wanted if term.prefix)
    found = [*islice(_western(text, wanted, beginnings), _MOST_HITS)]
    found += islice(_chinese(text, {token for token in (*wanted, *beginnings) if _CHINESE.match(token)}), _MOST_HITS)
    found.sort(key=lambda hit: (hit[0], -hit[1]))
    kept: list[tuple[int, int, str]] = []
    for hit in found:
        if not kept or hit[0] >= kept[-1][1]:
            kept.append(hit)
    return kept


def _western(text: str, wanted: set[str], beginnings: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    tokens = [token for token in (*wanted, *beginnings) if not _CHINESE.match(token)]
    if not tokens:
        return
    # A word that has lost its ending differs from how it is written in its last letter at most (query, queries), so
    # looking for what comes before passes over most of a text at the speed of the regular expression.
    heads = {re.escape(token[:-1] if len(token) > 3 else token) for token in tokens}
    end = 0
    for head in re.finditer("|".join(sorted(heads, key=len, reverse=True)), text, re.IGNORECASE):
        if head.start() < end:
            continue
        start, end = head.start(), head.end()
        while start and text[start - 1].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum():
            end += 1
        for run in _RUN.finditer(text, start, end):
            if token := _token_of(run[0], wanted, beginnings):
                yield run.start(), run.end(), token


def _chinese(text: str, tokens: set[str]) -> Iterator[tuple[int, int, str]]:
    if not tokens:
        return
    plain = simplify(text)
    if len(plain) != len(text):
        plain = "".join(simplify(character)[:1] or " " for character in text)
    pattern = re.compile("|".join(map(re.escape, sorted(tokens, key=len, reverse=True))))
    for match in pattern.finditer(plain):
        yield match.start(), match.end(), match[0]


def _token_of(run: str, wanted: set[str], beginnings: tuple[str, ...]) -> str:
    """The token asked for that a written word stands for; empty for none."""
    if len(run) == 1:
        return run.lower() if run.lower() in wanted else ""
    for word in words(run):
        if word in wanted or (beginnings and word.startswith(beginnings)):
            return word
    return ""


def _window(text: str, hits: list[tuple[int, int, str]]) -> tuple[int, int]:
    if len(text) <= LENGTH or not hits:
        return 0, min(len(text), LENGTH)
    best, best_rank = 0, (-1, -1)
    for first in range(min(len(hits), 120)):
        start = hits[first][0]
        inside = [token for left, right, token in hits[first : first + 40] if right <= start + LENGTH * 3 // 4]
        rank = (len(set(inside)), len(inside))
        if rank > best_rank:
            best, best_rank = start, rank
    start = _word_start(text, max(0, min(best - LENGTH // 4, len(text) - LENGTH)), best)
    return start, min(len(text), start + LENGTH)


def _word_start(text: str, start: int, limit: int) -> int:
    """The next place from ``start`` where a word begins, so that none is cut."""
    if start == 0:
        return 0
    for at in range(start, min(limit, start + 30)):
        if not text[at - 1].isalnum() or _CHINESE.match(text[at]):
            return at
    return start
