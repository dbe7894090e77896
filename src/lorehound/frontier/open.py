"""Opens the frontier that an address names."""

import time
from collections.abc import Callable
from pathlib import Path

from lorehound.errors import BadSetting
from lorehound.frontier.contract import Frontier


def open_frontier(address: str | Path, clock: Callable[[], float] = time.time) -> Frontier:
    """The frontier at ``address``: a path (or ``sqlite:PATH``), or ``memory:``; an unknown scheme is BadSetting."""
    scheme, colon, rest = str(address).partition(":")
    if str(address) == "memory:":
        from lorehound.frontier.memory import MemoryFrontier

        return MemoryFrontier(clock)
    if "://" in str(address):
        raise BadSetting(f"frontier {address!r}: no frontier is kept by {scheme}; give a path, sqlite:PATH or memory:")
    from lorehound.frontier.sqlite import SqliteFrontier

    return SqliteFrontier(Path(rest if colon and scheme == "sqlite" else str(address)), clock)
