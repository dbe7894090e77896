"""Several processes on one frontier: the one that starts them gives out the page budget and watches the stop rules."""

import json
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from typing import IO, Any

from lorehound.crawl.interrupts import interrupts
from lorehound.crawl.log import RunLog
from lorehound.crawl.recount import recounted
from lorehound.crawl.session import GRACE, TICK, Session
from lorehound.crawl.statistics import Part, Tally
from lorehound.crawl.work import SILENCE
from lorehound.errors import LorehoundError
from lorehound.model.run import Counters

MOST_DEATHS = 20
"""Workers that died and were replaced, after which the run ends."""


def run_workers(session: Session, tally: Tally, log: RunLog, allowed: int | None, tick: Callable[[Part], None]) -> Part:
    """Crawls with ``session.options.workers`` processes until all have ended; what a dead one held is given back."""
    crew = _Crew(session, tally, log, allowed, tick)
    with interrupts(lambda: crew.stop("interrupted")):
        crew.run()
    return crew


class _Member:
    """One worker process: what it last said of itself, and how many pages it may fetch."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self.name = name
        self.process = process
        self.allowed = 0
        self.counters = Counters()
        self.new = 0
        self.stop_reason = ""

    def tell(self, **message: object) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()


class _Crew:
    def __init__(
        self, session: Session, tally: Tally, log: RunLog, allowed: int | None, tick: Callable[[Part], None]
    ) -> None:
        self.stop_reason = ""
        self.fault = ""
        self.error: LorehoundError | None = None
        self.hosts: Counter[str] = Counter()
        self._session = session
        self._tally = tally
        self._log = log
        self._allowed = allowed
        self._tick = tick
        self._began = time.monotonic()
        self._stopped_at = 0.0
        self._messages: queue.Queue[tuple[_Member, dict[str, Any] | None]] = queue.Queue()
        self._members: list[_Member] = []
        self._gone: list[_Member] = []
        self._deaths = 0
        self._answers = False
        each = (allowed or 0) // (4 * session.options.workers)
        self._portion = max(4, min(32, each))

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return self._session.run.seconds + time.monotonic() - self._began

    @property
    def new(self) -> int:
        """Pages that brought something that was not there."""
        return sum(member.new for member in (*self._members, *self._gone))

    def counters(self) -> Counters:
        """The run's counters; when a worker died, set right by the rows that it left."""
        total = self._tally.counters()
        for member in (*self._members, *self._gone):
            total += member.counters
        if self._deaths and not self._members:
            return recounted(self._session.workspace.library, replace(self._session.run, counters=total))
        return total

    def stop(self, reason: str) -> None:
        """Has every worker begin nothing more; a second call breaks off what is under way."""
        again = bool(self.stop_reason)
        self.stop_reason = self.stop_reason or reason
        self._stopped_at = self._stopped_at or time.monotonic()
        for member in self._members:
            member.tell(stop=reason, now=again)

    def run(self) -> None:
        """Until every worker has ended."""
        for number in range(self._session.options.workers):
            self._start(f"worker-{number}")
        try:
            while self._members:
                with suppress(queue.Empty):
                    self._hear(*self._messages.get(timeout=TICK))
                self._look()
        finally:
            for member in self._members:
                member.process.kill()
                member.process.wait()
        self.stop_reason = self.stop_reason or _last(self._gone)
        self._tick(self)
        if self.error and self.stop_reason != "storage_full":
            raise self.error

    def _start(self, name: str) -> None:
        session = self._session
        process = subprocess.Popen(
            [sys.executable, "-m", "lorehound.crawl.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        member = _Member(name, process)
        self._members.append(member)
        options = asdict(replace(session.options, max_time=0.0, max_bytes=0, workers=1))
        run = asdict(replace(session.run, counters=Counters()))
        member.tell(
            folder=str(session.workspace.folder),
            settings=dict(session.workspace.settings.values),
            topic=session.view.topic.id,
            options=options,
            run=run,
            worker=name,
        )
        self._grant(member)
        threading.Thread(target=self._listen, args=(member,), daemon=True).start()

    def _listen(self, member: _Member) -> None:
        stdout: IO[str] | None = member.process.stdout
        assert stdout is not None
        for line in stdout:
            with suppress(ValueError):
                self._messages.put((member, json.loads(line)))
        self._messages.put((member, None))

    def _hear(self, member: _Member, message: dict[str, Any] | None) -> None:
        if message is None:
            self._ended(member)
            return
        if "error" in message:
            self.error = self.error or LorehoundError(message["error"])
            return
        member.counters = Counters(**message["counters"])
        member.new = message["new"]
        member.stop_reason = message["stop_reason"]
        self.fault = message["fault"] or self.fault
        self.hosts.update(message["hosts"])
        if message["answers"] and not self._answers:
            self._answers = True
            for other in self._members:
                other.tell(answers=True)
        self._grant(member)

    def _ended(self, member: _Member) -> None:
        self._members.remove(member)
        self._gone.append(member)
        if member.process.stdin:
            with suppress(OSError):
                member.process.stdin.close()
        if member.process.stdout:
            member.process.stdout.close()
        code = member.process.wait()
        if code:
            self._deaths += 1
            self._log.write("worker died", worker=member.name, code=code)
            self._session.workspace.frontier.release(member.name)
            if code > 0 or self._deaths > MOST_DEATHS:
                self.stop("error")
            elif not self.stop_reason:
                self._start(member.name)

    def _grant(self, member: _Member) -> None:
        if self._allowed is None:
            if not member.allowed:
                member.allowed = -1
                member.tell(allowed=None, final=True)
            return
        out = sum(other.allowed for other in self._members) + sum(other.counters.fetched for other in self._gone)
        left = self._allowed - out
        more = min(left, member.counters.fetched + self._portion - member.allowed)
        if more > 0:
            member.allowed += more
            left -= more
            member.tell(allowed=member.allowed, final=left <= 0)
        if left <= 0:
            for other in self._members:
                other.tell(allowed=other.allowed, final=True)

    def _look(self) -> None:
        self._tick(self)
        options = self._session.options
        if not self.stop_reason:
            if options.max_time and self.seconds >= options.max_time:
                self.stop("max_time")
            elif options.max_bytes and self.counters().bytes >= options.max_bytes:
                self.stop("max_bytes")
            elif not self._answers and time.monotonic() - self._began > SILENCE:
                self.stop("silence")
            elif any(member.stop_reason == "storage_full" for member in (*self._members, *self._gone)):
                self.stop("storage_full")
        elif time.monotonic() - self._stopped_at > 4 * GRACE:
            for member in self._members:
                member.process.kill()


def _last(members: list[_Member]) -> str:
    reasons = [member.stop_reason for member in members if member.stop_reason]
    return "max_pages" if "max_pages" in reasons else reasons[-1] if reasons else "error"
