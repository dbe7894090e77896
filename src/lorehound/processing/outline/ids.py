"""Ids for knowledge points that come without one."""

import hashlib
import re
import unicodedata
from collections.abc import Container

from lorehound.model.topic import ID_PATTERN


def free_id(name: str, taken: Container[str]) -> str:
    """An id made of ``name`` that is not in ``taken``: its Latin letters and digits, else a mark made of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].rstrip("-")
    letters = sum(character.isalnum() for character in name)
    if len(slug) < 2 or len(slug) * 2 < letters:
        slug = "p-" + hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:8]
    chosen, number = slug, 2
    while chosen in taken:
        chosen, number = f"{slug}-{number}", number + 1
    return chosen


def usable_id(text: str) -> bool:
    """Whether a text can be an id as it is."""
    return re.fullmatch(ID_PATTERN, text) is not None
