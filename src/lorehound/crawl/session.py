"""One process's part of a run, from opened stores to the last page."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from lorehound.crawl import engine, reactor
from lorehound.crawl.budget import Budget
from lorehound.crawl.engine import Manners
from lorehound.crawl.headers import headers_for
from lorehound.crawl.intake import Intake
from lorehound.crawl.interrupts import interrupts
from lorehound.crawl.log import RunLog
from lorehound.crawl.options import CrawlOptions
from lorehound.crawl.proxies import read_proxies
from lorehound.crawl.scheduler import FrontierScheduler
from lorehound.crawl.spider import PageSpider, Spider
from lorehound.crawl.statistics import Tally
from lorehound.crawl.user_agent import user_agent
from lorehound.crawl.work import Bounds, Work
from lorehound.flow import View
from lorehound.focus.learnt import Learnt
from lorehound.frontier.contract import HostPolicy
from lorehound.model.page import Candidate
from lorehound.model.run import Run
from lorehound.model.topic import Topic
from lorehound.settings import Settings
from lorehound.url.key import key
from lorehound.workspace import Workspace

TICK = 0.25
"""Seconds between two looks at the stop rules."""

GRACE = 5.0
"""Seconds that requests under way are given when a crawl is stopped by the user, by time or by silence."""


@dataclass(frozen=True, slots=True)
class Session:
    """What one process of a run works with."""

    workspace: Workspace
    view: View
    options: CrawlOptions
    run: Run
    learnt: Learnt
    worker: str

    def intake(self) -> Intake:
        """Takes pages in for this topic."""
        workspace = self.workspace
        return Intake(
            self.view,
            self.learnt,
            workspace.library,
            workspace.frontier,
            workspace.pages,
            keep_all=workspace.settings.text("store.keep") == "all",
        )

    def work(self, budget: Budget, tally: Tally, log: RunLog, *, alone: bool = True) -> Work:
        """This process's part."""
        topic, options = self.view.topic, self.options
        manners = manners_for(topic, self.workspace.settings, options, self.workspace.folder)
        intake = self.intake()

        def rank(candidates: Sequence[Candidate]) -> list[float]:
            scores = self.view.strategy.rank(candidates, self.view.profile, self.learnt)
            penalty = intake.repeats.penalty
            return [score - penalty(candidate.url) for candidate, score in zip(candidates, scores, strict=True)]

        return Work(
            self.view,
            self.workspace.library,
            self.workspace.frontier,
            intake,
            log,
            worker=self.worker,
            policy=HostPolicy(manners.delay, manners.per_host, topic.scope.max_pages_per_host),
            bounds=Bounds(
                options.max_time,
                options.max_bytes,
                manners.concurrency,
                int(self.workspace.settings.number("crawl.tries")),
            ),
            budget=budget,
            tally=tally,
            rank=rank if self.view.strategy.name == "best-first" else None,
            started_at=self.run.started_at,
            spent=self.run.seconds,
            randomness=options.randomness,
            alone=alone,
        )


def view_of(workspace: Workspace, topic: Topic, options: CrawlOptions) -> View:
    """The topic as its pages are looked at in this run."""
    return workspace.view(topic, strategy_name=options.strategy, allow_private=options.allow_private)


def manners_for(topic: Topic, settings: Settings, options: CrawlOptions, folder: Path = Path()) -> Manners:
    """Who asks and how: the options before the settings, the topic's politeness below both; ``folder`` is where a file
    of proxies lies."""
    polite = topic.politeness
    delay = polite.delay if options.delay is None else options.delay
    in_all = options.concurrency or int(settings.number("crawl.concurrency")) or 1
    return Manners(
        agent=user_agent(settings.text("contact"), polite.user_agent),
        languages=topic.languages,
        proxies=read_proxies(settings.text("crawl.proxy") if options.proxy is None else options.proxy, folder),
        allow_private=settings.flag("crawl.allow_private") if options.allow_private is None else options.allow_private,
        obey_robots=polite.obey_robots,
        concurrency=in_all,
        per_host=min(in_all, options.concurrency or polite.concurrency_per_host),
        delay=delay,
        timeout=settings.number("crawl.timeout") or 30.0,
        page_bytes=int(settings.number("crawl.max_page_mb") * 1_000_000) or 20_000_000,
    )


def run_session(session: Session, work: Work, tick: Callable[[Work], None], *, handle_signals: bool = True) -> None:
    """Crawls until ``work`` is finished; ``tick`` is called a few times a second and once at the end."""
    topic, options = session.view.topic, session.options
    manners = manners_for(topic, session.workspace.settings, options, session.workspace.folder)

    def make(resolver: object) -> PageSpider:
        return Spider(
            work,
            resolver,  # type: ignore[arg-type]
            headers_for(manners.agent, manners.languages),
            proxies=manners.proxies,
            timeout=manners.timeout,
        )

    def interrupt() -> None:
        # The first lets what is under way come to its end, the second breaks it off.
        work.hurry = work.stop_reason == "interrupted"
        reactor.call(lambda: work.stop("interrupted"))

    async def main() -> None:
        spiders: list[PageSpider] = []
        watch = asyncio.ensure_future(_watch(work, spiders, tick))
        with interrupts(interrupt) if handle_signals else nullcontext():
            try:
                await engine.crawl(
                    make,
                    manners,
                    scheduler=FrontierScheduler,
                    at_once=lambda old, new: key(old) == key(new),
                    complete=options.strategy == "complete",
                    began=spiders.append,
                )
            finally:
                watch.cancel()
                with suppress(asyncio.CancelledError):
                    await watch

    try:
        reactor.run(main())
    finally:
        work.end()
        tick(work)
    if work.error is not None and work.stop_reason != "storage_full":
        raise work.error


async def _watch(work: Work, spiders: list[PageSpider], tick: Callable[[Work], None]) -> None:
    stopped_at = 0.0
    while True:
        work.look()
        tick(work)
        if work.stop_reason in _AT_ONCE:
            stopped_at = stopped_at or time.monotonic()
            grace = 0.0 if work.stop_reason == "silence" else GRACE
            if work.hurry or time.monotonic() - stopped_at >= grace:
                for spider in spiders:
                    spider.stop_downloads()
        await asyncio.sleep(TICK)


_AT_ONCE = frozenset({"interrupted", "max_time", "silence", "storage_full", "error"})
