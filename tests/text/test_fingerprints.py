import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.fingerprints import fingerprints, simhash

STORY = (
    "You are given a tree of n vertices. Each vertex holds a number of coins. In one move you may carry a coin along "
    "an edge. Find the fewest moves after which every vertex holds exactly one coin. The limits: n is at most 1000."
)
CHINESE = "给定一棵树，每个顶点上有一些硬币，每次移动可以把一枚硬币沿着一条边搬到相邻的顶点，求最少的移动次数。"


def apart(one: str, other: str) -> int:
    return ((simhash(one) or 0) ^ (simhash(other) or 0)).bit_count()


@pytest.mark.parametrize("text", ["", "  \n ", "12 views", "2024-05-06"])
def test_a_text_without_lasting_words_has_no_hash(text):
    assert fingerprints(text).text_hash == ""
    assert fingerprints(text).simhash is None


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("Updated 2024-05-06", "Updated 2025-11-30"),
        ("Updated 2024-05-06T10:11:12Z", "Updated 2025-01-02T03:04:05Z"),
        ("On 5 May 2024", "On 17th November, 2025"),
        ("On May 5, 2024", "On Nov. 17 2025"),
        ("2024年5月6日 发布", "2025年11月30日 发布"),
        ("posted 3 hours ago", "posted 2 days ago"),
        ("3小时前", "12 天前"),
        ("1,234 views", "1.3k views"),
        ("Comments (3)", "Comments (17)"),
        ("阅读量：1234", "阅读量：1.3万"),
        ("1234次浏览", "99次浏览"),
        ("at 10:11:12", "at 23:59:59"),
    ],
)
def test_dates_and_counters_do_not_change_the_hash(then, now):
    assert fingerprints(f"{STORY}\n{then}").text_hash == fingerprints(f"{STORY}\n{now}").text_hash


@pytest.mark.parametrize(
    ("one", "other"),
    [(STORY, STORY.replace("1000", "100000")), (STORY, STORY.replace("fewest", "most")), ("a b", "ab"), ("x*y", "x+y")],
)
def test_another_number_word_or_sign_changes_the_hash(one, other):
    assert fingerprints(one).text_hash != fingerprints(other).text_hash


def test_white_space_case_and_traditional_characters_do_not_matter():
    assert fingerprints("資料  結構\n與 SQL").text_hash == fingerprints("资料 结构 与 sql").text_hash


def test_near_texts_have_near_simhashes_and_others_do_not():
    assert apart(STORY, STORY.replace("coin", "stone")) <= 16
    assert apart(STORY * 5, STORY * 5 + "One sentence more.") <= 6
    assert apart(CHINESE, CHINESE.replace("硬币", "石子")) <= 16
    assert apart(STORY, CHINESE) >= 20


def test_a_few_words_have_a_hash_but_no_simhash():
    found = fingerprints("Read the next page")
    assert found.text_hash
    assert found.simhash is None


def test_a_simhash_is_the_same_on_every_machine():
    assert simhash("one two three four five six seven eight nine ten") == SAME_EVERYWHERE


SAME_EVERYWHERE = 0xF81B538C6C19229F


@given(st.text(max_size=400))
def test_any_text_has_fingerprints_of_their_shape(text):
    found = fingerprints(text)
    assert len(found.text_hash) in (0, 64)
    assert found.simhash is None or 0 <= found.simhash < 2**64
