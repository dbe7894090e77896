"""The options that many commands share, written once."""

from pathlib import Path
from typing import Annotated

import typer

WorkspaceOption = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        "-w",
        metavar="DIR",
        envvar="LOREHOUND_WORKSPACE",
        show_default=False,
        help="Folder of the workspace; without it the current folder if it is one, else ./workspace.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Write JSON to standard output, and nothing else; messages go to standard error.")
]
YesOption = Annotated[
    bool, typer.Option("--yes", "-y", help="Do it; without this the command only says what it would do.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", show_default=False, help="Write to this file, not to standard output."
    ),
]
LimitOption = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many to show.")]
