"""Step 2 for Scrapy: a request is made only for a page that is about to be fetched."""

from __future__ import annotations

from collections import deque

from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.http import Request
from scrapy.utils.asyncio import CallLaterResult, call_later

from lorehound.crawl.work import Work

HEARTBEAT = 1.0
"""Longest time in seconds between two looks at the stop rules while nothing else happens."""


class FrontierScheduler(BaseScheduler):
    """Hands Scrapy the candidates that ``work`` takes from the frontier; wakes it when a host may be asked again."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._work: Work = crawler.spider.work
        self._spider = crawler.spider
        self._again: deque[Request] = deque()
        self._alarm: CallLaterResult | None = None
        self._work.on_change(self.wake)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> FrontierScheduler:
        """Scrapy's way to make one."""
        return cls(crawler)

    def has_pending_requests(self) -> bool:
        """Whether the crawl goes on."""
        return bool(self._again) or not self._work.finished

    def enqueue_request(self, request: Request) -> bool:
        """Takes the next hop of a redirect; nothing else comes this way."""
        self._again.append(request)
        return True

    def next_request(self) -> Request | None:
        """The next page to fetch, or None for now."""
        if self._again:
            return self._again.popleft()
        candidate = self._work.next()
        if candidate is None:
            self._wake_in(min(self._work.wait(), HEARTBEAT))
            return None
        return self._spider.request_for(candidate)

    def wake(self) -> None:
        """Lets Scrapy look for work now."""
        engine = self._crawler.engine
        # The engine has no public way to say "there is work again"; its own heartbeat comes but every five seconds.
        slot = engine._slot if engine else None
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()

    def close(self, reason: str) -> None:  # noqa: ARG002
        """Scrapy's last call."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _wake_in(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = call_later(max(seconds, 0.001), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.wake()
