"""A person's decision on a resource, found by its id or address."""

from lorehound.errors import BadSetting
from lorehound.library.contract import Library
from lorehound.model.review import Decision, Review


def decide(
    library: Library,
    name: str,
    state: Decision,
    *,
    by: str,
    at: float,
    topic: str = "",
    reason: str = "",
    quality: float | None = None,
) -> Review:
    """Accepts or rejects the resource of an id or address, for ``topic`` or for the one where it scores best.

    NotFound for what is not there, BadSetting for a quality that is not 0..1.
    """
    resource = library.find(name)
    return library.review(
        Review(resource.id, topic or resource.topic, state, by=by, at=at, reason=reason, quality=quality)
    )


def correct(
    library: Library,
    name: str,
    *,
    by: str,
    at: float,
    topic: str = "",
    reason: str = "",
    points: tuple[str, ...] | None = None,
    type_: str | None = None,
    difficulty: float | None = None,
    quality: float | None = None,
) -> Review:
    """Accepts a resource with corrections: ``points`` replace all its knowledge points (an empty tuple: none).

    BadSetting when there is nothing to correct; errors as ``decide``.
    """
    if points is None and type_ is None and difficulty is None and quality is None:
        raise BadSetting("nothing to correct; give knowledge points, a type, a difficulty or a quality")
    resource = library.find(name)
    return library.review(
        Review(
            resource.id,
            topic or resource.topic,
            "accepted",
            by=by,
            at=at,
            reason=reason,
            points=points,
            type=type_,
            difficulty=difficulty,
            quality=quality,
        )
    )


def undo(library: Library, name: str, *, topic: str = "") -> Review:
    """Takes back the last decision on a resource (NotFound when there is none)."""
    resource = library.find(name)
    return library.undo_review(resource.id, topic or resource.topic)
