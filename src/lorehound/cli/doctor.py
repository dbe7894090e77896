"""``lorehound doctor``: is everything there that a crawl needs, and is what is stored sound?"""

import os
import platform
import shutil
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer

from lorehound.cli.door import workspace_folder
from lorehound.cli.language import environment_language
from lorehound.cli.options import JsonOption, WorkspaceOption
from lorehound.cli.terminal import Terminal
from lorehound.settings import FILE

if TYPE_CHECKING:
    from lorehound.workspace import Workspace

app = typer.Typer()

_LEAST_DISK_MB = 500


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: ``ok``, ``warn`` (works, but mind it) or ``fail`` (mend it), and what was seen."""

    check: str
    state: Literal["ok", "warn", "fail"]
    detail: str


@app.command(epilog="Example: lorehound doctor --workspace physics")
def doctor(workspace: WorkspaceOption = None, json: JsonOption = False) -> None:
    """Checks Python, packages, network, disk, and the workspace for damage; exits 1 when something must be mended."""
    folder = workspace_folder(workspace)
    terminal = Terminal(json=json, language=environment_language())
    checks = [
        _python(),
        *_packages(),
        _search(),
        _network(),
        _disk(folder),
        *_workspace(folder, named=workspace is not None),
    ]
    failed = any(check.state == "fail" for check in checks)
    terminal.answer(
        {"ok": not failed, "checks": checks},
        lambda: terminal.table(
            ["STATE", "CHECK", "SEEN"],
            [(terminal.say(check.state), terminal.say(check.check), check.detail) for check in checks],
        ),
    )
    if failed:
        raise typer.Exit(1)


def _python() -> Check:
    good = sys.version_info >= (3, 11)
    return Check(
        "Python", "ok" if good else "fail", f"{platform.python_version()}" + ("" if good else "; 3.11 is needed")
    )


def _packages() -> Iterator[Check]:
    """Each package that Lorehound needs: installed, and can it be imported on this machine?"""
    from packaging.requirements import Requirement

    missing, seen = [], 0
    for line in metadata.requires("lorehound") or []:
        requirement = Requirement(line)
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        seen += 1
        try:
            version = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            missing.append(f"{requirement.name} is not installed")
            continue
        if not requirement.specifier.contains(version, prereleases=True):
            missing.append(f"{requirement.name} is {version}, needed is {requirement.specifier}")
    yield Check("packages", "fail" if missing else "ok", "; ".join(missing) or f"{seen} installed")


def _search() -> Check:
    import sqlite3

    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    except sqlite3.OperationalError:
        return Check("full-text search", "fail", f"SQLite {sqlite3.sqlite_version} of this Python has no FTS5")
    finally:
        connection.close()
    return Check("full-text search", "ok", f"SQLite {sqlite3.sqlite_version}")


def _network() -> Check:
    """Whether this machine has a way out; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError as error:
            return Check("network", "warn", f"{error.strerror}: sites on this machine can be crawled, others cannot")
    return Check("network", "ok", "there is a route")


def _disk(folder: Path) -> Check:
    at = folder.absolute()
    while not at.exists():
        at = at.parent
    free = shutil.disk_usage(at).free // 1_000_000
    if not os.access(at, os.W_OK):
        return Check("disk", "fail", f"{at} cannot be written to")
    return Check("disk", "ok" if free >= _LEAST_DISK_MB else "warn", f"{free} MB free in {at}")


def _workspace(folder: Path, *, named: bool) -> Iterator[Check]:
    from lorehound.errors import LorehoundError
    from lorehound.workspace import Workspace

    if not (folder / FILE).is_file():
        state: Literal["warn", "fail"] = "fail" if named else "warn"
        yield Check("workspace", state, f"{folder} is none; make one with: lorehound init {folder}")
        return
    try:
        workspace = Workspace.open(folder)
    except LorehoundError as error:
        yield Check("workspace", "fail", str(error))
        return
    with workspace:
        yield Check("workspace", "ok", str(folder))
        for name, look in (("library", _library), ("frontier", _frontier), ("page store", _pages)):
            try:
                yield look(workspace)
            except LorehoundError as error:
                yield Check(name, "fail", str(error))


def _library(workspace: "Workspace") -> Check:
    from lorehound.library.contract import Query

    _sound(workspace.folder / "library.db")
    library = workspace.library
    return Check("library", "ok", f"{len(library.topics())} topics, {library.count(Query())} resources")


def _frontier(workspace: "Workspace") -> Check:
    _sound(workspace.folder / "frontier.db")
    stats = workspace.frontier.stats()
    return Check("frontier", "ok", f"{stats.waiting} addresses wait, {stats.leased} are handed out")


def _pages(workspace: "Workspace") -> Check:
    count = sum(1 for _ in workspace.pages.pages())
    return Check("page store", "ok", f"{count} pages, {workspace.pages.size() // 1_000_000} MB")


def _sound(file: Path) -> None:
    import sqlite3

    from lorehound.errors import Damaged

    if not file.exists():
        return
    try:
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if answer != "ok":
                # The quick check of some SQLite versions finds NULL in sound tables that have no row numbers.
                (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        answer = str(error)
    if answer != "ok":
        raise Damaged(
            f"{file} is damaged ({answer}); move it away, then bring pages back with: lorehound library import archive"
        )
