"""What tells equal texts, and nearly equal ones."""

import hashlib
import re

import numpy as np

from lorehound.model.resource import Fingerprints
from lorehound.text.shingles import Hashes, mixed, token_hashes
from lorehound.text.words import simplify, words


def fingerprints(text: str) -> Fingerprints:
    """The fingerprints of a main text: sha256 of its letters, digits and signs, and a 64-bit SimHash of its words.

    Dates, times and counters of visits are left out, so that a page read again tomorrow is the same page; traditional
    Chinese counts as simplified. Empty text has no hash, a text of a few words no SimHash.
    """
    lasting = _lasting(text)
    if not lasting:
        return Fingerprints()
    return Fingerprints(hashlib.sha256(lasting.encode("utf-8", "replace")).hexdigest(), simhash(lasting))


def simhash(text: str) -> int | None:
    """SimHash (Charikar 2002) over words, weighted 1 + ln(count), with character 3-grams where words are few."""
    found = words(text)
    if len(found) < _FEWEST_WORDS:
        return None
    hashes = [token_hashes(found)]
    if len(found) < _FEW_WORDS:
        hashes.append(_hashes_of_grams("".join(text.split())))
    features, counts = np.unique(np.concatenate(hashes), return_counts=True)
    bits = np.unpackbits(features.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    weights = 1 + np.log(counts)
    sums = weights @ bits - weights.sum() / 2
    return int(np.packbits(sums > 0, bitorder="little").view(np.uint64)[0])


_FEWEST_WORDS = 8
_FEW_WORDS = 150
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_COUNTED = r"(?:views?|reads?|visits?|visitors?|hits|likes?|comments?|replies|shares?|downloads?)"
_COUNTED_ZH = "(?:阅读|浏览|点击|访问|点赞|收藏|评论|回复|下载|转发)"
_DATE = r"\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:3[01]|[12]\d|0?[1-9])(?!\d)(?:[t ]\d\d?:\d\d(?::\d\d)?z?)?"
_DATE_ZH = r"\d\d ?年 ?\d{1,2} ?月(?: ?\d{1,2} ?[日号])?"
# A digit comes first in the pattern, which lets the search skip to the next one.
_PASSING = re.compile(
    r"\d(?:"
    + "|".join(
        (
            rf"(?:(?<=1)9|(?<=2)0)(?:{_DATE}|{_DATE_ZH})",
            rf"\d?(?:st|nd|rd|th)? {_MONTH},? (?:19|20)\d\d\b",
            r"\d?:\d\d:\d\d\b",
            r"\d* (?:second|minute|hour|day|week|month|year)s? ago\b",
            r"\d* ?(?:秒|分钟|小时|天|周|个月|年)前",
            rf"[\d,.]*[km]? {_COUNTED}\b",
            rf"[\d,.]* ?万?(?:次|人)?{_COUNTED_ZH}",
        )
    )
    + ")"
)
_PASSING_NAMED = re.compile(
    "|".join(
        (
            rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? (?:19|20)\d\d\b",
            rf"\b{_COUNTED} ?[:(] ?[\d,.]+[km]?\)?",
            rf"{_COUNTED_ZH}(?:量|数|次数)? ?[:：(（]? ?[\d,.]+ ?(?:万|次|人)?[)）]?",
        )
    )
)
_DIGIT = re.compile(r"\d")


def _lasting(text: str) -> str:
    """The text on one line, lower-case and simplified, without what changes from visit to visit."""
    lines = simplify(text).lower().split("\n")
    for number, line in enumerate(lines):
        if _DIGIT.search(line):
            lines[number] = _PASSING.sub(" ", _PASSING_NAMED.sub(" ", line))
    return " ".join(" ".join(lines).split())


_POWERS = np.cumprod(np.full(6, 0x100000001B3, np.uint64))


def _hashes_of_grams(text: str) -> Hashes:
    codes = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32).astype(np.uint64)
    if len(codes) < 3:
        return np.empty(0, np.uint64)
    return mixed(codes[:-2] * _POWERS[3] + codes[1:-1] * _POWERS[4] + codes[2:] * _POWERS[5])
