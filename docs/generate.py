"""Writes the parts of docs/ that are made from the code; ``tests/docs`` compares them with what is there."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from lorehound.cli.main import app
from lorehound.model.words import WORDS
from lorehound.settings import SETTINGS

DOCS = Path(__file__).parent


def main() -> None:
    """Writes each page and names it."""
    for name, text in generated().items():
        (DOCS / name).write_text(text, "utf-8")
        sys.stdout.write(f"docs/{name}\n")


def generated() -> dict[str, str]:
    """File name -> text of each generated page."""
    return {"commands.md": commands(), "settings.md": settings(), "words.md": words()}


def commands() -> str:
    """Every command with its help, example, arguments and options."""
    lines = [
        "# Commands",
        "",
        "Made by `make docs` from the commands themselves. Exit codes: 0 done, 1 an error that one line on standard",
        "error explains, 2 a wrong command line. With `--json` standard output holds nothing but JSON.",
    ]
    for path, command in leaves():
        lines += ["", f"## {' '.join(path)}", "", " ".join((command.help or "").split())]
        if command.epilog:
            lines += ["", "```sh", command.epilog.removeprefix("Example: "), "```"]
        rows = [row for parameter in command.params if (row := _parameter(parameter))]
        if rows:
            lines += ["", "| parameter | meaning |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def settings() -> str:
    """The table of settings."""
    lines = [
        "# Settings",
        "",
        "Made by `make docs` from the one table, `src/lorehound/settings.py`. A value comes from the environment, else",
        "from `lorehound.toml` in the workspace, else from this table.",
        "",
        "| setting | default | values | meaning | environment |",
        "|---|---|---|---|---|",
    ]
    for setting in SETTINGS:
        default = str(setting.default).lower() if isinstance(setting.default, bool) else setting.default
        values = ", ".join(filter(None, setting.choices)) or type(setting.default).__name__
        default = f"`{default}`" if default != "" else ""
        lines.append(f"| `{setting.name}` | {default} | {values} | {setting.help} | `{setting.variable}` |")
    return "\n".join(lines) + "\n"


def words() -> str:
    """What each code of a reason, refusal, outcome and stop means, in both languages."""
    lines = [
        "# Words",
        "",
        "Made by `make docs` from `src/lorehound/model/words.py`: the codes that stand in JSON, log and database, and",
        "what they say to a person.",
        "",
        "| code | English | 中文 |",
        "|---|---|---|",
        *(f"| `{code}` | {english} | {chinese} |" for code, (english, chinese) in WORDS.items()),
    ]
    return "\n".join(lines) + "\n"


def leaves() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command with its words: ``("lorehound", "topic", "add")``."""
    return _leaves(typer.main.get_command(app), ("lorehound",))


def _leaves(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    children = getattr(command, "commands", None)
    if not children:
        yield path, command
        return
    for name, child in children.items():
        yield from _leaves(child, (*path, name))


def _parameter(parameter: Any) -> str:
    meaning = (getattr(parameter, "help", "") or "").replace("|", "\\|")
    if parameter.param_type_name == "argument":
        return f"| `{(parameter.metavar or parameter.name).replace('|', ' or ')}` | {meaning} |"
    if parameter.name == "help":
        return ""
    default = parameter.default
    told = (
        f" Default: {default}."
        if default not in (None, False, "", [], ()) and isinstance(default, str | int | float)
        else ""
    )
    return f"| `{'`, `'.join(parameter.opts + parameter.secondary_opts)}` | {meaning}{told} |"


if __name__ == "__main__":
    main()
