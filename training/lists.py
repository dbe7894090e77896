"""The three lists of sites, by package, and the check that none stands in two."""

import tomllib
from itertools import combinations
from pathlib import Path

NAMES = ("train", "choose", "final")


def read_lists(path: Path = Path(__file__).parent / "lists.toml") -> dict[str, frozenset[str]]:
    """The lists by name."""
    stored = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: frozenset(stored[name]) for name in NAMES}


def faults(lists: dict[str, frozenset[str]], used: frozenset[str]) -> list[str]:
    """What is wrong with the lists: packages in two of them, or used for training without standing in ``train``."""
    found = [
        f"{package} stands in {one} and in {other}"
        for one, other in combinations(NAMES, 2)
        for package in sorted(lists[one] & lists[other])
    ]
    return found + [
        f"{package} is learnt from but does not stand in train" for package in sorted(used - lists["train"])
    ]
