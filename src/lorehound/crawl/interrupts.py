"""Ctrl-C and SIGTERM while a crawl runs."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts(call: Callable[[], None]) -> Iterator[None]:
    """Has ``call`` called at each SIGINT or SIGTERM until the block ends; only the main thread hears them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, lambda *_: call()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
