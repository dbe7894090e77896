"""Every question is answered through an index: no page reads the whole shelf, and none sorts it."""

import pytest

from library.samples import make_resource, make_topic, placed
from lorehound.library.contract import Query
from lorehound.library.open import open_library
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.listing import page_select
from lorehound.library.sqlite.schema import migrate
from lorehound.library.sqlite.shelf import SORTS

FILTERS = [
    {},
    {"types": ("tutorial",)},
    {"languages": ("en",)},
    {"hosts": ("a.test",)},
    {"licenses": ("CC-BY-4.0",)},
    {"labels": ("on",)},
    {"review_states": ("accepted",)},
    {"difficulty_min": 0.2},
    {"point": "btree"},
    {"types": ("tutorial",), "languages": ("en", "zh"), "point": "storage"},
]


@pytest.fixture(scope="module")
def connection(tmp_path_factory):
    path = tmp_path_factory.mktemp("plans") / "library.db"
    library = open_library(path)
    library.put_topic(make_topic("db"))
    for n in range(50):
        state = "accepted" if n % 2 else "pending"
        library.upsert(make_resource(f"r{n}", type="tutorial", review_state=state, knowledge_points=placed("btree")))
    library.close()
    database = Database(path)
    migrate(database)
    with database.reading() as connection:
        yield connection
    database.close()


def plan(connection, query, after=None):
    select, values = page_select(connection, query, after)
    rows = connection.execute(f"EXPLAIN QUERY PLAN {select} LIMIT 51", values)
    return [row[3] for row in rows]


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("topic", ["", "db"])
@pytest.mark.parametrize("sort", SORTS)
def test_a_page_walks_an_index_of_its_topic(connection, topic, filters, sort):
    query = Query(topic=topic, sort=sort, **filters)
    for after in (None, (-0.5 if sort != "title" else "m", 7)):
        steps = [step for step in plan(connection, query, after) if " s " in f"{step} "]
        assert steps
        assert all(step.startswith("SEARCH s USING") and "(topic=?" in step for step in steps), steps


@pytest.mark.parametrize("sort", SORTS)
def test_a_page_of_everything_needs_no_sorting(connection, sort):
    for after in (None, (-0.5 if sort != "title" else "m", 7)):
        assert not [step for step in plan(connection, Query(sort=sort), after) if "TEMP B-TREE" in step]
