"""Each folder of ``judges/`` is a page in the shape of a judge's pages, and what must be read from it.

A new judge is a new folder: ``JUDGE/CASE/input.html`` (or ``.json``, ``.txt``) and ``expected.json``.
"""

import dataclasses
import json
from pathlib import Path

import pytest

from sites.saved import read_saved

FOLDERS = sorted((Path(__file__).parent / "judges").glob("*/*"))
JUDGES = {folder.parent.name for folder in FOLDERS}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_saved_page_reads_exactly_as_expected(folder: Path) -> None:
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    reading = read_saved(folder, expected["url"])
    assert reading.type == "problem"
    assert reading.problem is not None
    filled = {name: value for name, value in dataclasses.asdict(reading.problem).items() if value not in ("", (), None)}
    found = json.loads(json.dumps(filled))
    found = {name: value for name, value in found.items() if value is not False}
    assert found == expected["problem"]


def test_every_judge_has_a_normal_page_and_a_trap() -> None:
    assert len(JUDGES) >= 21
    for judge in JUDGES:
        assert {"normal", "trap"} <= {folder.name for folder in FOLDERS if folder.parent.name == judge}
