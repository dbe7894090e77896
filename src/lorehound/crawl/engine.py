"""Scrapy, set up with what this crawl needs and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import StopDownload
from scrapy.http import Request
from scrapy.settings import Settings

from lorehound.crawl.addresses import GuardedResolver
from lorehound.crawl.cookies import Jars
from lorehound.crawl.faults import fault_of
from lorehound.crawl.gate import Gate
from lorehound.crawl.listings import LARGEST
from lorehound.crawl.proxies import Proxies
from lorehound.crawl.redirects import Redirects
from lorehound.crawl.robots import LIMIT, Answer, Robots
from lorehound.crawl.sitemaps import Sitemaps
from lorehound.crawl.spider import PageSpider, Spider
from lorehound.crawl.user_agent import product_token

ROBOTS_TIMEOUT = 10.0
"""Longest wait in seconds for a robots.txt."""


@dataclass(frozen=True, slots=True)
class Manners:
    """Who asks and how: headers, proxies, robots.txt; requests at once (all, one host), seconds between two to one
    host; and how a single request is bounded: seconds in all, bytes of an unpacked page."""

    agent: str
    languages: tuple[str, ...] = ()
    proxies: Proxies = field(default_factory=lambda: Proxies(()))
    allow_private: bool = False
    obey_robots: bool = True
    concurrency: int = 16
    per_host: int = 2
    delay: float = 1.0
    timeout: float = 30.0
    page_bytes: int = 20_000_000


async def crawl(
    make: Callable[[GuardedResolver], PageSpider],
    manners: Manners,
    *,
    scheduler: object = None,
    at_once: Callable[[str, str], bool],
    complete: bool = False,
    began: Callable[[PageSpider], None] = lambda _: None,
) -> None:
    """Runs one spider to its end. ``at_once`` says which redirects are followed without going through the frontier,
    ``complete`` that nothing is to be missed; ``began`` is told the spider when it is about to run."""
    from twisted.internet import reactor

    resolver = GuardedResolver(
        allow_private=manners.allow_private, trusted={proxy.host for proxy in manners.proxies.all}
    )
    reactor.installNameResolver(resolver)
    spider = make(resolver)
    errands = _Errands(spider, manners, resolver)
    robots = Robots(errands.robots, product_token(manners.agent)) if manners.obey_robots else None
    if isinstance(spider, Spider) and robots is not None:
        spider.sitemaps = Sitemaps(spider.work, errands.listing, robots.rules, complete=complete)
    gate = Gate(
        robots, resolver.address, allow_private=manners.allow_private, delay=manners.delay, cut=spider.delay_cut
    )
    redirects = Redirects(at_once, lambda response: spider.errand(len(response.body)))
    crawler = Crawler(_Ready.of(spider), _settings(manners, scheduler, {gate: 100, redirects: 600, Jars(): 700}))
    spider._set_crawler(crawler)
    crawler.signals.connect(_stop_long_robots, signals.bytes_received)
    began(spider)
    await crawler.crawl_async()


class _Ready:
    """Gives Scrapy, which wants to make its parts itself, one that is ready."""

    @staticmethod
    def of(part: Any) -> Any:
        kind = type(part)
        return type(kind.__name__, (kind,), {"from_crawler": classmethod(lambda *_, **__: part)})


class _Errands:
    """Requests beside the pages."""

    def __init__(self, spider: PageSpider, manners: Manners, resolver: GuardedResolver) -> None:
        self._spider = spider
        self._timeout = min(ROBOTS_TIMEOUT, manners.timeout)
        self._resolver = resolver

    async def robots(self, url: str) -> Answer:
        """A robots.txt, without following redirects; its beginning, when it is very long."""
        return await self._fetch(
            self._spider.plain_request(url, errand="robots", received=[0], download_timeout=self._timeout)
        )

    async def listing(self, url: str) -> Answer:
        """A sitemap."""
        return await self._fetch(self._spider.plain_request(url, errand="sitemap", download_maxsize=LARGEST))

    async def _fetch(self, request: Request) -> Answer:
        try:
            response = await self._spider.crawler.engine.download_async(request)
        except Exception as error:
            self._spider.errand(0)
            return Answer(0, fault=fault_of(error, request.meta["host"], self._resolver).reason)
        self._spider.errand(len(response.body))
        location = (response.headers.get("Location") or b"").decode("latin-1")
        return Answer(response.status, response.body, location)


def _stop_long_robots(data: bytes, request: Request, **_: Any) -> None:
    received = request.meta.get("received")
    if received is not None:
        received[0] += len(data)
        if received[0] > LIMIT:
            raise StopDownload(fail=False)


def _settings(manners: Manners, scheduler: object, middlewares: dict[Any, int]) -> Settings:
    handler = "lorehound.crawl.handler.Handler"
    return Settings(
        {
            "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
            **({"SCHEDULER": scheduler} if scheduler else {}),
            "DOWNLOAD_HANDLERS_BASE": {},
            "DOWNLOAD_HANDLERS": {"http": handler, "https": handler},
            "DOWNLOADER_MIDDLEWARES_BASE": {},
            "DOWNLOADER_MIDDLEWARES": {
                HttpCompressionMiddleware: 590,
                **{_Ready.of(part): place for part, place in middlewares.items()},
            },
            "SPIDER_MIDDLEWARES_BASE": {},
            "EXTENSIONS_BASE": {},
            "ITEM_PIPELINES_BASE": {},
            "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
            "TELNETCONSOLE_ENABLED": False,
            "LOG_ENABLED": False,
            "CONCURRENT_REQUESTS": manners.concurrency,
            "CONCURRENT_REQUESTS_PER_DOMAIN": manners.per_host,
            "DOWNLOAD_DELAY": manners.delay,
            "DOWNLOAD_DELAY_JITTER": 0.0,
            "DOWNLOAD_MAXSIZE": manners.page_bytes,
            "DOWNLOAD_WARNSIZE": 0,
            "DOWNLOAD_VERIFY_CERTIFICATES": True,
            "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 2 * manners.page_bytes,
        }
    )
