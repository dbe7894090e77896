"""Where a connection may go: private, loopback and link-local addresses are refused unless they are allowed.

The check stands where a connection is made, after every DNS answer, so that neither a redirect nor a name that
resolves differently the second time gets past it.
"""

import asyncio
import ipaddress
import socket
import time
from collections.abc import Callable, Collection
from typing import Any

from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver, IHostResolution
from zope.interface import implementer

from lorehound.url.private import is_public

PRIVATE = "private_address"
"""The reason that stands on a page whose address was refused."""


@implementer(IHostnameResolver)
class GuardedResolver:
    """Resolves names for Twisted on the asyncio loop and gives out allowed addresses only.

    ``trusted`` hosts (proxies that the user named) may lie anywhere. Answers are remembered for five minutes and are
    checked each time they are used. ``refused`` tells for which hosts every address was refused, and which it was.
    """

    def __init__(
        self,
        *,
        allow_private: bool,
        trusted: Collection[str] = (),
        timeout: float = 10.0,
        lookup: Callable[[str], list[str]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.refused: dict[str, str] = {}
        self._allow_private = allow_private
        self._trusted = frozenset(trusted)
        self._timeout = timeout
        self._lookup = lookup or _lookup
        self._clock = clock
        self._known: dict[str, tuple[float, list[str]]] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    def resolveHostName(  # noqa: N802 (Twisted's name)
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Any = None,  # noqa: N803, ARG002
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> Any:
        """Twisted's entry: the allowed addresses of ``hostName``, one after the other."""
        resolution = _Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)
        known = self._remembered(hostName)
        if known is not None:
            self._answer(resolutionReceiver, hostName, known, portNumber, transportSemantics)
        else:
            task = asyncio.ensure_future(self._ask(resolutionReceiver, hostName, portNumber, transportSemantics))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        return resolution

    def _remembered(self, host: str) -> list[str] | None:
        try:
            ipaddress.ip_address(host)
        except ValueError:
            until, addresses = self._known.get(host, (0.0, []))
            return addresses if self._clock() < until else None
        return [host]

    async def address(self, host: str) -> str | None:
        """The first address of ``host``, to tell hosts of one machine; None when it has none."""
        known = self._remembered(host)
        addresses = await self._look_up(host) if known is None else known
        return addresses[0] if addresses else None

    async def _ask(self, receiver: Any, host: str, port: int, semantics: str) -> None:
        self._answer(receiver, host, await self._look_up(host), port, semantics)

    async def _look_up(self, host: str) -> list[str]:
        loop = asyncio.get_running_loop()
        try:
            addresses = await asyncio.wait_for(loop.run_in_executor(None, self._lookup, host), self._timeout)
        except (OSError, UnicodeError, TimeoutError):
            addresses = []
        if addresses:
            if len(self._known) >= 10_000:
                self._known.clear()
            self._known[host] = (self._clock() + 300, addresses)
        return addresses

    def _answer(self, receiver: Any, host: str, addresses: list[str], port: int, semantics: str) -> None:
        free = self._allow_private or host in self._trusted
        allowed = [address for address in addresses if free or is_public(address)]
        self.refused.pop(host, None)
        if addresses and not allowed:
            self.refused[host] = addresses[0]
        for address in allowed:
            kind = IPv6Address if ":" in address else IPv4Address
            receiver.addressResolved(kind(semantics, address, port))
        receiver.resolutionComplete()


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """Nothing to cancel: an answer that comes too late is passed over by who asked."""


def _lookup(host: str) -> list[str]:
    return list(dict.fromkeys(info[4][0] for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)))  # type: ignore[misc]
