"""How resources are sorted and counted: what each sort goes by, and the grades of difficulty."""

from lorehound.model.resource import Resource
from lorehound.text.words import simplify

NO_DIFFICULTY = 2.0
"""Sorts resources of unknown difficulty behind all others."""

FACETS = ("type", "language", "host", "license", "point", "review_state", "label", "difficulty")
"""What can be counted by value; resources without a value are in no count."""

GRADES = 5
"""How many grades of difficulty are told apart."""


def title_key(title: str) -> str:
    """What titles are sorted by: small letters, simplified Chinese, the beginning only."""
    return simplify(title[:60]).casefold().strip()[:60]


def sort_value(resource: Resource, sort: str) -> float | str:
    """What ``resource`` is sorted by, ascending; the id settles ties. ``relevance`` is the search's affair."""
    match sort:
        case "newest":
            return -resource.fetched_at
        case "quality":
            return -resource.quality
        case "difficulty":
            return NO_DIFFICULTY if resource.difficulty is None else resource.difficulty
        case "title":
            return title_key(resource.title)
        case _:
            return -resource.score


def grade(difficulty: float | None) -> str:
    """The grade of a difficulty 0..1 as its bounds, such as ``0.2-0.4``; empty when it is unknown."""
    if difficulty is None:
        return ""
    step = min(int(difficulty * GRADES + 1e-9), GRADES - 1)
    return f"{step / GRADES:.1f}-{(step + 1) / GRADES:.1f}"
