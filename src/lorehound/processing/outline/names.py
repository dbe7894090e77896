"""A name in two languages on one line: ``索引 / Indexes``."""

import re
from collections.abc import Mapping

_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def write_names(names: Mapping[str, str]) -> str:
    """Both names with `` / `` between them, or the one that is there."""
    both = [name for name in (names.get("zh", ""), names.get("en", "")) if name]
    return " / ".join(dict.fromkeys(both))


def read_names(text: str) -> dict[str, str]:
    """The names of a line: with `` / `` between a Chinese and another part they are two, else one for both."""
    text = " ".join(text.split())
    left, slash, right = text.partition(" / ")
    if slash and bool(_CHINESE.search(left)) != bool(_CHINESE.search(right)):
        zh, en = (left, right) if _CHINESE.search(left) else (right, left)
        return {"zh": zh.strip(), "en": en.strip()}
    return {"zh": text, "en": text}
