import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_resource, make_topic, placed
from lorehound.library.contract import Query
from lorehound.library.memory import MemoryLibrary
from lorehound.processing.export.jsonl import write_jsonl
from lorehound.processing.import_records import import_records, read_record

TOPIC = make_topic("db")


@pytest.fixture
def library():
    library = MemoryLibrary()
    library.put_topic(TOPIC)
    return library


def line(url="http://a.test/1", **fields):
    return json.dumps({"url": url, "title": "T", "text": f"Text of {url}", **fields})


def test_an_address_with_a_title_and_a_text_is_enough(library):
    report = import_records(
        library, TOPIC, [line("http://www.a.test/1?utm_source=x", text="事务是数据库的基本概念。" * 5)]
    )
    assert (report.new, report.invalid) == (1, 0)
    (found,) = library.query(Query()).resources
    assert (found.host, found.language, found.score, found.type) == ("www.a.test", "zh", 1.0, "article")
    assert found.fingerprints.text_hash
    assert found.fetched_at > 0
    assert found.reading_minutes > 0


def test_what_export_writes_comes_back_as_it_was(library):
    library.upsert(make_resource("a", authors=("B",), knowledge_points=placed("btree"), difficulty=0.5))
    library.upsert(make_resource("b", review_state="accepted"))
    stream = io.StringIO()
    write_jsonl(library.export(Query()), stream)
    other = MemoryLibrary()
    other.put_topic(TOPIC)
    assert import_records(other, TOPIC, stream.getvalue().split("\n")).new == 2
    assert list(other.export(Query())) == list(library.export(Query()))


def test_each_fault_has_the_number_of_its_line_and_the_others_go_in(library):
    lines = [
        line("http://a.test/1"),
        "",
        "{broken",
        line("ftp//no address"),
        "[1, 2]",
        line("http://a.test/2", type="poem"),
        line("http://a.test/3", score=7),
        line("http://a.test/4", authors="Li"),
        '{"url": "http://a.test/5"}',
        '{"title": "no address"}',
        line("http://a.test/6", text="half \ud800"),
        line("http://a.test/7", score=float("nan")),
        "[" * 100_000,
        line("http://a.test/8"),
    ]
    report = import_records(library, TOPIC, lines, source="x.jsonl")
    assert (report.new, report.invalid, report.records) == (2, 11, 13)
    told = dict(fault.removeprefix("x.jsonl, line ").split(": ", 1) for fault in report.faults)
    assert list(told) == ["3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"]
    assert told["6"].startswith("type: 'poem' is none; it takes one of tutorial")
    assert told["7"] == "score: 7.0 is not between 0 and 1"
    assert told["8"].startswith("authors: 'Li' cannot be used")
    assert told["9"].startswith("text: is missing")
    assert told["10"].startswith("url: is missing")


def test_a_dry_run_tells_the_same_and_stores_nothing(library):
    library.upsert(read_record(line("http://a.test/old", text="old"), "db"))
    lines = [
        line("http://a.test/1", text="one"),
        line("http://a.test/2", text="one"),
        line("http://a.test/1", text="one"),
        line("http://a.test/1", text="two"),
        line("http://a.test/old", text="old"),
        line("http://a.test/old", text="older"),
        line("http://a.test/3", text="older"),
        "x",
    ]
    tried = import_records(library, TOPIC, lines, dry_run=True)
    assert library.count(Query()) == 1
    done = import_records(library, TOPIC, lines)
    assert tried == done
    assert (done.new, done.changed, done.unchanged, done.duplicate, done.invalid) == (1, 2, 2, 2, 1)


def test_points_that_the_outline_does_not_have_are_left_out(library):
    import_records(library, TOPIC, [line(knowledge_points=["btree", "calculus"])])
    (found,) = library.query(Query()).resources
    assert [placement.point for placement in found.knowledge_points] == ["btree"]


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(
            ["url", "title", "text", "score", "authors", "license", "problem", "knowledge_points", "headings", "place",
             "id", "key", "duplicates", "fetched_at", "simhash", "reasons", "samples", "code", "level", "version"]
        ), inner, max_size=5),
        max_leaves=12,
    )
)  # fmt: skip
def test_any_line_is_a_resource_or_has_a_fault_that_is_told(data):
    if isinstance(data, dict):
        data = {"url": "http://a.test/", "title": "T", **data}
    library = MemoryLibrary()
    library.put_topic(TOPIC)
    report = import_records(library, TOPIC, [json.dumps(data)])
    assert report.records == 1
    assert report.new + len(report.faults) == 1
