"""Questions without a text, over the shelf: pages, counts and facets."""

import sqlite3
from collections.abc import Sequence

from lorehound.library.contract import Query, ResultPage
from lorehound.library.cursor import read_cursor, write_cursor
from lorehound.library.order import grade
from lorehound.library.sqlite.rows import load
from lorehound.library.sqlite.shelf import FILTERS, WHOLE_LIBRARY, find_code
from lorehound.library.sqlite.topics import topic_number
from lorehound.model.resource import Resource

Condition = tuple[str, list[object]]


def page(connection: sqlite3.Connection, query: Query, cursor: str, n: int, *, bodies: bool) -> ResultPage:
    """A keyset page over (sort value, number)."""
    after = read_cursor(query, cursor) if cursor else None
    select, values = page_select(connection, query, after)
    found = connection.execute(f"{select} LIMIT ?", (*values, n + 1)).fetchall()
    resources = load(connection, [(number, seen_for) for _, number, seen_for in found[:n]], bodies=bodies)
    more = write_cursor(query, (found[n - 1][0], found[n - 1][1])) if len(found) > n else ""
    return ResultPage(tuple(resources), more)


def page_select(connection: sqlite3.Connection, query: Query, after: tuple[float | str, int | str] | None) -> Condition:
    """The statement that gives (sort value, number, topic seen for) in order, and its values."""
    where, values = _where(connection, query)
    column = f"s.{query.sort}"
    past = f" AND {column} >= ? AND ({column} > ? OR s.number > ?)" if after else ""
    select = f"SELECT {column}, s.number, s.seen_for FROM shelf s WHERE {where}{past} ORDER BY {column}, s.number"
    return select, [*values, *((after[0], after[0], after[1]) if after else ())]


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many resources fit."""
    where, values = _where(connection, query)
    return int(connection.execute(f"SELECT count(*) FROM shelf s WHERE {where}", values).fetchone()[0])


def facets(connection: sqlite3.Connection, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Counts by value for each facet."""
    where, values = _where(connection, query)
    return {name: _facet(connection, query, name, where, values) for name in names}


def some_by_id(connection: sqlite3.Connection, query: Query, after: str, n: int) -> list[Resource]:
    """The next ``n`` resources of a query in order of id."""
    where, values = _where(connection, query)
    select = (
        "SELECT s.number, s.seen_for FROM resources r CROSS JOIN shelf s ON s.number = r.number "
        f"WHERE r.id > ? AND {where} ORDER BY r.id LIMIT ?"
    )
    return load(connection, connection.execute(select, (after, *values, n)).fetchall())


def _where(connection: sqlite3.Connection, query: Query) -> Condition:
    topic = topic_number(connection, query.topic) if query.topic else WHOLE_LIBRARY
    parts: list[str] = ["s.topic = ?"]
    values: list[object] = [topic]
    wanted = {
        "type": query.types,
        "language": query.languages,
        "host": query.hosts,
        "license": query.licenses,
        "label": query.labels,
        "review_state": query.review_states,
    }
    for name in FILTERS:
        if wanted[name]:
            codes = [code for value in wanted[name] if (code := find_code(connection, name, value)) is not None]
            parts.append(f"s.{name} IN ({', '.join('?' * len(codes))})" if len(codes) != 1 else f"s.{name} = ?")
            values += codes
    for sign, bound in ((">=", query.difficulty_min), ("<=", query.difficulty_max)):
        if bound is not None:
            parts.append(f"s.known_difficulty {sign} ?")
            values.append(bound)
    if query.point:
        part, some = _in_point(query, topic)
        parts.append(part)
        values += some
    return " AND ".join(parts), values


def _in_point(query: Query, topic: int) -> Condition:
    below = "" if query.descendants else " AND o.point = o.above"
    own = " AND o.topic = ?" if topic != WHOLE_LIBRARY else ""
    select = (
        "SELECT p.number FROM outline o JOIN placements p ON p.topic = o.topic AND p.point = o.point "
        f"WHERE o.above = ?{below}{own}"
    )
    return f"s.number IN ({select})", [query.point, topic] if own else [query.point]


def _facet(
    connection: sqlite3.Connection, query: Query, name: str, where: str, values: Sequence[object]
) -> dict[str, int]:
    if name == "difficulty":
        counts: dict[str, int] = {}
        select = f"SELECT s.known_difficulty, count(*) FROM shelf s WHERE {where} GROUP BY s.known_difficulty"
        for difficulty, number in connection.execute(select, values):
            if difficulty is not None:
                counts[grade(difficulty)] = counts.get(grade(difficulty), 0) + number
        return counts
    if name == "point":
        own = "o.topic = s.topic AND" if query.topic else ""
        select = (
            "SELECT o.above, count(DISTINCT s.number) FROM shelf s JOIN placements p ON p.number = s.number "
            f"JOIN outline o ON {own} o.topic = p.topic AND o.point = p.point WHERE {where} GROUP BY o.above"
        )
    else:
        select = (
            f"SELECT value, number FROM (SELECT s.{name} AS code, count(*) AS number FROM shelf s WHERE {where} "
            f"GROUP BY s.{name}) JOIN terms USING (code)"
        )
    return {value: number for value, number in connection.execute(select, values) if value}
