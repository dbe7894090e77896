"""What docs/ says of crawling is what the code does."""

import re
from pathlib import Path

from lorehound.crawl.outcomes import TABLE

ROOT = Path(__file__).parents[2]
TRAPS = (ROOT / "docs/traps.md").read_text("utf-8")


def test_every_trap_has_its_tests():
    rows = [line.split("|") for line in TRAPS.splitlines() if re.match(r"\| \d", line)]
    assert [int(row[1]) for row in rows] == list(range(1, 51))
    for row in rows:
        named = re.findall(r"`(tests/[^`]+)::(\w+)`", row[4])
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text("utf-8"), (file, test)


def test_the_table_of_answers_is_the_one_in_the_docs():
    text = (ROOT / "docs/counters.md").read_text("utf-8")
    for rule in TABLE:
        assert f"| {rule.answer} | {rule.action.replace('_', ' ')} |" in text, rule
