"""One crawl: its counters and why it stopped."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

OUTCOMES = ("kept", "duplicates", "off_topic", "not_a_page", "failed")
"""What can become of a fetched page: each is in exactly one of these counters."""


@dataclass(frozen=True, slots=True)
class Counters:
    """The numbers of a run, the same wherever they are told (``docs/counters.md`` has a line for each).

    ``fetched = kept + duplicates + off_topic + not_a_page + failed``; ``unsure`` is part of ``kept``; ``on_topic`` is
    ``kept`` and ``duplicates`` that were judged on topic; ``refused`` counts links by reason. ``reused`` pages were
    judged from the page store since another topic had fetched them: they are in no other counter.
    """

    fetched: int = 0
    on_topic: int = 0
    kept: int = 0
    unsure: int = 0
    duplicates: int = 0
    off_topic: int = 0
    not_a_page: int = 0
    failed: int = 0
    other_requests: int = 0
    reused: int = 0
    bytes: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Counters") -> "Counters":
        mine, theirs = asdict(self), asdict(other)
        refused = dict(mine.pop("refused"))
        for reason, count in theirs.pop("refused").items():
            refused[reason] = refused.get(reason, 0) + count
        return Counters(**{name: value + theirs[name] for name, value in mine.items()}, refused=refused)

    @property
    def harvest(self) -> float:
        """On-topic pages among fetched ones, 0..1."""
        return self.on_topic / self.fetched if self.fetched else 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """A crawl of one topic. ``state`` is running, interrupted or finished; ``stop_reason`` is a code of
    ``model/words.py``.

    A run that is ``running`` although no process holds the workspace was killed; it is gone on with like an
    interrupted one.
    """

    id: str
    topic: str
    strategy: str = "best-first"
    state: str = "running"
    stop_reason: str = ""
    started_at: float = 0.0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    max_rss_mb: float = 0.0
    counters: Counters = field(default_factory=Counters)
