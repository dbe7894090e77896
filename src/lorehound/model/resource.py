"""What is kept: a learning resource, and the programming problem as one kind of it."""

import uuid
from dataclasses import dataclass, field
from typing import Literal

from lorehound.model.page import Place
from lorehound.model.reason import Reason
from lorehound.model.text import Heading

TYPES = (
    "tutorial", "reference", "article", "document", "slides", "video",
    "problem", "problem_set", "course", "code", "dataset", "tool",
)  # fmt: skip
"""The one list of resource types."""

_NAMESPACE = uuid.UUID("6f1c1f0e-6f0b-5a58-9c0d-0d6c8f5f2a11")


def resource_id(key: str) -> str:
    """The id of the resource whose address has dedupe key ``key``: uuid5 of the key."""
    return str(uuid.uuid5(_NAMESPACE, key))


@dataclass(frozen=True, slots=True)
class Sample:
    """One example of a problem, exact to the character."""

    input: str
    output: str
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """One test of a problem as a problem file carries it, exact to the character."""

    name: str
    input: str
    output: str


@dataclass(frozen=True, slots=True)
class Code:
    """Source code that a problem file carries: ``kind`` is solution, prepend, template, append, or a checker: spj,
    tpj."""

    kind: str
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class EmbeddedFile:
    """A file inside a problem file: the address that the statement gives it, and its bytes as Base64."""

    url: str
    base64: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What makes a resource of type ``problem``: statement parts as clean HTML, samples, limits in ms and KiB.

    Markdown twins end in ``_markdown``. ``time_ms`` and ``memory_kib`` are the greatest when a range is given,
    ``time_ms_min`` and ``memory_kib_min`` the least. ``difficulty`` is 0..1, ``difficulty_raw`` as the judge says it.
    """

    title: str = ""
    judge: str = ""
    problem_id: str = ""
    contest: str = ""
    background: str = ""
    statement: str = ""
    input: str = ""
    output: str = ""
    constraints: str = ""
    note: str = ""
    samples: tuple[Sample, ...] = ()
    statement_markdown: str = ""
    input_markdown: str = ""
    output_markdown: str = ""
    note_markdown: str = ""
    time_ms: int | None = None
    time_ms_min: int | None = None
    memory_kib: int | None = None
    memory_kib_min: int | None = None
    input_file: str = ""
    output_file: str = ""
    interactive: bool = False
    difficulty: float | None = None
    difficulty_raw: str = ""
    tags: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    source: str = ""
    images: tuple[str, ...] = ()
    tests: tuple[Trial, ...] = ()
    codes: tuple[Code, ...] = ()
    files: tuple[EmbeddedFile, ...] = ()
    parser: str = ""


@dataclass(frozen=True, slots=True)
class Placement:
    """A knowledge point that a resource belongs to, with score 0..1, reasons, and who said so (rule, model, human)."""

    point: str
    score: float
    reasons: tuple[Reason, ...] = ()
    by: Literal["rule", "model", "human"] = "rule"


@dataclass(frozen=True, slots=True)
class License:
    """``id`` is an SPDX id or the licence's address, ``unknown`` when the page says nothing."""

    id: str = "unknown"
    label: str = ""
    source: str = ""
    """page, header, site or manual"""


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """What tells equal and nearly equal texts: sha256 of the text without dates and counters, and a 64-bit SimHash.

    Empty text has no hash (``""``); too short a text has no SimHash (``None``).
    """

    text_hash: str = ""
    simhash: int | None = None


@dataclass(frozen=True, slots=True)
class Resource:
    """A kept learning resource as seen for one topic.

    ``duplicates`` are other addresses of the same text. ``version`` counts changes of the text, from 1.
    ``seq`` is the library's change number, set by the library. Times are seconds since 1970, UTC.
    """

    id: str
    key: str
    url: str
    topic: str
    title: str
    host: str = ""
    type: str = "article"
    language: str = ""
    description: str = ""
    text: str = ""
    markdown: str = ""
    html: str = ""
    headings: tuple[Heading, ...] = ()
    images: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    publisher: str = ""
    published: str = ""
    modified: str = ""
    keywords: tuple[str, ...] = ()
    license: License = field(default_factory=License)
    format: str = "text/html"
    score: float = 0.0
    label: str = "on"
    reasons: tuple[Reason, ...] = ()
    knowledge_points: tuple[Placement, ...] = ()
    difficulty: float | None = None
    reading_minutes: float = 0.0
    quality: float = 0.0
    review_state: str = "pending"
    problem: Problem | None = None
    fingerprints: Fingerprints = field(default_factory=Fingerprints)
    duplicates: tuple[str, ...] = ()
    fetched_at: float = 0.0
    depth: int = 0
    referrer: str = ""
    etag: str = ""
    last_modified: str = ""
    place: Place | None = None
    version: int = 1
    seq: int = 0
