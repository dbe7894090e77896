"""The library's contract; ``tests/library/contract.py`` is its test suite for every backend."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from lorehound.library.near_duplicates.members import Cluster
from lorehound.model.page import SavedPage, Seed
from lorehound.model.resource import Placement, Resource
from lorehound.model.review import ReadingList, Review
from lorehound.model.run import Run
from lorehound.model.topic import Topic

Sort = Literal["newest", "score", "quality", "difficulty", "title", "relevance"]


@dataclass(frozen=True, slots=True)
class Query:
    """Which resources: every field that is set must hold. Several values in one field: any of them.

    ``point`` takes its descendants along unless ``descendants`` is False. ``text`` is a search (words, "phrases",
    -exclusions, pre*) in Chinese or English; simplified and traditional are the same. ``relevance`` sorts need
    ``text``.
    """

    topic: str = ""
    types: tuple[str, ...] = ()
    point: str = ""
    descendants: bool = True
    languages: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    licenses: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    review_states: tuple[str, ...] = ()
    difficulty_min: float | None = None
    difficulty_max: float | None = None
    text: str = ""
    sort: Sort = "score"


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One page of answers and the cursor of the next (empty: this was the last). ``snippets``: id -> text with
    «hits» marked."""

    resources: tuple[Resource, ...]
    cursor: str = ""
    snippets: Mapping[str, str] = field(default_factory=dict)
    suggestion: str = ""
    """What the text was probably meant to be, when one of its words stands nowhere ("did you mean")."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a resource: new, changed (a new version), unchanged, or a duplicate of ``id``."""

    outcome: Literal["new", "changed", "unchanged", "duplicate"]
    id: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier or the present text of a resource."""

    number: int
    fetched_at: float
    text_hash: str
    title: str
    text: str


class Library(Protocol):
    """Everything that must last. Every method is whole or not at all; ids and names that are not there raise
    NotFound."""

    # topics and seeds
    def put_topic(self, topic: Topic) -> Literal["new", "changed", "unchanged"]:
        """Stores a topic under its id, with its seeds (seeds added by hand stay)."""

    def topic(self, topic_id: str) -> Topic: ...

    def topics(self) -> list[Topic]: ...

    def remove_topic(self, topic_id: str) -> None:
        """Removes the topic, its seeds, saved pages and runs; resources that no other topic has go with it."""

    def put_seeds(self, seeds: Sequence[Seed]) -> int:
        """Adds or changes seeds (same topic and url: changed); answers how many are new."""

    def seeds(self, topic_id: str) -> list[Seed]: ...

    def remove_seed(self, topic_id: str, url: str) -> None: ...

    def learnt(self, topic_id: str) -> bytes:
        """The state that ``focus`` learnt for the topic, as it packed it; empty when there is none."""

    def save_learnt(self, topic_id: str, state: bytes) -> None: ...

    def progress(self, topic_id: str, job: str) -> str:
        """How far a job (processing, a feed) got with the topic, as it noted it; empty when it has noted nothing."""

    def save_progress(self, topic_id: str, job: str, value: str) -> None: ...

    # saved pages
    def save_pages(self, pages: Sequence[SavedPage]) -> None:
        """Adds or replaces rows of the saved-page list, by topic and key."""

    def saved(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]: ...

    def saved_elsewhere(self, topic_id: str, keys: Sequence[str]) -> list[SavedPage | None]:
        """The newest row of each key with a place in the page store, of any other topic."""

    def saved_pages(self, topic_id: str, *, outcome: str = "", after: str = "", n: int = 100) -> list[SavedPage]:
        """Rows in order of key, from after key ``after``."""

    def forget_pages(self, topic_id: str, keys: Sequence[str]) -> int:
        """Removes rows, so that the pages may be fetched again; resources stay."""

    # resources
    def upsert(self, resource: Resource) -> Stored:
        """Stores a resource by its key for its topic.

        Another resource with the same ``fingerprints.text_hash`` or, by its words, nearly the same text makes a new
        key a duplicate: its address is added to that resource's ``duplicates``, and the resource joins the topic if it
        is not there. The same key with another text_hash is a new version. ``fetched_at`` stays the time when the
        present text came. What people and processing decided (review state, placements, difficulty, quality) stays
        unless the new resource says otherwise.
        """

    def trial(self, resource: Resource) -> Stored:
        """What ``upsert`` would answer; nothing is stored."""

    def get(self, resource_id: str, topic: str = "") -> Resource:
        """One resource, as seen for ``topic`` (empty: for the topic where it scores best)."""

    def memberships(self, resource_id: str) -> list[Resource]:
        """One resource as each of its topics sees it, the best first."""

    def find(self, url_or_id: str) -> Resource:
        """By id, by address, or by another address of it."""

    def query(self, query: Query, *, cursor: str = "", n: int = 50, bodies: bool = True) -> ResultPage:
        """A keyset page: stable while rows are added; a cursor goes with the same query only (BadSetting otherwise).

        Without ``bodies`` the resources come without ``text``, ``markdown`` and ``html``, which is faster.
        """

    def count(self, query: Query) -> int: ...

    def facets(self, query: Query, names: Sequence[str]) -> dict[str, dict[str, int]]:
        """Counts by value for each facet (type, language, host, license, point, review_state, label, difficulty)."""

    def changes(self, since: int, n: int = 1000) -> list[tuple[int, str, bool]]:
        """(seq, resource id, removed?) after ``since``, in order; a resource stands once, at its last change."""

    def last_change(self) -> int:
        """The greatest sequence number so far; 0 before the first change."""

    def history(self, resource_id: str) -> list[Version]: ...

    def place(self, resource_id: str, topic: str, placements: Sequence[Placement]) -> None:
        """Replaces the knowledge points of a resource for a topic."""

    def remove(self, resource_id: str, topic: str) -> None:
        """Takes a resource out of a topic; one without any topic is gone and leaves a tombstone in ``changes``."""

    def export(self, query: Query) -> Iterator[Resource]:
        """Every resource of a query in order of id, in flat memory."""

    # nearly equal texts
    def clusters(self, after: str = "", n: int = 100) -> list[Cluster]:
        """Resources with several addresses, in order of id from after ``after``."""

    def cluster(self, resource_id: str) -> Cluster:
        """One resource with the other addresses of its text."""

    def split(self, name: str) -> str:
        """Makes another address of a resource (or its key) a resource of its own, for good; answers its id.

        BadSetting when its text is the very same or it is the version that is shown.
        """

    def merge(self, kept: str, other: str) -> None:
        """Makes resource ``other`` another address of resource ``kept``, for good (BadSetting for itself)."""

    # people
    def review(self, review: Review) -> Review:
        """Records and applies a person's decision; answers it with its number.

        Its points become placements by a person, its type, difficulty and quality outlive later crawls (BadSetting for
        values that are none).
        """

    def undo_review(self, resource_id: str, topic: str) -> Review:
        """Takes back the last decision that still counts: what it changed is as it was (NotFound when there is
        none)."""

    def reviews(self, *, topic: str = "", resource_id: str = "", n: int = 100) -> list[Review]:
        """Decisions, newest first, also those taken back."""

    def put_list(self, reading_list: ReadingList) -> None:
        """Adds or replaces a reading list."""

    def reading_list(self, list_id: str) -> ReadingList: ...

    def reading_lists(self) -> list[ReadingList]:
        """Every reading list by id."""

    def remove_list(self, list_id: str) -> None: ...

    # runs
    def put_run(self, run: Run) -> None: ...

    def run(self, run_id: str) -> Run: ...

    def runs(self, topic_id: str = "") -> list[Run]:
        """Newest first."""

    def close(self) -> None: ...
