"""``lorehound demo``: crawls the documentation of this very Python and shows what a library is."""

import platform
import shutil
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lorehound.cli.door import Door, open_door
from lorehound.cli.options import JsonOption

if TYPE_CHECKING:
    from lorehound.model.run import Run
    from lorehound.model.topic import Topic

app = typer.Typer()

PAGES = 150


@app.command(epilog="Example: lorehound demo")
def demo(
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", metavar="DIR", help="Folder for the demo's workspace.")
    ] = Path("demo"),
    max_pages: Annotated[int, typer.Option("--max-pages", min=1, help="Pages to fetch.")] = PAGES,
    json: JsonOption = False,
) -> None:
    """Crawls this Python's own documentation server, without the internet, and shows the library it makes.

    Run again it begins anew.
    """
    from lorehound.cli.crawl import crawl_topic, is_failure
    from lorehound.cli.demo.pydoc_server import pydoc_server
    from lorehound.crawl.options import CrawlOptions
    from lorehound.processing.process import process

    with open_door(workspace, json=json, create=True) as door:
        topic = bundled_topic()
        _begin_anew(door, topic)
        door.terminal.note(
            "Starting the documentation server that Python {version} carries.", version=platform.python_version()
        )
        with pydoc_server(door.workspace.folder / "log" / "pydoc.txt") as address:
            topic = topic.model_copy(update={"seeds": (address,)})
            door.workspace.library.put_topic(topic)
            options = CrawlOptions(max_pages=max_pages, delay=0.0, allow_private=True)
            run = crawl_topic(door, topic, options)
        process(door.workspace.library, topic.id)
        if not json:
            _report(door, topic, run)
    if is_failure(run):
        raise typer.Exit(1)


def bundled_topic() -> "Topic":
    """The topic file that comes with the package."""
    from lorehound.model.topic_file import read_topic

    file = resources.files(__package__) / "topic.toml"
    return read_topic(file.read_text("utf-8"), "demo/topic.toml")


def _begin_anew(door: Door, topic: "Topic") -> None:
    """The server stands on another port each time, so that addresses of an earlier demo lead nowhere."""
    if any(known.id == topic.id for known in door.workspace.library.topics()):
        with door.workspace.lock():
            door.workspace.frontier.forget(topic.id)
            door.workspace.frontier.clear_learnt(topic.id)
            door.workspace.library.remove_topic(topic.id)


def _report(door: Door, topic: "Topic", run: "Run") -> None:
    from lorehound.cli.summary import show_reasons
    from lorehound.library.contract import Query

    terminal, library = door.terminal, door.workspace.library
    best = library.query(Query(topic=topic.id, sort="score"), n=10).resources
    points = library.facets(Query(topic=topic.id), ["point"]).get("point", {})

    terminal.line()
    terminal.line(
        terminal.say(
            "Of {fetched} pages {on_topic} were on topic: a harvest rate of {harvest}.",
            fetched=run.counters.fetched,
            on_topic=run.counters.on_topic,
            harvest=f"{run.counters.harvest:.0%}",
        )
    )
    terminal.line()
    terminal.table(["SCORE", "TEN BEST RESOURCES", "URL"], [(found.score, found.title, found.url) for found in best])
    terminal.line()
    terminal.table(
        ["KNOWLEDGE POINT", "RESOURCES"],
        [(point.title.get(terminal.language), points.get(point.id, 0)) for point in topic.knowledge_points],
    )
    if best:
        terminal.line()
        terminal.line(terminal.say("Why {title} was kept:", title=best[0].title))
        show_reasons(terminal, best[0].reasons, 6)
    folder = door.workspace.folder
    terminal.line()
    terminal.line(terminal.say("Try next:"))
    name = _name()
    for command in (
        f'library search "event loop" -w {folder}',
        f"library export -w {folder} --format csv",
        f"topic export {topic.id} -w {folder}",
        "crawl examples/topics/databases.toml -w databases --max-pages 200",
    ):
        terminal.line(f"  {name} {command}")


def _name() -> str:
    """What the user types to start this program: a virtual environment that is not active needs its path."""
    started = sys.argv[0]
    return "lorehound" if shutil.which("lorehound") or Path(started).name != "lorehound" else started
