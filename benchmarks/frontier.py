"""A frontier that grows: rates of put, known, lease and done, resident memory and bytes an address, step by step.

    python -m benchmarks.frontier [--addresses 10000000] [--frontier PATH or redis://...] [--json FILE]

Each step puts as a crawl does: batches of links of one page, most to hosts known before, some known already, best of
all scores; then leases, ranks again and ends a share of them.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lorehound.frontier.contract import Frontier, HostPolicy
from lorehound.frontier.open import open_frontier
from lorehound.model.page import Candidate

HOSTS = 20_000
BATCH = 1_000
LEASES = 16
FREE = HostPolicy(delay=0, concurrency=1_000_000)
POLITE = HostPolicy(delay=1.0, concurrency=2)


def main(arguments: Sequence[str] = ()) -> dict:
    parser = argparse.ArgumentParser(prog="benchmarks.frontier")
    parser.add_argument("--addresses", type=int, default=100_000)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--frontier", default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        address = options.frontier or f"{folder}/frontier.db"
        frontier = open_frontier(address)
        held = partial(redis_bytes, address) if "://" in address else partial(file_bytes, Path(address))
        steps = list(measure(frontier, options.addresses, options.steps, held))
        frontier.close()
    result = {"benchmark": "frontier", "frontier": address.partition(":")[0] if "://" in address else "sqlite"}
    result |= {"addresses": options.addresses, "hosts": HOSTS, "steps": steps}
    Console().print(table(result))
    text = json.dumps(result)
    if options.json:
        options.json.write_text(text)
    print(text)
    return result


def measure(frontier: Frontier, addresses: int, steps: int, held: Callable[[], int]) -> Iterator[dict]:
    """One dictionary of figures for each step of ``addresses`` / ``steps`` new addresses."""
    empty = held()
    source = random.Random(7)
    put = 0
    for step in range(1, steps + 1):
        goal = addresses * step // steps
        seconds, cpu, count = 0.0, 0.0, goal - put
        while put < goal:
            batch = [link(source, put + i) for i in range(min(BATCH, goal - put))]
            start = time.process_time()
            seconds += timed(lambda batch=batch: frontier.put(batch))
            cpu += time.process_time() - start
            put += len(batch)
        links = [link(source, source.randrange(put * 4 // 3)).key for _ in range(20_000)]
        known = timed(lambda links=links: [frontier.known("t", links[i : i + 200]) for i in range(0, 20_000, 200)])
        free, pages = lease(frontier, FREE, lambda found: [c.score for c in found], 2_000)
        moved, _ = lease(frontier, POLITE, lambda found: [c.score + source.random() / 100 for c in found], 2_000)
        yield {
            "addresses": put,
            "put_per_s": round(count / seconds),
            "put_cpu_us": round(cpu / count * 1e6, 1),
            "known_per_s": round(20_000 / known),
            "leased_and_done_per_s": round(pages / free),
            "polite_and_ranked_per_s": round(2_000 / moved),
            "rss_mb": round(resident_mb()),
            "bytes_per_address": round((held() - empty) / put),
        }
        print(f"{put:,} addresses", file=sys.stderr)


def lease(frontier: Frontier, policy: HostPolicy, rank, n: int) -> tuple[float, int]:
    """Seconds that leasing and ending ``n`` takes."""
    start, pages = time.perf_counter(), 0
    while pages < n:
        leased = frontier.lease("t", "w", LEASES, policy=policy, rank=rank)
        frontier.done_many([(candidate, "kept") for candidate in leased.candidates])
        pages += len(leased.candidates)
        if not leased.candidates:
            time.sleep(leased.wait or 0)
    return time.perf_counter() - start, pages


def link(source: random.Random, number: int) -> Candidate:
    # Hosts by a power law, as on the web: the first has some percent of all, most have a few hundred.
    host = f"www.host{int(HOSTS ** random.Random(number).random())}.test"
    path = f"course/chapter-{number // 100}/page-{number}.html"
    return Candidate(
        f"http://{host}/{path}",
        f"{host}/{path}",
        host,
        "t",
        round(source.random(), 6),
        depth=number % 7,
        referrer=f"http://{host}/course/index.html",
        anchor=f"Chapter {number // 100}, page {number}",
        features=number.to_bytes(8, "little") * 6,
    )


def file_bytes(file: Path) -> int:
    return sum(part.stat().st_size for part in file.parent.glob(f"{file.name}*"))


def redis_bytes(address: str) -> int:
    import redis

    with redis.Redis.from_url(address) as client:
        return client.info("memory")["used_memory"]


def resident_mb() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("no VmRSS in /proc/self/status")


def timed(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def table(result: dict) -> Table:
    steps = result["steps"]
    shown = Table(title=f"frontier ({result['frontier']}), {result['hosts']:,} hosts")
    for name in steps[0]:
        shown.add_column(name.replace("_", " "), justify="right")
    for step in steps:
        shown.add_row(*(f"{value:,}" for value in step.values()))
    return shown


if __name__ == "__main__":
    main(sys.argv[1:])
