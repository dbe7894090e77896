"""What a review changes of a resource, and how it is taken back."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from lorehound.errors import BadSetting
from lorehound.library.membership import Membership, one_each
from lorehound.model.resource import TYPES, Placement, Resource
from lorehound.model.review import Review


@dataclass(frozen=True, slots=True)
class Before:
    """What a review found, so that it can be taken back."""

    review_state: str
    knowledge_points: tuple[Placement, ...]
    type: str
    difficulty: float | None
    quality: float


def check_review(review: Review) -> None:
    """BadSetting for a decision that cannot be recorded."""
    if review.state not in ("accepted", "rejected", "pending"):
        raise BadSetting(f"review state {review.state!r} is none; it is accepted, rejected or pending")
    if review.type is not None and review.type not in TYPES:
        raise BadSetting(f"type {review.type!r} is none; it takes one of {', '.join(TYPES)}")
    for name in ("difficulty", "quality"):
        value = getattr(review, name)
        if value is not None and not 0 <= value <= 1:
            raise BadSetting(f"{name} {value!r} is not between 0 and 1")


def apply_review(content: Resource, membership: Membership, review: Review) -> tuple[Resource, Membership, Before]:
    """The resource and its membership after a review, and what was there before."""
    before = Before(
        membership.review_state, membership.knowledge_points, content.type, content.difficulty, content.quality
    )
    points = membership.knowledge_points
    if review.points is not None:
        points = one_each(Placement(point, 1.0, by="human") for point in review.points)
    return (
        correct(content, [review]),
        replace(membership, review_state=review.state, knowledge_points=points),
        before,
    )


def correct(content: Resource, reviews: Iterable[Review]) -> Resource:
    """The resource with what people said of its type, difficulty and quality; the later counts."""
    for review in reviews:
        content = replace(
            content,
            type=content.type if review.type is None else review.type,
            difficulty=content.difficulty if review.difficulty is None else review.difficulty,
            quality=content.quality if review.quality is None else review.quality,
        )
    return content


def take_back(content: Resource, membership: Membership, review: Review, before: Before) -> tuple[Resource, Membership]:
    """The resource and its membership as they were before a review; what it did not touch stays as it is now."""
    return (
        replace(
            content,
            type=content.type if review.type is None else before.type,
            difficulty=content.difficulty if review.difficulty is None else before.difficulty,
            quality=content.quality if review.quality is None else before.quality,
        ),
        replace(
            membership,
            review_state=before.review_state,
            knowledge_points=membership.knowledge_points if review.points is None else before.knowledge_points,
        ),
    )
