"""CSV for spreadsheets: one resource a row, lists joined by ``; ``."""

import csv
from collections.abc import Iterable
from typing import TextIO

from lorehound.model.record import iso_time
from lorehound.model.resource import Resource

COLUMNS = (
    "id", "url", "title", "language", "type", "topic", "score", "label", "review_state", "knowledge_points",
    "difficulty", "quality", "reading_minutes", "authors", "publisher", "published", "license", "keywords",
    "description", "duplicates", "host", "fetched_at", "text", "markdown",
)  # fmt: skip

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""


def write_csv(resources: Iterable[Resource], stream: TextIO, *, bom: bool = False) -> int:
    """Writes a header and one row a resource (RFC 4180); answers how many resources.

    ``bom`` puts a byte order mark first, which Excel needs to read UTF-8. A text that a spreadsheet would run as a
    formula gets an apostrophe before it.
    """
    if bom:
        stream.write("\ufeff")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    count = 0
    for resource in resources:
        writer.writerow(row(resource))
        count += 1
    return count


def row(resource: Resource) -> list[str]:
    """The cells of a resource, in the order of ``COLUMNS``."""
    return [cell(_value(resource, column)) for column in COLUMNS]


def cell(value: object) -> str:
    """A value as the text of a cell that no spreadsheet takes for a formula."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value).replace("\0", "")
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def _value(resource: Resource, column: str) -> object:
    match column:
        case "knowledge_points":
            return "; ".join(placement.point for placement in resource.knowledge_points)
        case "license":
            return resource.license.id
        case "fetched_at":
            return iso_time(resource.fetched_at)
        case "authors" | "keywords" | "duplicates":
            return "; ".join(getattr(resource, column))
        case _:
            return getattr(resource, column)
