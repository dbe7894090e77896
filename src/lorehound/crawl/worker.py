"""A worker process: reads what to do from standard input, a JSON object a line, and says there how far it is.

It ends at once when standard input does, so that no worker outlives the process that started it.
"""

import json
import os
import signal
import sys
import threading
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from lorehound.crawl import reactor
from lorehound.crawl.budget import Budget
from lorehound.crawl.log import RunLog
from lorehound.crawl.options import CrawlOptions
from lorehound.crawl.session import Session, run_session, view_of
from lorehound.crawl.statistics import Tally
from lorehound.crawl.work import Work
from lorehound.errors import LorehoundError
from lorehound.focus.learnt import Learnt
from lorehound.model.run import Counters, Run
from lorehound.settings import Settings
from lorehound.workspace import Workspace


def main() -> None:
    """The whole life of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    options = CrawlOptions(**order["options"])
    run = Run(**{**order["run"], "counters": Counters()})
    with Workspace(Path(order["folder"]), Settings(order["settings"])) as workspace:
        topic = workspace.library.topic(order["topic"])
        learnt = Learnt.unpack(workspace.library.learnt(topic.id))
        learnt.merge(workspace.frontier.learnt(topic.id)[1])
        view = view_of(workspace, topic, options)
        session = Session(workspace, view, options, run, learnt, order["worker"])
        with RunLog(workspace.folder / "log", run.id) as log:
            work = session.work(Budget(0, final=False), Tally(), log, alone=False)
            threading.Thread(target=_obey, args=(work,), daemon=True).start()
            try:
                run_session(session, work, _Speaker(), handle_signals=False)
            except LorehoundError as error:
                _say(error=str(error))
                sys.exit(1)
        workspace.pages.sync()


class _Speaker:
    def __init__(self) -> None:
        self._hosts: set[str] = set()

    def __call__(self, work: Work) -> None:
        hosts = set(work.hosts) - self._hosts
        self._hosts |= hosts
        _say(
            counters=asdict(work.counters()),
            new=work.new,
            answers=work.answers,
            fault=work.fault,
            hosts=sorted(hosts),
            stop_reason=work.stop_reason,
        )


def _say(**message: object) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _obey(work: Work) -> None:
    for line in sys.stdin:
        reactor.call(partial(_follow, work, json.loads(line)))
    os._exit(1)


def _follow(work: Work, order: dict[str, Any]) -> None:
    if "stop" in order:
        work.hurry = order["now"]
        work.stop(order["stop"])
    elif "answers" in order:
        work.answers += 1
    else:
        work.allow(order["allowed"], final=order["final"])


if __name__ == "__main__":
    main()
