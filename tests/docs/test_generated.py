"""What docs/ says of commands, settings, counters and words is what the code says."""

import importlib.util
from dataclasses import fields
from pathlib import Path

import pytest

from lorehound.cli.summary import run_line
from lorehound.model.run import Counters, Run

DOCS = Path(__file__).parents[2] / "docs"


def generator():
    spec = importlib.util.spec_from_file_location("generate", DOCS / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["commands.md", "settings.md", "words.md"])
def test_generated_pages_are_what_make_docs_writes(name):
    assert (DOCS / name).read_text("utf-8") == generator().generated()[name], "run: make docs"


def test_every_counter_has_its_line():
    text = (DOCS / "counters.md").read_text("utf-8")
    names = {field.name for field in fields(Counters)} | run_line(Run("r", "t"), 0).keys()
    assert not {name for name in names if f"| `{name}` |" not in text}


def test_every_command_has_help_and_an_example():
    module = generator()
    for path, command in module.leaves():
        assert command.help, path
        assert " ".join(path) in (command.epilog or ""), f"{path} has no example of itself"
        assert any("--json" in parameter.opts for parameter in command.params) or path[-1] in (
            "export",
            "read",
            "compare",
        ), path
