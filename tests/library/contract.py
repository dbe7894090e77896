"""The library's contract, run over every backend (``library`` is a fixture of all of them)."""

from dataclasses import replace

import pytest

from library.samples import make_resource, make_topic, placed
from lorehound.errors import BadSetting, NotFound
from lorehound.library.contract import Query
from lorehound.model.page import Place, SavedPage, Seed
from lorehound.model.reason import Reason
from lorehound.model.resource import License, Placement, Problem, Sample
from lorehound.model.review import ListEntry, ReadingList, Review
from lorehound.model.run import Counters, Run


def urls(page):
    return [resource.url.removeprefix("http://a.test/") for resource in page.resources]


class TestTopics:
    def test_a_topic_comes_back_as_it_was_put(self, library):
        topic = make_topic("net", keywords=["TCP", {"term": "套接字", "weight": 2}], scope={"max_depth": 3})
        assert library.put_topic(topic) == "new"
        assert library.topic("net") == topic
        assert [each.id for each in library.topics()] == ["db", "net", "os"]

    def test_putting_a_topic_again_says_what_it_changed(self, library):
        assert library.put_topic(make_topic("db")) == "unchanged"
        assert library.put_topic(make_topic("db", threshold=0.7)) == "changed"
        assert library.topic("db").threshold == 0.7

    def test_an_unknown_topic_is_named_with_those_that_are_there(self, library):
        with pytest.raises(NotFound, match="no topic 'chem'; the topics are: db, os"):
            library.topic("chem")

    @pytest.mark.parametrize(
        "ask",
        [
            lambda library: library.seeds("chem"),
            lambda library: library.learnt("chem"),
            lambda library: library.save_learnt("chem", b""),
            lambda library: library.remove_topic("chem"),
            lambda library: library.put_seeds([Seed("chem", "http://b.test/")]),
            lambda library: library.save_pages([SavedPage("chem", "k", "http://b.test/")]),
            lambda library: library.saved_pages("chem"),
            lambda library: library.upsert(make_resource("a", topic="chem")),
            lambda library: library.query(Query(topic="chem")),
            lambda library: library.count(Query(topic="chem")),
            lambda library: library.put_run(Run("r", "chem")),
        ],
    )
    def test_nothing_is_done_for_an_unknown_topic(self, library, ask):
        with pytest.raises(NotFound, match="no topic 'chem'"):
            ask(library)
        assert library.count(Query()) == 0

    def test_removing_a_topic_takes_its_own_along_and_leaves_what_others_have(self, library):
        library.upsert(make_resource("own"))
        library.upsert(make_resource("both"))
        library.upsert(make_resource("both", topic="os"))
        library.save_pages([SavedPage("db", "k", "http://a.test/")])
        library.put_run(Run("r1", "db"))
        library.save_learnt("db", b"much")
        library.remove_topic("db")
        assert [each.id for each in library.topics()] == ["os"]
        assert urls(library.query(Query())) == ["both"]
        assert library.runs() == []
        library.put_topic(make_topic("db"))
        assert library.learnt("db") == b""
        assert library.saved_pages("db") == []
        assert library.count(Query(topic="db")) == 0

    def test_learnt_state_is_kept_to_the_byte(self, library):
        assert library.learnt("db") == b""
        library.save_learnt("db", b"\x00\xff" * 10)
        library.put_topic(make_topic("db", threshold=0.9))
        assert library.learnt("db") == b"\x00\xff" * 10

    def test_a_job_notes_how_far_it_got(self, library):
        assert library.progress("db", "process") == ""
        library.save_progress("db", "process", "17")
        library.save_progress("db", "process", "18")
        assert (library.progress("db", "process"), library.progress("os", "process")) == ("18", "")


class TestSeeds:
    def test_seeds_of_the_topic_and_by_hand_stand_in_the_order_they_came(self, library):
        assert (
            library.put_seeds([Seed("db", "http://b.test/", "B"), Seed("db", "lorehound:page/l", body="# Links")]) == 2
        )
        assert library.seeds("db") == [
            Seed("db", "http://a.test/"),
            Seed("db", "http://b.test/", "B"),
            Seed("db", "lorehound:page/l", body="# Links"),
        ]
        assert library.seeds("os") == [Seed("os", "http://a.test/")]

    def test_a_seed_put_again_is_changed(self, library):
        library.put_seeds([Seed("db", "http://b.test/")])
        assert library.put_seeds([Seed("db", "http://b.test/", "New title")]) == 0
        assert library.seeds("db")[1].title == "New title"

    def test_a_changed_topic_brings_its_seeds_and_leaves_those_by_hand(self, library):
        library.put_seeds([Seed("db", "http://b.test/")])
        library.put_topic(make_topic("db", seeds=["http://c.test/"]))
        assert {seed.url for seed in library.seeds("db")} == {"http://b.test/", "http://c.test/"}

    def test_a_removed_seed_does_not_come_back_with_the_same_topic(self, library):
        library.remove_seed("db", "http://a.test/")
        assert library.topic("db").seeds == ()
        library.put_topic(library.topic("db"))
        assert library.seeds("db") == []
        with pytest.raises(NotFound, match="no seed 'http://a"):
            library.remove_seed("db", "http://a.test/")


class TestSavedPages:
    page = SavedPage(
        "db", "http://a.test/", "http://A.test/", "http://b.test/", "all", 2, 12.5, 200, "kept", 0.8, "on", "", "abc",
        '"e"', "Mon", Place("warc", "a.warc.gz", 10, 99), 3,
    )  # fmt: skip

    def test_rows_come_back_whole_and_are_replaced_by_key(self, library):
        library.save_pages([self.page, replace(self.page, key="x", place=None)])
        assert library.saved("db", ["http://a.test/", "none", "x"]) == [
            self.page,
            None,
            replace(self.page, key="x", place=None),
        ]
        library.save_pages([replace(self.page, outcome="failed")])
        assert library.saved("db", ["http://a.test/"])[0].outcome == "failed"

    def test_a_page_that_another_topic_fetched_is_found_by_its_newest_row(self, library):
        library.put_topic(make_topic("net"))
        library.save_pages([
            replace(self.page, fetched_at=1.0),
            replace(self.page, topic="os", fetched_at=2.0),
            replace(self.page, topic="net", fetched_at=3.0),
            replace(self.page, topic="os", key="x", place=None),
        ])  # fmt: skip
        assert [page and page.topic for page in library.saved_elsewhere("net", ["http://a.test/", "x"])] == ["os", None]
        assert library.saved_elsewhere("db", ["http://a.test/"])[0].topic == "net"

    def test_rows_are_listed_by_key_and_outcome(self, library):
        library.save_pages(
            [replace(self.page, key=f"k{n}", outcome="failed" if n % 2 else "kept") for n in (3, 1, 2, 5, 4)]
        )
        assert [page.key for page in library.saved_pages("db", n=2)] == ["k1", "k2"]
        assert [page.key for page in library.saved_pages("db", after="k2", n=9)] == ["k3", "k4", "k5"]
        assert [page.key for page in library.saved_pages("db", outcome="failed", after="k1")] == ["k3", "k5"]

    def test_forgotten_pages_may_be_fetched_again_and_resources_stay(self, library):
        library.upsert(make_resource("a"))
        library.save_pages([self.page])
        assert library.forget_pages("db", ["http://a.test/", "none"]) == 1
        assert library.saved("db", ["http://a.test/"]) == [None]
        assert library.count(Query()) == 1


class TestUpsert:
    def test_a_resource_comes_back_as_it_was_put(self, library):
        resource = make_resource(
            "full",
            type="problem",
            problem=Problem(title="A+B", samples=(Sample("1 2\n", "3\n", "sum"),), time_ms=1000, tags=("math",)),
            reasons=(Reason("word", 0.4, "B-tree"),),
            knowledge_points=(Placement("btree", 0.5, (Reason("title", 1.0),), "human"),),
            authors=("李华",),
            difficulty=0.25,
            place=Place("warc", "f", 1, 2),
            depth=3,
            referrer="http://r.test/",
            duplicates=("http://a.test/other",),
        )
        assert library.upsert(resource).outcome == "new"
        found = library.get(resource.id)
        assert replace(found, seq=0) == resource
        assert found.seq > 0

    def test_the_same_text_again_is_unchanged(self, library):
        library.upsert(make_resource("a"))
        before = library.changes(0)
        stored = library.upsert(make_resource("a", fetched_at=1_800_000_000.0, etag='"2"'))
        assert stored.outcome == "unchanged"
        assert library.changes(0) == before
        found = library.get(stored.id)
        assert (found.fetched_at, found.etag, found.version) == (1_700_000_000.0, '"2"', 1)

    def test_a_new_text_is_a_new_version_and_the_old_one_stays_in_its_history(self, library):
        library.upsert(make_resource("a", "first"))
        stored = library.upsert(make_resource("a", "second", fetched_at=1_800_000_000.0))
        assert stored.outcome == "changed"
        assert (library.get(stored.id).text, library.get(stored.id).version) == ("second", 2)
        assert [(v.number, v.text, v.fetched_at) for v in library.history(stored.id)] == [
            (1, "first", 1_700_000_000.0),
            (2, "second", 1_800_000_000.0),
        ]

    def test_another_address_with_the_same_text_is_a_duplicate(self, library):
        first = library.upsert(make_resource("a", "same"))
        second = library.upsert(make_resource("b", "same"))
        assert (second.outcome, second.id, second.reason) == ("duplicate", first.id, "same_text")
        assert library.get(first.id).duplicates == ("http://a.test/b",)
        assert library.find("http://a.test/b").id == first.id
        assert library.upsert(make_resource("b", "same")).outcome == "duplicate"
        assert library.count(Query()) == 1

    def test_a_duplicate_for_another_topic_brings_the_kept_one_into_it(self, library):
        first = library.upsert(make_resource("a", "same"))
        library.upsert(make_resource("b", "same", topic="os", score=0.9))
        assert urls(library.query(Query(topic="os"))) == ["a"]
        assert library.get(first.id, "os").score == 0.9
        assert library.get(first.id, "db").score == 0.7

    def test_an_address_whose_text_becomes_its_own_is_a_duplicate_no_longer(self, library):
        first = library.upsert(make_resource("a", "same"))
        library.upsert(make_resource("b", "same"))
        assert library.upsert(make_resource("b", "own")).outcome == "new"
        assert library.get(first.id).duplicates == ()
        assert library.find("http://a.test/b").text == "own"

    def test_empty_texts_are_no_duplicates_of_each_other(self, library):
        library.upsert(make_resource("a", ""))
        assert library.upsert(make_resource("b", "")).outcome == "new"

    def test_each_topic_has_its_own_verdict(self, library):
        stored = library.upsert(make_resource("a", score=0.6, label="unsure"))
        assert library.upsert(make_resource("a", topic="os", score=0.9)).outcome == "new"
        assert (library.get(stored.id, "db").label, library.get(stored.id, "os").label) == ("unsure", "on")
        assert library.get(stored.id).topic == "os"
        assert library.count(Query()) == 1

    def test_a_new_verdict_leaves_what_people_and_processing_decided(self, library):
        decided = {"review_state": "accepted", "difficulty": 0.3, "knowledge_points": placed("btree")}
        stored = library.upsert(make_resource("a", **decided))
        library.upsert(make_resource("a", score=0.9, reasons=(Reason("word", 1.0),)))
        found = library.get(stored.id)
        assert (found.score, found.reasons) == (0.9, (Reason("word", 1.0),))
        assert (found.review_state, found.difficulty, found.knowledge_points) == ("accepted", 0.3, placed("btree"))

    def test_what_a_person_placed_is_not_placed_otherwise_by_a_later_upsert(self, library):
        by_hand = (Placement("btree", 1.0, by="human"),)
        stored = library.upsert(make_resource("a", knowledge_points=by_hand))
        library.upsert(make_resource("a", knowledge_points=placed("storage")))
        assert library.get(stored.id).knowledge_points == by_hand

    def test_a_trial_answers_the_same_and_stores_nothing(self, library):
        library.upsert(make_resource("a", "text"))
        before = library.changes(0)
        rows = [make_resource("b"), make_resource("a", "text"), make_resource("a", "other"), make_resource("c", "text")]
        answers = [library.trial(row) for row in rows]
        assert [answer.outcome for answer in answers] == ["new", "unchanged", "changed", "duplicate"]
        assert library.changes(0) == before
        assert library.upsert(rows[2]) == answers[2]


class TestReading:
    def test_find_takes_ids_and_addresses(self, library):
        stored = library.upsert(make_resource("a", url="http://A.test/a?utm_source=x"))
        for name in (stored.id, "http://A.test/a?utm_source=x", "http://a.test/a"):
            assert library.find(name).id == stored.id
        with pytest.raises(NotFound, match="no resource 'http"):
            library.find("http://a.test/zzz")

    def test_a_resource_that_is_not_there_is_named(self, library):
        with pytest.raises(NotFound, match="no resource 'nope'"):
            library.get("nope")
        stored = library.upsert(make_resource("a"))
        with pytest.raises(NotFound, match="in topic os"):
            library.get(stored.id, "os")
        with pytest.raises(NotFound):
            library.history("nope")

    def test_changes_hold_each_resource_once_at_its_last_change(self, library):
        a = library.upsert(make_resource("a")).id
        b = library.upsert(make_resource("b")).id
        library.upsert(make_resource("a", "new text"))
        rows = library.changes(0)
        assert [(id_, gone) for _, id_, gone in rows] == [(b, False), (a, False)]
        assert library.get(a).seq == rows[-1][0]
        library.remove(b, "db")
        assert [(id_, gone) for _, id_, gone in library.changes(rows[-1][0])] == [(b, True)]
        assert library.changes(0, n=1)[0][1] == a

    def test_removed_from_one_topic_it_stays_in_the_other(self, library):
        stored = library.upsert(make_resource("a", "same"))
        library.upsert(make_resource("b", "same"))
        library.upsert(make_resource("a", "same", topic="os"))
        library.remove(stored.id, "db")
        assert library.get(stored.id).topic == "os"
        library.remove(stored.id, "os")
        for name in (stored.id, "http://a.test/a", "http://a.test/b"):
            with pytest.raises(NotFound):
                library.find(name)
        with pytest.raises(NotFound):
            library.remove(stored.id, "os")
        assert library.upsert(make_resource("b", "same")).outcome == "new"

    def test_placing_replaces_and_checks_the_outline(self, library):
        stored = library.upsert(make_resource("a"))
        library.place(stored.id, "db", placed("btree", "storage"))
        library.place(stored.id, "db", placed("transactions"))
        assert library.get(stored.id).knowledge_points == placed("transactions")
        with pytest.raises(NotFound, match="has no knowledge point 'calculus'"):
            library.place(stored.id, "db", placed("calculus"))
        with pytest.raises(NotFound):
            library.place("nope", "db", ())


@pytest.fixture
def shelf(library):
    """Seven resources with different facets."""
    rows = [
        ("a", {"score": 0.9, "type": "tutorial", "language": "en", "difficulty": 0.1, "fetched_at": 7.0}),
        ("b", {"score": 0.8, "type": "problem", "language": "zh", "host": "b.test", "fetched_at": 6.0}),
        ("c", {"score": 0.8, "type": "tutorial", "language": "zh", "difficulty": 0.9, "fetched_at": 5.0}),
        ("d", {"score": 0.5, "label": "unsure", "license": License("MIT"), "quality": 0.4, "fetched_at": 4.0}),
        ("e", {"score": 0.4, "review_state": "accepted", "difficulty": 0.5, "fetched_at": 3.0}),
        ("f", {"score": 0.3, "topic": "os", "title": "Zebra", "fetched_at": 2.0}),
        ("g", {"score": 0.2, "topic": "os", "title": "apple", "fetched_at": 1.0}),
    ]
    points = {"a": ("btree",), "b": ("storage", "btree"), "c": ("transactions",), "d": ("indexes",)}
    for name, changes in rows:
        library.upsert(make_resource(name, knowledge_points=placed(*points.get(name, ())), **changes))
    return library


class TestQuery:
    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            (Query(), "a bc d e f g"),
            (Query(topic="db"), "a bc d e"),
            (Query(topic="os"), "f g"),
            (Query(types=("tutorial",)), "a c"),
            (Query(types=("tutorial", "problem"), languages=("zh",)), "bc"),
            (Query(types=("video",)), ""),
            (Query(hosts=("b.test",)), "b"),
            (Query(licenses=("MIT",)), "d"),
            (Query(labels=("unsure",)), "d"),
            (Query(review_states=("accepted",)), "e"),
            (Query(difficulty_min=0.5), "c e"),
            (Query(difficulty_max=0.5), "a e"),
            (Query(topic="db", point="storage"), "a b d"),
            (Query(topic="db", point="storage", descendants=False), "b"),
            (Query(point="btree"), "a b"),
            (Query(topic="os", point="btree"), ""),
            (Query(topic="db", point="none-such"), ""),
            (Query(sort="newest"), "a b c d e f g"),
            (Query(topic="db", sort="difficulty"), "a e c bd"),
            (Query(sort="quality"), "d abcefg"),
            (Query(topic="os", sort="title"), "g f"),
        ],
    )
    def test_filters_and_sorts(self, shelf, query, expected):
        """What stands together in ``expected`` may come in any order."""
        found = "".join(urls(shelf.query(query)))
        assert shelf.count(query) == len(found)
        for equals in expected.split():
            assert sorted(found[: len(equals)]) == sorted(equals)
            found = found[len(equals) :]
        assert found == ""

    @pytest.mark.parametrize("sort", ["score", "newest", "quality", "difficulty", "title"])
    def test_pages_of_one_hold_the_same_as_one_page_of_all(self, shelf, sort):
        query = Query(sort=sort)
        whole, pages, cursor = urls(shelf.query(query)), [], ""
        while True:
            page = shelf.query(query, cursor=cursor, n=1)
            pages += urls(page)
            cursor = page.cursor
            if not cursor:
                break
        assert pages == whole

    def test_a_page_goes_on_where_it_ended_although_rows_were_added(self, shelf):
        page = shelf.query(Query(), n=2)
        shelf.upsert(make_resource("new", score=0.95))
        assert "a" not in urls(shelf.query(Query(), cursor=page.cursor))
        assert len(shelf.query(Query(), cursor=page.cursor).resources) == 5

    def test_a_cursor_of_another_query_is_refused(self, shelf):
        cursor = shelf.query(Query(), n=2).cursor
        with pytest.raises(BadSetting, match="another query"):
            shelf.query(Query(topic="db"), cursor=cursor)
        for wrong in ("x", "%%%", "W10", "eyJhIjoxfQ", "机"):
            with pytest.raises(BadSetting, match="cannot be used"):
                shelf.query(Query(), cursor=wrong)

    @pytest.mark.parametrize("n", [0, -1, 1001])
    def test_a_page_has_a_size(self, shelf, n):
        with pytest.raises(BadSetting, match="ask for 1 to 1000"):
            shelf.query(Query(), n=n)

    def test_without_bodies_the_texts_are_left_out(self, shelf):
        page = shelf.query(Query(topic="os"), bodies=False)
        assert [(each.text, each.markdown, each.html) for each in page.resources] == [("", "", "")] * 2
        assert urls(page) == ["f", "g"]

    def test_facets_count_by_value_and_points_with_what_is_under_them(self, shelf):
        assert shelf.facets(Query(topic="db"), ["type", "language", "point", "difficulty", "host", "license"]) == {
            "type": {"tutorial": 2, "problem": 1, "article": 2},
            "language": {"en": 3, "zh": 2},
            "point": {"storage": 3, "indexes": 3, "btree": 2, "transactions": 1},
            "difficulty": {"0.0-0.2": 1, "0.8-1.0": 1, "0.4-0.6": 1},
            "host": {"a.test": 4, "b.test": 1},
            "license": {"CC-BY-4.0": 4, "MIT": 1},
        }
        assert shelf.facets(Query(types=("tutorial",)), ["label", "review_state"]) == {
            "label": {"on": 2},
            "review_state": {"pending": 2},
        }
        with pytest.raises(BadSetting, match="no facet 'colour'"):
            shelf.facets(Query(), ["colour"])

    def test_export_gives_everything_by_id(self, shelf):
        found = list(shelf.export(Query(topic="db")))
        assert [each.id for each in found] == sorted(each.id for each in found)
        assert len(found) == 5
        assert all(each.text for each in found)

    def test_a_changed_resource_is_found_by_what_it_is_now(self, shelf):
        shelf.upsert(make_resource("a", type="video", score=0.1))
        assert urls(shelf.query(Query(types=("video",)))) == ["a"]
        assert urls(shelf.query(Query(topic="db")))[-1] == "a"


@pytest.fixture
def texts(library):
    """Texts in both languages to search."""
    for name, title, text in (
        ("btree", "B-tree indexes", "A covering index answers a query without reading the table. Caching helps."),
        ("txn", "Transactions", "A transaction is atomic. An index is not needed for rollback in C."),
        ("suo", "数据库索引", "索引是一种数据结构，B+树是最常用的索引。红黑树是平衡树。"),
        ("shi", "事务处理", "資料庫系統的交易處理與並發控制。事務是一個不可分割的單位。"),
    ):
        library.upsert(make_resource(name, text, title=title, language="zh" if name in ("suo", "shi") else "en"))
    return library


class TestSearch:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("index", ["btree", "txn"]),
            ("INDEXES table", ["btree"]),
            ('"covering index"', ["btree"]),
            ('"index covering"', []),
            ("index -rollback", ["btree"]),
            ('index -"covering index"', ["txn"]),
            ("transact*", ["txn"]),
            ("cach*", ["btree"]),
            ("索引", ["suo"]),
            ("资料库", ["shi"]),
            ("資料庫", ["shi"]),
            ("“交易处理”", ["shi"]),
            ("数据 -索引", []),
            ("树", ["suo"]),
            ("C", ["txn"]),
            ("-index", ["shi", "suo"]),
            ("no-such-word", []),
            ("!!! ???", []),
            ('" ', []),
            ("NEAR( OR AND NOT", []),
        ],
    )
    def test_what_is_found(self, texts, text, expected):
        query = Query(text=text, sort="relevance")
        assert sorted(urls(texts.query(query))) == sorted(expected)
        assert texts.count(query) == len(expected)
        assert sorted(urls(texts.query(Query(text=text, sort="newest")))) == sorted(expected)

    def test_the_title_says_more_than_the_text(self, texts):
        assert urls(texts.query(Query(text="index", sort="relevance"))) == ["btree", "txn"]

    def test_filters_hold_together_with_a_text(self, texts):
        assert urls(texts.query(Query(text="index", hosts=("b.test",)))) == []
        assert texts.facets(Query(text="index"), ["language"]) == {"language": {"en": 2}}

    def test_hits_are_marked_in_the_text_as_it_was_written(self, texts):
        page = texts.query(Query(text="caching", sort="relevance"))
        assert page.snippets[page.resources[0].id].endswith("«Caching» helps.")
        page = texts.query(Query(text="数据库 事务", sort="relevance"), bodies=False)
        assert page.snippets == {}
        page = texts.query(Query(text="事务", sort="relevance"), bodies=False)
        assert "«事務»是一個" in page.snippets[page.resources[0].id]

    def test_relevance_pages_hold_everything_once(self, texts):
        query, found, cursor = Query(text="a*", sort="relevance"), [], ""
        for _ in range(9):
            page = texts.query(query, cursor=cursor, n=1)
            found += urls(page)
            cursor = page.cursor
            if not cursor:
                break
        assert sorted(found) == sorted(urls(texts.query(query)))
        assert len(found) == len(set(found)) == 2

    def test_the_search_follows_changes_and_removals(self, texts):
        assert texts.count(Query(text="rollback")) == 1
        stored = texts.upsert(make_resource("txn", "Two-phase locking.", title="Locks"))
        assert texts.count(Query(text="rollback")) == 0
        assert texts.count(Query(text="locking")) == 1
        texts.remove(stored.id, "db")
        assert texts.count(Query(text="locking")) == 0

    def test_relevance_needs_words(self, texts):
        with pytest.raises(BadSetting, match="relevance"):
            texts.query(Query(sort="relevance"))


class TestReviews:
    def test_a_decision_is_recorded_and_seen_on_the_resource(self, library):
        stored = library.upsert(make_resource("a", knowledge_points=placed("storage")))
        review = Review(
            stored.id, "db", "accepted", "li", 5.0, "clear", ("btree",), "tutorial", difficulty=0.2, quality=0.9
        )
        done = library.review(review)
        assert done == replace(review, number=done.number)
        found = library.get(stored.id)
        assert (found.review_state, found.type, found.difficulty, found.quality) == ("accepted", "tutorial", 0.2, 0.9)
        assert found.knowledge_points == (Placement("btree", 1.0, by="human"),)
        assert library.reviews(topic="db") == library.reviews(resource_id=stored.id) == [done]
        assert library.count(Query(review_states=("accepted",), point="btree")) == 1

    def test_a_decision_outlives_a_later_crawl(self, library):
        stored = library.upsert(make_resource("a", type="article"))
        library.review(Review(stored.id, "db", "accepted", type="slides", difficulty=0.2))
        library.upsert(make_resource("a", "a new text", type="article", difficulty=0.9))
        found = library.get(stored.id)
        assert (found.version, found.review_state, found.type, found.difficulty) == (2, "accepted", "slides", 0.2)

    def test_what_a_review_changed_can_be_taken_back_one_after_the_other(self, library):
        stored = library.upsert(make_resource("a", knowledge_points=placed("storage"), type="article"))
        before = library.get(stored.id)
        first = library.review(Review(stored.id, "db", "accepted", points=("btree",)))
        second = library.review(Review(stored.id, "db", "rejected", type="video"))
        assert library.undo_review(stored.id, "db").number == second.number
        found = library.get(stored.id)
        assert (found.review_state, found.type, found.knowledge_points[0].point) == ("accepted", "article", "btree")
        library.undo_review(stored.id, "db")
        assert replace(library.get(stored.id), seq=before.seq) == before
        assert [(each.number, each.undone) for each in library.reviews()] == [
            (second.number, True),
            (first.number, True),
        ]
        with pytest.raises(NotFound, match="no review"):
            library.undo_review(stored.id, "db")

    def test_undo_leaves_what_the_review_did_not_touch(self, library):
        stored = library.upsert(make_resource("a"))
        library.review(Review(stored.id, "db", "accepted"))
        library.place(stored.id, "db", placed("btree"))
        library.undo_review(stored.id, "db")
        assert library.get(stored.id).knowledge_points == placed("btree")

    @pytest.mark.parametrize(
        ("changes", "error", "fault"),
        [
            ({"state": "liked"}, BadSetting, "review state 'liked'"),
            ({"type": "poem"}, BadSetting, "type 'poem'"),
            ({"quality": 5}, BadSetting, "quality 5"),
            ({"difficulty": -0.1}, BadSetting, "difficulty -0.1"),
            ({"points": ("calculus",)}, NotFound, "knowledge point 'calculus'"),
            ({"resource": "nope"}, NotFound, "no resource 'nope'"),
            ({"topic": "os"}, NotFound, "in topic os"),
        ],
    )
    def test_a_decision_that_makes_no_sense_is_refused_whole(self, library, changes, error, fault):
        stored = library.upsert(make_resource("a"))
        with pytest.raises(error, match=fault):
            library.review(replace(Review(stored.id, "db", "accepted"), **changes))
        assert library.get(stored.id).review_state == "pending"
        assert library.reviews() == []

    def test_the_reviews_of_a_removed_resource_go_with_it(self, library):
        stored = library.upsert(make_resource("a"))
        library.review(Review(stored.id, "db", "rejected", type="video"))
        library.remove(stored.id, "db")
        assert library.reviews() == []
        library.upsert(make_resource("a"))
        assert library.get(stored.id).type == "article"


class TestReadingLists:
    def test_a_list_keeps_its_order_and_notes(self, library):
        entries = (ListEntry("id-2", "Read first."), ListEntry("id-1"))
        made = ReadingList("week-1", "第一周", "db", by="li", changed_at=5.0, entries=entries)
        library.put_list(made)
        library.put_list(ReadingList("a-list", "Other"))
        assert library.reading_list("week-1") == made
        assert [each.id for each in library.reading_lists()] == ["a-list", "week-1"]
        library.put_list(replace(made, entries=entries[::-1]))
        assert library.reading_list("week-1").entries == entries[::-1]
        library.remove_list("week-1")
        for ask in (library.reading_list, library.remove_list):
            with pytest.raises(NotFound, match="no reading list 'week-1'"):
                ask("week-1")


class TestRuns:
    def test_runs_come_back_whole_and_newest_first(self, library):
        old = Run("r1", "db", started_at=1.0, counters=Counters(fetched=3, kept=2, refused={"advertising": 4}))
        new = Run("r2", "os", started_at=2.0, state="finished", stop_reason="max_pages")
        library.put_run(old)
        library.put_run(new)
        assert library.run("r1") == old
        assert library.runs() == [new, old]
        assert library.runs("db") == [old]
        library.put_run(replace(old, state="finished"))
        assert library.run("r1").state == "finished"
        with pytest.raises(NotFound, match="no run 'r9'"):
            library.run("r9")
