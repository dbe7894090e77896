"""A person's decision on a resource, and lists of resources that a person puts in an order."""

from dataclasses import dataclass
from typing import Literal

Decision = Literal["accepted", "rejected", "pending"]


@dataclass(frozen=True, slots=True)
class Review:
    """What a person decided about a resource of a topic: who, when (seconds since 1970, UTC), and why.

    ``points``, ``type``, ``difficulty`` (0..1) and ``quality`` (0..1) correct what was there; None leaves it.
    ``number`` is set by the library; ``undone`` says that it was taken back.
    """

    resource: str
    topic: str
    state: Decision
    by: str = ""
    at: float = 0.0
    reason: str = ""
    points: tuple[str, ...] | None = None
    type: str | None = None
    difficulty: float | None = None
    quality: float | None = None
    number: int = 0
    undone: bool = False


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A resource on a reading list, with what its reader should know."""

    resource: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReadingList:
    """Resources in an order, for a course. ``changed_at`` is seconds since 1970, UTC."""

    id: str
    title: str
    topic: str = ""
    description: str = ""
    by: str = ""
    changed_at: float = 0.0
    entries: tuple[ListEntry, ...] = ()
