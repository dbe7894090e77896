"""One Twisted reactor on one asyncio loop for the life of the process, entered anew for each crawl."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from twisted.internet import asyncioreactor

T = TypeVar("T")

_turn = threading.Lock()
_making = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs ``main`` to its end, with Twisted at its service, in the calling thread; one crawl at a time.

    ``reactor.run`` can be called but once in a process. Twisted's asyncio reactor needs no run of its own: what it
    schedules is on the loop, so entering the loop again is all that a second crawl takes.
    """
    with _turn:
        return _ready().run_until_complete(main)


def call(function: Callable[[], object]) -> None:
    """Has ``function`` called inside the crawl that runs or begins next; may be called from any thread."""
    _ready().call_soon_threadsafe(function)


def _ready() -> asyncio.AbstractEventLoop:
    global _loop
    with _making:
        if _loop is None:
            _loop = asyncio.new_event_loop()
            asyncio.set_event_loop(_loop)
            asyncioreactor.install(_loop)
            from twisted.internet import reactor

            reactor.startRunning(installSignalHandlers=False)
        return _loop
