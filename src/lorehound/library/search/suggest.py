"""Did you mean: a word that stands nowhere, and the one it was probably meant to be."""

import re
from collections.abc import Callable, Iterator

from lorehound.text.words import words

_WORD = re.compile(r"[A-Za-z]{4,}")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def suggest(text: str, frequency: Callable[[str], int], spelt: Callable[[str], str]) -> str:
    """``text`` with each Latin word that is in no document replaced by the most frequent one an edit away.

    ``frequency`` says in how many documents a token stands, ``spelt`` how a token is written in one of them. Empty when
    there is nothing better to ask. The edits are Damerau's: a letter dropped, doubled, changed, or two swapped.
    """

    def better(match: re.Match[str]) -> str:
        word = match[0]
        token = words(word)[0]
        if frequency(token):
            return word
        best = max(_edits(token), key=frequency, default="")
        return (spelt(best) or word) if frequency(best) else word

    suggested = _WORD.sub(better, text)
    return suggested if suggested.lower() != text.lower() else ""


def spelling(token: str, text: str) -> str:
    """The shortest way in which a token is written in a text it was made from, small; empty when it is not in it."""
    runs = {run.lower() for run in re.findall(r"[^\W_]+", text) if token in words(run)}
    return min(runs, key=lambda run: (len(run), run), default="")


def _edits(token: str) -> Iterator[str]:
    for at in range(len(token) + 1):
        left, right = token[:at], token[at:]
        for letter in _LETTERS:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]
        if right:
            yield left + right[1:]
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
