"""Text to words: the one way that judging, searching and keywords share, for English and Chinese alike."""

import re
from functools import lru_cache

import opencc
import rjieba


def words(text: str) -> list[str]:
    """The words of ``text`` in order, lower-case, without endings, each of two characters or more.

    Names in camelCase and with digits give their parts. Chinese is first made simplified, then cut in search mode, so
    a long word comes with the words inside it.
    """
    found: list[str] = []
    if text.isascii():
        for run in _RUN.findall(text):
            found += _western(run)
        return found
    text = simplify(text)
    for chinese, run in _PARTS.findall(text):
        if chinese:
            found += [word for word in _cut(chinese) if len(word) > 1]
        else:
            found += _western(run)
    return found


def simplify(text: str) -> str:
    """Traditional Chinese characters made simplified; all else is left as it is."""
    return text if text.isascii() else str(_converter().convert(text))


_RUN = re.compile(r"[A-Za-z0-9]+")
_CHINESE = "\u3400-\u9fff\uf900-\ufaff"
_PARTS = re.compile(rf"([{_CHINESE}]+)|((?:(?![{_CHINESE}_])\w)+)")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Za-z]\d|\d[A-Za-z]")


@lru_cache(maxsize=1)
def _converter() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def _cut(chinese: str) -> list[str]:
    return rjieba.cut_for_search(chinese) if len(chinese) > 2 else [chinese]


@lru_cache(maxsize=65536)
def _western(run: str) -> tuple[str, ...]:
    """A run of letters and digits as words: whole, and where it is put together, its parts too."""
    whole = stem(run.lower())
    if not run.isascii() or not _MIXED.search(run):
        return (whole,) if len(whole) > 1 else ()
    parts = [stem(part.lower()) for part in _CAMEL.findall(run)]
    return tuple(dict.fromkeys(word for word in (whole, *parts) if len(word) > 1))


def stem(word: str) -> str:
    """An English word without its plural, -ed, -ing or -ly; short words and other languages as they are."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed", "ly"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and len(rest) > 2 and _VOWEL.search(rest):
            if ending != "ly" and rest[-1] == rest[-2] and rest[-1] not in "lsz":
                rest = rest[:-1]
            word = rest
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word


_VOWEL = re.compile("[aeiouy]")
