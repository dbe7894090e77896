"""Which resources a command means: the options that become a library query."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lorehound.library.contract import Query

TopicOption = Annotated[str, typer.Option("--topic", "-t", metavar="TOPIC", help="Only of this topic.")]
TypeOption = Annotated[list[str] | None, typer.Option("--type", help="Only of this type, such as tutorial or problem.")]
PointOption = Annotated[str, typer.Option("--point", help="Only of this knowledge point and those under it.")]
LanguageOption = Annotated[list[str] | None, typer.Option("--language", "-l", help="Only in this language.")]
HostOption = Annotated[list[str] | None, typer.Option("--host", help="Only from this host.")]
LabelOption = Annotated[list[str] | None, typer.Option("--label", help="Only judged so: on or unsure.")]
ReviewOption = Annotated[list[str] | None, typer.Option("--review", help="Only in this state of review.")]
SORTS = ("score", "newest", "quality", "difficulty", "title", "relevance")


def make_query(
    *,
    topic: str = "",
    types: list[str] | None = None,
    point: str = "",
    languages: list[str] | None = None,
    hosts: list[str] | None = None,
    labels: list[str] | None = None,
    review: list[str] | None = None,
    text: str = "",
    sort: str = "score",
) -> "Query":
    """The query of these options; a value that an option does not take ends the command with exit code 2."""
    from lorehound.library.contract import Query
    from lorehound.model.resource import TYPES

    for value in types or []:
        if value not in TYPES:
            raise typer.BadParameter(f"--type {value!r}: it takes one of {', '.join(TYPES)}")
    if sort not in SORTS:
        raise typer.BadParameter(f"--sort {sort!r}: it takes one of {', '.join(SORTS)}")
    return Query(
        topic=topic,
        types=tuple(types or ()),
        point=point,
        languages=tuple(languages or ()),
        hosts=tuple(hosts or ()),
        labels=tuple(labels or ()),
        review_states=tuple(review or ()),
        text=text,
        sort=sort,  # type: ignore[arg-type]
    )
