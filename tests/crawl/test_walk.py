"""A complete walk over a judge: lists to ids to problem pages, each fetched once, and sums that add up."""

from collections import Counter

import pytest

from loopback.judge import RULE, judge
from loopback.server import Site
from lorehound.library.contract import Query
from lorehound.processing.walk import walk_report


@pytest.mark.parametrize(
    ("problems", "copies", "workers"),
    [
        (300, 49, 1),
        (60, 9, 2),
        pytest.param(5835, 949, 1, marks=pytest.mark.soak),
        pytest.param(5835, 949, 2, marks=pytest.mark.soak),
    ],
)
def test_every_problem_is_fetched_once_and_accounted_for(bench, problems, copies, workers):
    folder = bench.workspace.folder / "rules"
    folder.mkdir(exist_ok=True)
    (folder / "made-up.toml").write_text(RULE)
    with Site(judge(problems, copies)) as site:
        bench.topic(site.url + "/problems", scope={"max_pages": 0})
        run = bench.crawl(workers=workers, max_pages=0)
        asked = Counter(line.path for line in site.asked() if line.path.startswith("/p"))
    assert set(asked.values()) == {1}
    lists = -(-problems // 25)
    assert len(asked) == problems + lists
    workspace = bench.workspace
    report = walk_report(workspace.library, workspace.pages, workspace.rules, "databases")
    assert (report.lists, report.ids, report.fetched, report.not_fetched) == (lists, problems, problems, 0)
    assert (report.stored, report.duplicates, report.failed, report.off_topic) == (problems - copies, copies, 0, 0)
    assert report.complete
    assert run.counters.fetched == problems + lists
    assert run.counters.duplicates >= copies  # lists of the same words repeat each other, too
    stored = list(workspace.library.export(Query(types=("problem",))))
    assert len(stored) == problems - copies
    assert sum(len(resource.duplicates) for resource in stored) == copies
    assert all(resource.problem.samples[0].input.strip() in resource.problem.input for resource in stored)


def test_a_long_list_is_walked_to_its_end(bench):
    """The depth of a list's pages is that of the list: their number does not use up the depth limit."""
    (bench.workspace.folder / "rules").mkdir(exist_ok=True)
    (bench.workspace.folder / "rules" / "made-up.toml").write_text(RULE)
    with Site(judge(30, 0, per_list=1)) as site:
        bench.topic(site.url + "/problems", scope={"max_pages": 0, "max_depth": 5})
        assert bench.crawl(max_pages=0).counters.fetched == 60
