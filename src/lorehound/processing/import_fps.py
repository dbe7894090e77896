"""Problems from FPS files into the library."""

import hashlib
import re
import time
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO

from lorehound.errors import BadAddress, BadImport
from lorehound.library.contract import Library, Stored
from lorehound.model.reason import Reason
from lorehound.model.resource import Problem, Resource, resource_id
from lorehound.model.topic import Topic
from lorehound.processing.fps_items import BrokenItem, FpsItem, read_items
from lorehound.sites.document import Document
from lorehound.sites.markdown import from_markdown, to_markdown
from lorehound.sites.markup import clean_html, images
from lorehound.sites.problem import split_tags
from lorehound.sites.statement import statement_markdown
from lorehound.text.fingerprints import fingerprints
from lorehound.text.language import language_of
from lorehound.text.reading import reading_minutes
from lorehound.url.address import host_of, read_address
from lorehound.url.key import key


@dataclass(frozen=True, slots=True)
class FpsRow:
    """What became of one item: new, changed, unchanged, duplicate (``detail``: id of the other) or invalid (why)."""

    line: int
    title: str
    outcome: str
    detail: str = ""


@dataclass
class FpsReport:
    """What became of a file: counts, and a row for each item in the file's order."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    duplicate: int = 0
    invalid: int = 0
    items: list[FpsRow] = field(default_factory=list)

    def add(self, row: FpsRow) -> None:
        """Counts and keeps a row."""
        setattr(self, row.outcome, getattr(self, row.outcome) + 1)
        self.items.append(row)


def import_fps_file(library: Library, topic: Topic, file: Path, *, dry_run: bool = False) -> FpsReport:
    """``import_fps`` of an XML file, or of every XML file in a zip file (BadImport when it cannot be read)."""
    try:
        if not zipfile.is_zipfile(file):
            with file.open("rb") as stream:
                return import_fps(library, topic, stream, dry_run=dry_run)
        with zipfile.ZipFile(file) as bundle:
            names = sorted(name for name in bundle.namelist() if name.lower().endswith(".xml"))
            items = chain.from_iterable(read_items(bundle.open(name)) for name in names)
            return _import(library, topic, items, dry_run=dry_run)
    except (OSError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadImport(f"{file} cannot be read: {reason}; give an FPS file (.xml, or .zip of them)") from None


def import_fps(library: Library, topic: Topic, stream: IO[bytes], *, dry_run: bool = False) -> FpsReport:
    """Stores each item of an FPS file for ``topic``; an item that cannot be read is told, the others go in.

    With ``dry_run`` the report says what would become of each, and nothing is stored. BadImport: it is no FPS file.
    """
    return _import(library, topic, read_items(stream), dry_run=dry_run)


def _import(library: Library, topic: Topic, items: Iterable[FpsItem | BrokenItem], *, dry_run: bool) -> FpsReport:
    report = FpsReport()
    named: Counter[str] = Counter()
    texts: dict[str, str] = {}
    now = time.time()
    for item in items:
        if isinstance(item, BrokenItem):
            report.add(FpsRow(item.line, "", "invalid", item.fault))
            continue
        name = _name(item)
        named[name] += 1
        resource = read_item(item, topic.id, fetched_at=now, number=named[name])
        stored = library.trial(resource) if dry_run else library.upsert(resource)
        text_hash = resource.fingerprints.text_hash
        if dry_run and stored.outcome == "new" and text_hash in texts:
            stored = Stored("duplicate", texts[text_hash])
        texts.setdefault(text_hash, resource.id)
        detail = stored.id if stored.outcome == "duplicate" else ""
        report.add(FpsRow(item.line, item.title, stored.outcome, detail))
    return report


def read_item(item: FpsItem, topic_id: str, *, fetched_at: float = 0.0, number: int = 1) -> Resource:
    """The resource of an item. Without an address of its own it is known by its remote id or its title.

    ``number`` tells items apart that have the same name in one file.
    """
    url = _address(item, number)
    document = Document(url if url.startswith("http") else "", "")
    statement, given, wanted, note = (
        _html(part, document) for part in (item.description, item.input, item.output, item.hint)
    )
    problem = Problem(
        title=item.title,
        judge=item.remote_oj,
        problem_id=item.remote_id,
        statement=statement,
        input=given,
        output=wanted,
        note=note,
        statement_markdown=to_markdown(statement),
        input_markdown=to_markdown(given),
        output_markdown=to_markdown(wanted),
        note_markdown=to_markdown(note),
        samples=item.samples,
        time_ms=item.time_ms,
        memory_kib=item.memory_kib,
        interactive=any(code.kind == "tpj" for code in item.codes),
        tags=split_tags(item.source),
        source=item.source,
        images=images(statement, given, wanted, note),
        tests=item.tests,
        codes=item.codes,
        files=item.files,
        parser="fps",
    )
    language = language_of(" ".join((problem.statement_markdown, problem.input_markdown, item.title)))
    text = statement_markdown(problem, language)
    own_key = key(url) if url.startswith("http") else url
    return Resource(
        id=resource_id(own_key),
        key=own_key,
        url=url,
        topic=topic_id,
        title=item.title,
        host=host_of(url) if url.startswith("http") else "",
        type="problem",
        language=language,
        text=text,
        markdown=text,
        score=1.0,
        reasons=(Reason("imported", 1.0, "FPS"),),
        reading_minutes=reading_minutes(text),
        problem=problem,
        fingerprints=fingerprints(f"{item.title}\n{text}"),
        format="application/xml",
        fetched_at=fetched_at,
    )


def _name(item: FpsItem) -> str:
    return item.url or (f"{item.remote_oj}/{item.remote_id}" if item.remote_id else item.title)


def _address(item: FpsItem, number: int) -> str:
    try:
        if item.url.startswith(("http://", "https://")) and number == 1:
            return read_address(item.url)
    except BadAddress:
        pass
    digest = hashlib.sha256(_name(item).encode()).hexdigest()[:20]
    return f"lorehound:problem/{digest}" + (f"-{number}" if number > 1 else "")


def _html(part: str, document: Document) -> str:
    """A part as clean HTML; ``[md]...[/md]`` is Markdown."""
    whole = re.fullmatch(r"\s*\[md\](.*?)\[/md\]\s*", part, re.DOTALL)
    return from_markdown(whole[1], document) if whole else clean_html([part], document)
