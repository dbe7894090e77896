"""Opens the frontier that an address names."""

import time
from collections.abc import Callable
from pathlib import Path

from lorehound.errors import BadSetting
from lorehound.frontier.contract import Frontier


def open_frontier(address: str | Path, clock: Callable[[], float] = time.time) -> Frontier:
    """The frontier at ``address``: a path (or ``sqlite:PATH``), ``redis://HOST:PORT/NUMBER`` or ``memory:``.

    ``rediss://`` is Redis by TLS, ``unix://`` by a socket. BadSetting for another scheme, MissingExtra for a package
    that is not there.
    """
    scheme, colon, rest = str(address).partition(":")
    if str(address) == "memory:":
        from lorehound.frontier.memory import MemoryFrontier

        return MemoryFrontier(clock)
    if scheme in ("redis", "rediss", "unix"):
        from lorehound.frontier.redis import RedisFrontier

        return RedisFrontier(str(address), clock)
    if "://" in str(address):
        raise BadSetting(
            f"frontier {address!r}: no frontier is kept by {scheme}; give a path, redis://HOST:PORT/0 or memory:"
        )
    from lorehound.frontier.sqlite import SqliteFrontier

    return SqliteFrontier(Path(rest if colon and scheme == "sqlite" else str(address)), clock)
