"""The counters of a run while it runs."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Literal, Protocol

from lorehound.model.run import OUTCOMES, Counters

Bucket = Literal["kept", "duplicates", "off_topic", "not_a_page", "failed"]


class Part(Protocol):
    """How far a run is, be it the work of one process or of several."""

    stop_reason: str
    fault: str
    """The last thing that went wrong: an address and a code."""
    hosts: Counter[str]

    @property
    def new(self) -> int: ...  # noqa: D102

    @property
    def seconds(self) -> float: ...  # noqa: D102

    def counters(self) -> Counters: ...  # noqa: D102


@dataclass(slots=True)
class Tally:
    """Counts upwards from ``start`` (what an earlier part of the same run had)."""

    start: Counters = field(default_factory=Counters)
    fetched: int = 0
    on_topic: int = 0
    unsure: int = 0
    other_requests: int = 0
    reused: int = 0
    bytes: int = 0
    buckets: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def page(self, bucket: Bucket, label: str = "") -> None:
        """One page request that was answered or failed."""
        self.fetched += 1
        self.buckets[bucket] += 1
        if bucket in ("kept", "duplicates"):
            self.on_topic += label == "on" or bucket == "kept"
            self.unsure += bucket == "kept" and label == "unsure"

    def counters(self) -> Counters:
        """The counters of the run so far."""
        return self.start + Counters(
            fetched=self.fetched,
            on_topic=self.on_topic,
            unsure=self.unsure,
            other_requests=self.other_requests,
            reused=self.reused,
            bytes=self.bytes,
            refused=dict(self.refused),
            **{name: self.buckets[name] for name in OUTCOMES},
        )


class Rate:
    """Pages a second over the last ``span`` seconds."""

    def __init__(self, span: float = 10.0) -> None:
        self._span = span
        self._seen: deque[tuple[float, int]] = deque()

    def at(self, now: float, pages: int) -> float:
        """Notes that ``pages`` were there at ``now``; answers pages a second."""
        self._seen.append((now, pages))
        while len(self._seen) > 2 and self._seen[0][0] < now - self._span:
            self._seen.popleft()
        (first, before), (last, after) = self._seen[0], self._seen[-1]
        return (after - before) / (last - first) if last > first else 0.0
