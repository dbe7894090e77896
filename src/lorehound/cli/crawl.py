"""``lorehound crawl``: from a topic to a library."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lorehound.cli.door import Door, open_door
from lorehound.cli.language import environment_language
from lorehound.cli.options import JsonOption, WorkspaceOption
from lorehound.cli.terminal import Terminal

if TYPE_CHECKING:
    from lorehound.crawl.options import CrawlOptions
    from lorehound.model.run import Run
    from lorehound.model.topic import Topic

app = typer.Typer()


@app.command(epilog="Example: lorehound crawl databases.toml --workspace databases --max-pages 300")
def crawl(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TOPIC|FILE]...",
            show_default=False,
            help="Topics by id, or topic files (put in, then crawled); none: the only topic there is.",
        ),
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Every topic, one after the other; no page is fetched twice.")
    ] = False,
    strategy: Annotated[
        str,
        typer.Option("--strategy", help="best-first, shark-search, breadth-first, or complete (everything in scope)."),
    ] = "best-first",
    max_pages: Annotated[
        int | None,
        typer.Option("--max-pages", min=0, show_default=False, help="Stop after this many pages; 0: no limit."),
    ] = None,
    max_time: Annotated[str, typer.Option("--max-time", help="Stop after this time: 90, 30m, 2h; 0: no limit.")] = "0",
    max_bytes: Annotated[str, typer.Option("--max-bytes", help="Stop after this much: 500MB, 2GB; 0: no limit.")] = "0",
    workers: Annotated[int, typer.Option("--workers", min=1, max=64, help="Processes that crawl together.")] = 1,
    revisit: Annotated[
        str, typer.Option("--revisit", help="Saved pages to ask for again: none, seeds, hubs or all.")
    ] = "seeds",
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Ask again for pages that failed before.")
    ] = False,
    delay: Annotated[
        float | None, typer.Option("--delay", min=0, show_default=False, help="Seconds between requests to one host.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", min=1, max=64, show_default=False, help="Requests under way at once.")
    ] = None,
    proxy: Annotated[
        str | None, typer.Option("--proxy", show_default=False, help="HTTP proxy for all requests.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private and loopback addresses, too.")
    ] = False,
    randomness: Annotated[
        int, typer.Option("--randomness", help="Seed of what is random, so that a run can be had again.")
    ] = 0,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Crawls for a topic, best pages first, and keeps what is on topic.

    Ctrl-C stops cleanly; the same command goes on with the same run.
    """
    from lorehound.cli.quantities import seconds, size
    from lorehound.cli.summary import run_line
    from lorehound.cli.topic import read_topic_files
    from lorehound.crawl.options import CrawlOptions
    from lorehound.errors import BadSetting, LorehoundError
    from lorehound.model.run import Run

    try:
        options = CrawlOptions(
            strategy=strategy,  # type: ignore[arg-type]
            max_pages=max_pages,
            max_time=seconds(max_time),
            max_bytes=size(max_bytes),
            delay=delay,
            concurrency=concurrency,
            proxy=proxy,
            allow_private=allow_private or None,
            revisit=revisit,  # type: ignore[arg-type]
            workers=workers,
            retry_failed=retry_failed,
            randomness=randomness,
        )
    except BadSetting as error:
        raise typer.BadParameter(str(error)) from None
    files = [Path(target) for target in targets or [] if target.endswith(".toml") or Path(target).is_file()]
    terminal = Terminal(json=json, language=environment_language())
    failed = False
    try:
        given = dict(zip(map(str, files), read_topic_files(files), strict=True))
        with open_door(workspace, json=json, create=bool(given)) as door:
            for topic in _topics(door, targets or [], given, everything=all_):
                run = crawl_topic(door, topic, options)
                if is_failure(run):
                    failed = True
                    door.terminal.note("error: {line}", line=door.terminal.word(run.stop_reason))
                if run.stop_reason == "interrupted":
                    break
    except LorehoundError as error:
        if not json:
            raise
        for line in str(error).splitlines():
            terminal.note("error: {line}", line=line)
        terminal.emit(run_line(Run("", "", stop_reason=f"error: {error}"), 0))
        failed = True
    except KeyboardInterrupt:
        if not json:
            raise
        terminal.emit(run_line(Run("", "", stop_reason="interrupted"), 0))
    if failed:
        raise typer.Exit(1)


def crawl_topic(door: Door, topic: "Topic", options: "CrawlOptions") -> "Run":
    """Crawls for one topic with progress on standard error, and ends with its summary or its line of JSON."""
    from lorehound.cli.progress import Progress
    from lorehound.cli.summary import run_line, show_run
    from lorehound.crawl.run import crawl as run_crawl

    with Progress(door.terminal, topic) as progress:
        run = run_crawl(door.workspace, topic, options, progress.show)
    door.terminal.answer(
        run_line(run, door.workspace.frontier.stats(topic.id).waiting), lambda: show_run(door.terminal, run)
    )
    return run


def is_failure(run: "Run") -> bool:
    """Whether the command ends with exit code 1."""
    return run.stop_reason.partition(":")[0] in ("no_page", "storage_full", "error")


def _topics(door: Door, targets: list[str], files: dict[str, "Topic"], *, everything: bool) -> list["Topic"]:
    library = door.workspace.library
    for topic in files.values():
        library.put_topic(topic)
    if everything:
        return library.topics()
    if not targets:
        topics = library.topics()
        if len(topics) != 1:
            raise typer.BadParameter("name a topic or a topic file, or give --all; `lorehound topic list` lists topics")
        return topics
    return [files[target] if target in files else library.topic(target) for target in targets]
