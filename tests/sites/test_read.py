"""The stream of ``lorehound read``: every judge's saved page has its problem, other pages have none."""

import json
from pathlib import Path

import pytest

from lorehound.model.page import Page
from lorehound.processing.read_page import read_page
from lorehound.sites.registry import Rules

FOLDERS = sorted((Path(__file__).parent / "judges").glob("*/*"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_saved_page_without_headers_gives_its_problem(folder: Path) -> None:
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    body = next(folder.glob("input.*")).read_bytes()
    problem = read_page(Page(expected["url"], body), Rules.builtin())["problem"]
    assert problem["title"] == expected["problem"]["title"]
    assert problem["time_ms"] == expected["problem"].get("time_ms")
    assert [(sample["input"], sample["output"]) for sample in problem["samples"]] == [
        (sample["input"], sample["output"]) for sample in expected["problem"].get("samples", [])
    ]


def test_other_pages_give_none() -> None:
    html = b"<html><title>Files</title><h1>Files</h1><h2>Input</h2><p>Reading.</p><h2>Output</h2><p>Writing.</p></html>"
    assert read_page(Page("https://docs.example/files", html), Rules.builtin())["problem"] is None
