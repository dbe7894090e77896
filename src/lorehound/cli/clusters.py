"""``lorehound library duplicates``, ``split``, ``merge``: which addresses are one text, and corrections of it."""

from typing import Annotated

import typer

from lorehound.cli.door import open_door
from lorehound.cli.options import JsonOption, LimitOption, WorkspaceOption

app = typer.Typer()


@app.command(epilog="Example: lorehound library duplicates")
def duplicates(
    limit: LimitOption = 50,
    after: Annotated[str, typer.Option("--after", help="Go on after this id (`next` of the JSON answer).")] = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists resources that were found at several addresses, with the reason for each."""
    with open_door(workspace, json=json) as door:
        terminal = door.terminal
        clusters = door.workspace.library.clusters(after=after, n=limit)
        more = clusters[-1].shown.id if len(clusters) == limit else ""
        rows = [
            {
                "id": cluster.shown.id,
                "url": cluster.shown.url,
                "title": cluster.shown.title,
                "others": [
                    {"url": other.url, "reason": other.reason, "resemblance": round(other.resemblance, 4)}
                    for other in cluster.others
                ],
            }
            for cluster in clusters
        ]

        def words() -> None:
            if not clusters:
                terminal.note("No resource has several addresses.")
                return
            terminal.table(
                ["SHOWN", "OTHER ADDRESS", "REASON", "RESEMBLANCE"],
                [
                    (cluster.shown.url, other.url, terminal.word(other.reason), f"{other.resemblance:.2f}")
                    for cluster in clusters
                    for other in cluster.others
                ],
            )
            if more:
                terminal.note("There are more: --after {key}", key=more)

        terminal.answer({"clusters": rows, "next": more}, words)


@app.command(epilog="Example: lorehound library split http://mirror.example.org/page.html")
def split(
    url: Annotated[str, typer.Argument(metavar="URL", help="One of the other addresses.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Makes another address of a resource a resource of its own, for good."""
    with open_door(workspace, json=json) as door:
        made = door.workspace.library.split(url)
        door.terminal.answer(
            {"id": made, "url": url},
            lambda: door.terminal.line(door.terminal.say("A resource of its own: {id}", id=made)),
        )


@app.command(epilog="Example: lorehound library merge http://a.example.org/page http://b.example.org/copy")
def merge(
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="Id or address of the resource that stays.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Id or address of the one that becomes its address.")],
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Makes a resource another address of one that is kept, for good."""
    with open_door(workspace, json=json) as door:
        library = door.workspace.library
        first, second = library.find(kept), library.find(other)
        library.merge(first.id, second.id)
        door.terminal.answer(
            {"id": first.id, "url": first.url, "merged": second.url},
            lambda: door.terminal.line(
                door.terminal.say("{url} is another address of {kept} now.", url=second.url, kept=first.url)
            ),
        )
