"""``lorehound rule``: site rules: what one reads from a page, a proposal from examples, whether they still read."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorehound.cli.door import open_door, output_stream, read_text, rules_here
from lorehound.cli.language import environment_language
from lorehound.cli.options import JsonOption, OutputOption, WorkspaceOption
from lorehound.cli.terminal import Terminal, moment

if TYPE_CHECKING:
    from lorehound.sites.health import HostHealth
    from lorehound.sites.registry import SiteReading
    from lorehound.sites.rule import SiteRule

app = typer.Typer(help="Site rules: try one on a page, propose one from examples, see whether they still read.",
                  no_args_is_help=True)  # fmt: skip


@app.command(
    "test", epilog="Example: lorehound rule test codeforces saved.html --url https://codeforces.com/contest/4/problem/A"
)
def try_(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="A rule file (.toml), or the name of a rule.")],
    page: Annotated[Path, typer.Argument(metavar="SAVED", help="A saved page (- for standard input).")],
    url: Annotated[str, typer.Option("--url", help="The address that a saved page came from.")] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Shows what a rule reads from a saved page: fields, samples, limits, or the links of a list."""
    from lorehound.sites.registry import Rules, read_site
    from lorehound.text.clean import clean_html

    terminal = Terminal(json=json, language=environment_language())
    one = _rule(rule, workspace)
    html = _saved(page)
    address = url or _address_in(html) or f"https://{(one.hosts or ('site.example',))[0]}/"
    reading = read_site(clean_html(html, address), Rules([one]))
    terminal.answer({"url": address, **asdict(reading)}, lambda: _show_reading(terminal, address, reading))
    if reading.rule != one.name:
        raise typer.Exit(1)


@app.command(
    epilog='Example: lorehound rule learn a.html b.html --field "title=Apples" --field "title=Pears" -o my.toml'
)
def learn(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE...", help="Addresses or saved pages, two or three.")],
    field: Annotated[
        list[str],
        typer.Option(
            "--field",
            metavar="NAME=TEXT",
            help="Words of a field as a page shows them; the second of one NAME belongs to the second page.",
        ),
    ],
    name: Annotated[str, typer.Option("--name", help="The rule's name; without it, from the host.")] = "",
    output: OutputOption = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Proposes a site rule from example pages on which you point out fields, and says how sure it is."""
    from lorehound.sites.learn import Example
    from lorehound.sites.learn import learn as learn_rule

    terminal = Terminal(json=json, language=environment_language())
    texts = _pointed_out(field, len(pages))
    examples = [Example(*_page(page, workspace), texts[number]) for number, page in enumerate(pages)]
    proposal = learn_rule(examples, name)

    def words() -> None:
        with output_stream(output) as stream:
            stream.write(proposal.toml)
        for guess in proposal.guesses:
            terminal.note("{field}: {sure:.0%} sure: {selector}", field=guess.field, sure=guess.sure,
                          selector=guess.selector)  # fmt: skip
        for missing in proposal.missing:
            terminal.note("{field}: no selector finds it on every page", field=missing)

    terminal.answer(asdict(proposal), words)


@app.command(epilog="Example: lorehound rule health --host codeforces.com --days 30")
def health(
    host: Annotated[
        list[str] | None, typer.Option("--host", help="Only this host; can be given several times.")
    ] = None,
    days: Annotated[float, typer.Option("--days", min=0.01, help="Length of a period.")] = 7.0,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """How often each field of a problem was filled, by host and over time; exits 1 when a field has fallen."""
    from lorehound.library.contract import Query
    from lorehound.sites.health import health as measure

    with open_door(workspace, json=json) as door:
        query = Query(types=("problem",), hosts=tuple(host or ()))
        hosts = measure(door.workspace.library.export(query), days=days)
        door.terminal.answer({"hosts": [asdict(one) for one in hosts]}, lambda: _show_health(door.terminal, hosts))
    if any(one.falls for one in hosts):
        raise typer.Exit(1)


@app.command(epilog="Example: lorehound rule walk databases")
def walk(
    topic: Annotated[str, typer.Argument(metavar="TOPIC", help="Id of a topic, as `topic list` shows it.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Adds up a walk over lists: lists, ids, fetched, stored, duplicates, failed; exits 1 with any missing."""
    from lorehound.processing.walk import walk_report

    with open_door(workspace, json=json) as door:
        opened, terminal = door.workspace, door.terminal
        opened.library.topic(topic)
        report = walk_report(opened.library, opened.pages, opened.rules, topic)

        def words() -> None:
            terminal.fields(
                {
                    "lists": str(report.lists),
                    "ids": str(report.ids),
                    "fetched": str(report.fetched),
                    "stored": str(report.stored),
                    "duplicates": str(report.duplicates),
                    "off topic": str(report.off_topic),
                    "failed": str(report.failed),
                    "not fetched": str(report.not_fetched),
                }
            )
            for url in report.missing:
                terminal.note("not fetched: {url}", url=url)

        terminal.answer({**asdict(report), "complete": report.complete}, words)
    if not report.complete:
        raise typer.Exit(1)


def _rule(name: str, workspace: Path | None) -> "SiteRule":
    """The rule in a file, or by name among those of the workspace (where there is one) and the built-in ones."""
    from lorehound.sites.registry import Rules

    if name.endswith(".toml") or Path(name).is_file():
        rules = Rules.load({Path(name).name: read_text(Path(name))})
        return next(iter(rules))
    return rules_here(workspace).rule(name)


def _address_in(html: str) -> str:
    """The address that a saved page names as its own."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html or "<p></p>")
    for css, name in (("link[rel=canonical][href]", "href"), ("meta[property='og:url'][content]", "content")):
        node = tree.css_first(css)
        if node is not None and (node.attributes.get(name) or "").startswith(("http://", "https://")):
            return node.attributes[name] or ""
    return ""


def _saved(file: Path) -> str:
    """A saved page's document, in whatever encoding it was saved (BadImport when it cannot be read)."""
    from lorehound.errors import BadImport
    from lorehound.text.decode import decode

    if str(file) == "-":
        return read_text(file)
    try:
        return decode(file.read_bytes()).text
    except OSError as error:
        raise BadImport(f"{file} cannot be read: {error.strerror}; give the path of a saved page") from None


def _pointed_out(given: list[str], pages: int) -> list[dict[str, str]]:
    texts: list[dict[str, str]] = [{} for _ in range(pages)]
    for one in given:
        name, sign, text = one.partition("=")
        if not sign or not text.strip():
            raise typer.BadParameter(f"--field {one!r}: write NAME=TEXT, such as --field 'title=Apples'")
        free = next((texts_of for texts_of in texts if name not in texts_of), None)
        if free is None:
            raise typer.BadParameter(f"--field {one!r}: {name} was given for every one of the {pages} pages already")
        free[name] = text
    return texts


def _page(source: str, workspace: Path | None) -> tuple[str, str]:
    """Address and document of a saved page, or of an address that is fetched now."""
    if not source.startswith(("http://", "https://")):
        html = _saved(Path(source))
        return _address_in(html) or Path(source).absolute().as_uri(), html
    from lorehound.crawl.fetch_one import fetch_one
    from lorehound.model.topic import Topic
    from lorehound.text.clean import clean

    with open_door(workspace) as door:
        page = fetch_one(source, Topic(id="rule", title="rule"), door.workspace.settings)  # type: ignore[arg-type]
    return page.url, clean(page).html


def _show_reading(terminal: Terminal, url: str, reading: "SiteReading") -> None:
    shown: dict[str, Any] = {"address": url, "rule": reading.rule, "role": reading.role, "type": reading.type}
    if reading.problem is not None:
        hidden = ("samples", "parser", *(f"{part}_markdown" for part in ("statement", "input", "output", "note")))
        shown |= {
            name: ", ".join(map(str, value)) if isinstance(value, tuple) else value
            for name, value in asdict(reading.problem).items()
            if name not in hidden and value is not False
        }
        for number, sample in enumerate(reading.problem.samples, 1):
            shown[f"sample input {number}"] = repr(sample.input)
            shown[f"sample output {number}"] = repr(sample.output)
    shown |= reading.fields
    if reading.role == "list":
        shown |= {"ids": reading.ids, "resource pages": "\n".join(reading.links), "lists": "\n".join(reading.lists)}
    terminal.fields(shown)
    for reason in reading.reasons:
        if reason.code != "site_rule":
            terminal.note("{reason}", reason=terminal.word(reason.code, reason.detail))


def _show_health(terminal: Terminal, hosts: "list[HostHealth]") -> None:
    from lorehound.sites.health import FIELDS

    if not hosts:
        terminal.note("No problem is in the library.")
        return
    rows = [
        (host.host, moment(period.start)[:10], period.pages, *(f"{period.rates[name]:.0%}" for name in FIELDS))
        for host in hosts
        for period in host.periods
    ]
    terminal.table(["HOST", "SINCE", "PAGES", *(name.upper() for name in FIELDS)], rows)
    for host in hosts:
        for fall in host.falls:
            terminal.note(
                "warning: {host}: {field} is filled on {now:.0%} of the newest pages, on {before:.0%} before",
                host=host.host, field=fall.field, now=fall.now, before=fall.before,
            )  # fmt: skip
