"""A resource belongs to topics: what is its own, what each topic says of it, and what an upsert makes of both."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lorehound.model.reason import Reason
from lorehound.model.resource import Placement, Resource


@dataclass(frozen=True, slots=True)
class Membership:
    """What one topic says of a resource."""

    topic: str
    score: float = 0.0
    label: str = "on"
    reasons: tuple[Reason, ...] = ()
    review_state: str = "pending"
    knowledge_points: tuple[Placement, ...] = ()
    depth: int = 0
    referrer: str = ""


def split(resource: Resource) -> tuple[Resource, Membership]:
    """The resource without a topic, and its membership."""
    membership = Membership(
        resource.topic,
        resource.score,
        resource.label,
        resource.reasons,
        resource.review_state,
        one_each(resource.knowledge_points),
        resource.depth,
        resource.referrer,
    )
    return seen_for(resource, Membership("")), membership


def seen_for(content: Resource, membership: Membership) -> Resource:
    """The resource as one topic sees it."""
    return replace(
        content,
        topic=membership.topic,
        score=membership.score,
        label=membership.label,
        reasons=membership.reasons,
        review_state=membership.review_state,
        knowledge_points=membership.knowledge_points,
        depth=membership.depth,
        referrer=membership.referrer,
    )


def one_each(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """The placements with each point once, at its first."""
    first: dict[str, Placement] = {}
    for placement in placements:
        first.setdefault(placement.point, placement)
    return tuple(first.values())


def ranked(memberships: Iterable[Membership]) -> list[Membership]:
    """The greatest score first; equals by topic."""
    return sorted(memberships, key=lambda membership: (-membership.score, membership.topic))


def best(memberships: Iterable[Membership]) -> Membership:
    """The first of ``ranked``."""
    return ranked(memberships)[0]


def merge_content(old: Resource, new: Resource) -> tuple[Resource, bool]:
    """What is kept when ``new`` comes for the key of ``old`` (both without topic), and whether the text changed.

    A changed text is the next version. Otherwise the time of fetching stays, and the version with it.
    """
    changed = _text_mark(old) != _text_mark(new)
    merged = replace(
        new,
        id=old.id,
        key=old.key,
        version=old.version + changed,
        fetched_at=new.fetched_at if changed or not old.fetched_at else old.fetched_at,
        duplicates=tuple(dict.fromkeys((*old.duplicates, *(url for url in new.duplicates if url != new.url)))),
        difficulty=old.difficulty if new.difficulty is None else new.difficulty,
        quality=new.quality or old.quality,
        reading_minutes=new.reading_minutes or old.reading_minutes,
        seq=old.seq,
    )
    return merged, changed


def merge_membership(old: Membership | None, new: Membership) -> Membership:
    """What a topic says after ``new`` came: a person's decisions and earlier placements stay unless it has its own."""
    if old is None:
        return new
    by_hand = any(placement.by == "human" for placement in old.knowledge_points)
    return replace(
        new,
        review_state=old.review_state if new.review_state == "pending" else new.review_state,
        knowledge_points=old.knowledge_points if by_hand or not new.knowledge_points else new.knowledge_points,
    )


def shows_same(old: Resource, new: Resource) -> bool:
    """Whether a reader would see no difference: only how it was fetched may differ."""
    return old == replace(
        new,
        etag=old.etag,
        last_modified=old.last_modified,
        place=old.place,
        fetched_at=old.fetched_at,
        seq=old.seq,
    )


def _text_mark(resource: Resource) -> str:
    return resource.fingerprints.text_hash or resource.text
