"""How hard a judge says a problem is, as 0 (easiest) to 1."""

import re

_WORDS = {
    "low": 0.2, "easy": 0.2, "mid": 0.5, "medium": 0.5, "high": 0.8, "hard": 0.8, "trivial": 0.0, "very easy": 0.1,
    "very hard": 0.95, "expert": 1.0, "简单": 0.2, "入门": 0.1, "中等": 0.5, "困难": 0.8, "容易": 0.2, "较难": 0.7,
    "初级": 0.2, "中级": 0.5, "高级": 0.8, "쉬움": 0.2, "보통": 0.5, "어려움": 0.8,
}  # fmt: skip
_TIERS = ("bronze", "silver", "gold", "platinum", "diamond", "ruby")
_ROMAN = {"v": 5, "iv": 4, "iii": 3, "ii": 2, "i": 1}

SCALES: dict[str, tuple[float, float]] = {
    "codeforces": (800, 3500),
    "luogu": (1, 7),
    "kattis": (1, 10),
    "ten": (0, 10),
    "five": (1, 5),
    "stars": (1, 10),
    "atcoder": (100, 2400),
    "hundred": (0, 100),
}
"""Scales by name: the least and the greatest value."""


def normal_difficulty(raw: str, scale: str = "") -> float | None:
    """``raw`` as 0..1 by its words (easy, 中等, Gold III) or by the ``scale`` of a number; None where neither is known.

    A range ("2.1 - 5.0") counts as its middle. On Luogu's scale 0 means that nobody has said yet.
    """
    text = raw.strip().lower()
    if not text:
        return None
    if tier := re.match(r"(bronze|silver|gold|platinum|diamond|ruby)\s*(iv|v|i{1,3}|[1-5])?\b", text):
        step = _ROMAN.get(tier[2] or "iii") or int(tier[2])
        return round((_TIERS.index(tier[1]) * 5 + 5 - step) / 29, 3)
    if (known := _WORDS.get(text)) is not None:
        return known
    numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]
    if scale in SCALES and numbers:
        least, greatest = SCALES[scale]
        middle = sum(numbers[:2]) / len(numbers[:2])
        if scale == "luogu" and middle == 0:
            return None
        return round(min(1.0, max(0.0, (middle - least) / (greatest - least))), 3)
    return next((value for word, value in _WORDS.items() if re.search(rf"(?<!\w){word}(?!\w)", text)), None)
