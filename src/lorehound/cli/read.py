"""``lorehound read``: pages in, what they say out, as a stream; nothing is stored."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorehound.cli.door import rules_here
from lorehound.cli.language import environment_language
from lorehound.cli.options import WorkspaceOption
from lorehound.cli.terminal import Terminal

if TYPE_CHECKING:
    from lorehound.sites.registry import Rules

app = typer.Typer()


@app.command(epilog="Example: lorehound read page.html")
def read(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Saved pages (HTML) to read, one line of JSON each."),
    ] = None,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="Read standard input: a line {id, url, html_base64} for each page."),
    ] = False,
    url: Annotated[str, typer.Option("--url", help="The address that a saved page came from.")] = "",
    workspace: WorkspaceOption = None,
) -> None:
    """Reads pages and writes a line {id, url, title, language, type, text, markdown, problem} for each.

    A line that cannot be read gives {id, error} and the next one is read; the command exits 1 then.
    """
    if jsonl == bool(files):
        raise typer.BadParameter("name files, or give --jsonl to read standard input")
    terminal = Terminal(json=True, language=environment_language())
    rules = rules_here(workspace)
    failed = False
    if jsonl:
        for number, line in enumerate(sys.stdin.buffer, 1):
            if line.strip():
                answer = _read_line(line, number, rules)
                failed |= "error" in answer
                terminal.emit(answer)
    for file in files or []:
        answer = _read_file(file, url or file.absolute().as_uri(), rules)
        failed |= "error" in answer
        terminal.emit(answer)
    if failed:
        raise typer.Exit(1)


def _read_line(line: bytes, number: int, rules: "Rules") -> dict[str, Any]:
    import base64
    import binascii
    import json

    from lorehound.model.page import Page
    from lorehound.processing.read_page import read_page

    name: object = None
    try:
        given = json.loads(line)
        name = given.get("id")
        page = Page(str(given["url"]), base64.b64decode(given["html_base64"], validate=True))
    except (ValueError, KeyError, AttributeError, TypeError, binascii.Error) as error:
        said = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        return {"id": name, "error": f"line {number}: {said}; a line is {{id, url, html_base64}}"}
    return {"id": name, **read_page(page, rules)}


def _read_file(file: Path, url: str, rules: "Rules") -> dict[str, Any]:
    from lorehound.model.page import Page
    from lorehound.processing.read_page import read_page

    try:
        body = file.read_bytes()
    except OSError as error:
        return {"id": str(file), "error": f"{file} cannot be read: {error.strerror}"}
    return {"id": str(file), **read_page(Page(url, body), rules)}
