"""The frontier's contract; ``tests/frontier/contract.py`` is its test suite for every backend.

A candidate is never lost and never handed out twice at once: ``lease`` hands it out with a deadline, ``done`` or
``retry`` ends the lease, and a lease whose deadline passed comes back by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from lorehound.model.page import Candidate

Sums = Mapping[str, tuple[float, ...]]
"""What a crawl has learnt, as sums that can be added in any order: name -> numbers."""

Rank = Callable[[Sequence[Candidate]], Sequence[float]]
"""Scores candidates again with what has been learnt since they were put."""

ADDED, KNOWN, HOST_BUDGET = "added", "known", "host_budget"
"""What ``put`` answers."""

AGAIN = ("seed", "revisit")
"""Kinds of candidates that put an address which is done back to wait."""

POOL = 256
"""How many of the best candidates ``lease`` scores again."""


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """How one host may be asked: seconds between requests, requests at once, pages in all (0: no limit)."""

    delay: float = 1.0
    concurrency: int = 2
    max_pages: int = 0


@dataclass(frozen=True, slots=True)
class Leased:
    """Candidates handed out, best first; when none, ``wait`` seconds until one may come (None: none is left at all)."""

    candidates: tuple[Candidate, ...] = ()
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class HostState:
    """A host as the frontier sees it."""

    host: str
    waiting: int
    leased: int
    done: int
    next_at: float
    blocked_until: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FrontierStats:
    """Counts of one topic (or of all): candidates waiting, handed out, done; hosts that have any waiting or handed out.

    ``oldest_lease`` is in seconds; ``by_worker`` counts the leases that each worker holds.
    """

    waiting: int = 0
    leased: int = 0
    done: int = 0
    hosts: int = 0
    oldest_lease: float = 0.0
    by_outcome: Mapping[str, int] = field(default_factory=dict)
    by_worker: Mapping[str, int] = field(default_factory=dict)


class Frontier(Protocol):
    """Addresses found and not fetched, best first, per topic. Times are seconds since 1970 from the clock it was
    given."""

    def put(self, candidates: Sequence[Candidate], *, host_budget: int = 0) -> list[str]:
        """Adds candidates; answers in the same order ``added``, ``known`` or the code of a refusal (``host_budget``).

        A known candidate that still waits takes the new score when that is greater (and, if its kind is ``link``, all
        of the new candidate but ``tries``: what is known of it then comes from its best referrer). ``kind``
        ``revisit`` or ``seed`` puts an address that is done back to wait (answer ``added``), never one that waits or
        is leased. With a ``host_budget`` a new address is refused when that many pages of its host are leased or
        done for the topic.
        """

    def known(self, topic: str, keys: Sequence[str]) -> list[bool]:
        """Whether each key has ever been put for ``topic``."""

    def lease(
        self, topic: str, worker: str, n: int, *, policy: HostPolicy, rank: Rank | None = None, seconds: float = 120.0
    ) -> Leased:
        """Hands out up to ``n``: the best by score from hosts that may be asked now, in that order.

        ``rank`` scores the best few hundred (``POOL``) again before choosing; the new scores stay. Equal scores go in
        the order of ``put``. A host may be asked when ``policy.delay`` seconds have passed since its last lease (so
        with a delay, one call hands out one candidate a host), fewer than ``policy.concurrency`` leases are out, it
        is not blocked, and fewer than ``policy.max_pages`` of its pages are leased or done for the topic; delay,
        leases and blocks of a host count over all topics. Leases hold for ``seconds``. While leases of the topic are
        out, ``wait`` is at most a second, since their pages may bring links at any moment.
        """

    def done(self, candidate: Candidate, outcome: str) -> None:
        """Ends the lease: the address was fetched (or failed for good) with ``outcome``.

        Also right for one that waits: it need not be fetched any more. One that is done or forgotten is left alone.
        """

    def done_many(self, results: Sequence[tuple[Candidate, str]]) -> None:
        """``done`` for a batch in one transaction."""

    def retry(self, candidate: Candidate, not_before: float, reason: str) -> None:
        """Ends the lease: the address waits until ``not_before``; ``tries`` grows by one. One that is not leased is
        left alone."""

    def release(self, worker: str) -> int:
        """Gives back everything that ``worker`` holds (it stopped or died); answers how many. Tries do not grow."""

    def block(self, host: str, until: float, reason: str) -> None:
        """Asks a host for nothing until then; a time that has passed lifts the block."""

    def learn(self, topic: str, delta: Sums) -> None:
        """Adds to the sums that all workers of the topic share."""

    def learnt(self, topic: str, since: int = 0) -> tuple[int, Sums]:
        """The sums that changed after ``since`` (whole values, not differences) and the number to ask with next
        time."""

    def clear_learnt(self, topic: str) -> None:
        """Forgets what was learnt."""

    def forget(self, topic: str, keys: Sequence[str] | None = None) -> int:
        """Forgets addresses (all of the topic when ``keys`` is None); answers how many."""

    def topics(self) -> list[str]:
        """The topics that have candidates waiting or leased, in order of name."""

    def stats(self, topic: str | None = None) -> FrontierStats:
        """Counts now."""

    def hosts(self, topic: str | None = None) -> list[HostState]:
        """The hosts that have candidates waiting or leased, most waiting first, then by name."""

    def waiting(self, topic: str, n: int) -> list[Candidate]:
        """The best ``n`` that wait, without handing them out."""

    def close(self) -> None:
        """Ends the use of it; nothing that was acknowledged is lost without it."""
