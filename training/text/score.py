"""How well an extracted text agrees with the known one."""

import re
from collections import Counter

_TOKEN = re.compile("[\u3400-\u9fff]|(?:(?![\u3400-\u9fff])\\w)+")


def tokens(text: str) -> list[str]:
    """Lower-case words; every Chinese character is one."""
    return _TOKEN.findall(text.lower())


def f1(found: str, truth: str) -> float:
    """F1 of the two texts' words as bags; 1 when both are empty."""
    one, other = Counter(tokens(found)), Counter(tokens(truth))
    if not one and not other:
        return 1.0
    same = sum((one & other).values())
    return 2 * same / (sum(one.values()) + sum(other.values()))
