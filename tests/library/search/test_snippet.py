import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.library.search.parse import parse
from lorehound.library.search.snippet import LENGTH, snippet

FILLER = "Here is something else altogether. " * 30


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("index", "An index, two Indexes.", "An «index», two «Indexes»."),
        ("資料庫", "數據庫與資料庫系統", "數據庫與«資料庫»系統"),
        ("事务", "事務是不可分割的", "«事務»是不可分割的"),
        ("cach*", "Caching caches", "«Caching» «caches»"),
        ("none", "Nothing of it", "Nothing of it"),
        ("C", "In C and D", "In «C» and D"),
    ],
)
def test_hits_are_marked_as_they_are_written(query, text, expected):
    assert snippet(parse(query), text) == expected


def test_the_place_with_most_different_hits_is_shown():
    text = FILLER + "index " * 3 + FILLER + "The index of a table. " + FILLER
    shown = snippet(parse("index table"), text)
    assert "The «index» of a «table»." in shown
    assert shown.startswith("…")
    assert shown.endswith("…")


@given(st.text(max_size=600), st.text(max_size=20))
def test_a_snippet_is_short_and_of_the_text(text, query):
    shown = snippet(parse(query), text)
    plain = shown.replace("«", "").replace("»", "").strip("…").strip()
    assert len(plain) <= LENGTH
    assert plain.replace("«", "") in " ".join(text.replace("«", "").replace("»", "").split())
