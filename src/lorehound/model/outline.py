"""Walking a topic's outline of knowledge points."""

from collections.abc import Iterable

from lorehound.errors import NotFound
from lorehound.model.topic import Topic


def branch(topic: Topic, point: str, *, descendants: bool = True) -> tuple[str, ...]:
    """The ids of ``point`` and of all under it, in the order of the outline; nothing when it is not in it."""
    inside = {point}
    if descendants:
        below = children(topic)
        waiting = [point]
        while waiting:
            some = below.get(waiting.pop(), ())
            inside.update(some)
            waiting += some
    return tuple(each.id for each in topic.knowledge_points if each.id in inside)


def ancestry(topic: Topic, point: str) -> tuple[str, ...]:
    """The id of ``point`` and of all above it, nearest first; nothing when it is not in the outline."""
    parents = {each.id: each.parent for each in topic.knowledge_points}
    found: list[str] = []
    while point in parents:
        found.append(point)
        point = parents[point]
    return tuple(found)


def children(topic: Topic) -> dict[str, tuple[str, ...]]:
    """Parent id -> ids right under it, in order; the roots are under ``""``."""
    below: dict[str, tuple[str, ...]] = {}
    for point in topic.knowledge_points:
        below[point.parent] = (*below.get(point.parent, ()), point.id)
    return below


def check_points(topic: Topic, points: Iterable[str]) -> None:
    """NotFound for the first of ``points`` that is not in the outline."""
    known = {point.id for point in topic.knowledge_points}
    for point in points:
        if point not in known:
            names = ", ".join(sorted(known)[:8]) or "none yet"
            raise NotFound(f"topic {topic.id} has no knowledge point {point!r}; its points: {names}")
