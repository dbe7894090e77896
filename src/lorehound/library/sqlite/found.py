"""Questions with a text: the search index answers which, the file gives what."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lorehound.errors import NotFound
from lorehound.library.contract import Query, ResultPage
from lorehound.library.cursor import read_cursor, write_cursor
from lorehound.library.search.ask import Points
from lorehound.library.search.index import Hit, SearchIndex
from lorehound.library.search.parse import parse
from lorehound.library.search.snippet import snippet
from lorehound.library.sqlite import resources
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.rows import load
from lorehound.library.sqlite.topics import all_topics, get_topic
from lorehound.model.outline import branch
from lorehound.model.resource import Resource
from lorehound.model.topic import Topic

_BATCH = 1000


class Found:
    """Answers from an index that is brought up to date before each question."""

    def __init__(self, database: Database, index: SearchIndex) -> None:
        self._database = database
        self._index = index

    def page(self, query: Query, cursor: str, n: int, *, bodies: bool) -> ResultPage:
        """A page of what was found, with snippets."""
        points = self._ready(query)
        after = int(read_cursor(query, cursor)[0]) if cursor else None
        hits = self._index.page(query, points, after, n + 1)
        found = self._load(hits[:n])
        search = parse(query.text)
        return ResultPage(
            tuple(found if bodies else map(resources.without_bodies, found)),
            write_cursor(query, (hits[n - 1].place, 0)) if len(hits) > n else "",
            {each.id: snippet(search, each.text) for each in found},
            "" if cursor else self._index.suggestion(query.text, self._get),
        )

    def count(self, query: Query) -> int:
        """How many fit."""
        return self._index.count(query, self._ready(query))

    def facets(self, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """Counts by value."""
        points = self._ready(query)
        branches = self._branches(query) if "point" in names else {}
        return self._index.facets(query, points, names, branches)

    def export(self, query: Query) -> Iterator[Resource]:
        """Everything found in order of id; only the ids are held at once."""
        points, hits = self._ready(query), list[Hit]()
        by_score = replace(query, sort="score")
        while some := self._index.page(by_score, points, hits[-1].place if hits else None, _BATCH):
            hits += some
        hits.sort(key=lambda hit: hit.id)
        for start in range(0, len(hits), 100):
            yield from self._load(hits[start : start + 100])

    def _ready(self, query: Query) -> Points:
        """Brings the index up to date; answers what the query's point stands for."""
        with self._database.reading() as connection:
            last = resources.last_change(connection)
        self._index.follow(last, self._changes, self._seen)
        topics = self._topics(query)
        return _points(topics, query.point, descendants=query.descendants) if query.point else None

    def _topics(self, query: Query) -> list[Topic]:
        with self._database.reading() as connection:
            return [get_topic(connection, query.topic)] if query.topic else all_topics(connection)

    def _branches(self, query: Query) -> Mapping[str, Points]:
        topics = self._topics(query)
        names = {point.id for topic in topics for point in topic.knowledge_points}
        return {name: _points(topics, name, descendants=True) for name in names}

    def _changes(self, since: int, n: int) -> list[tuple[int, str, bool]]:
        with self._database.reading() as connection:
            return resources.changes(connection, since, n)

    def _seen(self, resource_id: str) -> list[Resource]:
        try:
            with self._database.reading() as connection:
                return resources.memberships(connection, resource_id)
        except NotFound:
            return []

    def _get(self, resource_id: str) -> Resource:
        with self._database.reading() as connection:
            return resources.get(connection, resource_id, "")

    def _load(self, hits: Sequence[Hit]) -> list[Resource]:
        """The resources of hits that are still there."""
        with self._database.reading() as connection:
            pairs = (resources.pair(connection, hit.id, hit.seen_for) for hit in hits)
            return load(connection, [pair for pair in pairs if pair])


def _points(topics: Sequence[Topic], point: str, *, descendants: bool) -> frozenset[tuple[str, str]]:
    return frozenset((topic.id, each) for topic in topics for each in branch(topic, point, descendants=descendants))
