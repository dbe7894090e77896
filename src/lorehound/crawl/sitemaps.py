"""The sitemaps that a site's robots.txt names, asked for once the site has shown itself worth it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from lorehound.crawl.listings import as_page, read_listing
from lorehound.crawl.robots import Answer, Rules
from lorehound.crawl.work import Work
from lorehound.model.page import Candidate, Page

EVIDENCE = 10
"""Kept pages of a site after which its sitemaps are asked for; in a complete crawl the first page is enough."""

MOST = 20
"""Sitemaps of one site, nested ones included, that are asked for in one run."""


class Sitemaps:
    """Watches which sites do well; ``fetch`` gets one address, ``rules`` knows what a site's robots.txt said."""

    def __init__(
        self,
        work: Work,
        fetch: Callable[[str], Awaitable[Answer]],
        rules: Callable[[str], Rules | None],
        *,
        complete: bool,
    ) -> None:
        self._work = work
        self._fetch = fetch
        self._rules = rules
        self._evidence = 1 if complete else EVIDENCE
        self._kept: Counter[str] = Counter()
        self._asked: set[str] = set()
        self._under_way: set[asyncio.Task[None]] = set()

    def page(self, candidate: Candidate, url: str, *, kept: bool) -> None:
        """A page of a site was read."""
        host = candidate.host
        self._kept[host] += kept
        if self._kept[host] < self._evidence or host in self._asked:
            return
        self._asked.add(host)
        rules = self._rules(url)
        if rules is None or not rules.sitemaps:
            return
        task = asyncio.ensure_future(self._read(candidate, rules))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _read(self, candidate: Candidate, rules: Rules) -> None:
        with self._work.errand():
            waiting, seen = list(rules.sitemaps), set(rules.sitemaps)
            for _ in range(MOST):
                if not waiting or self._work.finished:
                    break
                url = waiting.pop(0)
                if self._work.may_ask(url) and rules.allows(url):
                    more = dict.fromkeys(await self._one(candidate, url))
                    waiting += [nested for nested in more if nested not in seen]
                    seen.update(more)

    async def _one(self, candidate: Candidate, url: str) -> tuple[str, ...]:
        answer = await self._fetch(url)
        listing = read_listing(answer.body, url) if answer.status == 200 else None
        if listing is None:
            return ()
        if not listing.entries:
            return listing.nested
        page = Page(url, as_page(listing), headers={"content-type": "text/html; charset=utf-8"})
        self._work.found(page, candidate)
        return listing.nested
