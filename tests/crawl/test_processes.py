"""Crawls in processes of their own: several at once, stopped by Ctrl-C, and killed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from loopback.bench import WORDS, Bench
from loopback.pages import page, tree
from loopback.server import Answer, Site
from lorehound.model.run import OUTCOMES
from lorehound.workspace import Workspace


class Command:
    """``lorehound crawl`` on a topic file and a workspace."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.workspace = folder / "workspace"
        self.file = folder / "databases.toml"
        self.file.write_text(
            f'[topic]\nid = "databases"\ntitle = "Relational databases"\nkeywords = {json.dumps(WORDS)}\n'
            f'seeds = ["{seed}"]\nthreshold = 0.0\n[politeness]\ndelay = 0\nconcurrency_per_host = 4\n'
        )

    def start(self, *more: str) -> subprocess.Popen:
        arguments = [
            *("crawl", str(self.file), "--workspace", str(self.workspace), "--allow-private"),
            *("--strategy", "complete", "--json", *more),
        ]
        return subprocess.Popen(
            [sys.executable, "-m", "lorehound.cli.main", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *more: str) -> dict:
        process = self.start(*more)
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, err
        return json.loads(out.splitlines()[-1])


def wait_for(site: Site, pages: int, process: subprocess.Popen) -> None:
    """Until the site was asked for so many pages, or the crawl has ended."""
    deadline = time.monotonic() + 60
    while len(site.asked()) < pages and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def slow(pages: dict[str, str], delay: float = 0.05) -> dict[str, Answer]:
    return {path: Answer(text.encode(), delay=delay) for path, text in pages.items()}


def holds_every_page_once(workspace: Path, site: Site, pages: dict, line: dict) -> None:
    """The saved-page list, the library, the page store and the run agree with the site."""
    with Workspace.open(workspace, {}) as opened:
        rows = list(Bench(opened).rows().values())
        assert sorted("/" + row.url.partition("://")[2].partition("/")[2] for row in rows) == sorted(pages)
        assert {row.outcome for row in rows} == {"kept"}
        assert all(opened.pages.read(row.place).body for row in rows)
        assert opened.frontier.stats("databases").waiting == opened.frontier.stats("databases").leased == 0
        urls = [resource.url for resource in opened.library.query(_all(), n=200).resources]
        assert len(urls) == len(set(urls)) == len(pages)
    assert line["fetched"] == sum(line[name] for name in OUTCOMES) == line["kept"] == len(pages)


def _all():
    from lorehound.library.contract import Query

    return Query(topic="databases")


def test_workers_share_a_frontier_and_fetch_every_page_once(tmp_path):
    pages = tree(40)
    with Site(slow(pages)) as site:
        line = Command(tmp_path, site.url + "/").run("--workers", "2")
        assert Counter(asked.path for asked in site.asked()) == dict.fromkeys(pages, 1)
        assert line["fetched"] + line["other_requests"] == len(site.log)
        holds_every_page_once(tmp_path / "workspace", site, pages, line)
    assert line["stop_reason"] == "frontier_empty"


def test_workers_keep_the_promise_of_max_pages(tmp_path):
    with Site(slow(tree(60))) as site:
        line = Command(tmp_path, site.url + "/").run("--workers", "2", "--max-pages", "15")
        assert line["fetched"] == len(site.asked()) == 15
    assert line["stop_reason"] == "max_pages"


def test_what_a_dead_worker_held_is_taken_over(tmp_path):
    pages = tree(60)
    with Site(slow(pages)) as site:
        process = Command(tmp_path, site.url + "/").start("--workers", "2")
        wait_for(site, 8, process)
        children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        assert len(children) == 2
        os.kill(int(children[0]), signal.SIGKILL)
        out, err = process.communicate(timeout=100)
        assert process.returncode == 0, err
        line = json.loads(out)
        asked = Counter(line.path for line in site.asked())
        assert set(asked) == set(pages)
        assert sum(asked.values()) <= 60 + 8
        holds_every_page_once(tmp_path / "workspace", site, pages, line)


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path):
    pages = tree(40)
    with Site(slow(pages)) as site:
        command = Command(tmp_path, site.url + "/")
        process = command.start()
        wait_for(site, 10, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0, err
        first = json.loads(out)
        assert first["stop_reason"] == "interrupted"
        assert 0 < first["fetched"] < 40
        assert first["fetched"] + first["other_requests"] == len(site.log)
        second = command.run()
        assert second["run"] == first["run"]
        assert Counter(asked.path for asked in site.asked()) == dict.fromkeys(pages, 1)
        assert second["fetched"] + second["other_requests"] == len(site.log)
        holds_every_page_once(tmp_path / "workspace", site, pages, second)


def test_a_second_ctrl_c_ends_at_once(tmp_path):
    def never(handler):
        time.sleep(30)

    with Site({"/": page("Home", ["/slow"]), "/slow": Answer(write=never)}) as site:
        process = Command(tmp_path, site.url + "/").start()
        wait_for(site, 2, process)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        assert time.monotonic() - started < 4, err
        line = json.loads(out)
        assert (line["stop_reason"], line["fetched"], line["frontier"]) == ("interrupted", 1, 1)


@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.soak)])
def test_killed_at_random_moments_it_ends_with_the_same_pages(tmp_path, kills):
    chance = random.Random(kills)
    pages = tree(12 * kills)
    with Site(slow(pages, 0.02)) as site:
        command = Command(tmp_path, site.url + "/")
        for number in range(kills):
            process = command.start(*(("--workers", "2") if number % 2 else ()))
            wait_for(site, len(site.asked()) + chance.randrange(1, 12), process)
            time.sleep(chance.random() * 0.1)
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
        line = command.run()
        asked = Counter(line.path for line in site.asked())
        assert set(asked) == set(pages)
        holds_every_page_once(tmp_path / "workspace", site, pages, line)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_memory_stays_flat_over_twenty_thousand_pages(tmp_path):
    size = 20_000

    def lesson(asking):
        number = int(asking.path[2:] or 0) if asking.path != "/robots.txt" else 0
        links = [f"/p{child}" for child in range(number * 8 + 1, number * 8 + 9) if child < size]
        return Answer(page(f"Database lesson {number}", [*links, "/p0"]).encode())

    with Site({"/": lesson}, rest=lesson) as site:
        process = Command(tmp_path, site.url + "/p0").start("--max-pages", "0", "--concurrency", "16")
        early = 0
        while process.poll() is None:
            pages, now = len(site.asked()), resident(process.pid)
            if pages < size // 4:
                early = max(early, now)
            elif now:
                assert now < early + 60, f"{now} MB after {pages} pages, {early} MB before"
            time.sleep(1)
        out, err = process.communicate()
        assert json.loads(out.splitlines()[-1])["fetched"] == size, err


def resident(pid: int) -> int:
    """Resident memory in MB; 0 when the process has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0)
