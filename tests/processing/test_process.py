import pytest

from library.samples import make_resource, make_topic
from lorehound.errors import NotFound
from lorehound.library.contract import Query
from lorehound.library.open import open_library
from lorehound.model.resource import Placement
from lorehound.processing.process import process
from lorehound.processing.review import correct, undo


@pytest.fixture
def library(tmp_path):
    library = open_library(tmp_path / "library.db")
    library.put_topic(make_topic("db"))
    for name, title in (("a", "Transactions"), ("b", "Indexes"), ("c", "Holidays")):
        library.upsert(make_resource(name, title=title))
    yield library
    library.close()


def test_everything_is_placed_on_the_outline(library):
    report = process(library, "db")
    assert (report.seen, report.placed, report.changed) == (3, 2, 2)
    assert report.points == {"storage": 0, "indexes": 1, "btree": 0, "transactions": 1}
    assert [each.title for each in library.query(Query(topic="db", point="storage")).resources] == ["Indexes"]


def test_it_can_be_run_again_and_changes_nothing(library):
    process(library, "db")
    seq = library.last_change()
    assert process(library, "db").changed == 0
    assert library.last_change() == seq


def test_only_what_changed_is_looked_at_again(library):
    process(library, "db", changed_only=True)
    assert process(library, "db", changed_only=True).seen == 2
    assert process(library, "db", changed_only=True).seen == 0
    library.upsert(make_resource("d", title="B-tree"))
    report = process(library, "db", changed_only=True)
    assert (report.seen, report.placed) == (1, 1)


def test_a_changed_outline_is_applied_to_everything(library):
    process(library, "db")
    points = [*make_topic("db").knowledge_points, {"id": "rest", "title": "Holidays"}]
    library.put_topic(make_topic("db", knowledge_points=points))
    report = process(library, "db", changed_only=True)
    assert (report.seen, report.points["rest"]) == (3, 1)


def test_what_a_person_placed_stays(library):
    resource = library.find("http://a.test/a")
    library.place(resource.id, "db", [Placement("btree", 1.0, by="human")])
    assert process(library, "db").by_hand == 1
    assert [placement.point for placement in library.get(resource.id).knowledge_points] == ["btree"]


def test_what_a_person_took_off_the_outline_stays_off_until_that_is_undone(library):
    process(library, "db")
    resource = library.find("http://a.test/a")
    correct(library, resource.id, by="ann", at=1.0, topic="db", points=())
    assert process(library, "db").by_hand == 1
    assert library.get(resource.id).knowledge_points == ()
    undo(library, resource.id, topic="db")
    assert process(library, "db").by_hand == 0
    assert [placement.point for placement in library.get(resource.id).knowledge_points] == ["transactions"]


def test_a_topic_without_an_outline_or_without_resources_is_no_error(library):
    library.put_topic(make_topic("empty", knowledge_points=[]))
    report = process(library, "empty")
    assert (report.seen, report.placed, report.points) == (0, 0, {})
    with pytest.raises(NotFound, match="no topic 'chem'"):
        process(library, "chem")
