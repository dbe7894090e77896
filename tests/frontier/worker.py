"""A worker as its own process: leases pages of a made-up site, follows their links, until none is left.

    python worker.py ADDRESS NAME PAGES FOLDER

A page is marked in FOLDER/held while it is worked on; finding a mark there means that it was handed out twice at once.
"""

import logging
import sys
import time
from pathlib import Path

from lorehound.frontier.contract import HostPolicy
from lorehound.frontier.open import open_frontier
from lorehound.model.page import Candidate

POLICY = HostPolicy(delay=0, concurrency=1000)


def page(number: int) -> Candidate:
    host = f"h{number % 5}.test"
    return Candidate(f"http://{host}/{number}", f"{host}/{number}", host, "t", 1 / (1 + number))


def links(number: int, pages: int) -> list[Candidate]:
    return [page(n) for n in (number * 2 + 1, number * 2 + 2, number // 2, number * 7 % pages) if n < pages]


def main(address: str, name: str, pages: int, folder: Path) -> None:
    frontier = open_frontier(address)
    frontier.release(name)
    mine = folder / f"{name}.mark"
    mine.write_text(name)
    while True:
        leased = frontier.lease("t", name, 4, policy=POLICY)
        if not leased.candidates:
            if leased.wait is None:
                return
            time.sleep(min(leased.wait, 0.02))
        for candidate in leased.candidates:
            (folder / "held" / candidate.url.rpartition("/")[2]).hardlink_to(mine)
        for candidate in leased.candidates:
            number = candidate.url.rpartition("/")[2]
            frontier.put(links(int(number), pages))
            (folder / "held" / number).unlink()
            frontier.done(candidate, "kept")
            with (folder / f"{name}.done").open("a") as file:
                file.write(f"{number}\n")


if __name__ == "__main__":
    logging.getLogger("lorehound").addHandler(logging.NullHandler())
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), Path(sys.argv[4]))
