"""How far a crawl is: one line that renews itself on a terminal, a line now and then elsewhere."""

import os
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from lorehound.cli.terminal import Terminal, printable

if TYPE_CHECKING:
    from lorehound.crawl.run import Progress as State
    from lorehound.model.topic import Topic

_EVERY = 10.0
"""Seconds between two lines where nobody watches."""


class Progress:
    """Shows the states that a crawl reports, on standard error."""

    def __init__(self, terminal: Terminal, topic: "Topic") -> None:
        self._terminal = terminal
        self._topic = topic
        self._live = sys.stderr.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
        self._last = time.monotonic()

    def __enter__(self) -> Self:
        self._terminal.note("Crawling for {title}", title=self._topic.title.get(self._terminal.language))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write("")

    def show(self, state: "State") -> None:
        """Writes the state, on a terminal over the one before."""
        if self._live:
            self._write(self._line(state))
        elif time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            sys.stderr.write(self._line(state) + "\n")
            sys.stderr.flush()

    def _line(self, state: "State") -> str:
        counters = state.counters
        return printable(
            self._terminal.say(
                "{seconds} s  {fetched} pages  {on_topic} on topic ({harvest})  {frontier} waiting  "
                "{rate}/s  {hosts} hosts  {failed} failed",
                seconds=f"{state.seconds:.0f}",
                fetched=counters.fetched,
                on_topic=counters.on_topic,
                harvest=f"{counters.harvest:.0%}",
                frontier=state.frontier,
                rate=f"{state.pages_per_s:.1f}",
                hosts=state.hosts,
                failed=counters.failed,
            )
        )

    def _write(self, line: str) -> None:
        if self._live:
            width = os.get_terminal_size(sys.stderr.fileno()).columns
            sys.stderr.write("\r\x1b[K" + _cut(line, width - 1))
            sys.stderr.flush()


def _cut(line: str, width: int) -> str:
    from rich.cells import set_cell_size

    return set_cell_size(line, width).rstrip()
