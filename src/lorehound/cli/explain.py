"""``lorehound explain``: why a page would be kept or not, and where its links would lead."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from lorehound.cli.door import Door, open_door
from lorehound.cli.options import JsonOption, WorkspaceOption

if TYPE_CHECKING:
    from lorehound.model.page import Page
    from lorehound.model.reason import Reason
    from lorehound.model.topic import Topic
    from lorehound.processing.explain import Explanation

app = typer.Typer()


@app.command(epilog="Example: lorehound explain https://www.sqlite.org/lang.html --topic databases")
def explain(
    url: Annotated[str, typer.Argument(metavar="URL", help="The page's address.")],
    topic: Annotated[str, typer.Option("--topic", "-t", metavar="TOPIC", help="The topic that it is judged for.")],
    fetch: Annotated[bool, typer.Option("--fetch", help="Fetch it now, even when the page store has it.")] = False,
    links: Annotated[int, typer.Option("--links", min=0, help="How many of its links to show.")] = 10,
    proxy: Annotated[
        str | None, typer.Option("--proxy", show_default=False, help="HTTP proxy for all requests.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch from private and loopback addresses, too.")
    ] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Judges one page for a topic without keeping anything: score, reasons, and how its links would rank."""
    from lorehound.focus.learnt import Learnt
    from lorehound.processing.explain import explain as explain_page
    from lorehound.url.address import read_address

    address = read_address(url)
    with open_door(workspace, json=json) as door:
        found = door.workspace.library.topic(topic)
        page = None if fetch else _saved(door, found, address)
        stored = page is not None
        if page is None:
            page = _fetched(door, found, address, proxy, allow_private=allow_private)
        view = door.workspace.view(found, allow_private=True)
        explanation = explain_page(page, view, Learnt.unpack(door.workspace.library.learnt(topic)), most=links)
        door.terminal.answer(
            _data(door, explanation, links, stored=stored), lambda: _show(door, explanation, links, stored=stored)
        )


def _saved(door: Door, topic: "Topic", url: str) -> "Page | None":
    from lorehound.url.key import key

    row = door.workspace.library.saved(topic.id, [key(url)])[0]
    return door.workspace.pages.read(row.place) if row and row.place else None


def _fetched(door: Door, topic: "Topic", url: str, proxy: str | None, *, allow_private: bool) -> "Page":
    from lorehound.crawl.fetch_one import fetch_one

    return fetch_one(
        url, topic, door.workspace.settings.changed(crawl_proxy=proxy, crawl_allow_private=allow_private or None)
    )


def _data(door: Door, explanation: "Explanation", limit: int, *, stored: bool) -> dict[str, Any]:
    seen = explanation.digest
    return {
        "url": seen.clean.url,
        "title": seen.clean.title,
        "language": seen.clean.language,
        "type": seen.site.type,
        "from_store": stored,
        "kept": explanation.kept,
        "label": seen.verdict.label,
        "score": seen.verdict.score,
        "reasons": [_reason(door, reason) for reason in seen.verdict.reasons],
        "links": [
            {
                "url": candidate.url,
                "anchor": candidate.anchor,
                "score": score.score,
                "reasons": [_reason(door, reason) for reason in score.reasons],
            }
            for candidate, score in explanation.links[:limit]
        ],
        "links_followed": len(explanation.links),
        "refused": dict(seen.refused),
    }


def _reason(door: Door, reason: "Reason") -> dict[str, Any]:
    return {
        "code": reason.code,
        "weight": reason.weight,
        "detail": reason.detail,
        "text": door.terminal.word(reason.code, reason.detail),
    }


def _show(door: Door, explanation: "Explanation", limit: int, *, stored: bool) -> None:
    from lorehound.cli.summary import show_reasons

    terminal, seen = door.terminal, explanation.digest
    terminal.fields(
        {
            "title": seen.clean.title,
            "address": seen.clean.url,
            "language": seen.clean.language,
            "type": seen.site.type,
            "source": terminal.say("the page store" if stored else "fetched now"),
            "score": f"{seen.verdict.score:.2f}",
            "verdict": terminal.say("would be kept" if explanation.kept else "would not be kept"),
        }
    )
    show_reasons(terminal, seen.verdict.reasons)
    if explanation.links and limit:
        terminal.section(
            ["LINK SCORE", "URL", "LINK TEXT", "STRONGEST REASONS"],
            [
                (
                    score.score,
                    candidate.url,
                    candidate.anchor[:40],
                    "; ".join(terminal.word(reason.code, reason.detail) for reason in score.reasons[:2]),
                )
                for candidate, score in explanation.links[:limit]
            ],
        )
        terminal.note("{count} links would be followed.", count=len(explanation.links))
    if seen.refused:
        terminal.line()
        refused = sorted(seen.refused.items(), key=lambda entry: -entry[1])
        terminal.table(["LINKS REFUSED", "COUNT"], [(terminal.word(code), count) for code, count in refused])
