import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.model.page import Place
from lorehound.model.reason import Reason
from lorehound.model.record import from_record, iso_time, seconds_of, to_record
from lorehound.model.resource import Fingerprints, License, Placement, Problem, Resource, Sample
from lorehound.model.text import Heading

TEXT = st.text(max_size=12)
PART = st.floats(0, 1)
TIME = st.integers(0, 4_000_000_000_000_000).map(lambda microseconds: microseconds / 1_000_000)
REASONS = st.lists(st.builds(Reason, TEXT, st.floats(-9, 9), TEXT), max_size=2).map(tuple)
TEXTS = st.lists(TEXT, max_size=2).map(tuple)
NUMBER = st.none() | st.integers(0, 10**6)
PROBLEMS = st.builds(
    Problem,
    title=TEXT,
    statement=TEXT,
    samples=st.lists(st.builds(Sample, TEXT, TEXT, TEXT), max_size=2).map(tuple),
    time_ms=NUMBER,
    memory_kib=NUMBER,
    interactive=st.booleans(),
    difficulty=st.none() | PART,
    tags=TEXTS,
)
RESOURCES = st.builds(
    Resource,
    id=TEXT,
    key=TEXT,
    url=st.text(min_size=1),
    topic=TEXT,
    title=TEXT,
    text=TEXT,
    headings=st.lists(st.builds(Heading, st.integers(1, 6), TEXT), max_size=2).map(tuple),
    authors=TEXTS,
    license=st.builds(License, TEXT, TEXT, TEXT),
    score=PART,
    reasons=REASONS,
    knowledge_points=st.lists(
        st.builds(Placement, TEXT, PART, REASONS, st.sampled_from(["rule", "model", "human"])), max_size=2
    ).map(tuple),
    difficulty=st.none() | PART,
    problem=st.none() | PROBLEMS,
    fingerprints=st.builds(Fingerprints, TEXT, st.none() | st.integers(0, 2**64 - 1)),
    duplicates=TEXTS,
    fetched_at=TIME,
    place=st.none() | st.builds(Place, TEXT, TEXT, st.integers(0), st.integers(0)),
    version=st.integers(1),
)


@given(RESOURCES)
def test_a_record_gives_back_its_resource(resource):
    assert from_record(json.loads(json.dumps(to_record(resource)))) == resource


@given(RESOURCES)
def test_a_record_has_every_field_whatever_the_resource(resource):
    assert set(to_record(resource)) == {field.name for field in fields(Resource)} - {"fingerprints"} | {
        "text_hash",
        "simhash",
    }


def test_an_address_is_enough():
    resource = from_record({"url": "http://a.test/", "unknown": 1})
    assert (resource.key, resource.title, resource.type) == ("http://a.test/", "", "article")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({}, "url: is missing"),
        ({"url": 5}, "url: 5 cannot be used"),
        ({"score": "high"}, "score: 'high' cannot be used"),
        ({"authors": "Li"}, "authors: 'Li' cannot be used"),
        ({"knowledge_points": [{"score": 1}]}, "knowledge_points: "),
        ({"knowledge_points": [{"id": "a", "by": "robot"}]}, "by is rule, model or human"),
        ({"problem": {"time_ms": "1 s"}}, "problem: "),
        ({"fetched_at": "yesterday"}, "fetched_at: 'yesterday'"),
        ({"simhash": "xyz"}, "simhash: 'xyz'"),
        ({"version": True}, "version: True"),
    ],
)
def test_a_wrong_field_is_named_with_its_value(fields, fault):
    with pytest.raises(ValueError, match=fault):
        from_record({"url": "http://a.test/", **fields} if fields else {})


@given(TIME)
def test_times_come_back_to_the_microsecond(seconds):
    assert seconds_of(iso_time(seconds)) == seconds


def test_a_time_without_a_zone_is_utc():
    assert seconds_of("2023-11-14T22:13:20") == seconds_of("2023-11-14T23:13:20+01:00") == 1_700_000_000.0
