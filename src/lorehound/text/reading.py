"""How long a text takes to read."""

import re

WORDS_A_MINUTE = 230
"""Silent reading of English prose: the 238 of Brysbaert (2019), a little less for material to learn from."""

CHARACTERS_A_MINUTE = 300
"""Chinese characters; the same study's languages put about 1.3 characters to an English word."""

_HAN = re.compile("[\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\u3400-\u9fff]+")


def reading_minutes(text: str) -> float:
    """Minutes to read ``text``, one decimal; words and Chinese characters each count at their pace."""
    minutes = len(_WORD.findall(text)) / WORDS_A_MINUTE + len(_HAN.findall(text)) / CHARACTERS_A_MINUTE
    return round(minutes, 1)
