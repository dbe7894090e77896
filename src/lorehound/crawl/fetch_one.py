"""One page, asked for by hand."""

from collections.abc import AsyncIterator
from typing import Any

from scrapy.http import Response
from twisted.python.failure import Failure

from lorehound.crawl import engine, reactor
from lorehound.crawl.faults import fault_of
from lorehound.crawl.gate import NotNow, Refused
from lorehound.crawl.headers import headers_for
from lorehound.crawl.options import CrawlOptions
from lorehound.crawl.outcomes import rule_for
from lorehound.crawl.session import manners_for
from lorehound.crawl.spider import PageSpider, page_of, plain_headers
from lorehound.errors import FetchFailed
from lorehound.model.page import Candidate, Page
from lorehound.model.topic import Topic
from lorehound.model.words import say
from lorehound.settings import Settings
from lorehound.url.address import host_of
from lorehound.url.key import key


def fetch_one(url: str, topic: Topic, settings: Settings) -> Page:
    """Fetches ``url`` as a crawl for ``topic`` would, following redirects (FetchFailed says why it could not)."""
    manners = manners_for(topic, settings, CrawlOptions(delay=0.0))
    spiders: list[_OnePage] = []

    def make(resolver: Any) -> PageSpider:
        headers = headers_for(manners.agent, manners.languages)
        spiders.append(_OnePage(url, topic.id, resolver, headers, proxies=manners.proxies, timeout=manners.timeout))
        return spiders[0]

    reactor.run(engine.crawl(make, manners, at_once=lambda _, __: True))
    spider = spiders[0]
    if spider.page is None:
        raise FetchFailed(f"{url} could not be fetched: {spider.why or say('no_connection')}")
    return spider.page


class _OnePage(PageSpider):
    def __init__(self, url: str, topic: str, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.page: Page | None = None
        self.why = ""
        self._candidate = Candidate(url, key(url), host_of(url), topic, 0.0)

    async def start(self) -> AsyncIterator[Any]:
        request = self.plain_request(self._candidate.url)
        yield request.replace(callback=self._answered, errback=self._failed)

    def _answered(self, response: Response) -> None:
        headers = plain_headers(response.headers)
        rule = rule_for(response.status, headers, response.body)
        if rule.action == "read" or rule.reason == "other_content":
            self.page = page_of(response, self._candidate, headers)
        else:
            reason = "bad_redirect" if rule.action == "follow" else rule.reason
            self.why = say(reason, f"HTTP {response.status}")

    def _failed(self, failure: Failure) -> None:
        error = failure.value
        if isinstance(error, (Refused, NotNow)):
            self.why = say(error.reason)
        else:
            self.why = say(fault_of(error, failure.request.meta["host"], self._resolver).reason)
