"""JSON Lines: one resource a line, nothing left out."""

import json
from collections.abc import Iterable
from typing import Any, TextIO

from lorehound.model.record import to_record
from lorehound.model.resource import Resource


def write_jsonl(resources: Iterable[Resource], stream: TextIO) -> int:
    """Writes one line a resource; answers how many. ``processing.import_records`` reads them back exactly."""
    count = 0
    for resource in resources:
        stream.write(json.dumps(record(resource), ensure_ascii=False, separators=(",", ":")) + "\n")
        count += 1
    return count


def record(resource: Resource) -> dict[str, Any]:
    """The JSON object of a resource (``docs/records.md`` says what each field means)."""
    return to_record(resource)
