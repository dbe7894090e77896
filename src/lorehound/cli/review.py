"""``lorehound review``: a person decides what stays, and puts right what was guessed."""

import getpass
import time
from typing import TYPE_CHECKING, Annotated

import typer

from lorehound.cli.door import Door, open_door
from lorehound.cli.options import JsonOption, LimitOption, WorkspaceOption
from lorehound.cli.terminal import moment

if TYPE_CHECKING:
    from lorehound.model.review import Review

app = typer.Typer(help="Review: accept, reject or correct resources, and take it back.", no_args_is_help=True)

ResourceArgument = Annotated[
    str, typer.Argument(metavar="ID|URL", help="A resource's id, address, or another address of it.")
]
TopicOption = Annotated[
    str, typer.Option("--topic", "-t", metavar="TOPIC", help="For this topic; without it, where it scores best.")
]
ReasonOption = Annotated[str, typer.Option("--reason", "-r", help="Why, in your words.")]
QualityOption = Annotated[float | None, typer.Option("--quality", help="How good it is, from 0 to 1.")]
ByOption = Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides; without it, who is logged in.")]


@app.command(epilog="Example: lorehound review accept https://www.sqlite.org/lang.html --quality 0.8")
def accept(
    resource: ResourceArgument,
    topic: TopicOption = "",
    quality: QualityOption = None,
    reason: ReasonOption = "",
    by: ByOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Accepts a resource."""
    from lorehound.processing.review import decide

    with open_door(workspace, json=json) as door:
        _show(
            door,
            decide(
                door.workspace.library, resource, "accepted",
                by=by or _me(), at=time.time(), topic=topic, reason=reason, quality=quality,
            ),
        )  # fmt: skip


@app.command(epilog='Example: lorehound review reject https://a.test/advert.html --reason "an advertisement"')
def reject(
    resource: ResourceArgument,
    topic: TopicOption = "",
    reason: ReasonOption = "",
    by: ByOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Rejects a resource: it stays in the library, marked, so that it does not come again as new."""
    from lorehound.processing.review import decide

    with open_door(workspace, json=json) as door:
        _show(
            door,
            decide(
                door.workspace.library, resource, "rejected", by=by or _me(), at=time.time(), topic=topic, reason=reason
            ),
        )


@app.command(epilog="Example: lorehound review correct https://a.test/b.html --point btree --type tutorial")
def correct(
    resource: ResourceArgument,
    point: Annotated[
        list[str] | None, typer.Option("--point", help="A knowledge point it belongs to; these replace all others.")
    ] = None,
    no_points: Annotated[bool, typer.Option("--no-points", help="It belongs to no knowledge point.")] = False,
    type_: Annotated[str | None, typer.Option("--type", help="What it is, such as tutorial or problem.")] = None,
    difficulty: Annotated[float | None, typer.Option("--difficulty", help="How hard it is, from 0 to 1.")] = None,
    quality: QualityOption = None,
    topic: TopicOption = "",
    reason: ReasonOption = "",
    by: ByOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Accepts a resource and puts right its knowledge points, type, difficulty or quality."""
    from lorehound.processing.review import correct as put_right

    points = () if no_points else tuple(point) if point else None
    with open_door(workspace, json=json) as door:
        _show(
            door,
            put_right(
                door.workspace.library, resource, by=by or _me(), at=time.time(), topic=topic, reason=reason,
                points=points, type_=type_, difficulty=difficulty, quality=quality,
            ),
        )  # fmt: skip


@app.command(epilog="Example: lorehound review undo https://www.sqlite.org/lang.html")
def undo(
    resource: ResourceArgument,
    topic: TopicOption = "",
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Takes back the last decision on a resource: what it changed is as it was before."""
    from lorehound.processing.review import undo as take_back

    with open_door(workspace, json=json) as door:
        _show(door, take_back(door.workspace.library, resource, topic=topic))


@app.command("list", epilog="Example: lorehound review list databases")
def list_(
    topic: Annotated[str, typer.Argument(metavar="[TOPIC]", help="Only decisions for this topic.")] = "",
    limit: LimitOption = 50,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Lists decisions, newest first."""
    with open_door(workspace, json=json) as door:
        terminal, found = door.terminal, door.workspace.library.reviews(topic=topic, n=limit)

        def words() -> None:
            terminal.table(
                ["WHEN", "BY", "DECISION", "RESOURCE", "REASON"],
                [(moment(each.at), each.by, _decision(door, each), each.resource, each.reason) for each in found],
            )

        terminal.answer({"reviews": found}, words)


def _show(door: Door, review: "Review") -> None:
    door.terminal.answer(
        review,
        lambda: door.terminal.fields(
            {
                "decision": _decision(door, review),
                "id": review.resource,
                "topic": review.topic,
                "by": review.by,
                "reason": review.reason,
                "knowledge points": ", ".join(review.points or ()),
                "type": review.type,
                "difficulty": review.difficulty,
                "quality": review.quality,
            }
        ),
    )


def _decision(door: Door, review: "Review") -> str:
    word = door.terminal.word(review.state)
    return f"{word} ({door.terminal.word('undone')})" if review.undone else word


def _me() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""
