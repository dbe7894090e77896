"""May this address be asked? robots.txt as RFC 9309 has it, parsed by Protego.

An answer that says nothing (5xx, 429, timeout, no connection) is no permission: the site counts as closed for now and
is asked again soon.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from protego import Protego

LIMIT = 500 * 1024
"""Bytes of a robots.txt that are read (RFC 9309, 2.5)."""

REDIRECTS = 5
LONGEST_DELAY = 30.0
"""Cap of Crawl-delay in seconds; a greater one is cut to this, and the log says so."""

_KEEP_SECONDS = 24 * 3600.0
_FIRST_REST, _LONGEST_REST = 1.0, 3600.0
_AGENT_LINE = re.compile(r"^\s*user[ -]?agent\s*:?\s*(.*?)\s*(?:#.*)?$", re.IGNORECASE)
_SITEMAP_LINE = re.compile(r"^\s*site-?maps?\s*:\s*(\S+)", re.IGNORECASE)
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_PRODUCT = re.compile(r"[a-z_-]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Answer:
    """What asking for a robots.txt gave; ``status`` 0 and a ``fault`` code when no answer came."""

    status: int
    body: bytes = b""
    location: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one robots.txt says to us; ``asked_delay`` is the Crawl-delay as written, ``delay`` after the cap."""

    parsed: Protego | None = None
    agent: str = ""
    delay: float = 0.0
    asked_delay: float = 0.0
    sitemaps: tuple[str, ...] = ()

    def allows(self, url: str) -> bool:
        """Whether ``url`` may be fetched."""
        return self.parsed is None or self.parsed.can_fetch(url, self.agent)


@dataclass(frozen=True, slots=True)
class Permission:
    """``rules`` when the site said something (or plainly nothing); else ask again after ``until``, for ``reason``."""

    rules: Rules | None
    until: float = 0.0
    reason: str = ""


def read_rules(body: bytes, product: str, url: str) -> Rules:
    """The rules of a robots.txt at ``url`` for the agent with this product token.

    Groups are matched by product token alone, case-insensitively, as RFC 9309 (2.2.1) says: Protego would match
    ``bot`` inside ``my-bot`` and miss ``mybot/1.0``, so each group's agents are named for it as ours, all, or another.
    """
    text = body[:LIMIT].removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").removeprefix("\ufeff")
    lines, sitemaps = [], []
    for line in _LINE_ENDS.split(text):
        agent = _AGENT_LINE.match(line)
        if agent:
            lines.append(f"User-agent: {_group(agent.group(1), product)}")
            continue
        sitemap = _SITEMAP_LINE.match(line)
        if sitemap:
            sitemaps.append(urljoin(url, sitemap.group(1)))
        else:
            lines.append(line)
    parsed = Protego.parse("\n".join(lines))
    asked = _asked_delay(parsed)
    return Rules(parsed, _OURS, min(asked, LONGEST_DELAY), asked, tuple(sitemaps))


class Robots:
    """Permissions per origin, remembered for a day (10,000 origins); ``fetch`` gets one address without redirects."""

    def __init__(
        self, fetch: Callable[[str], Awaitable[Answer]], product: str, clock: Callable[[], float] = time.time
    ) -> None:
        self._fetch = fetch
        self._product = product
        self._clock = clock
        self._known: OrderedDict[str, tuple[float, Permission]] = OrderedDict()
        self._faults: dict[str, int] = {}
        self._asking: dict[str, asyncio.Future[Permission]] = {}

    def known(self, url: str) -> Permission | None:
        """The permission when it is at hand and fresh."""
        origin = _origin(url)
        until, permission = self._known.get(origin, (0.0, None))
        return permission if permission and self._clock() < until else None

    def rules(self, url: str) -> Rules | None:
        """What the site of ``url`` said, when it said something and that is at hand."""
        known = self.known(url)
        return known.rules if known else None

    async def permission(self, url: str) -> Permission:
        """What the site of ``url`` says, asking it when that is not known."""
        known = self.known(url)
        if known:
            return known
        origin = _origin(url)
        asking = self._asking.get(origin)
        if asking is None:
            asking = self._asking[origin] = asyncio.ensure_future(self._learn(origin))
            asking.add_done_callback(lambda _: self._asking.pop(origin, None))
        return await asyncio.shield(asking)

    async def _learn(self, origin: str) -> Permission:
        permission = await self._ask(origin)
        now = self._clock()
        if permission.rules is None:
            faults = self._faults[origin] = self._faults.get(origin, 0) + 1
            until = now + min(_LONGEST_REST, _FIRST_REST * 4 ** (faults - 1))
            permission = Permission(None, until, permission.reason)
        else:
            self._faults.pop(origin, None)
            until = now + _KEEP_SECONDS
        self._known[origin] = (until, permission)
        self._known.move_to_end(origin)
        if len(self._known) > 10_000:
            self._known.popitem(last=False)
        return permission

    async def _ask(self, origin: str) -> Permission:
        url = f"{origin}/robots.txt"
        for _ in range(REDIRECTS + 1):
            answer = await self._fetch(url)
            if 300 <= answer.status < 400 and answer.location:
                url = urljoin(url, answer.location)
                if not url.startswith(("http://", "https://")):
                    return Permission(Rules())
                continue
            if 200 <= answer.status < 300:
                return Permission(read_rules(answer.body, self._product, url))
            if answer.status == 0:
                return Permission(None, reason=answer.fault)
            if answer.status == 429 or answer.status >= 500:
                return Permission(None, reason="robots_unavailable")
            return Permission(Rules())
        return Permission(Rules())


_OURS, _OTHER = "ours", "another"


def _group(agent: str, product: str) -> str:
    if agent.startswith("*"):
        return "*"
    found = _PRODUCT.match(agent)
    return _OURS if found and found.group().lower() == product.lower() else _OTHER


def _asked_delay(parsed: Protego) -> float:
    rate = parsed.request_rate(_OURS)
    return max(parsed.crawl_delay(_OURS) or 0.0, rate.seconds / rate.requests if rate else 0.0)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
