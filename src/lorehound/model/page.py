"""Addresses to fetch and what a fetch gave."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Seed:
    """Where a topic's crawl starts: an address, or a page of links that the user wrote (``body``, Markdown).

    ``url`` of a written page is ``lorehound:page/NAME``.
    """

    topic: str
    url: str
    title: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address found and not fetched. ``url`` is fetched to the letter; ``key`` only tells addresses apart.

    ``score`` orders the frontier (greater is sooner); ``features`` is what ``focus.links`` packed to score it again.
    ``etag`` and ``last_modified`` are sent along when a page is asked for again (``kind`` ``revisit``).
    """

    url: str
    key: str
    host: str
    topic: str
    score: float
    depth: int = 0
    referrer: str = ""
    anchor: str = ""
    kind: str = "link"
    features: bytes = b""
    etag: str = ""
    last_modified: str = ""
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """What a fetch gave: the final address, status, headers (lower-case names) and the decoded-from-transfer body.

    ``requested`` is the address that was asked for, ``redirects`` the addresses in between. ``fetched_at`` is seconds
    since 1970, UTC. ``truncated`` says that the body was cut short.
    """

    url: str
    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    requested: str = ""
    redirects: tuple[str, ...] = ()
    fetched_at: float = 0.0
    depth: int = 0
    referrer: str = ""
    anchor: str = ""
    truncated: bool = False

    @property
    def content_type(self) -> str:
        """The media type without parameters, lower-case; empty when none was sent."""
        return self.headers.get("content-type", "").split(";", 1)[0].strip().lower()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page lies in the page store: file (relative to the store), offset, stored length."""

    store: str
    file: str
    offset: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True)
class SavedPage:
    """A row of the saved-page list: what was fetched for a topic, where it was found, and what became of it."""

    topic: str
    key: str
    url: str
    referrer: str = ""
    anchor: str = ""
    depth: int = 0
    fetched_at: float = 0.0
    status: int = 0
    outcome: str = ""
    """kept, duplicate, off_topic, not_a_page or failed"""
    score: float = 0.0
    label: str = ""
    reason: str = ""
    text_hash: str = ""
    etag: str = ""
    last_modified: str = ""
    place: Place | None = None
    new_links_on_topic: int = 0
    """How many pages found through this one turned out on topic: what makes it a hub."""
