"""CPU per page of a whole crawl, everything on, beside a peer on the same sites in the same run.

    python -m benchmarks.crawl_cost [--proxy URL --hosts A,B] [--peer PEER.py] [--pages 1000] [--json FILE]

Every page is kept: ranking, links, full text, verdict, repeats, WARC, SQLite. The peer is a script that takes hosts,
``--pages``, ``--proxy`` and ``--full`` and prints a line of JSON with ``pages`` and ``cpu_ms_per_page``; it is run with
and without ``--full``. Without ``--proxy`` the documentation server of this Python is crawled, and nothing beside it.
Both count user and system time of all their processes, children included, from when the crawl begins.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lorehound.cli.demo.pydoc_server import pydoc_server

TOPIC = """
[topic]
id = "everything"
title = {{ en = "Manual", zh = "手册" }}
keywords = {words}
threshold = 0.0
seeds = {seeds}
[scope]
allow_hosts = {hosts}
[politeness]
delay = 0
"""
COLUMNS = ("crawler", "pages", "kept", "pages_per_s", "cpu_ms_per_page", "rss_mb")
WORDS = ["thread", "index", "query", "model", "function", "table", "value", "type", "command", "example"]


def main(arguments: Sequence[str] = ()) -> dict:
    parser = argparse.ArgumentParser(prog="benchmarks.crawl_cost")
    parser.add_argument("--proxy", default="")
    parser.add_argument("--hosts", default="docs.python.test,postgresql.test")
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--pages", type=int, default=150)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    if options.proxy:
        hosts = options.hosts.split(",")
        rows = [ours([f"http://{host}/" for host in hosts], hosts, options.pages, options.proxy)]
        if options.peer:
            rows += [peer(options.peer, options.hosts, options.pages, options.proxy, full) for full in (True, False)]
    else:
        with tempfile.TemporaryDirectory() as folder, pydoc_server(Path(folder) / "pydoc.log") as url:
            rows = [ours([url], ["127.0.0.1", "localhost"], options.pages, "")]
    result = {"benchmark": "crawl_cost", "pages": options.pages, "rows": rows}
    Console().print(table(rows))
    text = json.dumps(result)
    if options.json:
        options.json.write_text(text)
    print(text)
    return result


def ours(seeds: list[str], hosts: list[str], pages: int, proxy: str) -> dict:
    """One crawl by the command, in a workspace of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "topic.toml"
        file.write_text(TOPIC.format(words=json.dumps(WORDS), seeds=json.dumps(seeds), hosts=json.dumps(hosts)))
        command = [sys.executable, "-m", "lorehound.cli.main", "crawl", str(file), "--workspace", f"{folder}/w"]
        command += ["--max-pages", str(pages), "--delay", "0", "--allow-private", "--concurrency", "32", "--json"]
        line = last_line(command + (["--proxy", proxy] if proxy else []))
    return {
        "crawler": "lorehound",
        "pages": line["fetched"],
        "kept": line["kept"],
        "pages_per_s": line["pages_per_s"],
        "cpu_ms_per_page": line["cpu_ms_per_page"],
        "rss_mb": line["max_rss_mb"],
    }


def peer(script: Path, hosts: str, pages: int, proxy: str, full: bool) -> dict:
    """One crawl by the peer."""
    command = [sys.executable, str(script), hosts, "--pages", str(pages), "--proxy", proxy, *(["--full"] * full)]
    line = last_line(command)
    return {"crawler": line["peer"], **{name: value for name, value in line.items() if name != "peer"}}


def last_line(command: list[str]) -> dict:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def table(rows: Sequence[dict]) -> Table:
    shown = Table(title="CPU of a whole crawl")
    for name in COLUMNS:
        shown.add_column(name, justify="left" if name == "crawler" else "right")
    for row in rows:
        shown.add_row(*(str(row.get(name, "")) for name in COLUMNS))
    return shown


if __name__ == "__main__":
    main(sys.argv[1:])
