"""People's decisions, each with what it changed."""

import json
import sqlite3
from dataclasses import asdict, replace

from lorehound.library.faults import no_review
from lorehound.library.reviewing import Before, apply_review, check_review, take_back
from lorehound.library.sqlite import rows
from lorehound.library.sqlite.resources import find_number, touch, write_content, write_membership
from lorehound.library.sqlite.topics import get_topic, topic_number
from lorehound.model.outline import check_points
from lorehound.model.resource import Placement
from lorehound.model.review import Review


def put_review(connection: sqlite3.Connection, review: Review) -> Review:
    """Records and applies a decision; answers it with its number (NotFound, BadSetting)."""
    check_review(review)
    number, topic = find_number(connection, review.resource, review.topic)
    check_points(get_topic(connection, review.topic), review.points or ())
    content = rows.load_contents(connection, [number])[number]
    membership = rows.load_memberships(connection, [number])[number][topic]
    after, decided, before = apply_review(content, membership, review)
    added = connection.execute(
        "INSERT INTO reviews (number, topic, body, before) VALUES (?, ?, ?, ?)",
        (number, topic, rows.to_json(asdict(replace(review, number=0, undone=False))), _pack(before)),
    ).lastrowid
    write_content(connection, number, after, texts=False)
    write_membership(connection, number, topic, decided)
    touch(connection, number)
    return replace(review, number=int(added or 0), undone=False)


def undo_review(connection: sqlite3.Connection, resource_id: str, topic_id: str) -> Review:
    """Takes back the last decision on a resource that still counts (NotFound)."""
    number, topic = find_number(connection, resource_id, topic_id)
    row = connection.execute(
        "SELECT review, body, before FROM reviews WHERE number = ? AND topic = ? AND NOT undone "
        "ORDER BY review DESC LIMIT 1",
        (number, topic),
    ).fetchone()
    if row is None:
        raise no_review(resource_id, topic_id)
    review = rows.unpack_review(row[0], row[1], 1)
    content = rows.load_contents(connection, [number])[number]
    membership = rows.load_memberships(connection, [number])[number][topic]
    content, membership = take_back(content, membership, review, _unpack(row[2]))
    connection.execute("UPDATE reviews SET undone = 1 WHERE review = ?", (review.number,))
    write_content(connection, number, content, texts=False)
    write_membership(connection, number, topic, membership)
    touch(connection, number)
    return review


def get_reviews(connection: sqlite3.Connection, topic_id: str, resource_id: str, n: int) -> list[Review]:
    """Decisions, the newest first."""
    where, values = "1", []
    if topic_id:
        where, values = "topic = ?", [topic_number(connection, topic_id)]
    if resource_id:
        where += " AND number = (SELECT number FROM resources WHERE id = ?)"
        values.append(resource_id)  # type: ignore[arg-type]
    select = f"SELECT review, body, undone FROM reviews WHERE {where} ORDER BY review DESC LIMIT ?"
    return [rows.unpack_review(*row) for row in connection.execute(select, (*values, n))]


def _pack(before: Before) -> str:
    placements = [
        (each.point, each.score, rows.pack_reasons(each.reasons), each.by) for each in before.knowledge_points
    ]
    return rows.to_json([before.review_state, placements, before.type, before.difficulty, before.quality])


def _unpack(packed: str) -> Before:
    state, placements, type_, difficulty, quality = json.loads(packed)
    points = (Placement(point, score, rows.unpack_reasons(reasons), by) for point, score, reasons, by in placements)
    return Before(state, tuple(points), type_, difficulty, quality)
