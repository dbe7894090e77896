"""Full-text search inside the library's own file: an FTS5 table that follows the sequence of changes."""

import hashlib
import sqlite3

from lorehound.library.search.match import HEADINGS_WEIGHT, TEXT_WEIGHT, TITLE_WEIGHT
from lorehound.library.search.parse import Search, Term
from lorehound.library.search.tokens import document
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.resources import last_change
from lorehound.library.sqlite.rows import load_contents
from lorehound.model.resource import Resource

RANK = f"bm25(found, {TITLE_WEIGHT}, {HEADINGS_WEIGHT}, {TEXT_WEIGHT}, 0.1)"
"""SQL that is the smaller the better a resource answers."""

_BATCH = 200


def follow(database: Database) -> None:
    """Takes in what changed since the last time, so that a search sees it."""
    with database.reading() as connection:
        last = last_change(connection)
        at = _followed(connection)
    while at < last:
        with database.writing() as connection:
            at = _take(connection)


def expression(terms: tuple[Term, ...], operator: str) -> str:
    """The FTS5 expression of terms joined by ``AND`` or ``OR``."""
    return f" {operator} ".join(f"({_term(term)})" for term in terms)


def condition(search: Search) -> tuple[str, list[object]]:
    """SQL over ``s.number`` that holds for what answers ``search``, and its values."""
    parts, values = [], []
    if search.wanted:
        parts.append("s.number IN (SELECT rowid FROM found WHERE found MATCH ?)")
        values.append(expression(search.wanted, "AND"))
    if search.unwanted:
        parts.append("s.number NOT IN (SELECT rowid FROM found WHERE found MATCH ?)")
        values.append(expression(search.unwanted, "OR"))
    return " AND ".join(parts) or "0", list(values)


def _take(connection: sqlite3.Connection) -> int:
    rows = connection.execute(
        "SELECT seq, number, removed FROM changes WHERE seq > ? ORDER BY seq LIMIT ?", (_followed(connection), _BATCH)
    ).fetchall()
    contents = load_contents(connection, [number for _, number, removed in rows if not removed])
    for _, number, _ in rows:
        _put(connection, number, contents.get(number))
    seq = int(rows[-1][0]) if rows else _followed(connection)
    connection.execute("UPDATE followed SET seq = ? WHERE name = 'found'", (seq,))
    return seq


def _put(connection: sqlite3.Connection, number: int, content: Resource | None) -> None:
    mark = _mark(content) if content else ""
    known = connection.execute("SELECT mark FROM found_marks WHERE number = ?", (number,)).fetchone()
    if known and known[0] == mark:
        return
    if known:
        connection.execute("DELETE FROM found WHERE rowid = ?", (number,))
        connection.execute("DELETE FROM found_marks WHERE number = ?", (number,))
    if content:
        tokens = document(content)
        fields = (tokens.title, tokens.headings, tokens.text, sorted(tokens.singles))
        connection.execute(
            "INSERT INTO found (rowid, title, headings, text, singles) VALUES (?, ?, ?, ?, ?)",
            (number, *(" ".join(field) for field in fields)),
        )
        connection.execute("INSERT INTO found_marks VALUES (?, ?)", (number, mark))


def _mark(content: Resource) -> str:
    read = (content.title, content.headings, content.keywords, content.description, content.text)
    return hashlib.blake2b(repr(read).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _followed(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT seq FROM followed WHERE name = 'found'").fetchone()[0])


def _term(term: Term) -> str:
    if term.prefix:
        beginning = term.tokens[0]
        return f'"{beginning}" *'
    if term.phrase:
        return f'"{" ".join(term.tokens)}"'
    return " AND ".join(f'singles : "{token}"' if len(token) == 1 else f'"{token}"' for token in term.tokens)
