"""When two texts are one, and when problems are two."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.library.near_duplicates.compare import THRESHOLD, compare, compare_resources, is_traditional
from lorehound.model.resource import Problem, Resource, Sample
from lorehound.model.words import WORDS

ENGLISH = """A transaction is a unit of work that is carried out wholly or not at all. When several clients change the
same rows at once, the database decides by its isolation level which of their changes each of them may see. The weakest
level lets a client read what another has not yet confirmed; the strictest makes the outcome the same as if all of them
had come one after the other. Stricter levels cost waiting, since rows that one client has read must not change until it
is done, and two clients that wait for each other must be told apart by ending one of them."""

CHINESE = """
关系数据库把数据放在由行和列组成的表里。每一行描述一个对象，每一列描述对象的一个属性。事务是一组要么全部完成、
要么完全不做的操作；当许多用户同时修改同一批数据时，数据库按照隔离级别决定每个用户能够看到哪些修改。最弱的级别允许读到别人尚未提交的内容，
最严格的级别则让结果等同于这些用户依次进行操作。索引让查询不必扫描整张表，但每一次写入都要同时维护索引，因此索引并非越多越好。"""

PROBLEM = """Farmer John keeps his cows in a row of stalls. Each cow has a height, and the heights are given from left
to right. He wants to know how tall his herd can be. Find the maximum sum of heights over all groups of
neighbouring cows.
Input: the first line holds an integer n (1 ≤ n ≤ 1000), the second line holds n integers. Output: print one integer,
the answer. Sample input: 5
3 1 4 1 5
Sample output: 14"""

TASK = """小明在学校门口开了一家水果店，店里有一排篮子，每个篮子里放着若干个苹果。
请你帮他求出连续若干个篮子里苹果总数的最大值。
输入：第一行一个整数 n（1≤n≤1000），第二行 n 个整数，表示每个篮子里苹果的个数。
输出：一个整数，表示答案。
样例输入：
5
3 1 4 1 5
样例输出：
14"""


def with_words_changed(text: str, count: int, seed: int = 1) -> str:
    chance = random.Random(seed)
    words = text.split(" ")
    for place in chance.sample(range(len(words)), count):
        words[place] = chance.choice(["banana", "green", "quickly", "mountain"])
    return " ".join(words)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (ENGLISH, ENGLISH, "same_text"),
        (ENGLISH, ENGLISH.replace("\n", " ").upper(), "same_text"),
        (ENGLISH, with_words_changed(ENGLISH, 3), "near_text"),
        (CHINESE, CHINESE.replace("用户", "客户", 2).replace("扫描", "查看"), "near_text"),
        (PROBLEM, PROBLEM.replace("keeps", "holds").replace("herd", "group"), "near_text"),
        (TASK, TASK.replace("小明", "小红").replace("门口", "旁边"), "near_text"),
        (TASK, TASK.replace("1000", "10^3").replace("\n", " \n"), "near_text"),
    ],
)
def test_nearly_equal_texts_are_one(one: str, other: str, reason: str):
    found = compare(one, other)
    assert (found.same, found.reason) == (True, reason)
    assert found.resemblance >= THRESHOLD


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (ENGLISH, CHINESE, "other_text"),
        (ENGLISH, with_words_changed(ENGLISH, 25), "other_text"),
        (PROBLEM, PROBLEM.replace("maximum", "minimum"), "other_task"),
        (PROBLEM, PROBLEM.replace("1000", "100000"), "other_numbers"),
        (PROBLEM, PROBLEM.replace("3 1 4 1 5", "3 1 4 1 6"), "other_numbers"),
        (
            PROBLEM,
            PROBLEM.replace("the maximum sum of heights over all groups", "in how many ways two can be chosen"),
            "other_task",
        ),
        (TASK, TASK.replace("最大值", "最小值"), "other_task"),
        (TASK, TASK.replace("1000", "100000"), "other_numbers"),
        (TASK, TASK.replace("14", "15"), "other_numbers"),
        (TASK, TASK + "\n另有一个篮子 7 8 9", "other_task"),
        ("", ENGLISH, "no_text"),
        ("", "", "no_text"),
        ("Joins", "Indexes", "too_short"),
    ],
)  # fmt: skip
def test_other_texts_and_problems_of_a_series_are_two(one: str, other: str, reason: str):
    assert (compare(one, other).same, compare(other, one).same) == (False, False)
    assert compare(one, other).reason in (reason, "other_text")


def test_numbers_in_other_texts_are_only_words():
    one = ENGLISH + " This page was written for version 3.11 of the manual."
    assert compare(one, one.replace("3.11", "3.12")).same
    assert not compare(one, one.replace("3.11", "3.12"), problems=True).same


def test_simplified_and_traditional_texts_are_variants():
    traditional = "關係數據庫把數據放在由行和列組成的表裡。每一行描述一個對象，每一列描述對象的一個屬性。"
    simplified = "关系数据库把数据放在由行和列组成的表里。每一行描述一个对象，每一列描述对象的一个属性。"
    assert is_traditional(traditional)
    assert not is_traditional(simplified)
    assert compare(traditional, simplified).reason == "variant"
    assert compare(traditional + "完", simplified).reason == "variant"


def problem(**fields) -> Resource:
    text = fields.pop("text", TASK)
    fields = {"statement": TASK, "samples": (Sample("5", "14"),), "time_ms": 1000, **fields}
    return Resource("i", "k", "u", "t", "Apples", type="problem", text=text, problem=Problem(**fields))


@pytest.mark.parametrize(
    ("other", "same", "reason"),
    [
        (problem(text=TASK + " Accepted 17 of 43"), True, "same_text"),
        (problem(samples=()), True, "same_text"),
        (problem(samples=(Sample("5\n", "14 "), Sample("1", "1"))), True, "same_text"),
        (problem(time_ms=None), True, "same_text"),
        (problem(samples=(Sample("6", "14"),)), False, "other_samples"),
        (problem(time_ms=2000), False, "other_limits"),
        (problem(memory_kib=65536), True, "same_text"),
        (problem(statement=TASK.replace("最大值", "最小值")), False, "other_task"),
    ],
)
def test_problems_are_compared_by_statement_samples_and_limits(other: Resource, same: bool, reason: str):
    found = compare_resources(problem(), other)
    assert (found.same, found.reason) == (same, reason)


@given(st.text(), st.text(), st.sampled_from([None, True, False]))
def test_any_two_texts_compare_alike_both_ways(one: str, other: str, problems: bool | None):
    there, back = compare(one, other, problems=problems), compare(other, one, problems=problems)
    assert there.same == back.same
    assert there.resemblance == back.resemblance
    assert there.reason in WORDS
