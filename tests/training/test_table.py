import pytest
from training.table import difference, near_zero, refusals
from training.tasks import Job
from training.topics import Task


def job(site: str, number: int, *, portal: bool = False, language: str = "en") -> Job:
    task = Task(f"{site}-{number}", f"{site}.test", "T", (), frozenset(), "tree", language)
    return Job(task, portal=portal)


JOBS = [
    job(site, number, portal=number == 1, language="zh" if site == "c" else "en") for site in "abc" for number in (0, 1)
]


def test_the_error_counts_sites_not_crawls():
    better = {one: [0.6] * 3 for one in JOBS}
    same_in_site = {one: [0.5 if one.task.host == "a.test" else 0.6] * 3 for one in JOBS}
    told = difference(better, same_in_site)
    assert told.mean == pytest.approx(0.1 / 3)
    assert (told.better, told.worse) == (2, 0)
    assert told.error == pytest.approx(0.1 / 3, rel=0.01)
    assert difference(better, {one: [0.5] * 3 for one in JOBS}).error == pytest.approx(0.0)


def test_a_ranker_that_leads_everywhere_may_ship_and_one_that_fails_somewhere_may_not():
    fixed = {one: [0.5, 0.5, 0.5] for one in JOBS}
    good = {one: [0.7, 0.7, 0.7] for one in JOBS}
    assert refusals((good, fixed), (good, fixed)) == []
    worse_in_chinese = {one: [0.1, 0.04, 0.1] if one.task.language == "zh" else values for one, values in good.items()}
    told = " ".join(refusals((worse_in_chinese, fixed), (good, fixed)))
    assert "Chinese" in told
    assert "complete failures rise" in told
    assert near_zero(worse_in_chinese) == 2
