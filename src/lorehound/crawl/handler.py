"""The HTTP download of Scrapy, with a size cap by kind of content and a way to stop what is under way."""

import asyncio
from typing import Any

from scrapy.core.downloader.handlers.http11 import (
    HTTP11DownloadHandler,
    TunnelError,
    _LenientHTTP11ClientFactory,
    _LenientHTTP11ClientProtocol,
)
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadFailedError
from scrapy.http import Request, Response
from twisted.web._newclient import BODY

MOST_HEADERS = 256 * 1024
"""Bytes of the headers of an answer; Twisted bounds only the single line."""


_PROXY_FAULTS = frozenset({407, 502, 504})


class Stopped(DownloadFailedError):
    """The crawl ended before the answer came."""


class Handler(HTTP11DownloadHandler):
    """Keeps what is under way, so that a crawl that must end at once need not wait for it."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pool._factory = _Factory
        # Twisted would send a request again by itself when a kept connection breaks: a request that nobody counted.
        self._pool.retryAutomatically = False
        self._under_way: set[asyncio.Future[Response]] = set()
        self._stopped = False
        self._spider = crawler.spider
        self._spider.stops.append(self.stop)

    async def download_request(self, request: Request) -> Response:
        """Scrapy's entry."""
        if self._stopped:
            raise Stopped("the crawl has ended")
        download = asyncio.ensure_future(super().download_request(request))
        self._under_way.add(download)
        try:
            response = await download
            self._spider.received(len(response.body))
            self._spider.went(request, well=response.status not in _PROXY_FAULTS)
            return response
        except (DownloadConnectionRefusedError, CannotResolveHostError, TunnelError):
            self._spider.went(request, well=False)
            raise
        except asyncio.CancelledError:
            raise Stopped("the crawl has ended") from None
        finally:
            self._under_way.discard(download)

    def stop(self) -> None:
        """Breaks off every download and begins none."""
        self._stopped = True
        for download in list(self._under_way):
            download.cancel()


class _Protocol(_LenientHTTP11ClientProtocol):
    def request(self, request: Any) -> Any:
        self._head = 0
        return super().request(request)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 (Twisted's name)
        if self._parser is not None and self._parser.state != BODY:
            self._head += len(data)
            if self._head > MOST_HEADERS:
                self.transport.abortConnection()
                return
        super().dataReceived(data)


class _Factory(_LenientHTTP11ClientFactory):
    def buildProtocol(self, addr: Any) -> _Protocol:  # noqa: ARG002, N802
        return _Protocol(self._quiescentCallback)
