"""How one crawl is to run."""

from dataclasses import dataclass
from typing import Literal, get_args

from lorehound.errors import BadSetting

Strategy = Literal["best-first", "shark-search", "breadth-first", "complete"]
Revisit = Literal["none", "seeds", "hubs", "all"]

MOST_AT_ONCE = 64
"""Processes that crawl together, and requests under way at once."""


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What the user asked of one crawl; None leaves a value to the topic or the settings, 0 sets no limit.

    ``max_time`` and ``delay`` are seconds, ``max_bytes`` counts bytes as they came over the line. ``concurrency`` is
    requests at once, in all and to one host. ``randomness`` seeds what is random (jitter), so that a run can be had
    again.
    """

    strategy: Strategy = "best-first"
    max_pages: int | None = None
    max_time: float = 0.0
    max_bytes: int = 0
    delay: float | None = None
    concurrency: int | None = None
    proxy: str | None = None
    allow_private: bool | None = None
    revisit: Revisit = "seeds"
    workers: int = 1
    retry_failed: bool = False
    randomness: int = 0

    def __post_init__(self) -> None:
        for name, value, choices in (("strategy", self.strategy, Strategy), ("revisit", self.revisit, Revisit)):
            if value not in get_args(choices):
                raise BadSetting(f"{name} is {value!r}; it takes one of {', '.join(get_args(choices))}")
        for name in ("max_pages", "max_time", "max_bytes", "delay"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise BadSetting(f"{name} is {value!r}; it takes 0 or more")
        for name in ("workers", "concurrency"):
            value = getattr(self, name)
            if value is not None and not 1 <= value <= MOST_AT_ONCE:
                raise BadSetting(f"{name} is {value!r}; it takes 1 to {MOST_AT_ONCE}")
