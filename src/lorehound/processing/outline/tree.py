"""From depths to parents."""

from collections.abc import Mapping, Sequence
from typing import Any

from lorehound.processing.outline.ids import free_id
from lorehound.processing.outline.points import Rows


def with_parents(entries: Sequence[tuple[str, int, Mapping[str, Any]]]) -> Rows:
    """Rows of (place, depth, fields): each one's parent is the nearest before it that lies less deep."""
    taken = {fields["id"] for _, _, fields in entries if fields.get("id")}
    above: list[tuple[int, str]] = []
    rows = []
    for place, depth, fields in entries:
        while above and above[-1][0] >= depth:
            above.pop()
        point_id = fields.get("id") or free_id(str(fields["title"].get("en") or fields["title"].get("zh")), taken)
        taken.add(point_id)
        rows.append((place, {**fields, "id": point_id, "parent": above[-1][1] if above else ""}))
        above.append((depth, point_id))
    return rows
