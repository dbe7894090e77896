"""Resources from JSON Lines into the library, as ``library export --format jsonl`` writes them or simpler."""

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from lorehound.errors import BadAddress
from lorehound.library.contract import Library, Stored
from lorehound.model.record import from_record
from lorehound.model.resource import TYPES, Fingerprints, Resource, resource_id
from lorehound.model.topic import Topic
from lorehound.text.fingerprints import fingerprints
from lorehound.text.language import language_of
from lorehound.text.reading import reading_minutes
from lorehound.url.address import host_of, read_address
from lorehound.url.key import key

FAULTS_TOLD = 100
"""Faults that a report tells in full; further ones are only counted."""


@dataclass
class ImportReport:
    """What became of the records: counts, and each fault with the number of its line."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    duplicate: int = 0
    invalid: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def records(self) -> int:
        """All records read."""
        return self.new + self.changed + self.unchanged + self.duplicate + self.invalid


def import_records(
    library: Library, topic: Topic, lines: Iterable[str], *, source: str = "input", dry_run: bool = False
) -> ImportReport:
    """Stores a record a line for ``topic``; a faulty line is told and passed over, the others go in.

    A record needs ``url`` and one of ``text``, ``markdown`` and ``title``; whatever else it lacks is made from these.
    With ``dry_run`` the report says what would become of each line, and nothing is stored.
    """
    report = ImportReport()
    known = {point.id for point in topic.knowledge_points}
    store = _Trial(library).upsert if dry_run else library.upsert
    now = time.time()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            resource = read_record(line, topic.id)
        except ValueError as fault:
            report.invalid += 1
            if len(report.faults) < FAULTS_TOLD:
                report.faults.append(f"{source}, line {number}: {fault}")
            continue
        placements = tuple(each for each in resource.knowledge_points if each.point in known)
        resource = replace(resource, knowledge_points=placements, fetched_at=resource.fetched_at or now)
        outcome = store(resource).outcome
        setattr(report, outcome, getattr(report, outcome) + 1)
    return report


def read_record(line: str, topic_id: str) -> Resource:
    """The resource of one line, completed; ValueError says what is wrong with it.

    What belongs to the library it came from (its place in a page store, version, change number) is left behind.
    """
    given = _given(line)
    try:
        # What came in from a folder of saved pages has an address that nobody can fetch.
        url = given.url if given.url.startswith("file:///") else read_address(given.url)
    except BadAddress as error:
        raise ValueError(str(error)) from None
    if given.type not in TYPES:
        raise ValueError(f"type: {given.type!r} is none; it takes one of {', '.join(TYPES)}")
    if not (given.text or given.markdown or given.title):
        raise ValueError("text: is missing; a record needs text, markdown or a title")
    for name in ("score", "difficulty", "quality"):
        value = getattr(given, name)
        if value is not None and not 0 <= value <= 1:
            raise ValueError(f"{name}: {value!r} is not between 0 and 1")
    text = given.text or given.markdown
    own_key = given.key if given.key != given.url else key(url)
    return replace(
        given,
        id=resource_id(own_key),
        key=own_key,
        topic=topic_id,
        title=given.title or url,
        text=text,
        host=given.host or host_of(url),
        language=given.language or language_of(text),
        fingerprints=fingerprints(text) if given.fingerprints == Fingerprints() else given.fingerprints,
        reading_minutes=given.reading_minutes or reading_minutes(text),
        place=None,
        version=1,
        seq=0,
    )


def _given(line: str) -> Resource:
    """The resource as the line has it."""
    try:
        data = json.loads(line, parse_constant=_no_number)
        # Half of a surrogate pair is JSON but no text, and no database takes it.
        line.encode()
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON ({error.msg} at column {error.colno})") from None
    except UnicodeEncodeError:
        raise ValueError("holds half a character (a lone surrogate); write the file as UTF-8 again") from None
    except RecursionError:
        raise ValueError("no JSON that can be read (nested too deeply)") from None
    if not isinstance(data, dict):
        raise ValueError('an object is needed, such as {"url": "http://...", "title": "...", "text": "..."}')
    return from_record({"score": 1.0, **data})


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


class _Trial:
    """Says what would become of resources if each were stored in its turn, and stores none."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._hashes: dict[str, str] = {}
        self._texts: set[str] = set()

    def upsert(self, resource: Resource) -> Stored:
        """What the library would answer, with the records before this one in it."""
        text_hash = resource.fingerprints.text_hash
        before = self._hashes.get(resource.id)
        stored = self._library.trial(resource)
        if before is not None:
            stored = Stored("unchanged" if before == text_hash else "changed", resource.id)
        elif stored.outcome == "new" and text_hash in self._texts:
            stored = Stored("duplicate", resource.id)
        if stored.outcome != "duplicate":
            self._hashes[resource.id] = text_hash
            self._texts |= {text_hash} - {""}
        return stored
