"""``lorehound init``: a workspace with its settings file."""

from pathlib import Path
from typing import Annotated

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption

app = typer.Typer()


@app.command(epilog="Example: lorehound init physics")
def init(
    folder: Annotated[Path, typer.Argument(help="Where to make it.")] = Path("workspace"),
    json: JsonOption = False,
) -> None:
    """Makes a workspace: one folder for settings, library, frontier and saved pages. What is there stays."""
    from lorehound.settings import FILE

    with open_door(folder, json=json, create=True) as door:
        door.terminal.answer(
            {"workspace": str(folder), "settings": str(folder / FILE)},
            lambda: door.terminal.line(
                door.terminal.say("Settings are in {file}; each is explained there.", file=folder / FILE)
            ),
        )
