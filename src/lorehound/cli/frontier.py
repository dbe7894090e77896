"""``lorehound frontier``: what waits to be fetched, who is fetching, and making it again."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from lorehound.cli.door import Door, open_door
from lorehound.cli.options import JsonOption, WorkspaceOption

if TYPE_CHECKING:
    from lorehound.frontier.contract import Frontier

app = typer.Typer(help="The frontier: addresses found and not fetched (status, rebuild).", no_args_is_help=True)

FrontierOption = Annotated[
    str | None,
    typer.Option(
        "--frontier",
        metavar="ADDRESS",
        help="Another frontier than the workspace's, such as redis://HOST:PORT/0.",
        envvar="LOREHOUND_FRONTIER",
        show_envvar=False,
    ),
]
_HOSTS_SHOWN = 20
_REBUILT = "{topic}: {done} pages are done, {waiting} addresses wait, {missing} pages could not be read."


@app.command(epilog="Example: lorehound frontier status databases")
def status(
    topic: Annotated[str | None, typer.Argument(metavar="[TOPIC]", help="Only this topic.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="How long to count pages for the rate.")] = 1.0,
    frontier: FrontierOption = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Shows what waits, what is handed out to whom, the oldest lease, the rate, and the hosts with most waiting."""
    with open_door(workspace, json=json) as door, _frontier(door, frontier) as opened:
        before, began = opened.stats(topic).done, time.monotonic()
        time.sleep(seconds)
        stats, hosts = opened.stats(topic), opened.hosts(topic)
        rate = (stats.done - before) / (time.monotonic() - began) if seconds else 0.0
        shown = hosts[:_HOSTS_SHOWN]

        def words() -> None:
            door.terminal.fields(
                {
                    "waiting": str(stats.waiting),
                    "handed out": str(stats.leased),
                    "oldest lease (s)": round(stats.oldest_lease, 1) or "",
                    "done": str(stats.done),
                    "pages/s": f"{rate:.1f}",
                    "hosts": str(stats.hosts),
                }
            )
            door.terminal.section(["WORKER", "HANDED OUT"], sorted(stats.by_worker.items()))
            door.terminal.section(
                ["HOST", "WAITING", "HANDED OUT", "DONE", "DETAIL"],
                [(h.host, h.waiting, h.leased, h.done, _rest(h.blocked_until, h.reason)) for h in shown],
            )

        data = {"topic": topic, **asdict(stats), "pages_per_s": round(rate, 3), "busiest": [asdict(h) for h in shown]}
        door.terminal.answer(data, words)


@app.command(epilog="Example: lorehound frontier rebuild databases --frontier redis://localhost:6379/0")
def rebuild(
    topics: Annotated[
        list[str] | None, typer.Argument(metavar="[TOPIC...]", help="Only these topics; without any: all.")
    ] = None,
    frontier: FrontierOption = None,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
) -> None:
    """Makes a lost frontier again from the library and the saved pages, without fetching."""
    from lorehound.processing.rebuild_frontier import rebuild_frontier

    with open_door(workspace, json=json) as door, door.workspace.lock(), _frontier(door, frontier) as opened:
        library = door.workspace.library
        for topic in [library.topic(name) for name in topics] if topics else library.topics():
            rebuilt = rebuild_frontier(
                door.workspace,
                door.workspace.view(topic),
                opened,
                lambda pages: door.terminal.note("{pages} pages read", pages=pages),
            )
            counts = {"topic": topic.id, **asdict(rebuilt)}
            said = door.terminal.say(_REBUILT, **counts)
            door.terminal.answer(counts, partial(door.terminal.line, said))


@contextmanager
def _frontier(door: Door, address: str | None) -> Iterator["Frontier"]:
    if address is None:
        yield door.workspace.frontier
        return
    from lorehound.frontier.open import open_frontier

    opened = open_frontier(address)
    try:
        yield opened
    finally:
        opened.close()


def _rest(until: float, reason: str) -> str:
    return f"{reason} ({time.strftime('%H:%M:%S', time.localtime(until))})" if until > time.time() else ""
