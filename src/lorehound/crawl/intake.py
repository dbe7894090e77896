"""Steps 4 to 9 for one page: keep it, digest it, store what it is, put its links.

The order is what makes a kill at any moment harmless. The page is written to the page store; its resource goes into
the library (by its key: twice is once); its links go to the frontier (twice is once); then its row goes into the
saved-page list, and only then does the frontier hear that it is done. Killed before the row, the page is fetched again
and nothing is there twice; killed after it, the row says that the page need not be fetched. What the page teaches goes
to the frontier in batches: a kill loses the lessons of the last few pages, which only order what comes next.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lorehound.archive.contract import PageStore
from lorehound.crawl.listings import Listing, as_page, read_listing
from lorehound.crawl.repeats import Repeats
from lorehound.crawl.statistics import Bucket
from lorehound.errors import Damaged, NotFound
from lorehound.flow import Digest, View, digest, lessons
from lorehound.focus.learnt import Learnt
from lorehound.frontier.contract import ADDED, KNOWN, Frontier
from lorehound.frontier.sums import add
from lorehound.library.contract import Library
from lorehound.model.page import Candidate, Page, Place, SavedPage
from lorehound.url.key import key

LESSONS = 20
"""Pages whose lessons go to the frontier together."""

BUCKETS: Mapping[str, Bucket] = {"kept": "kept", "duplicate": "duplicates", "off_topic": "off_topic",
                                 "not_a_page": "not_a_page", "failed": "failed"}  # fmt: skip
"""The counter for each outcome of the saved-page list."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a page: its counter, its label, and whether it brought anything that was not there."""

    bucket: Bucket
    label: str = ""
    new: bool = False


class Intake:
    """Takes pages in for one topic; what is learnt is shared with other workers through the frontier."""

    def __init__(
        self, view: View, learnt: Learnt, library: Library, frontier: Frontier, pages: PageStore, *, keep_all: bool
    ) -> None:
        self.refused: Counter[str] = Counter()
        self.repeats = Repeats()
        self._view = view
        self._topic = view.topic.id
        self._learnt = learnt
        self._library = library
        self._frontier = frontier
        self._pages = pages
        self._keep_all = keep_all
        self._by_promise = view.strategy.name in ("best-first", "shark-search")
        self._since = 0
        self._lessons: dict[str, tuple[float, ...]] = {}
        self._taught = 0
        self._found_through: Counter[str] = Counter()

    def page(self, candidate: Candidate, page: Page, before: SavedPage | None, reused: Place | None = None) -> Taken:
        """Takes one page in. ``before`` is its row of an earlier fetch, ``reused`` its place when it was not fetched
        now."""
        place = reused or (self._pages.write(page) if self._keep_all else None)
        listing = read_listing(page.body, page.url) if _may_be_listing(page) else None
        if listing is not None:
            return self._listing(candidate, page, listing, before, place)
        seen = digest(page, self._view, self._learnt, origin=candidate, known=self._known, place=place)
        if place is None and seen.resource is not None:
            place = self._pages.write(page)
            seen = replace(seen, resource=replace(seen.resource, place=place))
        row = SavedPage(
            topic=self._topic,
            key=candidate.key,
            url=page.url,
            referrer=candidate.referrer,
            anchor=candidate.anchor,
            depth=candidate.depth,
            fetched_at=page.fetched_at,
            status=page.status,
            score=seen.verdict.score,
            label=seen.verdict.label if seen.is_page else "",
            reason="reused" if reused else "",
            etag=page.headers.get("etag", ""),
            last_modified=page.headers.get("last-modified", ""),
            place=place,
            new_links_on_topic=before.new_links_on_topic if before else 0,
        )
        row, new = self._store(seen, row, before)
        if seen.is_page:
            self.repeats.page(page.url, seen.clean.text, duplicate=row.outcome == "duplicate")
        self._put(seen)
        self._library.save_pages([row])
        self._frontier.done(candidate, row.outcome)
        self._learn(seen, candidate, row, first=before is None)
        return Taken(BUCKETS[row.outcome], row.label, new)

    def _listing(
        self, candidate: Candidate, page: Page, listing: Listing, before: SavedPage | None, place: Place | None
    ) -> Taken:
        """A sitemap or feed that a page linked to: no page itself, but its entries are links like any others."""
        listed = replace(page, body=as_page(listing), headers={"content-type": "text/html; charset=utf-8"})
        found = self.links_of(listed, candidate)
        row = SavedPage(
            topic=self._topic,
            key=candidate.key,
            url=page.url,
            referrer=candidate.referrer,
            anchor=candidate.anchor,
            depth=candidate.depth,
            fetched_at=page.fetched_at,
            status=page.status,
            outcome="not_a_page",
            reason=listing.kind,
            etag=page.headers.get("etag", ""),
            last_modified=page.headers.get("last-modified", ""),
            place=place,
        )
        self._library.save_pages([row])
        self._frontier.done(candidate, row.outcome)
        return Taken("not_a_page", new=before is None or found > 0)

    def flush(self) -> None:
        """Sends what waits to be sent in a batch, and takes what other workers have learnt."""
        if self._lessons:
            self._frontier.learn(self._topic, self._lessons)
            self._lessons = {}
        self._taught = 0
        self._since, sums = self._frontier.learnt(self._topic, self._since)
        self._learnt.merge(sums)
        if self._found_through:
            counts = {key(url): n for url, n in self._found_through.items()}
            rows = self._library.saved(self._topic, list(counts))
            self._library.save_pages(
                [replace(row, new_links_on_topic=row.new_links_on_topic + counts[row.key]) for row in rows if row]
            )
            self._found_through.clear()

    def stored(self, place: Place) -> Page | None:
        """The page at ``place`` of the page store, None when it can no longer be read."""
        try:
            return self._pages.read(place)
        except (NotFound, Damaged):
            return None

    def links_of(self, page: Page, origin: Candidate) -> int:
        """Puts the links of a page that is no part of the web, such as one that the user wrote; answers how many are
        new."""
        return self._put(digest(page, self._view, self._learnt, origin=origin, known=self._known))

    def _known(self, keys: Sequence[str]) -> list[bool]:
        """Which addresses no link can change: those fetched, and where the order rests on no page, all that wait."""
        if self._by_promise:
            return [row is not None for row in self._library.saved(self._topic, keys)]
        return self._frontier.known(self._topic, keys)

    def _store(self, seen: Digest, row: SavedPage, before: SavedPage | None) -> tuple[SavedPage, bool]:
        if not seen.is_page:
            return replace(row, outcome="not_a_page"), before is None
        if seen.resource is None:
            return replace(row, outcome="off_topic"), before is None
        row = replace(row, text_hash=seen.resource.fingerprints.text_hash)
        stored = self._library.upsert(seen.resource)
        if stored.outcome == "duplicate":
            return replace(row, outcome="duplicate", reason=row.reason or stored.reason), before is None
        return replace(row, outcome="kept"), stored.outcome in ("new", "changed") or before is None

    def _put(self, seen: Digest) -> int:
        self.refused.update(seen.refused)
        if not seen.candidates:
            return 0
        candidates = [
            replace(candidate, score=candidate.score - penalty)
            if (penalty := self.repeats.penalty(candidate.url))
            else candidate
            for candidate in seen.candidates
        ]
        answers = self._frontier.put(candidates, host_budget=self._view.topic.scope.max_pages_per_host)
        self.refused.update(answer for answer in answers if answer not in (ADDED, KNOWN))
        return answers.count(ADDED)

    def _learn(self, seen: Digest, candidate: Candidate, row: SavedPage, *, first: bool) -> None:
        if not first:
            return
        if row.outcome == "kept" and candidate.referrer:
            self._found_through[candidate.referrer] += 1
        delta = lessons(seen, self._view, self._learnt, origin=candidate, duplicate=row.outcome == "duplicate")
        self._learnt.add(delta)
        for name, numbers in delta.items():
            self._lessons[name] = add(self._lessons.get(name, ()), tuple(numbers))
        self._taught += 1
        if self._taught >= LESSONS:
            self.flush()


def _may_be_listing(page: Page) -> bool:
    return page.content_type.endswith("xml") or page.body[:5] == b"<?xml" or page.body[:3] == b"\x1f\x8b\x08"
