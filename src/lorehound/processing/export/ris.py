"""RIS for reference managers: Zotero, EndNote and their like."""

from collections.abc import Iterable
from typing import TextIO

from lorehound.model.record import iso_time
from lorehound.model.resource import Resource

_KINDS = {"video": "VIDEO", "dataset": "DATA", "code": "COMP", "tool": "COMP", "slides": "SLIDE"}


def write_ris(resources: Iterable[Resource], stream: TextIO) -> int:
    """Writes one entry a resource; answers how many."""
    count = 0
    for resource in resources:
        stream.write(to_ris(resource))
        count += 1
    return count


def to_ris(resource: Resource) -> str:
    """The entry of a resource: lines of ``TAG  - value`` that end in CR LF, a page of the web being ``ELEC``."""
    fields = [
        ("TY", _KINDS.get(resource.type, "ELEC")),
        ("ID", resource.id),
        ("TI", resource.title),
        *(("AU", author) for author in resource.authors),
        ("PB", resource.publisher),
        ("PY", resource.published[:4]),
        ("DA", resource.published[:10].replace("-", "/")),
        ("AB", resource.description),
        *(("KW", word) for word in resource.keywords),
        ("LA", resource.language),
        ("UR", resource.url),
        *(("L2", address) for address in resource.duplicates),
        ("Y2", iso_time(resource.fetched_at)[:10].replace("-", "/")),
        ("N1", resource.license.label or resource.license.id if resource.license.id != "unknown" else ""),
    ]
    lines = [f"{tag}  - {' '.join(value.split())}" for tag, value in fields if value.strip()]
    return "\r\n".join([*lines, "ER  - ", "", ""])
