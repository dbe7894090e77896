"""What the command line writes: answers on standard output, everything else on standard error."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from lorehound.cli.language import translate

_CONTROLS = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)))


class Terminal:
    """Writes answers as words or, with ``json``, as JSON lines; speaks ``language`` (``zh`` or ``en``)."""

    def __init__(self, *, json: bool = False, language: str = "en") -> None:
        self.json = json
        self.language = language

    def say(self, english: str, **values: object) -> str:
        """The text in the terminal's language, its ``{names}`` filled in."""
        text = translate(english, self.language)
        return text.format(**values) if values else text

    def word(self, code: str, detail: str = "") -> str:
        """The sentence of a code of ``model/words.py``, with its detail if there is one (``code: detail``)."""
        from lorehound.model.words import say

        name, _, told = code.partition(": ")
        return say(name, detail or told, self.language) if code else ""

    def answer(self, data: object, words: Callable[[], None]) -> None:
        """Gives ``data`` as one line of JSON, or calls ``words`` to write it for a person."""
        if self.json:
            self.emit(data)
        else:
            words()

    def emit(self, data: object) -> None:
        """One line of JSON on standard output."""
        sys.stdout.write(json.dumps(plain(data), ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def line(self, text: str = "") -> None:
        """One line for a person on standard output."""
        sys.stdout.write(printable(text) + "\n")

    def note(self, english: str, **values: object) -> None:
        """A message beside the answer, on standard error, in the terminal's language."""
        sys.stderr.write(printable(self.say(english, **values)) + "\n")
        sys.stderr.flush()

    def fields(self, pairs: Mapping[str, object]) -> None:
        """Names and values, one pair a line; empty values are left out."""
        shown = {self.say(name): value for name, value in pairs.items() if value not in (None, "", (), [])}
        width = max((_cells(name) for name in shown), default=0)
        for name, value in shown.items():
            self.line(f"{name}{' ' * (width - _cells(name))}  {value}")

    def section(self, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A table under an empty line; nothing where there are no rows."""
        if rows := list(rows):
            self.line()
            self.table(headers, rows)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Rows in columns: fitted to a terminal's width, whole when standard output is none."""
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        terminal = sys.stdout.isatty()
        table = Table(box=None, pad_edge=False, header_style="bold" if terminal else "")
        rows = [list(row) for row in rows]
        for at, header in enumerate(headers):
            numbers = bool(rows) and all(isinstance(row[at], int | float) for row in rows)
            table.add_column(
                Text(self.say(header)),
                justify="right" if numbers else "left",
                overflow="fold" if terminal else "ignore",
            )
        for row in rows:
            table.add_row(*(Text(printable(_cell(value))) for value in row))
        console = Console(file=sys.stdout, width=None if terminal else 10_000, markup=False, highlight=False)
        with console.capture() as captured:
            console.print(table)
        for text in captured.get().splitlines():
            sys.stdout.write(text.rstrip() + "\n")


def plain(value: Any) -> Any:
    """``value`` as what JSON can say: dataclasses and models as objects, bytes left out."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    elif hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return {str(name): plain(inner) for name, inner in value.items() if not isinstance(inner, bytes)}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(inner) for inner in value]
    return value


def printable(text: str) -> str:
    """``text`` without control characters, so that a page's title cannot steer the terminal."""
    return text.translate(_CONTROLS)


def moment(seconds: float) -> str:
    """A time since 1970 as the clock on the wall here shows it; empty for none."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds)) if seconds else ""


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    return "" if value is None else str(value)


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)
