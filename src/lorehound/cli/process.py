"""``lorehound process``: what was kept, placed on the topic's outline."""

from dataclasses import asdict
from typing import Annotated

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption, WorkspaceOption
from lorehound.cli.topic import TopicArgument

app = typer.Typer()


@app.command(epilog="Example: lorehound process databases")
def process(
    topic: TopicArgument,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what changed since the last time (all, when the outline changed).")
    ] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Places a topic's resources on its outline of knowledge points; what a person placed stays."""
    from lorehound.processing.process import process as place_all

    with open_door(workspace, json=json) as door:
        terminal = door.terminal
        found = door.workspace.library.topic(topic)
        report = place_all(door.workspace.library, topic, changed_only=changed)

        def words() -> None:
            terminal.fields(
                {
                    "resources looked at": str(report.seen),
                    "with a knowledge point": str(report.placed),
                    "placed anew": str(report.changed),
                    "placed by a person": report.by_hand or "",
                }
            )
            names = {point.id: point.title.get(terminal.language) for point in found.knowledge_points}
            terminal.section(
                ["KNOWLEDGE POINT", "NAME", "RESOURCES"],
                [(point, names.get(point, ""), count) for point, count in report.points.items()],
            )

        terminal.answer(asdict(report), words)
