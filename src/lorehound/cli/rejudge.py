"""``lorehound rejudge``: the saved pages again, with the topic as it is now."""

from dataclasses import asdict

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption, WorkspaceOption
from lorehound.cli.topic import TopicArgument

app = typer.Typer()


@app.command(epilog="Example: lorehound rejudge databases")
def rejudge(topic: TopicArgument, workspace: WorkspaceOption = None, json: JsonOption = False) -> None:
    """Judges a topic's saved pages again, without fetching: what is on topic now comes in, the rest goes out."""
    from lorehound.processing.rejudge import rejudge as judge_again

    with open_door(workspace, json=json) as door:
        view = door.workspace.view(door.workspace.library.topic(topic))
        with door.workspace.lock():
            done = judge_again(
                door.workspace, view, lambda pages: door.terminal.note("{pages} pages judged", pages=pages)
            )
        door.terminal.answer(
            {"topic": topic, **asdict(done)},
            lambda: door.terminal.fields(
                {
                    "pages judged": done.pages,
                    "came in": str(done.added),
                    "went out": str(done.removed),
                    "stayed": str(done.stayed),
                    "not in the page store": done.missing or "",
                }
            ),
        )
