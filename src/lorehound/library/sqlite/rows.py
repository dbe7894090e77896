"""Resources to rows and back."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from lorehound.library.membership import Membership, seen_for
from lorehound.model.reason import Reason
from lorehound.model.record import from_record, to_record
from lorehound.model.resource import Placement, Resource
from lorehound.model.review import Review

_ELSEWHERE = (
    "id", "key", "url", "topic", "title", "text", "markdown", "html", "score", "label", "reasons", "knowledge_points",
    "review_state", "text_hash", "duplicates", "fetched_at", "depth", "referrer", "version", "seq",
)  # fmt: skip
"""Fields of a record that have a column or a table of their own."""


def content_record(content: Resource) -> str:
    """What of a resource without topic has no column: as JSON."""
    record = to_record(replace(content, text="", markdown="", html=""))
    kept = {name: value for name, value in record.items() if name not in _ELSEWHERE or name == "title"}
    return to_json(kept)


def membership_record(membership: Membership) -> str:
    """What of a membership has no column: as JSON."""
    return to_json(
        {"reasons": pack_reasons(membership.reasons), "depth": membership.depth, "referrer": membership.referrer}
    )


def placement_rows(topic: int, number: int, placements: Sequence[Placement]) -> list[tuple[object, ...]]:
    """The rows of a resource's knowledge points in a topic."""
    return [
        (
            topic,
            each.point,
            number,
            position,
            each.score,
            each.by,
            json.dumps(pack_reasons(each.reasons), ensure_ascii=False),
        )
        for position, each in enumerate(placements)
    ]


def load_contents(
    connection: sqlite3.Connection, numbers: Sequence[int], *, bodies: bool = True
) -> dict[int, Resource]:
    """Number -> resource without topic."""
    wanted = json.dumps(list(set(numbers)))
    texts: Mapping[int, tuple[str, str, str]] = (
        {
            number: (text, markdown, html)
            for number, text, markdown, html in connection.execute(
                f"SELECT number, text, markdown, html FROM bodies WHERE number IN ({_EACH})", (wanted,)
            )
        }
        if bodies
        else {}
    )
    others: dict[int, list[str]] = defaultdict(list)
    for number, url in connection.execute(
        f"SELECT number, url FROM duplicates WHERE number IN ({_EACH}) ORDER BY position", (wanted,)
    ):
        others[number].append(url)
    found: dict[int, Resource] = {}
    for number, id_, key, url, text_hash, fetched_at, version, seq, record in connection.execute(
        "SELECT number, id, key, url, text_hash, fetched_at, version, seq, record "
        f"FROM resources WHERE number IN ({_EACH})",
        (wanted,),
    ):
        values: dict[str, Any] = {**json.loads(record), "id": id_, "key": key, "url": url, "text_hash": text_hash}
        text, markdown, html = texts.get(number, ("", "", ""))
        found[number] = replace(
            from_record(values),
            text=text,
            markdown=markdown,
            html=html,
            fetched_at=fetched_at,
            version=version,
            seq=seq,
            duplicates=tuple(others[number]),
        )
    return found


def load_memberships(connection: sqlite3.Connection, numbers: Sequence[int]) -> dict[int, dict[int, Membership]]:
    """Number -> topic number -> membership."""
    wanted = json.dumps(list(set(numbers)))
    points: dict[tuple[int, int], list[Placement]] = defaultdict(list)
    for number, topic, point, score, by, reasons in connection.execute(
        f"SELECT number, topic, point, score, by, reasons FROM placements WHERE number IN ({_EACH}) ORDER BY position",
        (wanted,),
    ):
        points[number, topic].append(Placement(point, score, unpack_reasons(json.loads(reasons)), by))
    found: dict[int, dict[int, Membership]] = {number: {} for number in numbers}
    for number, topic, topic_id, score, label, review_state, record in connection.execute(
        "SELECT m.number, m.topic, t.id, m.score, m.label, m.review_state, m.record "
        f"FROM memberships m JOIN topics t ON t.number = m.topic WHERE m.number IN ({_EACH})",
        (wanted,),
    ):
        values = json.loads(record)
        found[number][topic] = Membership(
            topic_id,
            score,
            label,
            unpack_reasons(values["reasons"]),
            review_state,
            tuple(points[number, topic]),
            values["depth"],
            values["referrer"],
        )
    return found


def load(connection: sqlite3.Connection, seen: Sequence[tuple[int, int]], *, bodies: bool = True) -> list[Resource]:
    """The resources of (number, topic number) pairs, in their order, each as that topic sees it."""
    numbers = [number for number, _ in seen]
    contents = load_contents(connection, numbers, bodies=bodies)
    memberships = load_memberships(connection, numbers)
    return [seen_for(contents[number], memberships[number][topic]) for number, topic in seen]


_EACH = "SELECT value FROM json_each(?)"


def load_reviews(connection: sqlite3.Connection, number: int) -> list[Review]:
    """The reviews of a resource that were not taken back, the first first."""
    select = "SELECT review, body, undone FROM reviews WHERE number = ? AND NOT undone ORDER BY review"
    return [unpack_review(*row) for row in connection.execute(select, (number,))]


def unpack_review(number: int, body: str, undone: int) -> Review:
    """A review from its row."""
    values = json.loads(body)
    points = None if values["points"] is None else tuple(values["points"])
    return Review(**{**values, "points": points, "number": number, "undone": bool(undone)})


def pack_reasons(reasons: Sequence[Reason]) -> list[tuple[str, float, str]]:
    """Reasons as plain values."""
    return [(reason.code, reason.weight, reason.detail) for reason in reasons]


def unpack_reasons(rows: Sequence[tuple[str, float, str]]) -> tuple[Reason, ...]:
    """The inverse of ``pack_reasons``."""
    return tuple(Reason(*row) for row in rows)


def to_json(value: object) -> str:
    """JSON without blanks, with letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
