"""What the readers of outlines give, made into checked knowledge points."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from lorehound.errors import BadImport
from lorehound.model.topic import KnowledgePoint, Topic
from lorehound.processing.outline.ids import free_id

Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""(place in the file, fields of a knowledge point) of each, in order. ``id`` may be missing; ``parent`` and
``prerequisites`` name ids."""


def make_points(rows: Rows) -> tuple[KnowledgePoint, ...]:
    """The points of an outline, with ids for those without; BadImport has one line for each fault."""
    faults: list[str] = []
    points: list[KnowledgePoint] = []
    taken = {fields["id"] for _, fields in rows if fields.get("id")}
    for place, fields in rows:
        given = dict(fields)
        if not given.get("id"):
            given["id"] = free_id(_name(given.get("title", "")), taken)
            taken.add(given["id"])
        try:
            points.append(KnowledgePoint.model_validate(given))
        except ValidationError as error:
            faults += [f"{place}: {'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    if not faults:
        faults = _tree_faults(points)
    if faults:
        raise BadImport("\n".join(faults))
    return tuple(points)


def _tree_faults(points: Sequence[KnowledgePoint]) -> list[str]:
    try:
        Topic(id="check", title="check", knowledge_points=tuple(points))  # type: ignore[arg-type]
    except ValidationError as error:
        return [each["msg"].removeprefix("Value error, ") for each in error.errors()]
    return []


def _name(title: object) -> str:
    if isinstance(title, Mapping):
        return str(title.get("en") or title.get("zh") or "")
    return str(title)
