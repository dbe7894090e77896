"""Before a request leaves: is its address allowed, does the site's robots.txt permit it, is it time?"""

import time
from collections.abc import Awaitable, Callable

from scrapy.exceptions import IgnoreRequest
from scrapy.http import Request

from lorehound.crawl.addresses import PRIVATE
from lorehound.crawl.robots import Robots, Rules
from lorehound.url.private import is_private_host

AddressOf = Callable[[str], Awaitable[str | None]]

SHARE = 4
"""How many hosts' pace one network address is asked at."""


class Refused(IgnoreRequest):
    """The address may not be asked; ``reason`` is a code."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotNow(IgnoreRequest):
    """The address may be asked after ``until`` (seconds since 1970)."""

    def __init__(self, until: float, reason: str) -> None:
        super().__init__(reason)
        self.until = until
        self.reason = reason


class Gate:
    """Downloader middleware; ``robots`` None obeys no robots.txt.

    ``address`` finds the address of a host. Requests marked ``errand`` are only checked for where they go. A
    Crawl-delay is kept by sending the address back to wait, so that it holds no slot meanwhile; ``cut`` is told the
    host and rules of one that asks for more than is kept.
    """

    def __init__(
        self,
        robots: Robots | None,
        address: AddressOf,
        *,
        allow_private: bool,
        delay: float,
        cut: Callable[[str, Rules], None],
    ) -> None:
        self._robots = robots
        self._address = address
        self._free_at: dict[str, float] = {}
        self._allow_private = allow_private
        self._delay = delay
        self._cut = cut
        self._started: dict[str, float] = {}

    async def process_request(self, request: Request) -> None:
        """Lets the request pass, or raises Refused or NotNow."""
        host = request.meta["host"]
        if not self._allow_private and is_private_host(host):
            raise Refused(PRIVATE)
        if "errand" in request.meta:
            return
        if self._robots is not None:
            await self._obey(self._robots, request, host)
        if self._delay and "proxy" not in request.meta:
            await self._share_address(host)

    async def _obey(self, robots: Robots, request: Request, host: str) -> None:
        permission = robots.known(request.url) or await robots.permission(request.url)
        if permission.rules is None:
            raise NotNow(permission.until, permission.reason)
        if not permission.rules.allows(request.url):
            raise Refused("robots")
        if permission.rules.delay > self._delay:
            self._keep_delay(host, permission.rules)

    async def _share_address(self, host: str) -> None:
        """Many hosts may be one machine: it is asked at most ``SHARE`` times as often as one host."""
        address = await self._address(host)
        if address is None:
            return
        now = time.time()
        free_at = self._free_at.get(address, 0.0)
        if now < free_at:
            raise NotNow(free_at, "busy_address")
        if len(self._free_at) > 10_000:
            self._free_at.clear()
        self._free_at[address] = now + self._delay / SHARE

    def _keep_delay(self, host: str, rules: Rules) -> None:
        now = time.time()
        if host not in self._started and rules.asked_delay > rules.delay:
            self._cut(host, rules)
        free_at = self._started.get(host, 0.0) + rules.delay
        if now < free_at:
            raise NotNow(free_at, "crawl_delay")
        if len(self._started) > 10_000:
            self._started.clear()
        self._started[host] = now
