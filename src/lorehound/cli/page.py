"""``lorehound page``: the list of pages that were fetched, so that none is fetched twice."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption, LimitOption, WorkspaceOption, YesOption
from lorehound.cli.terminal import moment
from lorehound.cli.topic import TopicArgument

if TYPE_CHECKING:
    from lorehound.library.contract import Library
    from lorehound.model.page import SavedPage

app = typer.Typer(help="Saved pages: what was fetched, where it was found, what became of it.", no_args_is_help=True)

UrlArgument = Annotated[str, typer.Argument(metavar="URL", help="The page's address.")]


@app.command("list", epilog="Example: lorehound page list databases --outcome failed")
def list_(
    topic: TopicArgument,
    outcome: Annotated[
        str, typer.Option("--outcome", help="Only pages that became: kept, duplicate, off_topic, not_a_page or failed.")
    ] = "",
    limit: LimitOption = 100,
    after: Annotated[str, typer.Option("--after", help="Go on after this key (`next` of the JSON answer).")] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists the saved pages of a topic."""
    outcomes = ("kept", "duplicate", "off_topic", "not_a_page", "failed")
    if outcome and outcome not in outcomes:
        raise typer.BadParameter(f"{outcome!r} is no outcome; it takes one of {', '.join(outcomes)}")
    with open_door(workspace, json=json) as door:
        door.workspace.library.topic(topic)
        pages = door.workspace.library.saved_pages(topic, outcome=outcome, after=after, n=limit)
        more = pages[-1].key if len(pages) == limit else ""

        def words() -> None:
            door.terminal.table(
                ["FETCHED", "OUTCOME", "SCORE", "URL", "FOUND ON"],
                [
                    (moment(page.fetched_at), door.terminal.word(page.outcome), page.score, page.url, page.referrer)
                    for page in pages
                ],
            )
            if more:
                door.terminal.note("There are more: --after {key}", key=more)

        door.terminal.answer({"pages": pages, "next": more}, words)


@app.command(epilog="Example: lorehound page show databases https://www.sqlite.org/lang.html")
def show(
    topic: TopicArgument,
    url: UrlArgument,
    body: Annotated[bool, typer.Option("--body", help="Write the page as it was fetched, and nothing else.")] = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Shows what is known of a saved page."""
    from lorehound.errors import NotFound

    with open_door(workspace, json=json) as door:
        page = _saved(door.workspace.library, topic, url)
        if body:
            if page.place is None:
                raise NotFound(f"{page.url} is not in the page store; it was not kept there or was dropped from it")
            sys.stdout.buffer.write(door.workspace.pages.read(page.place).body)
            return
        door.terminal.answer(
            page,
            lambda: door.terminal.fields(
                {
                    "address": page.url,
                    "outcome": door.terminal.word(page.outcome),
                    "reason": door.terminal.word(page.reason),
                    "score": f"{page.score:.2f}",
                    "fetched": moment(page.fetched_at),
                    "status": page.status,
                    "found on": page.referrer,
                    "anchor": page.anchor,
                    "depth": page.depth,
                    "good pages found through it": page.new_links_on_topic,
                    "stored in": f"{page.place.file}@{page.place.offset}" if page.place else "",
                }
            ),
        )


@app.command(epilog="Example: lorehound page forget databases --outcome failed --yes")
def forget(
    topic: TopicArgument,
    urls: Annotated[list[str] | None, typer.Argument(metavar="[URL]...", help="The pages' addresses.")] = None,
    outcome: Annotated[str, typer.Option("--outcome", help="All pages that became this, such as failed.")] = "",
    yes: YesOption = False,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Takes pages off the list, so that a crawl may fetch them again; resources stay."""
    from lorehound.library.saved_rows import saved_rows

    if not urls and not outcome:
        raise typer.BadParameter("name pages by URL or by --outcome")
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        library.topic(topic)
        pages = [_saved(library, topic, url) for url in urls or []]
        if outcome:
            pages += saved_rows(library, topic, outcome)
        keys = [page.key for page in pages]
        if yes:
            with door.workspace.lock():
                library.forget_pages(topic, keys)
                door.workspace.frontier.forget(topic, keys)
        door.terminal.answer(
            {"topic": topic, "pages": [page.url for page in pages], "forgotten": yes},
            lambda: door.terminal.line(
                door.terminal.say(
                    "Forgot {pages} pages." if yes else "Would forget {pages} pages. Do it with --yes.",
                    pages=len(pages),
                )
            ),
        )


def _saved(library: "Library", topic: str, url: str) -> "SavedPage":
    from lorehound.errors import NotFound
    from lorehound.url.address import read_address
    from lorehound.url.key import key

    library.topic(topic)
    # Pages that came in from a folder have addresses that cannot be fetched, but they have them.
    page = library.saved(topic, [key(url if url.startswith("file:") else read_address(url))])[0]
    if page is None:
        raise NotFound(f"{url} is no saved page of topic {topic}; `lorehound page list {topic}` lists them")
    return page
