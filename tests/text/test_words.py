import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.words import simplify, stem, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The linked lists, and a B-tree", ["the", "link", "list", "and", "tree"]),
        ("asyncio.StreamReader", ["asyncio", "streamreader", "stream", "reader"]),
        ("HTTPServer utf8 x", ["httpserver", "http", "server", "utf8", "utf"]),
        ("straße café", ["straße", "café"]),
        ("資料結構", ["资料", "结构"]),
        ("支持向量机SVM算法", ["支持", "向量", "svm", "算法"]),
        ("データベース", ["データベース"]),
        ("", []),
    ],
)
def test_words_of(text, expected):
    assert sorted(words(text)) == sorted(expected)


def test_traditional_and_simplified_chinese_have_the_same_words():
    assert words("資料庫系統的交易處理與並發控制") == words("资料库系统的交易处理与并发控制")


@pytest.mark.parametrize(
    ("one", "other"),
    [("queries", "query"), ("caches", "caching"), ("running", "run"), ("classes", "class"), ("parsed", "parse"),
     ("trees", "tree"), ("quickly", "quick"), ("boxes", "box")],
)  # fmt: skip
def test_forms_of_a_word_share_a_stem(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["bus", "this", "thing", "class", "analysis", "b2b"])
def test_what_looks_like_an_ending_stays(word):
    assert stem(word) == word


def test_simplify_leaves_other_text_alone():
    assert simplify("資料庫 database ひらがな") == "资料库 database ひらがな"


@given(st.text(max_size=100))
def test_words_are_lower_case_and_have_two_characters(text):
    assert all(len(word) > 1 and word == word.lower() for word in words(text))
