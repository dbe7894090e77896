"""``lorehound library salvage``: what can be read of a damaged library."""

from pathlib import Path
from typing import Annotated

import typer

from lorehound.cli.language import environment_language
from lorehound.cli.options import JsonOption
from lorehound.cli.terminal import Terminal

app = typer.Typer()


@app.command(epilog="Example: lorehound library salvage workspace/library.db")
def salvage(
    file: Annotated[Path, typer.Argument(help="The damaged library.db; it is not changed.")],
    json: JsonOption = False,
) -> None:
    """Copies what can be read of a damaged library into a new file beside it."""
    from lorehound.library.sqlite.salvage import salvage as copy_readable

    terminal = Terminal(json=json, language=environment_language())
    saved = copy_readable(file)

    def words() -> None:
        terminal.table(["TABLE", "ROWS"], list(saved.rows.items()))
        terminal.note(
            "Look at {copy}; to go on with it, move {file} away and give the copy its name.", copy=saved.into, file=file
        )

    terminal.answer({"copy": str(saved.into), "rows": saved.rows}, words)
