"""Whatever is done in whatever order: SQLite answers as the plain library in memory does."""

import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from library.samples import make_resource, make_topic, placed
from lorehound.errors import NotFound
from lorehound.library.contract import Query
from lorehound.library.open import open_library
from lorehound.model.review import Review

NAMES = st.sampled_from(["a", "b", "c", "d"])
TEXTS = st.sampled_from(["one", "two", "three", ""])
TOPICS = st.sampled_from(["db", "os"])
POINTS = st.lists(st.sampled_from(["storage", "indexes", "btree", "transactions"]), max_size=3)
FACETS = ("type", "language", "label", "review_state", "point", "difficulty")


class Both(RuleBasedStateMachine):
    """The same calls to both."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.plain = open_library("memory:")
        self.file = open_library(Path(self.folder.name) / "library.db")
        for topic in ("db", "os"):
            self.both(lambda library, topic=topic: library.put_topic(make_topic(topic)))

    def both(self, call):
        answers = []
        for library in (self.plain, self.file):
            try:
                answers.append(call(library))
            except NotFound as error:
                answers.append(str(error))
        assert answers[0] == answers[1]

    @rule(
        name=NAMES,
        text=TEXTS,
        topic=TOPICS,
        points=POINTS,
        score=st.sampled_from([0.2, 0.5, 0.9]),
        label=st.sampled_from(["on", "unsure"]),
        review=st.sampled_from(["pending", "pending", "accepted"]),
        difficulty=st.sampled_from([None, 0.1, 0.7]),
        others=st.lists(NAMES.map("http://a.test/{}".format), max_size=1),
    )
    def upsert(self, name, text, topic, points, score, label, review, difficulty, others):
        resource = make_resource(
            name,
            text,
            topic,
            score=score,
            label=label,
            review_state=review,
            difficulty=difficulty,
            knowledge_points=placed(*points),
            duplicates=tuple(each for each in others if not each.endswith(name)),
        )
        self.both(lambda library: library.trial(resource))
        self.both(lambda library: library.upsert(resource))

    @rule(name=NAMES, topic=TOPICS)
    def remove(self, name, topic):
        self.both(lambda library: library.remove(make_resource(name).id, topic))

    @rule(name=NAMES, topic=TOPICS, points=POINTS)
    def place(self, name, topic, points):
        self.both(lambda library: library.place(make_resource(name).id, topic, placed(*points)))

    @rule(
        name=NAMES,
        topic=TOPICS,
        state=st.sampled_from(["accepted", "rejected"]),
        points=st.none() | POINTS.map(tuple),
        type_=st.sampled_from([None, "video"]),
        difficulty=st.sampled_from([None, 0.3]),
    )
    def review(self, name, topic, state, points, type_, difficulty):
        review = Review(make_resource(name).id, topic, state, points=points, type=type_, difficulty=difficulty)
        self.both(lambda library: replace(library.review(review), number=0))

    @rule(name=NAMES, topic=TOPICS)
    def undo_review(self, name, topic):
        self.both(lambda library: replace(library.undo_review(make_resource(name).id, topic), number=0))

    @rule(topic=TOPICS)
    def remove_topic(self, topic):
        self.both(lambda library: library.remove_topic(topic))

    @rule(topic=TOPICS, threshold=st.sampled_from([0.5, 0.6]))
    def put_topic(self, topic, threshold):
        self.both(lambda library: library.put_topic(make_topic(topic, threshold=threshold)))

    @invariant()
    def they_hold_the_same(self):
        for query in (Query(), Query(topic="db"), Query(topic="os", point="storage"), Query(text="one", sort="newest")):
            self.both(lambda library, query=query: [replace(each, seq=0) for each in library.export(query)])
            self.both(lambda library, query=query: library.facets(query, FACETS))
        self.both(lambda library: [(id_, gone) for _, id_, gone in library.changes(0)])
        self.both(lambda library: [replace(each, number=0) for each in library.reviews()])
        for name in "abcd":
            self.both(lambda library, name=name: replace(library.find(f"http://a.test/{name}"), seq=0))
            self.both(lambda library, name=name: library.history(make_resource(name).id))

    def teardown(self):
        self.plain.close()
        self.file.close()
        self.folder.cleanup()


Both.TestCase.settings = settings(max_examples=10, stateful_step_count=10, deadline=None)
TestBackendsAgree = Both.TestCase
