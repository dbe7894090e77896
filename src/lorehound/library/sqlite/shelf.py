"""The shelf: the narrow rows that filters and sorts read, kept in step with what they are made from."""

import sqlite3
from collections.abc import Mapping

from lorehound.library.membership import Membership, best, seen_for
from lorehound.library.order import sort_value
from lorehound.model.resource import Resource

WHOLE_LIBRARY = 0
"""The topic number under which every resource stands once."""

FILTERS = ("type", "language", "host", "license", "label", "review_state")
SORTS = ("score", "newest", "quality", "difficulty", "title")


def shelve(
    connection: sqlite3.Connection, number: int, content: Resource, memberships: Mapping[int, Membership]
) -> None:
    """Brings the rows of one resource up to date."""
    old = {row[0]: row for row in connection.execute(f"SELECT {_COLUMNS} FROM shelf WHERE number = ?", (number,))}
    new = _rows(connection, number, content, memberships)
    for topic in old.keys() - new.keys():
        connection.execute("DELETE FROM shelf WHERE topic = ? AND number = ?", (topic, number))
    changed = [row for topic, row in new.items() if row != old.get(topic)]
    connection.executemany(f"INSERT OR REPLACE INTO shelf ({_COLUMNS}) VALUES ({_MARKS})", changed)


def code_of(connection: sqlite3.Connection, facet: str, value: str) -> int:
    """The number that stands for a filter's value, given when it is first met."""
    known = find_code(connection, facet, value)
    if known is not None:
        return known
    return int(connection.execute("INSERT INTO terms (facet, value) VALUES (?, ?)", (facet, value)).lastrowid or 0)


def find_code(connection: sqlite3.Connection, facet: str, value: str) -> int | None:
    """The number that stands for a filter's value; None for one that no resource has."""
    row = connection.execute("SELECT code FROM terms WHERE facet = ? AND value = ?", (facet, value)).fetchone()
    return None if row is None else int(row[0])


_COLUMNS = ", ".join(("topic", "number", "seen_for", *FILTERS, "known_difficulty", *SORTS))
_MARKS = ", ".join("?" * (4 + len(FILTERS) + len(SORTS)))


def _rows(
    connection: sqlite3.Connection, number: int, content: Resource, memberships: Mapping[int, Membership]
) -> dict[int, tuple[object, ...]]:
    rows = {
        topic: _row(connection, topic, number, topic, seen_for(content, membership))
        for topic, membership in memberships.items()
    }
    if memberships:
        first = best(memberships.values())
        topic = next(each for each, membership in memberships.items() if membership is first)
        rows[WHOLE_LIBRARY] = (WHOLE_LIBRARY, number, topic, *rows[topic][3:])
    return rows


def _row(connection: sqlite3.Connection, topic: int, number: int, seen: int, resource: Resource) -> tuple[object, ...]:
    values = {**{name: getattr(resource, name) for name in FILTERS}, "license": resource.license.id}
    return (
        topic,
        number,
        seen,
        *(code_of(connection, name, values[name]) for name in FILTERS),
        resource.difficulty,
        *(sort_value(resource, name) for name in SORTS),
    )
