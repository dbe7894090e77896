"""One worker's part of a run: takes candidates from the frontier, gives back what became of them. Knows no Scrapy."""

import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lorehound.crawl.budget import Budget
from lorehound.crawl.intake import BUCKETS, Intake
from lorehound.crawl.log import RunLog
from lorehound.crawl.outcomes import HOPS, Rule, by_reason, pause_after, retry_after
from lorehound.crawl.statistics import Bucket, Tally
from lorehound.errors import StorageFull
from lorehound.flow import View
from lorehound.frontier.contract import POOL, Frontier, HostPolicy, Rank
from lorehound.library.contract import Library
from lorehound.model.page import Candidate, Page, SavedPage
from lorehound.model.run import Counters
from lorehound.url.address import host_name, host_of
from lorehound.url.key import key
from lorehound.url.traps import trap

FIRST_PATIENCE, PATIENCE = 10.0, 900.0
"""Longest wait in seconds for hosts that rest while nothing else is to be done: before the first page, and after it."""

SILENCE = 27.0
"""A crawl to which no page was answered for so many seconds from its start ends."""

WAS_GOOD, TURNED_OFF, LEFT_ALONE = 10, 40, 86_400.0
"""A site with so many kept pages, of which so many in a row are then off topic, is left alone for so many seconds."""

NO_ANSWER = frozenset({"unknown_host", "no_connection", "timeout"})
MOST_OUTAGES = 8
"""Times on end that a site may not answer before its pages count as failed: some four minutes."""

LONGEST_REST = 30.0
"""Longest rest in seconds of a site that is slow."""

WORTH_WAITING, SHORT_WAIT = 8, 5.0
"""While the best so many that wait are on hosts that are busy, or rest no longer than so many seconds, lesser pages of
other hosts are not fetched in their stead: a budget is spent on the best pages, not on keeping the line busy."""

NOTHING_KNOWN = 1.0
"""Seconds to wait when only an answer or a grown budget can bring work."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """When a run stops, and how stubborn it is: seconds and bytes (0: no limit), requests at once, tries of a page."""

    max_time: float = 0.0
    max_bytes: int = 0
    concurrency: int = 16
    tries: int = 3


class Work:
    """``started_at`` is when the run began (seconds since 1970), ``spent`` what earlier parts of it took (seconds)."""

    def __init__(
        self,
        view: View,
        library: Library,
        frontier: Frontier,
        intake: Intake,
        log: RunLog,
        *,
        worker: str,
        policy: HostPolicy,
        bounds: Bounds,
        budget: Budget,
        tally: Tally,
        rank: Rank | None,
        started_at: float,
        spent: float = 0.0,
        randomness: int = 0,
        alone: bool = True,
    ) -> None:
        self.tally = tally
        self.budget = budget
        self.stop_reason = ""
        self.fault = ""
        """The last thing that went wrong: an address and a code."""
        self.error: Exception | None = None
        self.hurry = False
        """Whether what is under way is to be broken off when the crawl stops."""
        self.new = 0
        """Pages that brought something that was not there."""
        self.answers = 0
        """Pages that were answered at all, with whatever status, by this worker or (once known) by another."""
        self.hosts: Counter[str] = Counter()
        self._view = view
        self._topic = view.topic.id
        self._library = library
        self._frontier = frontier
        self._intake = intake
        self._log = log
        self._worker = worker
        self._policy = policy
        self._bounds = bounds
        self._rank = rank
        self._started_at = started_at
        self._alone = alone
        self._spent = spent
        self._random = random.Random(randomness)  # noqa: S311 (jitter, no secret)
        self._began = time.monotonic()
        self._ready: deque[tuple[Candidate, SavedPage | None, SavedPage | None]] = deque()
        self._under_way: dict[str, SavedPage | None] = {}
        self._busy: Counter[str] = Counter()
        self._asked_at: dict[str, float] = {}
        self._ask_again_at = 0.0
        self._wait: float = 0.0
        self._errands = 0
        self._down: Counter[str] = Counter()
        self._back_at: dict[str, float] = {}
        self._good: Counter[str] = Counter()
        self._off: Counter[str] = Counter()
        self._hops: dict[str, int] = {}
        self._tries: Counter[str] = Counter()
        """Failures of pages that are tried again; what a candidate carries also counts waits that were no failure."""
        self._changed: Callable[[], None] = lambda: None

    # what there is to do

    @property
    def finished(self) -> bool:
        """Whether nothing more is to be begun."""
        return bool(self.stop_reason)

    @property
    def seconds(self) -> float:
        """How long the run has taken, earlier parts included."""
        return self._spent + time.monotonic() - self._began

    def counters(self) -> Counters:
        """The run's counters, earlier parts included."""
        return self.tally.counters()

    def on_change(self, call: Callable[[], None]) -> None:
        """Has ``call`` called when there may be work again, or none any more."""
        self._changed = call

    def next(self) -> Candidate | None:
        """The next candidate to fetch; None when there is none now."""
        while not self.stop_reason:
            if not self._ready and not self._lease():
                return None
            candidate, saved, elsewhere = self._ready.popleft()
            if saved is not None and self._is_settled(candidate, saved):
                self._frontier.done(candidate, saved.outcome)
                continue
            if elsewhere is not None and saved is None and self._reuse(candidate, elsewhere):
                continue
            self._under_way[candidate.key] = saved
            self._busy[candidate.host] += 1
            self._asked_at[candidate.host] = time.monotonic()
            return candidate
        return None

    def wait(self) -> float:
        """Seconds after which ``next`` may have something, when it had nothing."""
        wait = self._ask_again_at - time.monotonic()
        return wait if wait > 0 else NOTHING_KNOWN

    def look(self) -> None:
        """Applies the stop rules; to be called now and then."""
        if self.stop_reason:
            return
        if self._bounds.max_time and self.seconds >= self._bounds.max_time:
            self.stop("max_time")
        elif self._bounds.max_bytes and self.tally.counters().bytes >= self._bounds.max_bytes:
            self.stop("max_bytes")
        elif self._alone and not self.answers and self._under_way and time.monotonic() - self._began > SILENCE:
            self.fault = self.fault or f"{next(iter(self._under_way))} timeout"
            self.stop("silence")

    def stop(self, reason: str) -> None:
        """Begins nothing more."""
        self.stop_reason = self.stop_reason or reason
        self._changed()

    def allow(self, pages: int | None, *, final: bool) -> None:
        """Changes how many pages may be fetched in all."""
        self.budget.allowed, self.budget.final = pages, final
        self._changed()

    def end(self) -> None:
        """Gives back what is still held, and sends what waits in batches."""
        self._frontier.release(self._worker)
        self._intake.flush()
        self.tally.refused.update(self._intake.refused)
        self._intake.refused.clear()

    def took(self, candidate: Candidate, seconds: float) -> None:
        """A site that was slow to answer is given as long to rest, up to half a minute."""
        if self._policy.delay and seconds > self._policy.delay:
            self._frontier.block(candidate.host, time.time() + min(seconds, LONGEST_REST), "slow")

    def delay_cut(self, host: str, asked: float, kept: float) -> None:
        """A site asks for a longer Crawl-delay than is kept (both in seconds)."""
        self._log.write("crawl delay cut", host=host, asked=asked, kept=kept)

    @contextmanager
    def errand(self) -> Iterator[None]:
        """While it lasts the crawl does not end for want of addresses."""
        self._errands += 1
        try:
            yield
        finally:
            self._errands -= 1
            self._ask_again_at = 0.0
            self._changed()

    def may_ask(self, url: str) -> bool:
        """Whether the topic's scope holds an address that is no page."""
        return self._view.bounds.refusal(url, host_of(url), 0) in (None, "not_a_page")

    def found(self, page: Page, origin: Candidate) -> None:
        """Puts the links of a listing that was fetched beside the pages."""
        self._intake.links_of(page, replace(origin, features=b""))

    # what became of a candidate

    def read(self, candidate: Candidate, page: Page) -> Bucket | None:
        """A page of text was fetched; answers its counter, None when it could not be stored."""
        before = self._end(candidate)
        self._tries.pop(candidate.key, None)
        self._down.pop(candidate.host, None)
        self.answers += 1
        try:
            taken = self._intake.page(candidate, page, before)
        except StorageFull as error:
            self._fail(error, "storage_full")
            return None
        self._count(candidate, taken.bucket, taken.label, page.status)
        self.new += taken.new
        return taken.bucket

    def unchanged(self, candidate: Candidate, headers: Mapping[str, str]) -> None:
        """The site says that the page is as it was."""
        before = self._end(candidate)
        self.answers += 1
        if before is None:
            self._settle(candidate, by_reason("bad_redirect"), 304)
            return
        row = replace(
            before,
            fetched_at=time.time(),
            etag=headers.get("etag", before.etag),
            last_modified=headers.get("last-modified", before.last_modified),
        )
        self._library.save_pages([row])
        self._frontier.done(candidate, before.outcome)
        self._count(candidate, BUCKETS[before.outcome], before.label, 304)

    def not_read(self, candidate: Candidate, rule: Rule, status: int, headers: Mapping[str, str]) -> None:
        """The answer, or its absence, holds no page; ``rule`` says what follows."""
        before = self._end(candidate)
        self.answers += status > 0
        if status:
            self._down.pop(candidate.host, None)
        self.fault = f"{candidate.url} {rule.reason}"
        if rule.action == "not_a_page" or rule.action == "give_up":
            self._settle(candidate, rule, status, before)
            return
        now = time.time()
        asked = retry_after(headers.get("retry-after", ""), now) if rule.action == "rest" else None
        tries = self._tries[candidate.key]
        pause = pause_after(tries, self._random) if asked is None else asked
        if rule.reason in NO_ANSWER and self._is_down(candidate.host, now):
            # Not the page's fault: it waits until the site, or the network, is back.
            pause = max(0.0, self._back_at[candidate.host] - now)
        elif tries + 1 >= self._bounds.tries:
            self._settle(candidate, rule, status, before)
            return
        else:
            self._tries[candidate.key] = tries + 1
        if rule.action == "rest" or rule.reason in NO_ANSWER or rule.reason == "blocked_page":
            self._frontier.block(candidate.host, now + pause, rule.reason)
        self._save_failed(candidate, rule, status, before)
        self._frontier.retry(candidate, now + pause, rule.reason)
        self._count(candidate, "failed", "", status, rule.reason)

    def redirected(self, candidate: Candidate, url: str) -> None:
        """The page is elsewhere: that address becomes a candidate of its own, checked like any link."""
        self._end(candidate)
        self.answers += 1
        hops = self._hops.pop(candidate.key, 0) + 1
        its_key, host = key(url), host_of(url)
        again = candidate.kind in ("seed", "revisit")
        refusal = self._view.bounds.refusal(url, host, candidate.depth) or trap(url)
        if again and refusal != "private_address":
            refusal = None
        if hops > HOPS or its_key == candidate.key:
            self._settle(candidate, by_reason("bad_redirect"), 0)
            return
        self.tally.other_requests += 1
        if refusal:
            self.tally.refused[refusal] += 1
            self.fault = f"{url} {refusal}"
        else:
            self._follow(candidate, url, its_key, host, hops, again=again)
        self._frontier.done(candidate, "redirected")
        self._log.write("redirect", url=candidate.url, to=url, refused=refusal or "")

    def refused(self, candidate: Candidate, reason: str) -> None:
        """The address may not be asked for."""
        self._end(candidate)
        self.tally.refused[reason] += 1
        self.fault = f"{candidate.url} {reason}"
        self._frontier.done(candidate, reason)
        self._log.write("refused", url=candidate.url, reason=reason)

    def postponed(self, candidate: Candidate, until: float, reason: str) -> None:
        """The address may be asked for later."""
        self._end(candidate)
        if reason not in ("crawl_delay", "busy_address"):
            self.fault = f"{candidate.url} {reason}"
            self._log.write("postponed", url=candidate.url, reason=reason, until=until)
        self._frontier.block(candidate.host, until, reason)
        self._frontier.retry(candidate, until, reason)

    def broken(self, candidate: Candidate, error: Exception) -> None:
        """We failed, not the page: the run ends with the error, and the address waits for the next one."""
        self._end(candidate)
        self._fail(error, "error")

    def given_back(self, candidate: Candidate) -> None:
        """The crawl ended before an answer came."""
        self._end(candidate)

    # helpers

    def _lease(self) -> bool:
        under_way = len(self._under_way)
        fetched = self.tally.fetched
        if self.budget.used_up(fetched) and not under_way:
            self.stop("max_pages")
        room = min(self._bounds.concurrency - under_way, self.budget.left(fetched + under_way))
        if self.stop_reason or room <= 0 or time.monotonic() < self._ask_again_at:
            return False
        if self._rank is not None:
            room = min(room, self._promising())
            if not room:
                return False
        leased = self._frontier.lease(self._topic, self._worker, room, policy=self._policy, rank=self._rank)
        if not leased.candidates:
            self._rest(leased.wait)
            return False
        keys = [candidate.key for candidate in leased.candidates]
        saved = self._library.saved(self._topic, keys)
        elsewhere = self._library.saved_elsewhere(self._topic, keys)
        self._ready.extend(zip(leased.candidates, saved, elsewhere, strict=True))
        return True

    def _promising(self) -> int:
        """How many of the best that wait are on hosts that need not be waited for; with 0, when to ask again is set."""
        now = time.monotonic()
        delay = self._policy.delay if self._policy.delay <= SHORT_WAIT else 0.0
        self._asked_at = {host: at for host, at in self._asked_at.items() if now < at + delay or self._busy[host]}
        if not self._asked_at:
            return self._bounds.concurrency
        waiting = self._frontier.waiting(self._topic, POOL)
        scores = self._rank(waiting) if self._rank else [candidate.score for candidate in waiting]
        in_order = sorted(range(len(waiting)), key=lambda number: -scores[number])
        best = [waiting[number] for number in in_order[:WORTH_WAITING]]
        free_in = {
            host: max(at + delay - now, NOTHING_KNOWN if self._busy[host] >= self._policy.concurrency else 0.0)
            for host, at in self._asked_at.items()
        }
        waits = [free_in.get(candidate.host, 0.0) for candidate in best]
        free = sum(wait <= 0.0 for wait in waits)
        if waits and not free:
            self._ask_again_at = now + min(waits)
        return free if waits else self._bounds.concurrency

    def _rest(self, wait: float | None) -> None:
        if not self._under_way and not self._errands:
            patience = PATIENCE if self.answers else FIRST_PATIENCE
            if wait is None:
                self.stop("exhausted")
            elif wait > patience:
                self.stop("resting")
        self._ask_again_at = time.monotonic() + (1.0 if wait is None else wait)

    def _end(self, candidate: Candidate) -> SavedPage | None:
        self._ask_again_at = 0.0
        self._busy -= Counter({candidate.host: 1})
        return self._under_way.pop(candidate.key, None)

    def _is_settled(self, candidate: Candidate, saved: SavedPage) -> bool:
        """The row of a page that was fetched already, in this run or when it is not to be fetched again."""
        if saved.outcome == "failed":
            return False
        return candidate.kind not in ("seed", "revisit") or saved.fetched_at >= self._started_at

    def _reuse(self, candidate: Candidate, elsewhere: SavedPage) -> bool:
        page = self._intake.stored(elsewhere.place) if elsewhere.place else None
        if page is None or candidate.kind == "revisit":
            return False
        page = replace(page, depth=candidate.depth, referrer=candidate.referrer, anchor=candidate.anchor)
        taken = self._intake.page(candidate, page, None, reused=elsewhere.place)
        self.tally.reused += 1
        self.new += taken.new
        self._log.write("reused", url=page.url, outcome=taken.bucket)
        return True

    def _follow(self, candidate: Candidate, url: str, its_key: str, host: str, hops: int, *, again: bool) -> None:
        saved = self._library.saved(self._topic, [its_key])[0] if again else None
        target = replace(
            candidate,
            url=url,
            key=its_key,
            host=host,
            kind=candidate.kind if again else "link",
            # A chain without end over several workers, none of which sees it whole, comes to an end by its depth.
            depth=candidate.depth + (hops > HOPS // 2),
            tries=0,
            etag=saved.etag if saved else "",
            last_modified=saved.last_modified if saved else "",
        )
        if len(self._hops) > 100_000:
            self._hops.clear()
        self._hops[its_key] = hops
        self._frontier.put([target])

    def _settle(self, candidate: Candidate, rule: Rule, status: int, before: SavedPage | None = None) -> None:
        """For good: a row says what became of the address, unless a better one stands there."""
        self._tries.pop(candidate.key, None)
        bucket: Bucket = "not_a_page" if rule.action == "not_a_page" else "failed"
        self._save_failed(candidate, rule, status, before, outcome=bucket)
        self._frontier.done(candidate, bucket)
        self._count(candidate, bucket, "", status, rule.reason)
        self.new += before is None and bucket == "not_a_page"

    def _save_failed(
        self, candidate: Candidate, rule: Rule, status: int, before: SavedPage | None, outcome: str = "failed"
    ) -> None:
        if before is not None and before.outcome != "failed":
            return
        row = SavedPage(
            topic=self._topic,
            key=candidate.key,
            url=candidate.url,
            referrer=candidate.referrer,
            anchor=candidate.anchor,
            depth=candidate.depth,
            fetched_at=time.time(),
            status=status,
            outcome=outcome,
            reason=rule.reason,
        )
        self._library.save_pages([row])

    def _count(self, candidate: Candidate, bucket: Bucket, label: str, status: int, reason: str = "") -> None:
        self.tally.page(bucket, label)
        self.hosts[host_name(candidate.host)] += 1
        self._watch(candidate.host, bucket)
        self._log.write("page", url=candidate.url, outcome=bucket, label=label, status=status, reason=reason)

    def _is_down(self, host: str, now: float) -> bool:
        """Whether a site has not answered several times on end; counted once for all that was under way to it."""
        if now >= self._back_at.get(host, 0.0):
            self._down[host] += 1
            self._back_at[host] = now + pause_after(self._down[host] - 1, self._random, first=1.0)
        return 1 < self._down[host] <= MOST_OUTAGES

    def _watch(self, host: str, bucket: Bucket) -> None:
        """A site that was good and then gives nothing on topic any more was sold or broken into: it is left alone."""
        if bucket == "kept":
            self._good[host] += 1
            self._off.pop(host, None)
        elif bucket == "off_topic" and self._good[host] >= WAS_GOOD:
            self._off[host] += 1
            if self._off[host] == TURNED_OFF and self._view.strategy.name != "complete":
                self._frontier.block(host, time.time() + LEFT_ALONE, "turned_off_topic")
                self.fault = f"{host} turned_off_topic"
                self._log.write("site left alone", host=host, reason="turned_off_topic")

    def _fail(self, error: Exception, reason: str) -> None:
        self.error = error
        self._log.write("error", text=str(error))
        self.stop(reason)
