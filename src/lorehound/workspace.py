"""One folder that holds a library, a frontier, a page store and their settings, opened by what the settings say.

::

    lorehound.toml     settings
    library.db         topics, seeds, resources, saved pages, runs
    frontier.db        addresses found and not fetched
    archive/           pages as they were fetched
    log/               one file a run
    rules/             site rules of one's own
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from filelock import FileLock, Timeout

from lorehound import settings as settings_table
from lorehound.archive.contract import PageStore
from lorehound.archive.open import open_store
from lorehound.errors import Damaged, NotFound, WorkspaceBusy
from lorehound.frontier.contract import Frontier
from lorehound.frontier.open import open_frontier
from lorehound.library.contract import Library
from lorehound.library.open import open_library
from lorehound.model.topic import Topic
from lorehound.settings import Settings
from lorehound.sites.registry import Rules
from lorehound.url.key import key

if TYPE_CHECKING:
    from lorehound.flow import View
    from lorehound.model.text import CleanText


class Workspace:
    """Opens each part when it is first asked for; a context manager that closes what was opened."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self._opened = ExitStack()

    @classmethod
    def open(cls, folder: Path | str, environ: Mapping[str, str] = os.environ) -> Self:
        """The workspace in ``folder`` (NotFound when there is none, BadSetting for its faults)."""
        folder = Path(folder)
        if not (folder / settings_table.FILE).is_file():
            raise NotFound(f"{folder} is no workspace; make one with: lorehound init {folder}")
        return cls(folder, settings_table.load(folder, environ))

    @classmethod
    def create(cls, folder: Path | str, environ: Mapping[str, str] = os.environ) -> Self:
        """The workspace in ``folder``, made when it is not there; nothing that is there is changed."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / settings_table.FILE
        if not file.exists():
            file.write_text(settings_table.template(), "utf-8")
        return cls.open(folder, environ)

    @cached_property
    def library(self) -> Library:
        """Topics, seeds, resources, runs: everything that must last."""
        library = open_library(str(self.folder / "library.db"))
        self._opened.callback(library.close)
        return library

    @cached_property
    def frontier(self) -> Frontier:
        """Addresses found and not fetched."""
        frontier = open_frontier(str(self.folder / "frontier.db"))
        self._opened.callback(frontier.close)
        return frontier

    @cached_property
    def pages(self) -> PageStore:
        """Pages as they were fetched."""
        pages = open_store(
            self.folder / "archive", self.settings.text("store.pages"), int(self.settings.number("store.max_mb"))
        )
        self._opened.callback(pages.close)
        return pages

    @cached_property
    def rules(self) -> Rules:
        """The site rules in force: the workspace's own before the built-in ones."""
        own = sorted((self.folder / "rules").glob("*.toml"))
        return Rules.load({file.name: file.read_text("utf-8") for file in own})

    def view(self, topic: Topic, *, strategy_name: str = "best-first", allow_private: bool | None = None) -> "View":
        """A topic as its pages are looked at here, by the rules in force and with those of its example pages that lie
        in the page store; ``allow_private`` None leaves it to the settings."""
        # Most commands read no page and need not wait for all that reads one.
        from lorehound.flow import View

        return View.of(
            topic,
            self.rules,
            strategy_name=strategy_name,
            examples=self._read(topic, topic.examples),
            counter_examples=self._read(topic, topic.counter_examples),
            allow_private=self.settings.flag("crawl.allow_private") if allow_private is None else allow_private,
        )

    def _read(self, topic: Topic, examples: Sequence[str]) -> "list[CleanText]":
        from lorehound.text.clean import clean

        urls = [text for text in examples if text.startswith(("http://", "https://"))]
        rows = self.library.saved(topic.id, [key(url) for url in urls]) if urls else []
        found = []
        for row in rows:
            if row and row.place:
                with suppress(NotFound, Damaged):  # an example that is gone helps no more, and stops no crawl
                    found.append(clean(self.pages.read(row.place)))
        return found

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keeps a second crawl out until the block ends, or until this process dies (WorkspaceBusy)."""
        lock = FileLock(self.folder / "crawl.lock")
        holder = self.folder / "crawl.pid"
        try:
            lock.acquire(timeout=0)
        except Timeout:
            pid = holder.read_text().strip() if holder.exists() else "unknown"
            raise WorkspaceBusy(
                f"another crawl (process {pid}) is running on {self.folder}; wait for it, or stop it with Ctrl-C there"
            ) from None
        try:
            holder.write_text(str(os.getpid()))
            yield
        finally:
            holder.unlink(missing_ok=True)
            lock.release()

    def close(self) -> None:
        """Closes what was opened."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
