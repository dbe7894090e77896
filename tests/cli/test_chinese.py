"""Chinese is an equal: every word of the command line's own has its Chinese."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import typer

import lorehound.cli
from lorehound.cli.chinese import CHINESE
from lorehound.cli.main import app, command

BARE = {"{fault}", "{reason}"}
"""Messages without words of their own."""
SOURCES = sorted(Path(lorehound.cli.__file__).parent.rglob("*.py"))


def help_texts(part: Any) -> Iterator[str]:
    yield part.help or ""
    for parameter in part.params:
        if parameter.name not in ("help", "install_completion", "show_completion"):
            yield getattr(parameter, "help", "") or ""
    for child in getattr(part, "commands", {}).values():
        yield from help_texts(child)


def spoken(source: Path) -> Iterator[str]:
    """The literals that a file gives to Terminal.say, note, fields and table."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
            continue
        first = node.args[0]
        if node.func.attr in ("say", "note"):
            parts = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            yield from (part.value for part in parts if isinstance(part, ast.Constant))
        elif node.func.attr == "fields" and isinstance(first, ast.Dict):
            yield from (key.value for key in first.keys if isinstance(key, ast.Constant))
        elif node.func.attr in ("table", "section") and isinstance(first, ast.List):
            yield from (entry.value for entry in first.elts if isinstance(entry, ast.Constant))


def test_every_help_text_has_its_chinese():
    texts = {" ".join(text.split()) for text in help_texts(typer.main.get_command(app))} - {""}
    assert not sorted(texts - CHINESE.keys())


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_message_has_its_chinese(source):
    assert not sorted(set(spoken(source)) - CHINESE.keys() - BARE)


@pytest.mark.parametrize(("english", "chinese"), CHINESE.items())
def test_a_translation_fills_in_the_same_names(english, chinese):
    def names(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert names(english) == names(chinese) or "{id" in english


def test_help_is_chinese_where_the_locale_is(capsys):
    command("zh").main(["topic", "list", "--help"], prog_name="lorehound", standalone_mode=False)
    assert "列出主题" in capsys.readouterr().out.replace("\n", "")
