"""Step 1, seed: what a run starts from, and which saved pages it asks for again."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lorehound.crawl.options import Revisit
from lorehound.flow import View, start
from lorehound.focus.links import START_SCORE
from lorehound.library.contract import Library
from lorehound.library.saved_rows import saved_rows
from lorehound.model.page import Candidate, Page, SavedPage, Seed
from lorehound.text.link_page import page_html
from lorehound.url.address import host_of
from lorehound.url.traps import trap

WRITTEN = "lorehound:page/"
"""Begins the address of a page of links that the user wrote."""

HUBS = 200
"""How many hubs ``hubs`` asks for again, those first that led to most pages on topic."""


@dataclass(frozen=True, slots=True)
class Start:
    """What to put, which written pages to read for their links, and seeds that cannot be fetched with the reason."""

    candidates: tuple[Candidate, ...]
    written: tuple[tuple[Candidate, Page], ...]
    refused: tuple[tuple[str, str], ...]


def starts(view: View, library: Library, revisit: Revisit, since: float, *, retry_failed: bool) -> Start:
    """What a run that began at ``since`` (seconds since 1970) starts from; pages fetched since then are not asked for
    again."""
    seeds = library.seeds(view.topic.id)
    written = tuple(_written(seed, view) for seed in seeds if seed.url.startswith(WRITTEN))
    candidates: list[Candidate] = []
    refused: list[tuple[str, str]] = []
    for seed in seeds:
        if seed.url.startswith(WRITTEN):
            continue
        candidate = start(seed, view)
        reason = trap(seed.url) or view.bounds.refusal(seed.url, candidate.host, 0)
        if reason in ("scheme", "private_address", "unfilled"):
            refused.append((seed.url, reason))
        else:
            candidates.append(candidate)
    rows = library.saved(view.topic.id, [candidate.key for candidate in candidates])
    put = [
        _with_validators(candidate, row) if revisit != "none" else replace(candidate, kind="link")
        for candidate, row in zip(candidates, rows, strict=True)
        if row is None or row.fetched_at < since
    ]
    if revisit in ("hubs", "all") or retry_failed:
        put += _again(view, library, revisit, since, retry_failed=retry_failed)
    first: dict[str, Candidate] = {}
    for candidate in put:
        first.setdefault(candidate.key, candidate)
    return Start(tuple(first.values()), written, tuple(refused))


def _again(view: View, library: Library, revisit: Revisit, since: float, *, retry_failed: bool) -> Sequence[Candidate]:
    chosen: list[SavedPage] = []
    if revisit == "all":
        chosen = [row for row in saved_rows(library, view.topic.id) if row.outcome in ("kept", "duplicate")]
    elif revisit == "hubs":
        hubs = [row for row in saved_rows(library, view.topic.id) if row.new_links_on_topic]
        chosen = sorted(hubs, key=lambda row: (-row.new_links_on_topic, row.key))[:HUBS]
    if retry_failed:
        chosen += saved_rows(library, view.topic.id, "failed")
    return [_revisit(view, row) for row in chosen if row.fetched_at < since]


def _revisit(view: View, row: SavedPage) -> Candidate:
    again = Candidate(
        row.url,
        row.key,
        host_of(row.url),
        view.topic.id,
        START_SCORE - 1,
        depth=row.depth,
        referrer=row.referrer,
        anchor=row.anchor,
        kind="revisit",
    )
    return _with_validators(again, row)


def _with_validators(candidate: Candidate, row: SavedPage | None) -> Candidate:
    if row is None or row.outcome == "failed":
        return candidate
    return replace(candidate, etag=row.etag, last_modified=row.last_modified)


def _written(seed: Seed, view: View) -> tuple[Candidate, Page]:
    candidate = Candidate(seed.url, seed.url, "", view.topic.id, START_SCORE, anchor=seed.title, kind="seed")
    page = Page(
        seed.url, page_html(seed.body, seed.title).encode(), headers={"content-type": "text/html; charset=utf-8"}
    )
    return candidate, page
