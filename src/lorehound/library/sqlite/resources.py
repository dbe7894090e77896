"""Storing resources: new, changed, unchanged, or another address of one that is there."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from lorehound.library.contract import Stored, Version
from lorehound.library.faults import no_resource
from lorehound.library.membership import (
    Membership,
    best,
    merge_content,
    merge_membership,
    one_each,
    ranked,
    seen_for,
    shows_same,
    split,
)
from lorehound.library.reviewing import correct
from lorehound.library.sqlite import rows
from lorehound.library.sqlite.shelf import shelve
from lorehound.library.sqlite.topics import get_topic, topic_number
from lorehound.model.outline import check_points
from lorehound.model.resource import Placement, Resource, resource_id


def upsert(connection: sqlite3.Connection, resource: Resource) -> Stored:
    """Stores a resource by its key for its topic."""
    topic = topic_number(connection, resource.topic)
    content, membership = split(replace(resource, id=resource_id(resource.key)))
    content = replace(content, duplicates=_free_addresses(connection, content))
    known = connection.execute("SELECT number FROM resources WHERE id = ?", (content.id,)).fetchone()
    if known:
        return _update(connection, known[0], topic, content, membership)
    same = _with_text(connection, content.fingerprints.text_hash)
    _no_longer_elsewhere(connection, content.key, same)
    if same:
        return _join(connection, same, topic, content, membership)
    number = int(
        connection.execute(
            "INSERT INTO resources (id, key, url, text_hash, fetched_at, version, seq, record) "
            "VALUES (?, ?, '', '', 0, 1, 0, '')",
            (content.id, content.key),
        ).lastrowid
        or 0
    )
    write_content(connection, number, content)
    write_membership(connection, number, topic, membership)
    touch(connection, number)
    return Stored("new", content.id)


def get(connection: sqlite3.Connection, id_: str, topic_id: str) -> Resource:
    """One resource as a topic sees it; for an empty topic, the one where it scores best (NotFound)."""
    row = connection.execute("SELECT number FROM resources WHERE id = ?", (id_,)).fetchone()
    memberships = rows.load_memberships(connection, [row[0]])[row[0]] if row else {}
    chosen = best(memberships.values()).topic if memberships and not topic_id else topic_id
    for topic, membership in memberships.items():
        if membership.topic == chosen:
            return rows.load(connection, [(row[0], topic)])[0]
    raise no_resource(id_, topic_id)


def memberships(connection: sqlite3.Connection, id_: str) -> list[Resource]:
    """A resource as each of its topics sees it, the best first (NotFound)."""
    row = connection.execute("SELECT number FROM resources WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise no_resource(id_)
    content = rows.load_contents(connection, [row[0]])[row[0]]
    found = rows.load_memberships(connection, [row[0]])[row[0]]
    return [seen_for(content, membership) for membership in ranked(found.values())]


def find(connection: sqlite3.Connection, name: str) -> Resource:
    """By id, by address or key, or by another address (NotFound)."""
    for select in (
        "SELECT id FROM resources WHERE id = ?",
        "SELECT id FROM resources WHERE url = ? ORDER BY number LIMIT 1",
        "SELECT id FROM resources WHERE key = ? LIMIT 1",
        "SELECT r.id FROM duplicates d JOIN resources r USING (number) WHERE d.url = ? ORDER BY position LIMIT 1",
    ):
        row = connection.execute(select, (name,)).fetchone()
        if row:
            return get(connection, row[0], "")
    raise no_resource(name)


def place(connection: sqlite3.Connection, id_: str, topic_id: str, placements: Sequence[Placement]) -> None:
    """Replaces the knowledge points of a resource for a topic (NotFound)."""
    number, topic = find_number(connection, id_, topic_id)
    check_points(get_topic(connection, topic_id), [placement.point for placement in placements])
    old = rows.load_memberships(connection, [number])[number][topic]
    new = replace(old, knowledge_points=one_each(placements))
    if new != old:
        write_membership(connection, number, topic, new)
        touch(connection, number)


def remove(connection: sqlite3.Connection, id_: str, topic_id: str) -> None:
    """Takes a resource out of a topic; without any topic it is gone and leaves a tombstone (NotFound)."""
    number, topic = find_number(connection, id_, topic_id)
    for table in ("memberships", "placements"):
        connection.execute(f"DELETE FROM {table} WHERE topic = ? AND number = ?", (topic, number))
    if connection.execute("SELECT 1 FROM memberships WHERE number = ?", (number,)).fetchone():
        touch(connection, number)
        return
    for table in ("resources", "bodies", "duplicates", "versions", "reviews", "shelf"):
        connection.execute(f"DELETE FROM {table} WHERE number = ?", (number,))
    connection.execute("INSERT OR REPLACE INTO changes (id, number, removed) VALUES (?, ?, 1)", (id_, number))


def exists(connection: sqlite3.Connection, id_: str) -> bool:
    """Whether a resource of this id is in any topic."""
    return connection.execute("SELECT 1 FROM resources WHERE id = ?", (id_,)).fetchone() is not None


def join(connection: sqlite3.Connection, id_: str, resource: Resource) -> None:
    """Makes a resource's address another one of ``id_``, which joins its topic (NotFound)."""
    topic = topic_number(connection, resource.topic)
    row = connection.execute("SELECT number FROM resources WHERE id = ?", (id_,)).fetchone()
    if row is None:
        raise no_resource(id_)
    _no_longer_elsewhere(connection, resource.key, row[0])
    content, membership = split(resource)
    _join(connection, row[0], topic, content, membership)


def detach(connection: sqlite3.Connection, id_: str, url: str) -> None:
    """Ends that ``url`` is another address of a resource."""
    row = connection.execute("SELECT number FROM resources WHERE id = ?", (id_,)).fetchone()
    if row and connection.execute("DELETE FROM duplicates WHERE url = ? AND number = ?", (url, row[0])).rowcount:
        touch(connection, row[0])


def in_topic(connection: sqlite3.Connection, topic_id: str) -> list[str]:
    """The ids of all resources of a topic."""
    topic = topic_number(connection, topic_id)
    return [
        id_
        for (id_,) in connection.execute(
            "SELECT r.id FROM memberships m JOIN resources r USING (number) WHERE m.topic = ?", (topic,)
        )
    ]


def changes(connection: sqlite3.Connection, since: int, n: int) -> list[tuple[int, str, bool]]:
    """(seq, id, removed?) after ``since``."""
    select = "SELECT seq, id, removed FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
    return [(seq, id_, bool(removed)) for seq, id_, removed in connection.execute(select, (since, n))]


def last_change(connection: sqlite3.Connection) -> int:
    """The greatest sequence number so far."""
    return int(connection.execute("SELECT max(seq) FROM changes").fetchone()[0] or 0)


def history(connection: sqlite3.Connection, id_: str) -> list[Version]:
    """Every version of a resource's text, the present one last (NotFound)."""
    now = get(connection, id_, "")
    earlier = connection.execute(
        "SELECT v.version, v.fetched_at, v.text_hash, title, text FROM versions v JOIN resources USING (number) "
        "WHERE id = ? ORDER BY v.version",
        (id_,),
    )
    return [*(Version(*row) for row in earlier), _version(now)]


def _update(
    connection: sqlite3.Connection, number: int, topic: int, content: Resource, membership: Membership
) -> Stored:
    old = rows.load_contents(connection, [number])[number]
    before = rows.load_memberships(connection, [number])[number].get(topic)
    merged, changed = merge_content(old, content)
    merged = correct(merged, rows.load_reviews(connection, number))
    after = merge_membership(before, membership)
    if changed:
        version = _version(old)
        connection.execute(
            "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?)",
            (number, version.number, version.fetched_at, version.text_hash, version.title, version.text),
        )
    if merged != old:
        write_content(connection, number, merged, texts=_texts(merged) != _texts(old))
    if after != before:
        write_membership(connection, number, topic, after)
    if after != before or not shows_same(old, merged):
        touch(connection, number)
    return Stored("changed" if changed else "unchanged" if before else "new", old.id)


def _join(connection: sqlite3.Connection, number: int, topic: int, content: Resource, membership: Membership) -> Stored:
    added = connection.execute(
        "INSERT INTO duplicates (key, url, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (content.key, content.url, number),
    ).rowcount
    joined = not connection.execute(
        "SELECT 1 FROM memberships WHERE number = ? AND topic = ?", (number, topic)
    ).fetchone()
    if joined:
        write_membership(connection, number, topic, membership)
    if added or joined:
        touch(connection, number)
    (kept,) = connection.execute("SELECT id FROM resources WHERE number = ?", (number,)).fetchone()
    return Stored("duplicate", kept, "same_text")


def _with_text(connection: sqlite3.Connection, text_hash: str) -> int:
    """The oldest resource with this text; 0 for none."""
    if not text_hash:
        return 0
    select = "SELECT min(number) FROM resources WHERE text_hash = ? AND text_hash <> ''"
    return int(connection.execute(select, (text_hash,)).fetchone()[0] or 0)


def _no_longer_elsewhere(connection: sqlite3.Connection, key: str, same: int) -> None:
    """An address that comes with a text of its own is no longer another address of ``same``'s neighbours."""
    known = connection.execute("SELECT number FROM duplicates WHERE key = ?", (key,)).fetchone()
    if known and known[0] != same:
        connection.execute("DELETE FROM duplicates WHERE key = ?", (key,))
        touch(connection, known[0])


def _free_addresses(connection: sqlite3.Connection, content: Resource) -> tuple[str, ...]:
    """Its other addresses that are not known as something else."""
    taken = (
        "SELECT 1 FROM duplicates d JOIN resources r USING (number) WHERE d.key = ? AND r.id <> ? "
        "UNION ALL SELECT 1 FROM resources WHERE id = ?"
    )
    return tuple(
        url
        for url in dict.fromkeys(content.duplicates)
        if not connection.execute(taken, (url, content.id, resource_id(url))).fetchone()
    )


def find_number(connection: sqlite3.Connection, id_: str, topic_id: str) -> tuple[int, int]:
    """The numbers of a resource and of a topic that it is in (NotFound)."""
    found = pair(connection, id_, topic_id)
    if found is None:
        raise no_resource(id_, topic_id)
    return found


def pair(connection: sqlite3.Connection, id_: str, topic_id: str) -> tuple[int, int] | None:
    """The numbers of a resource and of a topic that it is in; None when it is not."""
    row = connection.execute(
        "SELECT m.number, m.topic FROM resources r JOIN memberships m USING (number) JOIN topics t "
        "ON t.number = m.topic WHERE r.id = ? AND t.id = ?",
        (id_, topic_id),
    ).fetchone()
    return (row[0], row[1]) if row else None


def without_bodies(resource: Resource) -> Resource:
    """The resource without its text, Markdown and HTML."""
    return replace(resource, text="", markdown="", html="")


def write_content(connection: sqlite3.Connection, number: int, content: Resource, *, texts: bool = True) -> None:
    """Stores what a resource is without its topics; without ``texts`` its bodies are left alone."""
    connection.execute(
        "UPDATE resources SET url = ?, text_hash = ?, fetched_at = ?, version = ?, record = ? WHERE number = ?",
        (
            content.url,
            content.fingerprints.text_hash,
            content.fetched_at,
            content.version,
            rows.content_record(content),
            number,
        ),
    )
    if texts:
        connection.execute("INSERT OR REPLACE INTO bodies VALUES (?, ?, ?, ?)", (number, *_texts(content)))
    known = {url for (url,) in connection.execute("SELECT url FROM duplicates WHERE number = ?", (number,))}
    connection.executemany(
        "INSERT INTO duplicates (key, url, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(url, url, number) for url in content.duplicates if url not in known],
    )


def write_membership(connection: sqlite3.Connection, number: int, topic: int, membership: Membership) -> None:
    """Stores what a topic says of a resource."""
    connection.execute(
        "INSERT OR REPLACE INTO memberships (topic, number, score, label, review_state, record) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            topic,
            number,
            membership.score,
            membership.label,
            membership.review_state,
            rows.membership_record(membership),
        ),
    )
    connection.execute("DELETE FROM placements WHERE number = ? AND topic = ?", (number, topic))
    connection.executemany(
        "INSERT INTO placements (topic, point, number, position, score, by, reasons) VALUES (?, ?, ?, ?, ?, ?, ?)",
        rows.placement_rows(topic, number, membership.knowledge_points),
    )


def touch(connection: sqlite3.Connection, number: int) -> None:
    """Notes a change in the sequence, and brings the shelf up to date."""
    (id_,) = connection.execute("SELECT id FROM resources WHERE number = ?", (number,)).fetchone()
    note = "INSERT OR REPLACE INTO changes (id, number, removed) VALUES (?, ?, 0)"
    seq = connection.execute(note, (id_, number)).lastrowid
    connection.execute("UPDATE resources SET seq = ? WHERE number = ?", (seq, number))
    content = rows.load_contents(connection, [number], bodies=False)[number]
    shelve(connection, number, content, rows.load_memberships(connection, [number])[number])


def _texts(content: Resource) -> tuple[str, str, str]:
    return content.text, content.markdown, content.html


def _version(content: Resource) -> Version:
    return Version(content.version, content.fetched_at, content.fingerprints.text_hash, content.title, content.text)
