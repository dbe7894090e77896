import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_resource
from lorehound.model.resource import Problem
from lorehound.model.text import Heading
from lorehound.model.topic import Topic
from lorehound.processing.place import LEAST_SCORE, Outline, place

TOPIC = Topic.model_validate(
    {
        "id": "db",
        "title": {"zh": "数据库", "en": "Relational databases"},
        "knowledge_points": [
            {"id": "indexing", "title": {"zh": "索引", "en": "Indexes"}, "keywords": ["B-tree", "hash index"]},
            {"id": "covering", "title": "Covering index", "parent": "indexing"},
            {"id": "transactions", "title": {"zh": "事务", "en": "Transactions"}, "aliases": ["ACID"],
             "keywords": ["commit", "rollback", "isolation level"]},
            {"id": "intro", "title": "Relational databases"},
        ],
    }
)  # fmt: skip
OUTLINE = Outline.of(TOPIC)
FILLER = "Here is something else that is not about the matter at all. " * 40


def points(**fields):
    return [placement.point for placement in place(make_resource("a", **fields), OUTLINE)]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"title": "Transactions in practice"}, ["transactions"]),
        ({"title": "事務處理"}, ["transactions"]),
        ({"title": "How an index works"}, ["indexing"]),
        ({"title": "x", "headings": (Heading(2, "The ACID properties"),)}, ["transactions"]),
        (
            {"title": "x", "text": "You commit or rollback; a commit makes it last."},
            ["transactions"],
        ),
        ({"title": "x", "problem": Problem(tags=("索引",))}, ["indexing"]),
        ({"title": "x", "keywords": ("isolation level",)}, ["transactions"]),
        ({"title": "x", "text": FILLER + "commit." + FILLER}, []),
        ({"title": "A holiday"}, []),
        ({"title": "Relational databases: a holiday"}, ["intro"]),
    ],
)
def test_where_a_resource_belongs(fields, expected):
    assert points(**fields) == expected


def test_a_child_is_not_its_parents_although_their_words_meet():
    assert points(title="What is a covering index?")[0] == "covering"


def test_a_word_of_the_topics_own_name_says_little():
    (placement,) = place(make_resource("a", title="Relational databases"), OUTLINE)
    (other,) = place(make_resource("a", title="Transactions"), OUTLINE)
    assert placement.score < other.score


def test_the_reasons_name_the_terms_and_where_they_stand():
    (placement,) = place(make_resource("a", title="ACID", text="commit " * 3), OUTLINE)
    assert [(reason.code, reason.detail) for reason in placement.reasons] == [
        ("point_in_title", "ACID"),
        ("point_in_text", "commit × 3"),
    ]
    assert placement.by == "rule"


@given(st.text(max_size=200), st.text(max_size=200))
def test_scores_stay_between_the_least_and_one(title, text):
    for placement in place(make_resource("a", title=title + " Transactions", text=text), OUTLINE):
        assert LEAST_SCORE <= placement.score <= 1
        assert placement.reasons
