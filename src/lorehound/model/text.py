"""A page read: its text for the verdict, its links, and the fuller reading of a kept page."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a page; several to one target are merged into the first, their anchors joined.

    ``url`` is absolute and exact, without fragment. ``anchor`` is the link's own words (alt and title text where it has
    none). ``context`` is the text of its own block (with its dt/dd or table row) when that block is no menu and holds
    few links. ``heading`` is the nearest heading above. ``tag_path`` is tag plus first class (digits off) from body
    down, repeats folded: links of one list share it. ``position`` counts from 0 on the page. ``nav`` says that it
    stands in a menu, header or footer. ``rel`` and ``hreflang`` are as written.
    """

    url: str
    anchor: str = ""
    context: str = ""
    heading: str = ""
    tag_path: str = ""
    position: int = 0
    nav: bool = False
    rel: str = ""
    hreflang: str = ""

    @property
    def nofollow(self) -> bool:
        """The page asks crawlers not to follow this link."""
        return "nofollow" in self.rel


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the main text: level 1 to 6 and its words."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Metadata:
    """What the page says of itself (JSON-LD, OpenGraph, Dublin Core, meta, link); dates as ISO 8601."""

    title: str = ""
    description: str = ""
    authors: tuple[str, ...] = ()
    publisher: str = ""
    published: str = ""
    modified: str = ""
    license: str = ""
    keywords: tuple[str, ...] = ()
    canonical: str = ""
    image: str = ""
    type: str = ""


@dataclass(frozen=True, slots=True)
class CleanText:
    """A page read fast, as every fetched page is: enough to judge it and to follow its links.

    ``text`` is main text, lines separated by newlines. ``language`` is a BCP-47 primary tag, or empty when it cannot be
    told. ``html`` is the whole decoded document, so that the fuller reading need not decode again. ``robots`` holds the
    directives of meta robots and X-Robots-Tag (``noindex``, ``nofollow``).
    """

    url: str
    title: str = ""
    text: str = ""
    language: str = ""
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    description: str = ""
    canonical: str = ""
    robots: frozenset[str] = frozenset()
    encoding: str = ""
    html: str = ""
    refresh: str = ""
    """Target of a meta refresh, absolute; empty when there is none to follow."""
    next_page: str = ""
    """Target of rel=next, absolute."""


@dataclass(frozen=True, slots=True)
class FullText:
    """A kept page read well: one choice of blocks as text, Markdown and cleaned HTML, with what the page says of
    itself."""

    text: str
    markdown: str = ""
    html: str = ""
    headings: tuple[Heading, ...] = ()
    images: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    extractor: str = ""
