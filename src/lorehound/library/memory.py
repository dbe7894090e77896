"""The library in memory: for tests, for trying things, and as the plainest statement of what a library does."""

import bisect
import copy
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from lorehound.library.contract import Query, ResultPage, Stored, Version
from lorehound.library.cursor import read_cursor, write_cursor
from lorehound.library.faults import (
    check_facets,
    check_page_size,
    check_query,
    no_list,
    no_resource,
    no_review,
    no_run,
    no_seed,
    no_topic,
)
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
from lorehound.library.near_duplicates.clustering import Clustering
from lorehound.library.near_duplicates.members import Cluster
from lorehound.library.near_duplicates.memory import MemoryNearIndex
from lorehound.library.near_duplicates.memory_members import MemoryMembers
from lorehound.library.order import grade, sort_value
from lorehound.library.reviewing import Before, apply_review, check_review, correct, take_back
from lorehound.library.search.match import matches, relevance
from lorehound.library.search.parse import Search, parse
from lorehound.library.search.snippet import snippet
from lorehound.library.search.tokens import Document, document
from lorehound.model.outline import ancestry, branch, check_points
from lorehound.model.page import SavedPage, Seed
from lorehound.model.resource import Placement, Resource, resource_id
from lorehound.model.review import ReadingList, Review
from lorehound.model.run import Run
from lorehound.model.topic import Topic


class MemoryLibrary:
    """A ``Library`` that is gone when the process ends."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}
        self._seeds: dict[str, dict[str, Seed]] = {}
        self._by_hand: set[tuple[str, str]] = set()
        self._learnt: dict[str, bytes] = {}
        self._progress: dict[str, dict[str, str]] = {}
        self._pages: dict[str, dict[str, SavedPage]] = {}
        self._runs: dict[str, Run] = {}
        self._contents: dict[str, Resource] = {}
        self._memberships: dict[str, dict[str, Membership]] = {}
        self._versions: dict[str, list[Version]] = {}
        self._duplicates: dict[str, tuple[str, str]] = {}
        self._by_hash: dict[str, set[str]] = {}
        self._order: dict[str, int] = {}
        self._changes: dict[str, tuple[int, bool]] = {}
        self._documents: dict[str, tuple[int, Document]] = {}
        self._reviews: list[tuple[Review, Before]] = []
        self._next_review = 1
        self._lists: dict[str, ReadingList] = {}
        self._seq = 0
        self._clustering = Clustering(_Shelf(self), MemoryMembers(), MemoryNearIndex())

    # topics and seeds

    def put_topic(self, topic: Topic) -> Literal["new", "changed", "unchanged"]:
        """Stores a topic; seeds added by hand stay."""
        old = self._topics.get(topic.id)
        self._topics[topic.id] = topic
        seeds = self._seeds.setdefault(topic.id, {})
        for url in list(seeds):
            if url not in topic.seeds and (topic.id, url) not in self._by_hand:
                del seeds[url]
        for url in topic.seeds:
            seeds.setdefault(url, Seed(topic.id, url))
        return "new" if old is None else "unchanged" if old == topic else "changed"

    def topic(self, topic_id: str) -> Topic:
        """One topic."""
        if topic_id not in self._topics:
            raise no_topic(topic_id, self._topics)
        return self._topics[topic_id]

    def topics(self) -> list[Topic]:
        """All topics by id."""
        return [self._topics[topic_id] for topic_id in sorted(self._topics)]

    def remove_topic(self, topic_id: str) -> None:
        """Removes a topic and what is only its own."""
        self.topic(topic_id)
        for resource in [each for each, topics in self._memberships.items() if topic_id in topics]:
            self.remove(resource, topic_id)
        self._by_hand -= {(topic_id, url) for url in self._seeds[topic_id]}
        for table in (self._seeds, self._learnt, self._progress, self._pages, self._topics):
            table.pop(topic_id, None)
        self._reviews = [each for each in self._reviews if each[0].topic != topic_id]
        self._runs = {run.id: run for run in self._runs.values() if run.topic != topic_id}

    def put_seeds(self, seeds: Sequence[Seed]) -> int:
        """Adds or changes seeds."""
        for seed in seeds:
            self.topic(seed.topic)
        new = 0
        for seed in seeds:
            new += seed.url not in self._seeds[seed.topic]
            self._seeds[seed.topic][seed.url] = seed
            self._by_hand.add((seed.topic, seed.url))
        return new

    def seeds(self, topic_id: str) -> list[Seed]:
        """The seeds in the order they came."""
        self.topic(topic_id)
        return list(self._seeds[topic_id].values())

    def remove_seed(self, topic_id: str, url: str) -> None:
        """Removes a seed, also from the topic's own list."""
        topic = self.topic(topic_id)
        if url not in self._seeds[topic_id]:
            raise no_seed(topic_id, url)
        del self._seeds[topic_id][url]
        self._by_hand.discard((topic_id, url))
        kept = tuple(seed for seed in topic.seeds if seed != url)
        self._topics[topic_id] = topic.model_copy(update={"seeds": kept})

    def learnt(self, topic_id: str) -> bytes:
        """What was learnt for the topic."""
        self.topic(topic_id)
        return self._learnt.get(topic_id, b"")

    def save_learnt(self, topic_id: str, state: bytes) -> None:
        """Keeps what was learnt."""
        self.topic(topic_id)
        self._learnt[topic_id] = state

    def progress(self, topic_id: str, job: str) -> str:
        """How far a job got."""
        self.topic(topic_id)
        return self._progress.get(topic_id, {}).get(job, "")

    def save_progress(self, topic_id: str, job: str, value: str) -> None:
        """Notes how far a job got."""
        self.topic(topic_id)
        self._progress.setdefault(topic_id, {})[job] = value

    # saved pages

    def save_pages(self, pages: Sequence[SavedPage]) -> None:
        """Adds or replaces rows."""
        for page in pages:
            self.topic(page.topic)
        for page in pages:
            self._pages.setdefault(page.topic, {})[page.key] = page

    def saved(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
        """The rows of these keys, None where there is none."""
        self.topic(topic_id)
        rows = self._pages.get(topic_id, {})
        return [rows.get(key) for key in keys]

    def saved_elsewhere(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
        """The newest row of another topic that has a place in the page store."""
        others = [rows for topic, rows in self._pages.items() if topic != topic_id]
        found = ([rows[key] for rows in others if key in rows and rows[key].place] for key in keys)
        return [max(rows, key=lambda page: page.fetched_at, default=None) for rows in found]

    def saved_pages(self, topic_id: str, *, outcome: str = "", after: str = "", n: int = 100) -> list[SavedPage]:
        """Rows by key."""
        self.topic(topic_id)
        rows = self._pages.get(topic_id, {})
        keys = sorted(key for key, page in rows.items() if key > after and outcome in ("", page.outcome))
        return [rows[key] for key in keys[:n]]

    def forget_pages(self, topic_id: str, keys: Sequence[str]) -> int:
        """Removes rows."""
        self.topic(topic_id)
        rows = self._pages.get(topic_id, {})
        return sum(rows.pop(key, None) is not None for key in keys)

    # resources

    def upsert(self, resource: Resource) -> Stored:
        """Stores a resource for its topic."""
        self.topic(resource.topic)
        return self._clustering.store(resource)

    def _put(self, resource: Resource) -> Stored:
        """Stores by key; only the very same text makes a duplicate."""
        content, membership = split(replace(resource, id=resource_id(resource.key)))
        content = replace(content, duplicates=self._free_addresses(content))
        if content.id in self._contents:
            return self._update(content, membership)
        known = self._duplicates.pop(content.key, None)
        text_hash = content.fingerprints.text_hash
        same = min(self._by_hash.get(text_hash, ()), key=self._order.__getitem__, default="") if text_hash else ""
        if known and known[1] != same:
            self._drop_duplicate(known[1], known[0])
        if same:
            return self._join(same, content, membership)
        self._order[content.id] = len(self._order)
        self._contents[content.id] = content
        self._memberships[content.id] = {membership.topic: membership}
        self._by_hash.setdefault(text_hash, set()).add(content.id)
        self._note_duplicates(content)
        self._touch(content.id)
        return Stored("new", content.id)

    def trial(self, resource: Resource) -> Stored:
        """What ``upsert`` would answer."""
        return copy.deepcopy(self).upsert(resource)

    def get(self, resource_id: str, topic: str = "") -> Resource:
        """One resource as seen for a topic."""
        topics = self._memberships.get(resource_id, {})
        if not topics or (topic and topic not in topics):
            raise no_resource(resource_id, topic)
        return seen_for(self._contents[resource_id], topics[topic] if topic else best(topics.values()))

    def memberships(self, resource_id: str) -> list[Resource]:
        """As each of its topics sees it."""
        self.get(resource_id)
        content, topics = self._contents[resource_id], self._memberships[resource_id]
        return [seen_for(content, membership) for membership in ranked(topics.values())]

    def find(self, url_or_id: str) -> Resource:
        """By id, key, address or another address."""
        if url_or_id in self._contents:
            return self.get(url_or_id)
        for content in self._contents.values():
            if url_or_id in (content.url, content.key, *content.duplicates):
                return self.get(content.id)
        raise no_resource(url_or_id)

    def query(self, query: Query, *, cursor: str = "", n: int = 50, bodies: bool = True) -> ResultPage:
        """A keyset page."""
        check_page_size(n)
        search = parse(query.text)
        found = sorted(((*self._position(query, search, each), each) for each in self._matching(query)), key=_by_place)
        if cursor:
            found = found[bisect.bisect_right(found, read_cursor(query, cursor), key=_by_place) :]
        page = found[:n]
        resources = tuple(each for _, _, each in page)
        return ResultPage(
            resources if bodies else tuple(replace(each, text="", markdown="", html="") for each in resources),
            write_cursor(query, page[-1][:2]) if len(found) > n else "",
            {each.id: snippet(search, each.text) for each in resources} if query.text else {},
        )

    def count(self, query: Query) -> int:
        """How many resources fit."""
        return sum(1 for _ in self._matching(query))

    def facets(self, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """Counts by value."""
        check_facets(names)
        counts: dict[str, Counter[str]] = {name: Counter() for name in names}
        for resource in self._matching(query):
            for name in names:
                counts[name].update(value for value in self._values(resource, name, query) if value)
        return {name: dict(count) for name, count in counts.items()}

    def changes(self, since: int, n: int = 1000) -> list[tuple[int, str, bool]]:
        """What changed after ``since``."""
        rows = sorted((seq, each, gone) for each, (seq, gone) in self._changes.items() if seq > since)
        return rows[:n]

    def last_change(self) -> int:
        """The greatest sequence number."""
        return self._seq

    def history(self, resource_id: str) -> list[Version]:
        """All versions, the present one last."""
        self.get(resource_id)
        return [*self._versions.get(resource_id, []), _version(self._contents[resource_id])]

    def place(self, resource_id: str, topic: str, placements: Sequence[Placement]) -> None:
        """Replaces the knowledge points."""
        self.get(resource_id, topic)
        check_points(self.topic(topic), [placement.point for placement in placements])
        old = self._memberships[resource_id][topic]
        new = replace(old, knowledge_points=one_each(placements))
        if new != old:
            self._memberships[resource_id][topic] = new
            self._touch(resource_id)

    def remove(self, resource_id: str, topic: str) -> None:
        """Takes a resource out of a topic."""
        self.get(resource_id, topic)
        del self._memberships[resource_id][topic]
        if self._memberships[resource_id]:
            self._touch(resource_id)
            return
        content = self._contents.pop(resource_id)
        self._by_hash[content.fingerprints.text_hash].remove(resource_id)
        self._duplicates = {key: kept for key, kept in self._duplicates.items() if kept[1] != resource_id}
        self._memberships.pop(resource_id)
        self._versions.pop(resource_id, None)
        self._reviews = [each for each in self._reviews if each[0].resource != resource_id]
        self._touch(resource_id, removed=True)
        self._clustering.forget(resource_id)

    def export(self, query: Query) -> Iterator[Resource]:
        """Every resource by id."""
        yield from sorted(self._matching(query), key=lambda resource: resource.id)

    # nearly equal texts

    def clusters(self, after: str = "", n: int = 100) -> list[Cluster]:
        """Resources with several addresses, by id."""
        return self._clustering.clusters(after, n)

    def cluster(self, resource_id: str) -> Cluster:
        """One resource with the other addresses of its text."""
        return self._clustering.cluster(resource_id)

    def split(self, name: str) -> str:
        """Makes another address a resource of its own."""
        return self._clustering.split(name)

    def merge(self, kept: str, other: str) -> None:
        """Makes a resource another address of one that is kept."""
        self._clustering.merge(kept, other)

    # people

    def review(self, review: Review) -> Review:
        """Records and applies a decision."""
        check_review(review)
        self.get(review.resource, review.topic)
        check_points(self.topic(review.topic), review.points or ())
        content, topics = self._contents[review.resource], self._memberships[review.resource]
        after, membership, before = apply_review(content, topics[review.topic], review)
        numbered = replace(review, number=self._next_review, undone=False)
        self._next_review += 1
        self._reviews.append((numbered, before))
        self._decide(after, membership)
        return numbered

    def undo_review(self, resource_id: str, topic: str) -> Review:
        """Takes back the last decision."""
        self.get(resource_id, topic)
        for at in reversed(range(len(self._reviews))):
            review, before = self._reviews[at]
            if (review.resource, review.topic, review.undone) == (resource_id, topic, False):
                taken = replace(review, undone=True)
                self._reviews[at] = (taken, before)
                membership = self._memberships[resource_id][topic]
                self._decide(*take_back(self._contents[resource_id], membership, review, before))
                return taken
        raise no_review(resource_id, topic)

    def reviews(self, *, topic: str = "", resource_id: str = "", n: int = 100) -> list[Review]:
        """Decisions, newest first."""
        if topic:
            self.topic(topic)
        found = [
            review
            for review, _ in reversed(self._reviews)
            if topic in ("", review.topic) and resource_id in ("", review.resource)
        ]
        return found[:n]

    def put_list(self, reading_list: ReadingList) -> None:
        """Adds or replaces a reading list."""
        self._lists[reading_list.id] = reading_list

    def reading_list(self, list_id: str) -> ReadingList:
        """One reading list."""
        if list_id not in self._lists:
            raise no_list(list_id)
        return self._lists[list_id]

    def reading_lists(self) -> list[ReadingList]:
        """All reading lists by id."""
        return [self._lists[list_id] for list_id in sorted(self._lists)]

    def remove_list(self, list_id: str) -> None:
        """Removes a reading list."""
        self.reading_list(list_id)
        del self._lists[list_id]

    # runs

    def put_run(self, run: Run) -> None:
        """Adds or replaces a run."""
        self.topic(run.topic)
        self._runs[run.id] = run

    def run(self, run_id: str) -> Run:
        """One run."""
        if run_id not in self._runs:
            raise no_run(run_id)
        return self._runs[run_id]

    def runs(self, topic_id: str = "") -> list[Run]:
        """Newest first."""
        wanted = [run for run in self._runs.values() if topic_id in ("", run.topic)]
        return sorted(wanted, key=lambda run: (run.started_at, run.id), reverse=True)

    def close(self) -> None:
        """Nothing to close."""

    def _update(self, content: Resource, membership: Membership) -> Stored:
        old, topics = self._contents[content.id], self._memberships[content.id]
        merged, changed = merge_content(old, content)
        people = (review for review, _ in self._reviews if review.resource == old.id and not review.undone)
        merged = correct(merged, people)
        merged_membership = merge_membership(topics.get(membership.topic), membership)
        joined = membership.topic not in topics
        if changed:
            self._versions.setdefault(old.id, []).append(_version(old))
            self._by_hash[old.fingerprints.text_hash].remove(old.id)
            self._by_hash.setdefault(merged.fingerprints.text_hash, set()).add(old.id)
        self._contents[old.id] = merged
        self._note_duplicates(merged)
        if not shows_same(old, merged) or merged_membership != topics.get(membership.topic):
            topics[membership.topic] = merged_membership
            self._touch(old.id)
        return Stored("changed" if changed else "new" if joined else "unchanged", old.id)

    def _decide(self, content: Resource, membership: Membership) -> None:
        self._contents[content.id] = content
        self._memberships[content.id][membership.topic] = membership
        self._touch(content.id)

    def _join(self, kept: str, content: Resource, membership: Membership) -> Stored:
        old, topics = self._contents[kept], self._memberships[kept]
        addresses = tuple(dict.fromkeys((*old.duplicates, content.url)))
        self._duplicates[content.key] = (content.url, kept)
        if addresses != old.duplicates or membership.topic not in topics:
            self._contents[kept] = replace(old, duplicates=addresses)
            topics.setdefault(membership.topic, membership)
            self._touch(kept)
        return Stored("duplicate", kept, "same_text")

    def _free_addresses(self, content: Resource) -> tuple[str, ...]:
        """Its other addresses that are not known as something else."""
        return tuple(
            url
            for url in dict.fromkeys(content.duplicates)
            if self._duplicates.get(url, ("", content.id))[1] == content.id and resource_id(url) not in self._contents
        )

    def _join_from(self, resource_id: str, resource: Resource) -> None:
        self.get(resource_id)
        content, membership = split(resource)
        known = self._duplicates.pop(content.key, None)
        if known and known[1] != resource_id:
            self._drop_duplicate(known[1], known[0])
        self._join(resource_id, content, membership)

    def _detach(self, resource_id: str, url: str) -> None:
        keys = [key for key, known in self._duplicates.items() if known == (url, resource_id)]
        for key in keys:
            del self._duplicates[key]
        if keys:
            self._drop_duplicate(resource_id, url)

    def _note_duplicates(self, content: Resource) -> None:
        known = {url for url, kept in self._duplicates.values() if kept == content.id}
        for url in content.duplicates:
            if url not in known:
                self._duplicates[url] = (url, content.id)

    def _drop_duplicate(self, kept: str, url: str) -> None:
        old = self._contents[kept]
        self._contents[kept] = replace(old, duplicates=tuple(each for each in old.duplicates if each != url))
        self._touch(kept)

    def _touch(self, resource_id: str, *, removed: bool = False) -> None:
        self._seq += 1
        self._changes[resource_id] = (self._seq, removed)
        if not removed:
            self._contents[resource_id] = replace(self._contents[resource_id], seq=self._seq)

    def _matching(self, query: Query) -> Iterator[Resource]:
        check_query(query)
        points = self._points(query)
        search = parse(query.text)
        for each, topics in self._memberships.items():
            if query.topic and query.topic not in topics:
                continue
            resource = self.get(each, query.topic)
            if not _fits(query, resource):
                continue
            if query.point and not any(
                (topic, placement.point) in points
                for topic, membership in topics.items()
                for placement in membership.knowledge_points
            ):
                continue
            if query.text and not matches(search, self._document(resource)):
                continue
            yield resource

    def _points(self, query: Query) -> set[tuple[str, str]]:
        """(topic, point) of everything that the query's point stands for."""
        topics = [self.topic(query.topic)] if query.topic else self.topics()
        return {
            (topic.id, point) for topic in topics for point in branch(topic, query.point, descendants=query.descendants)
        }

    def _values(self, resource: Resource, name: str, query: Query) -> list[str]:
        match name:
            case "license":
                return [resource.license.id]
            case "difficulty":
                return [grade(resource.difficulty)]
            case "point":
                topics = self._memberships[resource.id]
                seen = [topics[query.topic]] if query.topic else topics.values()
                return sorted(
                    {
                        above
                        for membership in seen
                        for placement in membership.knowledge_points
                        for above in ancestry(self._topics[membership.topic], placement.point)
                    }
                )
            case _:
                return [getattr(resource, name)]

    def _document(self, resource: Resource) -> Document:
        seq, known = self._documents.get(resource.id, (0, None))
        if known is None or seq != resource.seq:
            known = document(resource)
            self._documents[resource.id] = (resource.seq, known)
        return known

    def _position(self, query: Query, search: Search, resource: Resource) -> tuple[float | str, str]:
        if query.sort == "relevance":
            return -relevance(search, self._document(resource)), resource.id
        return sort_value(resource, query.sort), resource.id


def _fits(query: Query, resource: Resource) -> bool:
    difficulty = resource.difficulty
    return (
        _among(resource.type, query.types)
        and _among(resource.language, query.languages)
        and _among(resource.host, query.hosts)
        and _among(resource.license.id, query.licenses)
        and _among(resource.label, query.labels)
        and _among(resource.review_state, query.review_states)
        and (query.difficulty_min is None or (difficulty is not None and difficulty >= query.difficulty_min))
        and (query.difficulty_max is None or (difficulty is not None and difficulty <= query.difficulty_max))
    )


def _among(value: str, wanted: Sequence[str]) -> bool:
    return not wanted or value in wanted


def _by_place(row: tuple[float | str, str, Resource]) -> tuple[float | str, str]:
    return row[:2]


def _version(content: Resource) -> Version:
    return Version(content.version, content.fetched_at, content.fingerprints.text_hash, content.title, content.text)


class _Shelf:
    """See ``near_duplicates.clustering.Shelf``."""

    def __init__(self, library: MemoryLibrary) -> None:
        self._library = library

    def get(self, resource_id: str) -> Resource:
        return self._library.get(resource_id)

    def memberships(self, resource_id: str) -> list[Resource]:
        return self._library.memberships(resource_id)

    def put(self, resource: Resource) -> Stored:
        return self._library._put(resource)

    def join(self, resource_id: str, resource: Resource) -> None:
        self._library._join_from(resource_id, resource)

    def detach(self, resource_id: str, url: str) -> None:
        self._library._detach(resource_id, url)

    def remove(self, resource_id: str, topic: str) -> None:
        self._library.remove(resource_id, topic)
