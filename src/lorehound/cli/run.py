"""``lorehound run``: the crawls of a workspace and why each stopped."""

from typing import Annotated

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption, LimitOption, WorkspaceOption
from lorehound.cli.terminal import moment

app = typer.Typer(help="Runs: what each crawl fetched and why it stopped.", no_args_is_help=True)


@app.command("list", epilog="Example: lorehound run list databases")
def list_(
    topic: Annotated[str, typer.Argument(metavar="[TOPIC]", help="Only this topic's runs.")] = "",
    limit: LimitOption = 20,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists runs, newest first."""
    with open_door(workspace, json=json) as door:
        if topic:
            door.workspace.library.topic(topic)
        runs = door.workspace.library.runs(topic)[:limit]

        def words() -> None:
            door.terminal.table(
                ["RUN", "TOPIC", "STARTED", "FETCHED", "ON TOPIC", "HARVEST", "STOPPED"],
                [
                    (
                        run.id,
                        run.topic,
                        moment(run.started_at),
                        run.counters.fetched,
                        run.counters.on_topic,
                        run.counters.harvest,
                        door.terminal.word(run.stop_reason or run.state),
                    )
                    for run in runs
                ],
            )

        door.terminal.answer({"runs": runs}, words)


@app.command(epilog="Example: lorehound run show 20260901-101500-databases")
def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Id of a run, as `run list` shows it.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Shows a run's counters."""
    from lorehound.cli.summary import show_run

    with open_door(workspace, json=json) as door:
        found = door.workspace.library.run(run)
        door.terminal.answer(found, lambda: show_run(door.terminal, found))
