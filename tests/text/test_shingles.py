import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.shingles import resemblance, shingles, tokens

ENGLISH = "A transaction is a unit of work that is done wholly or not at all."
CHINESE = "事务是要么全部完成，要么完全不做的一组操作，数据库以此保持一致。"


def test_tokens_are_words_and_single_chinese_characters():
    assert tokens("SQL 数据库, B-tree_2") == ["sql", "数", "据", "库", "b", "tree", "2"]


@pytest.mark.parametrize(("text", "count"), [(ENGLISH, 13), (CHINESE, 25), ("two words", 1), ("", 0), ("。！", 0)])
def test_runs_of_three_words_or_five_characters(text: str, count: int):
    assert len(shingles(text)) == count


def test_signs_case_and_script_say_nothing():
    assert np.array_equal(shingles("Joins, and INDEXES!"), shingles("joins and indexes"))
    assert np.array_equal(shingles("關係數據庫的事務處理"), shingles("关系数据库的事务处理"))


def test_resemblance_counts_what_is_shared():
    one = shingles(ENGLISH)
    assert resemblance(one, one) == 1.0
    assert resemblance(one, shingles(CHINESE)) == 0.0
    assert resemblance(one, shingles("")) == 0.0
    assert resemblance(one, shingles(ENGLISH.replace("unit", "piece"))) == pytest.approx(10 / 16)


@given(st.text(), st.text())
def test_resemblance_is_a_share_and_the_same_both_ways(one: str, other: str):
    first, second = shingles(one), shingles(other)
    assert 0 <= resemblance(first, second) == resemblance(second, first) <= 1
    assert (resemblance(first, first) == 1.0) == bool(tokens(one))
