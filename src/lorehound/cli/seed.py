"""``lorehound seed``: where a topic's crawl starts: addresses, lists of them, and pages of links written here."""

from pathlib import Path
from typing import Annotated

import typer

from lorehound.cli.door import open_door, output_stream, read_text
from lorehound.cli.options import JsonOption, OutputOption, WorkspaceOption
from lorehound.cli.topic import TopicArgument

app = typer.Typer(
    help="Seeds: where a topic's crawl starts (add, remove, list, import, export, write).", no_args_is_help=True
)


@app.command(epilog="Example: lorehound seed add databases https://www.postgresql.org/docs/current/")
def add(
    topic: TopicArgument,
    urls: Annotated[list[str], typer.Argument(metavar="URL...", help="Addresses of pages to start from.")],
    title: Annotated[str, typer.Option("--title", help="What the page is called.")] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Adds addresses to a topic's seeds."""
    from lorehound.model.page import Seed
    from lorehound.url.address import read_address

    seeds = [Seed(topic, read_address(url), title) for url in urls]
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        library.topic(topic)
        new = library.put_seeds(seeds)
        door.terminal.answer(
            {"topic": topic, "seeds": len(seeds), "new": new},
            lambda: door.terminal.line(door.terminal.say("{new} new of {seeds} seeds.", new=new, seeds=len(seeds))),
        )


@app.command(epilog="Example: lorehound seed remove databases https://www.postgresql.org/docs/current/")
def remove(
    topic: TopicArgument,
    url: Annotated[str, typer.Argument(help="The seed's address, as `seed list` shows it.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Takes a seed out of a topic; pages that it led to stay."""
    with open_door(workspace, json=json) as door:
        door.workspace.library.remove_seed(topic, url)
        door.terminal.answer(
            {"topic": topic, "removed": url},
            lambda: door.terminal.line(door.terminal.say("Seed removed: {url}", url=url)),
        )


@app.command("list", epilog="Example: lorehound seed list databases")
def list_(
    topic: Annotated[str, typer.Argument(metavar="[TOPIC]", help="Only this topic's seeds.")] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists seeds."""
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        ids = [library.topic(topic).id] if topic else [known.id for known in library.topics()]
        seeds = [seed for name in ids for seed in library.seeds(name)]

        def words() -> None:
            if not seeds:
                door.terminal.note("No seed yet; add one with: lorehound seed add TOPIC URL")
                return
            door.terminal.table(["TOPIC", "SEED", "TITLE"], [(seed.topic, seed.url, seed.title) for seed in seeds])

        door.terminal.answer({"seeds": seeds}, words)


@app.command("import", epilog="Example: lorehound seed import databases bookmarks.html")
def import_(
    topic: TopicArgument,
    file: Annotated[Path, typer.Argument(help="A list of addresses, or a page of links; - for standard input.")],
    kind: Annotated[
        str, typer.Option("--kind", help="text, csv, opml, bookmarks or markdown; without it told by name and content.")
    ] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Adds the addresses of a list; entries that hold none are named and passed over."""
    from lorehound.text.seed_lists import read_seeds

    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        library.topic(topic)
        found = read_seeds(read_text(file), "" if str(file) == "-" else file.name, topic=topic, kind=kind)
        for fault in found.faults:
            terminal.note("{fault}", fault=fault)
        new = library.put_seeds(found.seeds)
        terminal.answer(
            {"topic": topic, "seeds": len(found.seeds), "new": new, "faults": found.faults},
            lambda: terminal.line(terminal.say("{new} new of {seeds} seeds.", new=new, seeds=len(found.seeds))),
        )


@app.command(epilog="Example: lorehound seed export databases --format opml -o databases.opml")
def export(
    topic: TopicArgument,
    format_: Annotated[str, typer.Option("--format", "-f", help="text, csv or opml.")] = "text",
    output: OutputOption = None,
    workspace: WorkspaceOption = None,
) -> None:
    """Writes a topic's seeds as a list that `seed import` and other programs read."""
    from lorehound.text.seed_export import write_seeds

    with open_door(workspace) as door:
        library = door.workspace.library
        title = library.topic(topic).title.get(door.terminal.language)
        text = write_seeds(library.seeds(topic), format_, title)
        with output_stream(output) as stream:
            stream.write(text)


@app.command(epilog="Example: lorehound seed write databases reading-list links.md")
def write(
    topic: TopicArgument,
    name: Annotated[str, typer.Argument(help="A name for the page; writing it again changes it.")],
    file: Annotated[Path | None, typer.Argument(help="Markdown with links; none or -: standard input.")] = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Keeps a page of links that you wrote, in Markdown, as a seed: a crawl starts from it as from any page."""
    from lorehound.text.seed_lists import read_seeds

    (page,) = read_seeds(read_text(file), name, topic=topic, kind="markdown").seeds
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        library.topic(topic)
        new = library.put_seeds([page])
        door.terminal.answer(
            {"topic": topic, "seed": page.url, "new": bool(new)},
            lambda: door.terminal.line(door.terminal.say("Seed written: {url}", url=page.url)),
        )
