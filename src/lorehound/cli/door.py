"""The way into a workspace from a command: which folder, which language, words or JSON."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lorehound.cli.language import environment_language
from lorehound.cli.terminal import Terminal
from lorehound.settings import FILE

if TYPE_CHECKING:
    from typing import TextIO

    from lorehound.sites.registry import Rules
    from lorehound.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Door:
    """An open workspace and the terminal that answers go to."""

    workspace: "Workspace"
    terminal: Terminal


@contextmanager
def open_door(folder: Path | None, *, json: bool = False, create: bool = False) -> Iterator[Door]:
    """Opens the workspace that ``folder`` names (see ``workspace_folder``) and closes it after use.

    With ``create`` a missing workspace is made (and that is said). NotFound, BadSetting as ``Workspace.open``.
    """
    from lorehound.workspace import Workspace

    folder = workspace_folder(folder)
    made = create and not (folder / FILE).exists()
    workspace = Workspace.create(folder) if create else Workspace.open(folder)
    language = workspace.settings.text("language") or environment_language()
    with workspace:
        terminal = Terminal(json=json, language=language)
        if made:
            terminal.note("New workspace: {folder}", folder=folder)
        yield Door(workspace, terminal)


def workspace_folder(folder: Path | None) -> Path:
    """The folder that was named, else the current one if it is a workspace, else ``workspace`` in it."""
    if folder is not None:
        return folder
    return Path() if Path(FILE).is_file() else Path("workspace")


def rules_here(folder: Path | None) -> "Rules":
    """The site rules of the workspace, or the built-in ones where no folder was named and none is a workspace."""
    from lorehound.sites.registry import Rules
    from lorehound.workspace import Workspace

    at = workspace_folder(folder)
    if folder is None and not (at / FILE).is_file():
        return Rules.builtin()
    with Workspace.open(at) as workspace:
        return workspace.rules


def read_text(file: Path | None) -> str:
    """What ``file`` holds, or standard input when there is none or it is ``-`` (BadImport when it cannot be read)."""
    from lorehound.errors import BadImport

    if file is None or str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text("utf-8-sig")
    except OSError as error:
        raise BadImport(
            f"{file} cannot be read: {error.strerror}; give the path of a file, or - for standard input"
        ) from None
    except UnicodeDecodeError as error:
        raise BadImport(f"{file} is not UTF-8 (byte {error.start}); save it as UTF-8") from None


def open_lines(file: Path) -> "TextIO":
    """A file of lines, to be read one after the other (BadImport when it cannot be opened)."""
    from lorehound.errors import BadImport

    try:
        return file.open(encoding="utf-8-sig", errors="surrogateescape")
    except OSError as error:
        raise BadImport(f"{file} cannot be read: {error.strerror}; give the path of a file") from None


@contextmanager
def output_stream(file: Path | None) -> Iterator["TextIO"]:
    """A text stream to ``file``, written beside it and put in place when whole, or to standard output."""
    if file is None:
        yield sys.stdout
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
