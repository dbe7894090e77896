"""A crawl by several processes, one of which is killed again and again."""

import subprocess
import sys
import time
from pathlib import Path

from frontier.worker import page
from lorehound.frontier.open import open_frontier

WORKER = Path(__file__).with_name("worker.py")


def crawl_with_a_killed_worker(address: str, folder: Path, *, pages: int, kills: int) -> None:
    """Three workers crawl; the third is killed with SIGKILL and started again; every page must be done once."""
    (folder / "held").mkdir()
    frontier = open_frontier(address)
    frontier.put([page(0)])
    workers = {name: _start(address, name, pages, folder) for name in ("one", "two", "three")}
    try:
        for _ in range(kills):
            _until_it_works(folder / "three.done", workers["three"])
            workers["three"].kill()
            workers["three"].communicate()
            for mark in (folder / "held").iterdir():
                _remove_if_of(mark, "three")
            workers["three"] = _start(address, "three", pages, folder)
        errors = [worker.communicate(timeout=600)[1] for worker in workers.values()]
    finally:
        for worker in workers.values():
            worker.kill()
            worker.communicate()
    assert errors == [""] * 3
    stats = frontier.stats("t")
    assert (stats.waiting, stats.leased, stats.done, stats.by_outcome) == (0, 0, pages, {"kept": pages})
    done = [line for file in folder.glob("*.done") for line in file.read_text().split()]
    # A worker killed between ``done`` and its own note of it has left none: at most one for each kill.
    assert len(done) == len(set(done)) >= pages - kills
    frontier.close()


def _start(address: str, name: str, pages: int, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, str(WORKER), address, name, str(pages), str(folder)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


def _until_it_works(file: Path, worker: subprocess.Popen[str]) -> None:
    before = file.stat().st_size if file.exists() else 0
    deadline = time.monotonic() + 30
    while not file.exists() or file.stat().st_size == before:
        if worker.poll() is not None or time.monotonic() > deadline:
            return
        time.sleep(0.01)


def _remove_if_of(mark: Path, name: str) -> None:
    try:
        if mark.read_text() == name:
            mark.unlink()
    except FileNotFoundError:
        pass
