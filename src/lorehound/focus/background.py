"""How common a word is on pages of all kinds: what a topic's word must stand out from."""

from functools import lru_cache
from io import BytesIO

import numpy as np

from lorehound.focus.hashing import token_id
from lorehound.focus.shipped import shipped

UNSEEN = 0.002
"""The share of pages taken for a word that the list does not hold."""


def share(token: str) -> float:
    """In which share of all pages ``token`` stands, 0..1 (from the list that comes with the models)."""
    return _shares().get(token_id(token), UNSEEN)


@lru_cache(maxsize=1)
def _shares() -> dict[int, float]:
    stored = shipped("background.npz")
    if not stored.is_file():
        return {}
    with np.load(BytesIO(stored.read_bytes()), allow_pickle=False) as arrays:
        return dict(zip(arrays["ids"].tolist(), arrays["shares"].astype(float).tolist(), strict=True))
