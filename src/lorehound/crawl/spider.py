"""Step 3, fetch: turns candidates into Scrapy requests and what comes back into pages or reasons."""

import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import scrapy
from scrapy.http import Headers, Request, Response
from twisted.python.failure import Failure

from lorehound.crawl.addresses import GuardedResolver
from lorehound.crawl.blocked import asks_for_a_human
from lorehound.crawl.faults import fault_of
from lorehound.crawl.gate import NotNow, Refused
from lorehound.crawl.handler import Stopped
from lorehound.crawl.missing import says_that_it_is_missing
from lorehound.crawl.outcomes import Rule, by_reason, rule_for
from lorehound.crawl.proxies import Proxies
from lorehound.crawl.redirects import target
from lorehound.crawl.robots import Rules
from lorehound.crawl.sitemaps import Sitemaps
from lorehound.crawl.work import Work
from lorehound.model.page import Candidate, Page
from lorehound.url.address import host_name, host_of


class PageSpider(scrapy.Spider):
    """What a spider needs to ask for pages politely: ``headers`` go with every request."""

    name = "lorehound"

    def __init__(
        self, resolver: GuardedResolver, headers: Mapping[str, str], *, proxies: Proxies, timeout: float = 30.0
    ) -> None:
        super().__init__()
        self.stops: list[Callable[[], None]] = []
        """What breaks off downloads that are under way: each download handler puts itself here."""
        self._resolver = resolver
        self._headers = headers
        self._proxies = proxies
        self._timeout = timeout

    def plain_request(self, url: str, **meta: Any) -> Request:
        """A request for an address, to the letter."""
        host = meta.pop("host", None) or host_of(url)
        name = host_name(host)
        asked = {"verbatim_url": True, "host": name, "download_slot": host, "download_timeout": self._timeout, **meta}
        request = Request(url, headers=self._headers, meta=asked, dont_filter=True)
        proxy = self._proxies.for_host(name)
        if proxy is not None:
            request.meta["proxy"] = proxy.address
            request.meta["through"] = proxy
            if proxy.authorization:
                request.headers["Proxy-Authorization"] = proxy.authorization
        return request

    def went(self, request: Request, *, well: bool) -> None:
        """Notes how its proxy did."""
        proxy = request.meta.get("through")
        if proxy is not None:
            (self._proxies.worked if well else self._proxies.failed)(proxy)

    def stop_downloads(self) -> None:
        """Breaks off what is under way, and begins nothing more."""
        for stop in self.stops:
            stop()

    def errand(self, size: int) -> None:
        """Counts a request that is no page: a redirect hop, a robots.txt."""

    def received(self, size: int) -> None:
        """Counts bytes that came over the line."""

    def delay_cut(self, host: str, rules: Rules) -> None:
        """Notes that a site asks for a longer Crawl-delay than is kept."""


class Spider(PageSpider):
    """One topic's spider; what a page means is decided in ``work``."""

    def __init__(self, work: Work, resolver: GuardedResolver, headers: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(resolver, headers, **kwargs)
        self.work = work
        self.sitemaps: Sitemaps | None = None

    async def start(self) -> AsyncIterator[Any]:
        """Nothing: every request comes from the frontier."""
        return
        yield

    def errand(self, size: int) -> None:  # noqa: ARG002
        """Counts it."""
        self.work.tally.other_requests += 1

    def received(self, size: int) -> None:
        """Counts them."""
        self.work.tally.bytes += size

    def delay_cut(self, host: str, rules: Rules) -> None:
        """Logs it."""
        self.work.delay_cut(host, rules.asked_delay, rules.delay)

    def request_for(self, candidate: Candidate) -> Request:
        """The request for a candidate."""
        request = self.plain_request(candidate.url, host=candidate.host, candidate=candidate)
        request.callback, request.errback = self.answered, self.failed
        if candidate.etag:
            request.headers["If-None-Match"] = candidate.etag
        if candidate.last_modified:
            request.headers["If-Modified-Since"] = candidate.last_modified
        return request

    def answered(self, response: Response) -> None:
        """An answer came whole."""
        candidate: Candidate = response.request.meta["candidate"]
        self.work.took(candidate, response.request.meta.get("download_latency", 0.0))
        headers = plain_headers(response.headers)
        try:
            self._sort(response, candidate, headers)
        except Exception as error:
            self.work.broken(candidate, error)

    def _sort(self, response: Response, candidate: Candidate, headers: Mapping[str, str]) -> None:
        rule = rule_for(response.status, headers, response.body)
        if rule.action == "read":
            rule = _in_truth(rule, response.body, headers.get("content-type", ""))
        if rule.action == "read":
            bucket = self.work.read(candidate, page_of(response, candidate, headers))
            if self.sitemaps is not None:
                self.sitemaps.page(candidate, response.url, kept=bucket == "kept")
        elif rule.action == "unchanged":
            self.work.unchanged(candidate, headers)
        elif rule.action == "follow":
            url = target(response.url, response.headers.get("Location") or b"")
            if url is None:
                self.work.not_read(candidate, by_reason("bad_redirect"), response.status, headers)
            else:
                self.work.redirected(candidate, url)
        else:
            self.work.not_read(candidate, rule, response.status, headers)

    def failed(self, failure: Failure) -> None:
        """No answer came, or none was asked for."""
        candidate: Candidate = failure.request.meta["candidate"]
        error = failure.value
        if isinstance(error, Refused):
            self.work.refused(candidate, error.reason)
        elif isinstance(error, NotNow):
            self.work.postponed(candidate, error.until, error.reason)
        elif isinstance(error, Stopped):
            self.work.given_back(candidate)
        else:
            rule = fault_of(error, failure.request.meta["host"], self._resolver)
            self.work.not_read(candidate, rule, 0, {})


def _in_truth(rule: Rule, body: bytes, content_type: str) -> Rule:
    if asks_for_a_human(body, content_type):
        return by_reason("blocked_page")
    if says_that_it_is_missing(body, content_type):
        return by_reason("soft_404")
    return rule


def plain_headers(headers: Headers) -> dict[str, str]:
    """Headers with lower-case names, each as one text; cookies are left out."""
    return {
        name.decode("latin-1").lower(): b", ".join(values).decode("latin-1")
        for name, values in headers.items()
        if name != b"Set-Cookie"
    }


def page_of(response: Response, candidate: Candidate, headers: Mapping[str, str]) -> Page:
    """The page that an answer gave."""
    return Page(
        url=response.url,
        body=response.body,
        status=response.status,
        headers=headers,
        requested=candidate.url,
        redirects=response.request.meta.get("redirects", ()),
        fetched_at=time.time(),
        depth=candidate.depth,
        referrer=candidate.referrer,
        anchor=candidate.anchor,
    )
