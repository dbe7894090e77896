"""``lorehound library``: what was kept: list, search, show, count, bring in, hand out."""

import io
from collections.abc import Iterable
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorehound.cli.door import Door, open_door, open_lines, output_stream, read_text
from lorehound.cli.filters import (
    HostOption,
    LabelOption,
    LanguageOption,
    PointOption,
    ReviewOption,
    TopicOption,
    TypeOption,
    make_query,
)
from lorehound.cli.options import JsonOption, LimitOption, WorkspaceOption
from lorehound.cli.terminal import moment

if TYPE_CHECKING:
    from lorehound.library.contract import Query
    from lorehound.model.page import Page

app = typer.Typer(help="The library: list, search, show, count, import, export.", no_args_is_help=True)

CursorOption = Annotated[str, typer.Option("--cursor", help="Go on from here (`next` of the JSON answer).")]


@app.command("list", epilog="Example: lorehound library list --topic databases --type tutorial --sort newest")
def list_(
    topic: TopicOption = "",
    type_: TypeOption = None,
    point: PointOption = "",
    language: LanguageOption = None,
    host: HostOption = None,
    label: LabelOption = None,
    review: ReviewOption = None,
    sort: Annotated[str, typer.Option("--sort", help="score, newest, quality, difficulty or title.")] = "score",
    limit: LimitOption = 20,
    cursor: CursorOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists resources, best first."""
    query = make_query(
        topic=topic, types=type_, point=point, languages=language, hosts=host, labels=label, review=review, sort=sort
    )
    with open_door(workspace, json=json) as door:
        _show_page(door, query, cursor, limit)


@app.command(epilog='Example: lorehound library search "covering index" --topic databases')
def search(
    text: Annotated[list[str], typer.Argument(metavar="WORDS...", help='Words, "phrases", -exclusions, prefix*.')],
    topic: TopicOption = "",
    type_: TypeOption = None,
    point: PointOption = "",
    language: LanguageOption = None,
    host: HostOption = None,
    sort: Annotated[
        str, typer.Option("--sort", help="relevance, score, newest, quality, difficulty or title.")
    ] = "relevance",
    limit: LimitOption = 20,
    cursor: CursorOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Searches the text of resources, in Chinese and English; simplified and traditional are the same."""
    query = make_query(
        topic=topic, types=type_, point=point, languages=language, hosts=host, text=" ".join(text), sort=sort
    )
    with open_door(workspace, json=json) as door:
        _show_page(door, query, cursor, limit)


@app.command(epilog="Example: lorehound library show https://www.sqlite.org/lang.html")
def show(
    resource: Annotated[
        str, typer.Argument(metavar="ID|URL", help="A resource's id, address, or another address of it.")
    ],
    text: Annotated[bool, typer.Option("--text", help="Write its text as Markdown, and nothing else.")] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Shows one resource with the reasons for keeping it."""
    from lorehound.cli.summary import show_reasons
    from lorehound.model.record import to_record

    with open_door(workspace, json=json) as door:
        terminal, found = door.terminal, door.workspace.library.find(resource)

        def words() -> None:
            if text:
                terminal.line(found.markdown or found.text)
                return
            terminal.fields(
                {
                    "title": found.title,
                    "address": found.url,
                    "id": found.id,
                    "topic": found.topic,
                    "type": found.type,
                    "language": found.language,
                    "authors": ", ".join(found.authors),
                    "publisher": found.publisher,
                    "published": found.published,
                    "license": found.license.id,
                    "score": f"{found.score:.2f}",
                    "knowledge points": ", ".join(placement.point for placement in found.knowledge_points),
                    "other addresses": ", ".join(found.duplicates),
                    "fetched": moment(found.fetched_at),
                    "version": found.version,
                    "review": found.review_state,
                    "length": terminal.say("{count} characters", count=len(found.text)),
                }
            )
            show_reasons(terminal, found.reasons)

        terminal.answer(to_record(found), words)


@app.command(epilog="Example: lorehound library stats --topic databases")
def stats(topic: TopicOption = "", workspace: WorkspaceOption = None, json: JsonOption = False) -> None:
    """Counts resources by type, language, host, licence, knowledge point and state of review."""
    names = ("type", "language", "host", "license", "point", "label", "review_state")
    query = make_query(topic=topic)
    with open_door(workspace, json=json) as door:
        library, terminal = door.workspace.library, door.terminal
        if topic:
            library.topic(topic)
        count, facets = library.count(query), library.facets(query, names)

        def words() -> None:
            terminal.line(terminal.say("{count} resources", count=count))
            for name in names:
                values = sorted(facets.get(name, {}).items(), key=lambda entry: -entry[1])
                if values:
                    terminal.section([name.replace("_", " "), "RESOURCES"], values[:15])

        terminal.answer({"resources": count, "facets": facets}, words)


@app.command("import", epilog="Example: lorehound library import old-crawl.warc.gz --topic databases")
def import_(
    source: Annotated[
        Path,
        typer.Argument(
            help="A .jsonl export (- for standard input), a WARC file, a folder of pages, or FPS (.xml, .zip)."
        ),
    ],
    topic: Annotated[str, typer.Option("--topic", "-t", metavar="TOPIC", help="The topic that it goes to.")],
    format_: Annotated[
        str, typer.Option("--format", "-f", help="jsonl, fps, warc or folder; without it the name tells.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would become of it, and store nothing.")] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Brings material from elsewhere in: records as they are, pages read and judged like fetched ones."""
    with open_door(workspace, json=json) as door:
        with door.workspace.lock() if not dry_run else nullcontext():
            report = _bring_in(door, topic, source, format_, dry_run=dry_run)
        faults, items = report.pop("faults", []), report.pop("items", [])
        for fault in faults:
            door.terminal.note("{fault}", fault=fault)
        door.terminal.answer(
            {"topic": topic, "dry_run": dry_run, **report, "faults": faults, **({"items": items} if items else {})},
            lambda: _show_import(door, report, items),
        )


@app.command(epilog="Example: lorehound library export --topic databases --format csv -o databases.csv")
def export(
    format_: Annotated[
        str,
        typer.Option(
            "--format", "-f", help="jsonl, csv, csv-excel, fps, fps-files, ris, bibtex, dublin-core or folder."
        ),
    ] = "jsonl",
    topic: TopicOption = "",
    type_: TypeOption = None,
    point: PointOption = "",
    language: LanguageOption = None,
    host: HostOption = None,
    label: LabelOption = None,
    review: ReviewOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            show_default=False,
            help="File to write, or the folder for --format folder.",
        ),
    ] = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Hands resources out: JSON lines or CSV to standard output, or a folder of HTML, Markdown and index.csv."""
    from lorehound.processing.export.formats import FORMATS

    if format_ not in FORMATS:
        raise typer.BadParameter(f"--format {format_!r}: it takes one of {', '.join(FORMATS)}")
    form = FORMATS[format_]
    if form.to_folder and output is None:
        raise typer.BadParameter(f"--format {format_} needs a folder to write: -o FOLDER")
    if json and output is None and format_ != "jsonl":
        raise typer.BadParameter(f"--json and --format {format_} cannot both have standard output; name a file with -o")
    query = make_query(
        topic=topic, types=type_, point=point, languages=language, hosts=host, labels=label, review=review
    )
    with open_door(workspace, json=json) as door:
        if topic:
            door.workspace.library.topic(topic)
        resources = door.workspace.library.export(query)
        if form.to_folder and output is not None:
            count = form.to_folder(resources, output)
        elif form.to_stream:
            with output_stream(output) as stream:
                count = form.to_stream(resources, stream)
        if output is not None and json:
            door.terminal.emit({"resources": count, "output": str(output)})
        else:
            door.terminal.note("{count} resources", count=count)


def _show_import(door: Door, counts: dict[str, Any], items: list[dict[str, Any]]) -> None:
    terminal = door.terminal
    told = [item for item in items if item["outcome"] in ("duplicate", "invalid", "changed")]
    if told:
        terminal.table(
            ["LINE", "OUTCOME", "TITLE", "DETAIL"],
            [(str(item["line"]), terminal.word(item["outcome"]), item["title"], item["detail"]) for item in told],
        )
        terminal.line()
    terminal.table(["OUTCOME", "COUNT"], [(terminal.word(name), count) for name, count in counts.items()])


def _bring_in(door: Door, topic: str, source: Path, format_: str, *, dry_run: bool) -> dict[str, Any]:
    from dataclasses import asdict

    from lorehound.archive.import_folder import read_folder
    from lorehound.archive.import_warc import read_warc
    from lorehound.processing.import_pages import import_pages
    from lorehound.processing.import_records import import_records

    if format_ not in ("", "jsonl", "fps", "warc", "folder"):
        raise typer.BadParameter(f"--format {format_!r}: it takes one of jsonl, fps, warc, folder")
    found = door.workspace.library.topic(topic)
    if format_ == "fps" or (not format_ and source.suffix.lower() in (".xml", ".zip")):
        from lorehound.processing.import_fps import import_fps_file

        return asdict(import_fps_file(door.workspace.library, found, source, dry_run=dry_run))
    if format_ == "jsonl" or str(source) == "-" or source.suffix.lower() in (".jsonl", ".ndjson"):
        lines = io.StringIO(read_text(source)) if str(source) == "-" else open_lines(source)
        with lines:
            return asdict(import_records(door.workspace.library, found, lines, source=str(source), dry_run=dry_run))
    faults: list[str] = []
    pages: Iterable[Page]
    if source.is_dir():
        archives = sorted(file for file in source.rglob("*") if ".warc" in file.suffixes)
        pages = (
            chain.from_iterable(read_warc(file, faults.append) for file in archives)
            if archives
            else read_folder(source, faults.append)
        )
    else:
        pages = read_warc(source, faults.append)
    report = import_pages(door.workspace, door.workspace.view(found), pages, dry_run=dry_run)
    return {**asdict(report), "faults": faults}


def _show_page(door: Door, query: "Query", cursor: str, limit: int) -> None:
    from lorehound.cli.summary import brief

    page = door.workspace.library.query(query, cursor=cursor, n=limit, bodies=False)
    terminal = door.terminal

    def words() -> None:
        if not page.resources:
            terminal.note("No resource fits.")
            return
        terminal.table(
            ["SCORE", "TYPE", "LANGUAGE", "TITLE", "URL"],
            [(found.score, found.type, found.language, found.title, found.url) for found in page.resources],
        )
        if page.cursor:
            terminal.note("There are more: --cursor {cursor}", cursor=page.cursor)

    terminal.answer(
        {"resources": [brief(found, page.snippets.get(found.id, "")) for found in page.resources], "next": page.cursor},
        words,
    )
