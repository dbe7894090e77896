"""Steps 5 to 8 of a page's life as one call: clean, judge, links, resource.

No network, disk, clock or settings: what comes in decides what goes out, so "why was this page kept?", reading saved
pages, and judging a whole archive again need no fetch.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import START_SCORE
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading
from lorehound.focus.relevance import judge
from lorehound.focus.strategies import Strategy, strategy
from lorehound.model.page import Candidate, Page, Place, Seed
from lorehound.model.reason import Reason
from lorehound.model.resource import License, Resource, resource_id
from lorehound.model.text import CleanText, Link
from lorehound.model.topic import Topic
from lorehound.model.verdict import Verdict
from lorehound.sites.registry import Rules, SiteReading, read_site
from lorehound.sites.statement import statement_markdown
from lorehound.text.clean import clean
from lorehound.text.fingerprints import fingerprints
from lorehound.text.full import read_full
from lorehound.text.reading import reading_minutes
from lorehound.url.address import host_of
from lorehound.url.key import key
from lorehound.url.scope import Bounds
from lorehound.url.traps import trap

Known = Callable[[Sequence[str]], Sequence[bool]]
"""Says of keys whether their addresses were put into the frontier before."""

_HTML_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
"""Servers send pages under any type; by their beginning they are told."""
_LITTLE_TEXT = 200
_TEXT_TYPES = frozenset({"", "text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml"})


@dataclass(frozen=True, slots=True)
class View:
    """A topic as pages are looked at for it: what stays the same for a whole crawl."""

    topic: Topic
    profile: Profile
    bounds: Bounds
    rules: Rules
    strategy: Strategy

    @classmethod
    def of(
        cls,
        topic: Topic,
        rules: Rules,
        *,
        strategy_name: str = "best-first",
        examples: Sequence[CleanText] = (),
        counter_examples: Sequence[CleanText] = (),
        allow_private: bool = False,
    ) -> "View":
        """Prepares a topic. ``examples`` are pages read for it; texts among the topic's examples are read here."""
        profile = Profile.of(topic, examples, counter_examples)
        bounds = Bounds(topic.scope, allow_private=allow_private)
        return cls(topic, profile, bounds, rules, strategy(strategy_name))


@dataclass(frozen=True, slots=True)
class Digest:
    """What became of a page: its text, verdict, where its links lead, and the resource if it is to be kept.

    ``is_page`` is False for what has no text and no links. ``refused`` counts links by the code of the reason.
    ``reading`` is what ``lessons`` needs, None when it is no page.
    """

    clean: CleanText
    verdict: Verdict
    is_page: bool = True
    site: SiteReading = field(default_factory=lambda: SiteReading("article"))
    candidates: tuple[Candidate, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict)
    resource: Resource | None = None
    reading: Reading | None = None


def digest(
    page: Page,
    view: View,
    learnt: Learnt,
    *,
    origin: Candidate | None = None,
    known: Known | None = None,
    place: Place | None = None,
) -> Digest:
    """Reads a page for a topic.

    ``origin`` is the candidate that it was fetched for. ``known`` spares the scoring of links that cannot change
    anything. ``place`` is where the page store has it.
    """
    is_data = page.content_type == "application/json"
    if not is_data and page.content_type not in _TEXT_TYPES and not _HTML_START.match(page.body):
        return Digest(CleanText(page.url), _not_a_page(page.content_type), is_page=False)
    read = clean(page)
    site = read_site(read, view.rules)
    if is_data and site.problem is None and site.role != "list":
        return Digest(CleanText(page.url), _not_a_page(page.content_type), is_page=False)
    if site.problem is not None and (is_data or len(read.text) < _LITTLE_TEXT):
        # The problem came as data that a script would have drawn.
        read = replace(read, title=site.problem.title, text=statement_markdown(site.problem, read.language))
    read = _with_links_of_site(read, site)
    if not (read.text or read.title or read.links):
        return Digest(read, _not_a_page("empty"), is_page=False, site=site)
    reading = Reading.of(read)
    verdict = judge(reading, view.profile, learnt, origin=origin)
    candidates, refused = _candidates(page, reading, verdict, view, learnt, origin, known, site.lists)
    kept = verdict.label != "off" and not _unwanted(read, view)
    return Digest(
        read,
        verdict,
        reading=reading,
        site=site,
        candidates=candidates,
        refused=refused,
        resource=_resource(page, read, verdict, site, view.topic, place) if kept else None,
    )


def lessons(
    digested: Digest, view: View, learnt: Learnt, *, origin: Candidate | None = None, duplicate: bool = False
) -> Mapping[str, tuple[float, ...]]:
    """What a page teaches its topic, as increments for ``frontier.learn``; ``duplicate``: it repeats another's text."""
    if digested.reading is None:
        return {}
    return observe(digested.reading, digested.verdict, view.profile, learnt, origin=origin, duplicate=duplicate)


def start(seed: Seed, view: View) -> Candidate:
    """The candidate of a seed: fetched before anything that was found."""
    return Candidate(
        seed.url, key(seed.url), host_of(seed.url), view.topic.id, START_SCORE, anchor=seed.title, kind="seed"
    )


def _candidates(
    page: Page,
    reading: Reading,
    verdict: Verdict,
    view: View,
    learnt: Learnt,
    origin: Candidate | None,
    known: Known | None,
    lists: Sequence[str],
) -> tuple[tuple[Candidate, ...], Mapping[str, int]]:
    links = reading.clean.links
    here = origin.depth if origin else page.depth
    # The pages of one list are as deep as the list, however many there are.
    beside = frozenset(lists)
    obeys = view.topic.politeness.obey_robots
    if obeys and "nofollow" in reading.clean.robots:
        return (), {"nofollow": len(links)} if links else {}
    refused: Counter[str] = Counter()
    to_follow: dict[str, int] = {}
    for number, link in enumerate(links):
        if obeys and link.nofollow:
            refused["nofollow"] += 1
        elif reason := view.bounds.refusal(link.url, host_of(link.url), here + (link.url not in beside)) or trap(
            link.url
        ):
            refused[reason] += 1
        else:
            to_follow.setdefault(key(link.url), number)
    if known is not None and to_follow:
        keys = list(to_follow)
        to_follow = {k: to_follow[k] for k, seen in zip(keys, known(keys), strict=True) if not seen}
    if not to_follow:
        return (), refused
    scores = view.strategy.score(reading, verdict, view.profile, learnt, origin=origin)
    candidates = tuple(
        Candidate(
            url=links[number].url,
            key=its_key,
            host=host_of(links[number].url),
            topic=view.topic.id,
            score=scores[number].score,
            depth=here + (links[number].url not in beside),
            referrer=page.url,
            anchor=links[number].anchor,
            features=scores[number].features,
        )
        for its_key, number in to_follow.items()
    )
    return candidates, refused


def _resource(
    page: Page, read: CleanText, verdict: Verdict, site: SiteReading, topic: Topic, place: Place | None
) -> Resource:
    full = read_full(read)
    said = full.metadata
    problem = site.problem
    fields = site.fields
    text = statement_markdown(problem, read.language) if problem else full.text or read.text
    its_key = key(page.url)
    return Resource(
        id=resource_id(its_key),
        key=its_key,
        url=page.url,
        topic=topic.id,
        title=(problem.title if problem else "") or fields.get("title", "") or said.title or read.title or page.url,
        host=host_of(page.url),
        type=site.type,
        language=read.language,
        description=fields.get("description", "") or said.description or read.description,
        text=text,
        markdown=text if problem else full.markdown,
        html=fields.get("main", "") or full.html,
        headings=full.headings or read.headings,
        images=full.images,
        authors=tuple(fields["authors"].splitlines()) if "authors" in fields else said.authors,
        publisher=fields.get("publisher", "") or said.publisher,
        published=fields.get("published", "") or said.published,
        modified=fields.get("modified", "") or said.modified,
        keywords=tuple(fields["keywords"].splitlines()) if "keywords" in fields else said.keywords,
        license=License(said.license, said.license, "page") if said.license else License(),
        format=page.content_type or "text/html",
        score=verdict.score,
        label=verdict.label,
        reasons=verdict.reasons,
        reading_minutes=reading_minutes(text),
        difficulty=problem.difficulty if problem else None,
        problem=problem,
        fingerprints=fingerprints(text),
        fetched_at=page.fetched_at,
        depth=page.depth,
        referrer=page.referrer,
        etag=page.headers.get("etag", ""),
        last_modified=page.headers.get("last-modified", ""),
        place=place,
    )


def _unwanted(read: CleanText, view: View) -> bool:
    return view.topic.politeness.obey_robots and bool({"noindex", "none"} & read.robots)


def _with_links_of_site(read: CleanText, site: SiteReading) -> CleanText:
    """A site rule, rel=next and a meta refresh know addresses that no plain link shows."""
    known = {link.url for link in read.links}
    more = dict.fromkeys(
        url for url in (*site.links, *site.lists, read.next_page, read.refresh) if url and url not in known
    )
    if not more:
        return read
    first = len(read.links)
    return replace(read, links=(*read.links, *(Link(url, position=first + n) for n, url in enumerate(more))))


def _not_a_page(what: str) -> Verdict:
    return Verdict(0.0, "off", (Reason("not_a_page", 0.0, what),))
