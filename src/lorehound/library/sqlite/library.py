"""The library in SQLite: each call one transaction over the functions of this folder."""

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from lorehound.library.contract import Query, ResultPage, Stored, Version
from lorehound.library.faults import check_facets, check_page_size, check_query
from lorehound.library.near_duplicates.members import Cluster
from lorehound.library.search.index import SearchIndex
from lorehound.library.sqlite import listing, lists, resources, reviews, runs, saved_pages, topics
from lorehound.library.sqlite.clusters import clustering
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.found import Found
from lorehound.library.sqlite.schema import migrate
from lorehound.model.page import SavedPage, Seed
from lorehound.model.resource import Placement, Resource
from lorehound.model.review import ReadingList, Review
from lorehound.model.run import Run
from lorehound.model.topic import Topic


class SqliteLibrary:
    """A ``Library`` in one file, for any number of threads and processes at once.

    Beside it, in a folder of its name that ends in ``.search``, lies its search index.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path)
        try:
            birth = migrate(self._database)
        except BaseException:
            self._database.close()
            raise
        self._found = Found(self._database, SearchIndex(path.with_suffix(".search"), birth))

    # topics and seeds

    def put_topic(self, topic: Topic) -> Literal["new", "changed", "unchanged"]:
        """Stores a topic; seeds added by hand stay."""
        with self._database.writing() as connection:
            return topics.put_topic(connection, topic)

    def topic(self, topic_id: str) -> Topic:
        """One topic."""
        with self._database.reading() as connection:
            return topics.get_topic(connection, topic_id)

    def topics(self) -> list[Topic]:
        """All topics by id."""
        with self._database.reading() as connection:
            return topics.all_topics(connection)

    def remove_topic(self, topic_id: str) -> None:
        """Removes a topic and what is only its own."""
        with self._database.writing() as connection:
            for resource in resources.in_topic(connection, topic_id):
                _remove(connection, resource, topic_id)
            topics.forget_topic(connection, topic_id)

    def put_seeds(self, seeds: Sequence[Seed]) -> int:
        """Adds or changes seeds."""
        with self._database.writing() as connection:
            return topics.put_seeds(connection, seeds)

    def seeds(self, topic_id: str) -> list[Seed]:
        """The seeds in the order they came."""
        with self._database.reading() as connection:
            return topics.get_seeds(connection, topic_id)

    def remove_seed(self, topic_id: str, url: str) -> None:
        """Removes a seed, also from the topic's own list."""
        with self._database.writing() as connection:
            topics.remove_seed(connection, topic_id, url)

    def learnt(self, topic_id: str) -> bytes:
        """What was learnt for the topic."""
        with self._database.reading() as connection:
            return topics.get_learnt(connection, topic_id)

    def save_learnt(self, topic_id: str, state: bytes) -> None:
        """Keeps what was learnt."""
        with self._database.writing() as connection:
            topics.save_learnt(connection, topic_id, state)

    def progress(self, topic_id: str, job: str) -> str:
        """How far a job got."""
        with self._database.reading() as connection:
            return topics.get_progress(connection, topic_id, job)

    def save_progress(self, topic_id: str, job: str, value: str) -> None:
        """Notes how far a job got."""
        with self._database.writing() as connection:
            topics.save_progress(connection, topic_id, job, value)

    # saved pages

    def save_pages(self, pages: Sequence[SavedPage]) -> None:
        """Adds or replaces rows."""
        with self._database.writing() as connection:
            saved_pages.save_pages(connection, pages)

    def saved(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
        """The rows of these keys, None where there is none."""
        with self._database.reading() as connection:
            return saved_pages.saved(connection, topic_id, keys)

    def saved_elsewhere(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
        """The newest row of another topic that has a place in the page store."""
        with self._database.reading() as connection:
            return saved_pages.saved_elsewhere(connection, topic_id, keys)

    def saved_pages(self, topic_id: str, *, outcome: str = "", after: str = "", n: int = 100) -> list[SavedPage]:
        """Rows by key."""
        with self._database.reading() as connection:
            return saved_pages.saved_pages(connection, topic_id, outcome, after, n)

    def forget_pages(self, topic_id: str, keys: Sequence[str]) -> int:
        """Removes rows."""
        with self._database.writing() as connection:
            return saved_pages.forget_pages(connection, topic_id, keys)

    # resources

    def upsert(self, resource: Resource) -> Stored:
        """Stores a resource for its topic."""
        with self._database.writing() as connection:
            return clustering(connection).store(resource)

    def trial(self, resource: Resource) -> Stored:
        """What ``upsert`` would answer."""
        with self._database.trying() as connection:
            return clustering(connection).store(resource)

    def get(self, resource_id: str, topic: str = "") -> Resource:
        """One resource as seen for a topic."""
        with self._database.reading() as connection:
            return resources.get(connection, resource_id, topic)

    def memberships(self, resource_id: str) -> list[Resource]:
        """As each of its topics sees it."""
        with self._database.reading() as connection:
            return resources.memberships(connection, resource_id)

    def find(self, url_or_id: str) -> Resource:
        """By id, key, address or another address."""
        with self._database.reading() as connection:
            return resources.find(connection, url_or_id)

    def query(self, query: Query, *, cursor: str = "", n: int = 50, bodies: bool = True) -> ResultPage:
        """A keyset page."""
        check_query(query)
        check_page_size(n)
        if query.text:
            return self._found.page(query, cursor, n, bodies=bodies)
        with self._database.reading() as connection:
            return listing.page(connection, query, cursor, n, bodies=bodies)

    def count(self, query: Query) -> int:
        """How many resources fit."""
        check_query(query)
        if query.text:
            return self._found.count(query)
        with self._database.reading() as connection:
            return listing.count(connection, query)

    def facets(self, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """Counts by value."""
        check_query(query)
        check_facets(names)
        if query.text:
            return self._found.facets(query, names)
        with self._database.reading() as connection:
            return listing.facets(connection, query, names)

    def changes(self, since: int, n: int = 1000) -> list[tuple[int, str, bool]]:
        """What changed after ``since``."""
        with self._database.reading() as connection:
            return resources.changes(connection, since, n)

    def last_change(self) -> int:
        """The greatest sequence number."""
        with self._database.reading() as connection:
            return resources.last_change(connection)

    def history(self, resource_id: str) -> list[Version]:
        """All versions, the present one last."""
        with self._database.reading() as connection:
            return resources.history(connection, resource_id)

    def place(self, resource_id: str, topic: str, placements: Sequence[Placement]) -> None:
        """Replaces the knowledge points."""
        with self._database.writing() as connection:
            resources.place(connection, resource_id, topic, placements)

    def remove(self, resource_id: str, topic: str) -> None:
        """Takes a resource out of a topic."""
        with self._database.writing() as connection:
            _remove(connection, resource_id, topic)

    def export(self, query: Query) -> Iterator[Resource]:
        """Every resource by id; each hundred is read at once, so that writers and the reader's own calls go on."""
        check_query(query)
        if query.text:
            yield from self._found.export(query)
            return
        after = ""
        while True:
            with self._database.reading() as connection:
                some = listing.some_by_id(connection, query, after, 100)
            yield from some
            if len(some) < 100:
                return
            after = some[-1].id

    # people

    def review(self, review: Review) -> Review:
        """Records and applies a decision."""
        with self._database.writing() as connection:
            return reviews.put_review(connection, review)

    def undo_review(self, resource_id: str, topic: str) -> Review:
        """Takes back the last decision."""
        with self._database.writing() as connection:
            return reviews.undo_review(connection, resource_id, topic)

    def reviews(self, *, topic: str = "", resource_id: str = "", n: int = 100) -> list[Review]:
        """Decisions, newest first."""
        with self._database.reading() as connection:
            return reviews.get_reviews(connection, topic, resource_id, n)

    def put_list(self, reading_list: ReadingList) -> None:
        """Adds or replaces a reading list."""
        with self._database.writing() as connection:
            lists.put_list(connection, reading_list)

    def reading_list(self, list_id: str) -> ReadingList:
        """One reading list."""
        with self._database.reading() as connection:
            return lists.get_list(connection, list_id)

    def reading_lists(self) -> list[ReadingList]:
        """All reading lists by id."""
        with self._database.reading() as connection:
            return lists.get_lists(connection)

    def remove_list(self, list_id: str) -> None:
        """Removes a reading list."""
        with self._database.writing() as connection:
            lists.remove_list(connection, list_id)

    # nearly equal texts

    def clusters(self, after: str = "", n: int = 100) -> list[Cluster]:
        """Resources with several addresses, by id."""
        with self._database.reading() as connection:
            return clustering(connection).clusters(after, n)

    def cluster(self, resource_id: str) -> Cluster:
        """One resource with the other addresses of its text."""
        with self._database.reading() as connection:
            return clustering(connection).cluster(resource_id)

    def split(self, name: str) -> str:
        """Makes another address a resource of its own."""
        with self._database.writing() as connection:
            return clustering(connection).split(name)

    def merge(self, kept: str, other: str) -> None:
        """Makes a resource another address of one that is kept."""
        with self._database.writing() as connection:
            clustering(connection).merge(kept, other)

    # runs

    def put_run(self, run: Run) -> None:
        """Adds or replaces a run."""
        with self._database.writing() as connection:
            runs.put_run(connection, run)

    def run(self, run_id: str) -> Run:
        """One run."""
        with self._database.reading() as connection:
            return runs.get_run(connection, run_id)

    def runs(self, topic_id: str = "") -> list[Run]:
        """Newest first."""
        with self._database.reading() as connection:
            return runs.get_runs(connection, topic_id)

    def close(self) -> None:
        """Closes the connections."""
        self._database.close()


def _remove(connection: sqlite3.Connection, resource_id: str, topic: str) -> None:
    resources.remove(connection, resource_id, topic)
    if not resources.exists(connection, resource_id):
        clustering(connection).forget(resource_id)
