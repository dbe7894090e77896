"""The piece of a text that shows best why it was found."""

import re

from lorehound.library.search.parse import Search
from lorehound.text.words import simplify, words

LENGTH = 200
"""Characters of a snippet, marks not counted."""

_RUN = re.compile(r"[^\W_]+")
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
    """(start, end, token) of what was asked for, in order, without overlaps."""
    wanted = {token for term in search.wanted if not term.prefix for token in term.tokens}
    beginnings = tuple(term.tokens[0] for term in search.wanted if term.prefix)
    chinese = sorted({token for token in (*wanted, *beginnings) if _CHINESE.match(token)}, key=len, reverse=True)
    found = [
        (match.start(), match.end(), token)
        for match in _RUN.finditer(text)
        for token in _western(match[0], wanted, beginnings)
    ]
    if chinese:
        plain = simplify(text)
        if len(plain) != len(text):
            plain = "".join(simplify(character)[:1] or " " for character in text)
        pattern = re.compile("|".join(map(re.escape, chinese)))
        found += [(match.start(), match.end(), match[0]) for match in pattern.finditer(plain)]
    found.sort(key=lambda hit: (hit[0], -hit[1]))
    kept: list[tuple[int, int, str]] = []
    for hit in found:
        if not kept or hit[0] >= kept[-1][1]:
            kept.append(hit)
    return kept


def _western(run: str, wanted: set[str], beginnings: tuple[str, ...]) -> list[str]:
    if _CHINESE.search(run):
        return []
    if len(run) == 1:
        return [run.lower()] if run.lower() in wanted else []
    found = [word for word in words(run) if word in wanted or (beginnings and word.startswith(beginnings))]
    return found[:1]


def _window(text: str, hits: list[tuple[int, int, str]]) -> tuple[int, int]:
    if len(text) <= LENGTH or not hits:
        return 0, min(len(text), LENGTH)
    best, best_rank = 0, (-1, -1)
    for first in range(min(len(hits), 500)):
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
