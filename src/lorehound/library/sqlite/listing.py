"""Questions without a text, over the shelf: pages, counts and facets."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

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
    """The statement that gives (sort value, number, topic seen for) in order, and its values.

    Where few resources have a value that is asked for, it starts from them and sorts; else it walks along the sort,
    which has all filters in its index. SQLite cannot choose between the two: it does not know how many rows a LIMIT
    leaves to be read.
    """
    topic = _topic(connection, query)
    filters = _filters(connection, query, topic)
    start = _narrowest(connection, filters) or f"INDEXED BY shelf_by_{query.sort}"
    where, values = _joined(topic, filters)
    column = f"s.{query.sort}"
    past = f" AND {column} >= ? AND ({column} > ? OR s.number > ?)" if after else ""
    select = (
        f"SELECT {column}, s.number, s.seen_for FROM shelf s {start} WHERE {where}{past} ORDER BY {column}, s.number"
    )
    return select, [*values, *((after[0], after[0], after[1]) if after else ())]


def count(connection: sqlite3.Connection, query: Query) -> int:
    """How many resources fit."""
    # One filter has an index that holds nothing else; for several, the index with all of them is read.
    source, values = _source(connection, query, read_all_from=2)
    return int(connection.execute(f"SELECT count(*) FROM {source}", values).fetchone()[0])


def facets(connection: sqlite3.Connection, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
    """Counts by value for each facet."""
    plain = _source(connection, query, read_all_from=99)
    wide = _source(connection, query, read_all_from=1)
    return {name: _facet(connection, query, name, *(plain if name == "point" else wide)) for name in names}


def some_by_id(connection: sqlite3.Connection, query: Query, after: str, n: int) -> list[Resource]:
    """The next ``n`` resources of a query in order of id."""
    where, values = _where(connection, query)
    select = (
        "SELECT s.number, s.seen_for FROM resources r CROSS JOIN shelf s ON s.number = r.number "
        f"WHERE r.id > ? AND {where} ORDER BY r.id LIMIT ?"
    )
    return load(connection, connection.execute(select, (after, *values, n)).fetchall())


_FEW = 3000
"""Resources that are sooner read one by one and sorted than met on a walk along the sort."""


@dataclass(frozen=True, slots=True)
class _Filter:
    """A condition on ``s``; ``start`` says how a query may start from it, ``passing`` selects what it lets through."""

    condition: str
    values: tuple[object, ...]
    start: str = ""
    passing: str = ""
    passing_values: tuple[object, ...] = ()


def _where(connection: sqlite3.Connection, query: Query) -> Condition:
    topic = _topic(connection, query)
    return _joined(topic, _filters(connection, query, topic))


def _source(connection: sqlite3.Connection, query: Query, *, read_all_from: int) -> Condition:
    """``shelf s ... WHERE ...`` of all that fits; with so many filters, by an index that has all of them."""
    topic = _topic(connection, query)
    filters = _filters(connection, query, topic, counting=True)
    start = ""
    if len(filters) >= read_all_from:
        start = _narrowest(connection, filters) or "INDEXED BY shelf_by_score"
    where, values = _joined(topic, filters)
    return f"shelf s {start} WHERE {where}", values


def _topic(connection: sqlite3.Connection, query: Query) -> int:
    return topic_number(connection, query.topic) if query.topic else WHOLE_LIBRARY


def _joined(topic: int, filters: Sequence[_Filter]) -> Condition:
    parts = ["s.topic = ?", *(each.condition for each in filters)]
    return " AND ".join(parts), [topic, *(value for each in filters for value in each.values)]


def _filters(connection: sqlite3.Connection, query: Query, topic: int, *, counting: bool = False) -> list[_Filter]:
    filters = []
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
            found = (find_code(connection, name, value) for value in wanted[name])
            codes = tuple(code for code in found if code is not None)
            condition = f"s.{name} IN ({', '.join('?' * len(codes))})"
            start = f"INDEXED BY shelf_{name}"
            passing = f"SELECT 1 FROM shelf s {start} WHERE {condition} AND s.topic = ?"
            filters.append(_Filter(condition, codes, start, passing, (*codes, topic)))
    if query.difficulty_min is not None or query.difficulty_max is not None:
        # Sorted by difficulty the bounds are where the walk begins and ends.
        column = "s.difficulty" if query.sort == "difficulty" else "s.known_difficulty"
        bounds = (query.difficulty_min or 0.0, 1.0 if query.difficulty_max is None else query.difficulty_max)
        filters.append(_Filter(f"{column} BETWEEN ? AND ?", bounds))
    if query.point:
        filters.append(_in_point(connection, query, topic, counting=counting))
    return filters


def _narrowest(connection: sqlite3.Connection, filters: Sequence[_Filter]) -> str:
    """How to start from the filter that lets fewest through, when they are few; empty when none does."""
    fewest, start = _FEW, ""
    for each in filters:
        if each.passing:
            select = f"SELECT count(*) FROM ({each.passing} LIMIT {fewest + 1})"
            (count,) = connection.execute(select, each.passing_values).fetchone()
            if count <= fewest:
                fewest, start = count, each.start
    return start


def _in_point(connection: sqlite3.Connection, query: Query, topic: int, *, counting: bool) -> _Filter:
    below = "" if query.descendants else " AND o.point = o.above"
    own = f" AND o.topic = {topic}" if topic != WHOLE_LIBRARY else ""
    placed = (
        "SELECT p.number FROM outline o CROSS JOIN placements p ON p.topic = o.topic AND p.point = o.point "
        f"WHERE o.above = ?{below}{own}"
    )
    (count,) = connection.execute(f"SELECT count(*) FROM ({placed} LIMIT {_FEW + 1})", (query.point,)).fetchone()
    if count <= _FEW or counting:
        return _Filter(f"s.number IN ({placed})", (query.point,), "NOT INDEXED", placed, (query.point,))
    # Asked of each row on the way: making the whole list first would take longer than the page.
    return _Filter(
        "EXISTS (SELECT 1 FROM placements p JOIN outline o ON o.topic = p.topic AND o.point = p.point "
        f"WHERE p.number = s.number AND o.above = ?{below}{own})",
        (query.point,),
    )


def _facet(
    connection: sqlite3.Connection, query: Query, name: str, source: str, values: Sequence[object]
) -> dict[str, int]:
    if name == "difficulty":
        counts: dict[str, int] = {}
        select = f"SELECT s.known_difficulty, count(*) FROM {source} GROUP BY s.known_difficulty"
        for difficulty, number in connection.execute(select, values):
            if difficulty is not None:
                counts[grade(difficulty)] = counts.get(grade(difficulty), 0) + number
        return counts
    if name == "point":
        own = "o.topic = s.topic AND" if query.topic else ""
        select = (
            f"SELECT o.above, count(DISTINCT s.number) FROM (SELECT s.topic, s.number FROM {source}) s "
            "JOIN placements p ON p.number = s.number "
            f"JOIN outline o ON {own} o.topic = p.topic AND o.point = p.point GROUP BY o.above"
        )
    else:
        select = (
            f"SELECT value, number FROM (SELECT s.{name} AS code, count(*) AS number FROM {source} GROUP BY s.{name}) "
            "JOIN terms USING (code)"
        )
    return {value: number for value, number in connection.execute(select, values) if value}
