"""Topics with their outlines, seeds and learnt state."""

import sqlite3
from collections.abc import Sequence
from typing import Literal

from lorehound.library.faults import no_seed, no_topic
from lorehound.model.outline import ancestry
from lorehound.model.page import Seed
from lorehound.model.topic import Topic


def topic_number(connection: sqlite3.Connection, topic_id: str) -> int:
    """The number that stands for a topic (NotFound)."""
    row = connection.execute("SELECT number FROM topics WHERE id = ?", (topic_id,)).fetchone()
    if row is None:
        raise no_topic(topic_id, (known for (known,) in connection.execute("SELECT id FROM topics")))
    return int(row[0])


def put_topic(connection: sqlite3.Connection, topic: Topic) -> Literal["new", "changed", "unchanged"]:
    """Stores a topic, its outline and its seeds; seeds added by hand stay."""
    body = topic.model_dump_json()
    row = connection.execute("SELECT number, body FROM topics WHERE id = ?", (topic.id,)).fetchone()
    if row is None:
        connection.execute("INSERT INTO topics (id, body) VALUES (?, ?)", (topic.id, body))
    elif row[1] != body:
        connection.execute("UPDATE topics SET body = ? WHERE id = ?", (body, topic.id))
    number = topic_number(connection, topic.id)
    connection.execute("DELETE FROM outline WHERE topic = ?", (number,))
    connection.executemany(
        "INSERT INTO outline VALUES (?, ?, ?)",
        [(number, point.id, above) for point in topic.knowledge_points for above in ancestry(topic, point.id)],
    )
    gone = [
        url
        for (url,) in connection.execute("SELECT url FROM seeds WHERE topic = ? AND NOT by_hand", (topic.id,))
        if url not in topic.seeds
    ]
    connection.executemany("DELETE FROM seeds WHERE topic = ? AND url = ?", [(topic.id, url) for url in gone])
    connection.executemany(
        "INSERT INTO seeds (topic, url, title, body, by_hand) VALUES (?, ?, '', '', 0) ON CONFLICT DO NOTHING",
        [(topic.id, url) for url in topic.seeds],
    )
    return "new" if row is None else "unchanged" if row[1] == body else "changed"


def get_topic(connection: sqlite3.Connection, topic_id: str) -> Topic:
    """One topic."""
    number = topic_number(connection, topic_id)
    (body,) = connection.execute("SELECT body FROM topics WHERE number = ?", (number,)).fetchone()
    return Topic.model_validate_json(body)


def all_topics(connection: sqlite3.Connection) -> list[Topic]:
    """Every topic by id."""
    return [Topic.model_validate_json(body) for (body,) in connection.execute("SELECT body FROM topics ORDER BY id")]


def forget_topic(connection: sqlite3.Connection, topic_id: str) -> None:
    """Removes the rows of a topic whose resources are out of it already."""
    number = topic_number(connection, topic_id)
    for table in ("seeds", "pages", "runs"):
        connection.execute(f"DELETE FROM {table} WHERE topic = ?", (topic_id,))
    for table in ("outline", "progress", "reviews"):
        connection.execute(f"DELETE FROM {table} WHERE topic = ?", (number,))
    connection.execute("DELETE FROM topics WHERE number = ?", (number,))


def put_seeds(connection: sqlite3.Connection, seeds: Sequence[Seed]) -> int:
    """Adds or changes seeds; answers how many are new."""
    for topic_id in {seed.topic for seed in seeds}:
        topic_number(connection, topic_id)
    new = 0
    for seed in seeds:
        known = connection.execute("SELECT 1 FROM seeds WHERE topic = ? AND url = ?", (seed.topic, seed.url)).fetchone()
        new += known is None
        connection.execute(
            "INSERT INTO seeds (topic, url, title, body, by_hand) VALUES (?, ?, ?, ?, 1) "
            "ON CONFLICT (topic, url) DO UPDATE SET title = excluded.title, body = excluded.body, by_hand = 1",
            (seed.topic, seed.url, seed.title, seed.body),
        )
    return new


def get_seeds(connection: sqlite3.Connection, topic_id: str) -> list[Seed]:
    """The seeds of a topic in the order they came."""
    topic_number(connection, topic_id)
    rows = connection.execute("SELECT url, title, body FROM seeds WHERE topic = ? ORDER BY number", (topic_id,))
    return [Seed(topic_id, *row) for row in rows]


def remove_seed(connection: sqlite3.Connection, topic_id: str, url: str) -> None:
    """Removes a seed, also from the topic's own list."""
    topic = get_topic(connection, topic_id)
    if not connection.execute("DELETE FROM seeds WHERE topic = ? AND url = ?", (topic_id, url)).rowcount:
        raise no_seed(topic_id, url)
    kept = topic.model_copy(update={"seeds": tuple(seed for seed in topic.seeds if seed != url)})
    connection.execute("UPDATE topics SET body = ? WHERE id = ?", (kept.model_dump_json(), topic_id))


def get_learnt(connection: sqlite3.Connection, topic_id: str) -> bytes:
    """What was learnt for a topic, as it was packed."""
    number = topic_number(connection, topic_id)
    (state,) = connection.execute("SELECT learnt FROM topics WHERE number = ?", (number,)).fetchone()
    return bytes(state)


def save_learnt(connection: sqlite3.Connection, topic_id: str, state: bytes) -> None:
    """Keeps what was learnt for a topic."""
    number = topic_number(connection, topic_id)
    connection.execute("UPDATE topics SET learnt = ? WHERE number = ?", (state, number))


def get_progress(connection: sqlite3.Connection, topic_id: str, job: str) -> str:
    """How far a job got with a topic, as it noted it."""
    number = topic_number(connection, topic_id)
    row = connection.execute("SELECT value FROM progress WHERE topic = ? AND job = ?", (number, job)).fetchone()
    return str(row[0]) if row else ""


def save_progress(connection: sqlite3.Connection, topic_id: str, job: str, value: str) -> None:
    """Notes how far a job got with a topic."""
    number = topic_number(connection, topic_id)
    connection.execute("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)", (number, job, value))
