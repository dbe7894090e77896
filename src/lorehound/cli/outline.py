"""``lorehound topic outline``: a topic's knowledge points from and for other tools."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from lorehound.cli.door import open_door, output_stream, read_text
from lorehound.cli.options import JsonOption, OutputOption, WorkspaceOption
from lorehound.cli.topic import TopicArgument

app = typer.Typer(help="A topic's outline of knowledge points: import, export.", no_args_is_help=True)

FormatOption = Annotated[
    str,
    typer.Option("--format", "-f", help="toml, csv, markdown, opml or skos; without it the file's name tells."),
]


@app.command("import", epilog="Example: lorehound topic outline import databases syllabus.md")
def import_(
    topic: TopicArgument,
    file: Annotated[Path, typer.Argument(help="The outline; - for standard input.")],
    format_: FormatOption = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would become of it, and store nothing.")] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Replaces a topic's outline; what belongs to a point whose id stays remains with it."""
    from lorehound.errors import BadImport
    from lorehound.processing.outline.formats import format_named, read_outline

    form = format_named(format_, file.name)
    try:
        points = read_outline(read_text(file), form)
    except BadImport as error:
        raise BadImport("\n".join(f"{file}: {fault}" for fault in str(error).splitlines())) from None
    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        old = library.topic(topic)
        before, after = ({point.id: point for point in some} for some in (old.knowledge_points, points))
        change = _Change(
            topic,
            added=[each for each in after if each not in before],
            changed=[each for each in after if each in before and after[each] != before[each]],
            removed=[each for each in before if each not in after],
        )
        if not dry_run:
            library.put_topic(old.model_copy(update={"knowledge_points": points}))

        def words() -> None:
            terminal.fields(
                {
                    "points": len(points),
                    "added": ", ".join(change.added),
                    "changed": ", ".join(change.changed),
                    "removed": ", ".join(change.removed),
                }
            )
            if dry_run:
                terminal.note("Nothing was stored; leave out --dry-run to store it.")
            else:
                terminal.note("`lorehound process {topic}` places the resources on it.", topic=topic)

        terminal.answer({"points": len(points), "dry_run": dry_run, **change.as_dict()}, words)


@app.command(epilog="Example: lorehound topic outline export databases --format skos -o databases.rdf")
def export(
    topic: TopicArgument,
    format_: FormatOption = "",
    output: OutputOption = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Writes a topic's outline."""
    from lorehound.processing.outline.formats import format_named, write_outline

    form = format_named(format_ or ("" if output else "markdown"), output.name if output else "")
    with open_door(workspace) as door:
        text = write_outline(door.workspace.library.topic(topic), form, door.terminal.language)
        with output_stream(output) as stream:
            stream.write(text)


@dataclass(frozen=True, slots=True)
class _Change:
    topic: str
    added: list[str]
    changed: list[str]
    removed: list[str]

    def as_dict(self) -> dict[str, object]:
        return {"topic": self.topic, "added": self.added, "changed": self.changed, "removed": self.removed}
