"""Which language a text is in."""

import re
from functools import lru_cache

import py3langid


def language_of(text: str, hint: str = "") -> str:
    """The BCP-47 primary tag of ``text``'s language; empty when it cannot be told.

    Scripts tell Chinese, Japanese and Korean. For the rest ``hint`` (what the page claims) is believed where common
    words bear it out, since many templates claim a language their pages are not in.
    """
    sample = text if len(text) <= _ENOUGH else text[: _ENOUGH // 2] + text[-_ENOUGH // 2 :]
    claimed = _primary(hint)
    han, kana, hangul = (len(script.findall(sample)) for script in (_HAN, _KANA, _HANGUL))
    letters = len(_LETTER.findall(sample))
    if letters < _LEAST:
        return claimed
    if 4 * (han + kana + hangul) > letters:
        if hangul > han + kana:
            return "ko"
        return "ja" if 10 * kana > han else "zh"
    words = sample.lower().split()
    if claimed in _COMMON and _share(words, claimed) > _SURE:
        return claimed
    for language in _COMMON:
        if _share(words, language) > _SURE_UNCLAIMED:
            return language
    return _classified(sample)


_ENOUGH = 3000
_LEAST = 20
_SURE = 0.08
_SURE_UNCLAIMED = 0.2
_HAN = re.compile("[\u3400-\u9fff]")
_KANA = re.compile("[\u3041-\u30ff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_LETTER = re.compile(r"[^\W\d_]")
_TAG = re.compile(r"\s*([a-zA-Z]{2,3})(?:[-_].*)?$")
_COMMON = {
    "en": frozenset({
        "the", "of", "and", "to", "in", "is", "a", "that", "for", "it", "this", "with", "as", "be", "are", "on", "you",
        "or", "by",
    }),
}  # fmt: skip


def _share(words: list[str], language: str) -> float:
    common = _COMMON[language]
    return sum(word in common for word in words) / max(1, len(words))


@lru_cache(maxsize=256)
def _primary(hint: str) -> str:
    found = _TAG.match(hint.split(",")[0])
    return found.group(1).lower() if found else ""


def _classified(sample: str) -> str:
    return str(py3langid.classify(sample)[0])
