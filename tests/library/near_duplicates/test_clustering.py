"""Nearly equal texts in a library: one resource, many addresses, nothing lost; over every backend."""

import random
from dataclasses import replace

import pytest

from library.near_duplicates.test_compare import CHINESE, ENGLISH, PROBLEM, with_words_changed
from library.samples import make_resource, make_topic
from lorehound.errors import BadSetting, NotFound
from lorehound.library.contract import Query
from lorehound.model.resource import License, Resource, resource_id
from lorehound.model.review import Review
from lorehound.text.fingerprints import fingerprints

COPY = with_words_changed(ENGLISH, 2)


def resource(name: str, text: str = ENGLISH, **more) -> Resource:
    made = make_resource(name, text=text, **more)
    return replace(made, fingerprints=fingerprints(text))


def shown(library) -> dict[str, tuple[str, ...]]:
    return {each.url: each.duplicates for each in library.export(Query())}


def test_a_nearly_equal_text_becomes_another_address(library):
    first = library.upsert(resource("a"))
    stored = library.upsert(resource("b", COPY))
    assert (stored.outcome, stored.id, stored.reason) == ("duplicate", first.id, "near_text")
    assert shown(library) == {"http://a.test/a": ("http://a.test/b",)}
    assert library.find("http://a.test/b").id == first.id
    [cluster] = library.clusters()
    [other] = cluster.others
    assert (cluster.shown.url, other.url, other.reason) == ("http://a.test/a", "http://a.test/b", "near_text")
    assert other.resemblance > 0.7
    assert other.record is not None
    assert other.record.text == COPY


def test_the_very_same_text_is_a_member_too(library):
    library.upsert(resource("a"))
    assert library.upsert(resource("b", ENGLISH.upper())).reason == "same_text"
    assert [each.reason for each in library.cluster(resource_id("http://a.test/a")).others] == ["same_text"]


def test_other_texts_and_problems_of_a_series_stay_two(library):
    texts = {"a": ENGLISH, "b": CHINESE, "c": PROBLEM, "d": PROBLEM.replace("maximum", "minimum")}
    for name, text in texts.items():
        assert library.upsert(resource(name, text)).outcome == "new"
    assert library.clusters() == []


def test_simplified_and_traditional_are_variants_of_one(library):
    traditional = "關係數據庫把數據放在由行和列組成的表裡。每一行描述一個對象，每一列描述對象的一個屬性。"
    simplified = "关系数据库把数据放在由行和列组成的表里。每一行描述一个对象，每一列描述对象的一个属性。"
    library.upsert(resource("a", simplified))
    assert library.upsert(resource("b", traditional)).reason == "variant"
    [cluster] = library.clusters()
    assert [(each.reason, each.record.text) for each in cluster.others] == [("variant", traditional)]


def test_a_copy_joins_the_topic_that_it_was_found_for(library):
    first = library.upsert(resource("a"))
    library.upsert(resource("b", COPY, topic="os"))
    assert {each.topic for each in library.memberships(first.id)} == {"db", "os"}


def test_the_longer_version_is_shown_under_the_id_that_came_first(library):
    first = library.upsert(resource("a"))
    longer = COPY + " " + "A further chapter tells how locks are taken and when they are let go, at length."
    stored = library.upsert(resource("b", longer))
    assert (stored.outcome, stored.id) == ("duplicate", first.id)
    assert shown(library) == {"http://a.test/b": ("http://a.test/a",)}
    assert library.get(first.id).text == longer
    assert [each.text for each in library.history(first.id)] == [ENGLISH, longer]
    assert library.find("http://a.test/a").id == library.find("http://a.test/b").id == first.id
    assert [each.url for each in library.cluster(first.id).others] == ["http://a.test/a"]
    # Both come again, as they do when a crawl looks again.
    assert library.upsert(resource("b", longer)).outcome == "unchanged"
    assert library.upsert(resource("a")).outcome == "duplicate"
    assert shown(library) == {"http://a.test/b": ("http://a.test/a",)}


def test_a_known_licence_makes_the_better_version(library):
    first = library.upsert(resource("a", license=License()))
    library.upsert(resource("b", COPY))
    assert library.get(first.id).url == "http://a.test/b"


def test_what_a_person_looked_at_stays_shown(library):
    first = library.upsert(resource("a", license=License()))
    library.review(Review(resource=first.id, topic="db", state="accepted", by="me", at=1.0))
    library.upsert(resource("b", COPY))
    assert library.get(first.id).url == "http://a.test/a"


def test_a_copy_whose_text_changes_becomes_a_resource(library):
    library.upsert(resource("a"))
    library.upsert(resource("b", COPY))
    assert library.upsert(resource("b", CHINESE)).outcome == "new"
    assert shown(library) == {"http://a.test/a": (), "http://a.test/b": ()}
    assert library.clusters() == []


def test_a_split_lasts(library):
    first = library.upsert(resource("a"))
    library.upsert(resource("b", COPY))
    own = library.split("http://a.test/b")
    assert own == resource_id("http://a.test/b") != first.id
    assert shown(library) == {"http://a.test/a": (), "http://a.test/b": ()}
    assert library.get(own).text == COPY
    assert library.upsert(resource("b", COPY)).outcome == "unchanged"
    assert library.upsert(resource("b", with_words_changed(COPY, 1, seed=9))).outcome == "changed"
    assert library.clusters() == []


def test_what_cannot_be_split_is_said(library):
    library.upsert(resource("a"))
    library.upsert(resource("b", ENGLISH.upper()))
    with pytest.raises(NotFound, match="no other address"):
        library.split("http://a.test/c")
    with pytest.raises(BadSetting, match="version that is shown"):
        library.split("http://a.test/a")
    with pytest.raises(BadSetting, match="the very same text"):
        library.split("http://a.test/b")


def test_a_merge_lasts(library):
    kept = library.upsert(resource("a"))
    other = library.upsert(resource("b", CHINESE, topic="os"))
    library.upsert(resource("c", CHINESE.replace("用户", "客户", 1), topic="os"))
    library.merge(kept.id, other.id)
    assert shown(library) == {"http://a.test/a": ("http://a.test/b", "http://a.test/c")}
    assert {each.topic for each in library.memberships(kept.id)} == {"db", "os"}
    stored = library.upsert(resource("b", CHINESE + "又写了一些别的内容，与原文完全不同。", topic="os"))
    assert (stored.outcome, stored.id, stored.reason) == ("duplicate", kept.id, "merged")
    with pytest.raises(BadSetting, match="itself"):
        library.merge(kept.id, kept.id)
    with pytest.raises(NotFound):
        library.merge(kept.id, other.id)


def test_a_merge_ends_a_split(library):
    first = library.upsert(resource("a"))
    library.upsert(resource("b", COPY))
    own = library.split("http://a.test/b")
    library.merge(first.id, own)
    assert shown(library) == {"http://a.test/a": ("http://a.test/b",)}


def test_a_removed_resource_leaves_nothing_behind(library):
    first = library.upsert(resource("a"))
    library.upsert(resource("b", COPY))
    library.remove(first.id, "db")
    assert library.clusters() == []
    assert library.upsert(resource("b", COPY)).outcome == "new"
    library.remove_topic("db")
    library.put_topic(make_topic("db"))
    assert library.upsert(resource("c", COPY)).outcome == "new"


def test_a_trial_stores_nothing(library):
    library.upsert(resource("a"))
    assert library.trial(resource("b", COPY)).outcome == "duplicate"
    assert library.clusters() == []
    assert library.upsert(resource("b", COPY)).outcome == "duplicate"


def test_clusters_come_page_by_page(library):
    chance = random.Random(5)
    words = [f"word{number}" for number in range(2000)]
    for number in range(5):
        text = " ".join(chance.sample(words, 120))
        library.upsert(resource(f"a{number}", text))
        library.upsert(resource(f"b{number}", with_words_changed(text, 2)))
    ids = [cluster.shown.id for cluster in library.clusters(n=3)]
    ids += [cluster.shown.id for cluster in library.clusters(after=ids[-1], n=3)]
    assert ids == sorted(resource_id(f"http://a.test/a{number}") for number in range(5))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_walk_counts_its_near_duplicates(library, seed: int):
    """300 pages of which 49 repeat another with up to three of a hundred words changed give 251 resources."""
    chance = random.Random(seed)
    words = [f"word{number}" for number in range(3000)]
    pages = [" ".join(chance.choices(words, k=chance.randint(60, 300))) for _ in range(251)]
    pages += [with_words_changed(text, len(text.split()) * 3 // 100, seed) for text in chance.sample(pages, 49)]
    chance.shuffle(pages)
    outcomes = [library.upsert(resource(f"p{number}", text)).outcome for number, text in enumerate(pages)]
    assert (outcomes.count("new"), outcomes.count("duplicate")) == (251, 49)
    assert library.count(Query()) == 251
