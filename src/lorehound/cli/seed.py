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
    file: Annotated[
        Path, typer.Argument(help="Text (an address a line), CSV, OPML or browser bookmarks; - for standard input.")
    ],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Adds the addresses of a list; lines that hold none are named and passed over."""
    from lorehound.model.page import Seed
    from lorehound.text.seed_lists import read_seeds

    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        library.topic(topic)
        found = read_seeds(read_text(file), file.name)
        for fault in found.faults:
            terminal.note("{fault}", fault=fault)
        new = library.put_seeds([Seed(topic, url, title) for url, title in found.seeds])
        terminal.answer(
            {"topic": topic, "seeds": len(found.seeds), "new": new, "faults": list(found.faults)},
            lambda: terminal.line(terminal.say("{new} new of {seeds} seeds.", new=new, seeds=len(found.seeds))),
        )


@app.command(epilog="Example: lorehound seed export databases > seeds.txt")
def export(
    topic: TopicArgument, output: OutputOption = None, workspace: WorkspaceOption = None, json: JsonOption = False
) -> None:
    """Writes a topic's seeds as text, an address a line, with titles as comments; with --json one object a line."""
    from lorehound.cli.terminal import plain, printable

    with open_door(workspace, json=json) as door, output_stream(output) as stream:
        door.workspace.library.topic(topic)
        for seed in door.workspace.library.seeds(topic):
            if json:
                from json import dumps

                stream.write(dumps(plain(seed), ensure_ascii=False) + "\n")
            elif not seed.body:
                stream.write((f"# {printable(seed.title)}\n" if seed.title else "") + seed.url + "\n")


@app.command(epilog="Example: lorehound seed write databases reading-list links.md")
def write(
    topic: TopicArgument,
    name: Annotated[str, typer.Argument(help="A name for the page; writing it again changes it.")],
    file: Annotated[Path | None, typer.Argument(help="Markdown with links; none or -: standard input.")] = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Keeps a page of links that you wrote, in Markdown, as a seed: a crawl starts from it as from any page."""
    from lorehound.errors import BadAddress
    from lorehound.model.page import Seed

    body = read_text(file)
    if "](" not in body and "<http" not in body and "http" not in body:
        raise BadAddress(f"page {name!r} holds no link; write links as [title](https://...)")
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        library.topic(topic)
        url = f"lorehound:page/{name}"
        new = library.put_seeds([Seed(topic, url, name, body)])
        door.terminal.answer(
            {"topic": topic, "seed": url, "new": bool(new)},
            lambda: door.terminal.line(door.terminal.say("Seed written: {url}", url=url)),
        )
