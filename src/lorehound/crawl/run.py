"""The door: one crawl of one topic, from its settings to its run record."""

import random
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from lorehound.crawl.budget import Budget
from lorehound.crawl.log import RunLog
from lorehound.crawl.options import MOST_AT_ONCE, CrawlOptions
from lorehound.crawl.recount import recounted
from lorehound.crawl.seeding import starts
from lorehound.crawl.session import Session, run_session, view_of
from lorehound.crawl.statistics import Part, Rate, Tally
from lorehound.crawl.workers import run_workers
from lorehound.focus.learnt import Learnt
from lorehound.library.contract import Library
from lorehound.model.run import Counters, Run
from lorehound.model.topic import Topic
from lorehound.model.words import say
from lorehound.workspace import Workspace

SAVE_EVERY = 1.0
"""Seconds between two writings of the run record while it runs."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a crawl is: ``frontier`` candidates wait, ``hosts`` were asked, ``seconds`` are the run's."""

    counters: Counters
    frontier: int
    hosts: int
    pages_per_s: float
    seconds: float


def crawl(
    workspace: Workspace,
    topic: Topic | str,
    options: CrawlOptions = CrawlOptions(),  # noqa: B008 (frozen)
    on_progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Crawls for a topic of the workspace's library and answers the run's record (NotFound, WorkspaceBusy, Damaged).

    A run that was interrupted or killed is gone on with. Ctrl-C ends it cleanly, with stop reason ``interrupted``.
    """
    with workspace.lock():
        wanted = workspace.library.topic(topic if isinstance(topic, str) else topic.id)
        return _Crawl(workspace, wanted, options, on_progress or (lambda _: None)).run()


class _Crawl:
    def __init__(
        self, workspace: Workspace, topic: Topic, options: CrawlOptions, report: Callable[[Progress], None]
    ) -> None:
        self._workspace = workspace
        self._topic = topic
        self._options = options
        self._report = report
        self._view = view_of(workspace, topic, options)
        self._run = _begun(workspace.library, topic, options)
        self._rate = Rate()
        self._saved_at = 0.0
        self._cpu = _cpu_seconds()

    def run(self) -> Run:
        workspace, topic, library = self._workspace, self._topic, self._workspace.library
        library.put_run(self._run)
        for number in range(MOST_AT_ONCE):
            workspace.frontier.release(_worker(number))
        learnt = _learnt(workspace, topic)
        session = Session(workspace, self._view, self._options, self._run, learnt, _worker(0))
        tally = Tally(self._run.counters)
        with RunLog(workspace.folder / "log", self._run.id) as log:
            log.write("start", run=self._run.id, topic=topic.id, strategy=self._options.strategy)
            refused = self._seed(session, tally)
            if self._options.workers > 1:
                ended: Part = run_workers(session, tally, log, self._allowed(), self._tick)
                learnt.merge(workspace.frontier.learnt(topic.id)[1])
            else:
                ended = work = session.work(Budget(self._allowed()), tally, log)
                run_session(session, work, self._tick)
            library.save_learnt(topic.id, learnt.pack())
            workspace.pages.sync()
            reason = self._reason(ended, refused)
            finished = self._record(
                ended, reason, state="interrupted" if ended.stop_reason == "interrupted" else "finished"
            )
            library.put_run(finished)
            log.write("end", run=finished.id, stop_reason=reason)
        return finished

    def _allowed(self) -> int | None:
        wanted = self._topic.scope.max_pages if self._options.max_pages is None else self._options.max_pages
        return max(0, wanted - self._run.counters.fetched) if wanted else None

    def _seed(self, session: Session, tally: Tally) -> tuple[tuple[str, str], ...]:
        start = starts(
            self._view,
            self._workspace.library,
            self._options.revisit,
            self._run.started_at,
            retry_failed=self._options.retry_failed,
        )
        self._workspace.frontier.put(start.candidates)
        if start.written:
            intake = session.intake()
            for candidate, page in start.written:
                intake.links_of(page, candidate)
            tally.refused.update(intake.refused)
        for _, reason in start.refused:
            tally.refused[reason] += 1
        return start.refused

    def _tick(self, work: Part) -> None:
        now = time.monotonic()
        if now - self._saved_at >= SAVE_EVERY:
            self._saved_at = now
            self._workspace.library.put_run(self._record(work, "", state="running"))
        counters = work.counters()
        stats = self._workspace.frontier.stats(self._topic.id)
        self._report(
            Progress(counters, stats.waiting, len(work.hosts), self._rate.at(now, counters.fetched), work.seconds)
        )

    def _record(self, work: Part, reason: str, state: str) -> Run:
        return replace(
            self._run,
            state=state,
            stop_reason=reason,
            seconds=work.seconds,
            cpu_seconds=self._run.cpu_seconds + _cpu_seconds() - self._cpu,
            max_rss_mb=max(self._run.max_rss_mb, _max_rss_mb()),
            counters=work.counters(),
        )

    def _reason(self, work: Part, refused: tuple[tuple[str, str], ...]) -> str:
        counters = work.counters()
        if work.stop_reason in ("interrupted", "storage_full", "max_time", "max_bytes"):
            return work.stop_reason
        got_none = counters.fetched == counters.failed and not counters.reused
        if not self._has_pages() or (counters.failed and got_none):
            return f"no_page: {self._why(work.fault, refused)}"
        if work.stop_reason == "exhausted":
            return "frontier_empty" if work.new else "nothing_new"
        return work.stop_reason

    def _has_pages(self) -> bool:
        saved = self._workspace.library.saved_pages
        return any(saved(self._topic.id, outcome=outcome, n=1) for outcome in ("kept", "off_topic", "duplicate"))

    def _why(self, fault: str, refused: tuple[tuple[str, str], ...]) -> str:
        if not fault and refused:
            fault = " ".join(refused[0])
        if not fault:
            return f"topic {self._topic.id!r} has no seed; add one with: lorehound seed add {self._topic.id} ADDRESS"
        address, _, code = fault.rpartition(" ")
        return f"{address}: {say(code)}"


def _begun(library: Library, topic: Topic, options: CrawlOptions) -> Run:
    """The run to go on with, its counters set right by the saved-page list, or a new one."""
    last = next(iter(library.runs(topic.id)), None)
    if last is not None and last.state in ("running", "interrupted"):
        counters = recounted(library, last) if last.state == "running" else last.counters
        return replace(last, state="running", stop_reason="", strategy=options.strategy, counters=counters)
    now = time.time()
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{stamp}-{topic.id}"
    if last is not None and last.id.startswith(name):
        name = f"{name}-{random.randrange(16**4):04x}"  # noqa: S311
    return Run(name, topic.id, options.strategy, started_at=now)


def _learnt(workspace: Workspace, topic: Topic) -> Learnt:
    learnt = Learnt.unpack(workspace.library.learnt(topic.id))
    _, shared = workspace.frontier.learnt(topic.id)
    if shared:
        learnt.merge(shared)
    elif learnt.pages:
        workspace.frontier.learn(topic.id, learnt.sums())
    return learnt


def _worker(number: int) -> str:
    return f"worker-{number}"


def _cpu_seconds() -> float:
    mine, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + children.ru_utime + children.ru_stime


def _max_rss_mb() -> float:
    unit = 1 / 1_000_000 if sys.platform == "darwin" else 1 / 1024
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) * unit
