"""Makes a frontier again from the library and the page store, when it was lost or moved: nothing is fetched."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from lorehound.errors import Damaged, NotFound
from lorehound.flow import View, digest, start
from lorehound.focus.learnt import Learnt
from lorehound.frontier.contract import ADDED, Frontier
from lorehound.library.saved_rows import saved_batches
from lorehound.model.page import Candidate, SavedPage
from lorehound.url.address import host_of
from lorehound.workspace import Workspace

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Counts: saved pages that are known as done, addresses that wait, pages that the store could not give.

    What only such a page links to is not found.
    """

    done: int = 0
    waiting: int = 0
    missing: int = 0


def rebuild_frontier(
    workspace: Workspace, view: View, frontier: Frontier, progress: Callable[[int], None] | None = None
) -> Rebuilt:
    """Puts a topic's seeds, saved pages and the links of those pages; ``progress`` hears how many pages were read.

    It may be run on a frontier that holds some of it, and again after it was interrupted.
    """
    topic = view.topic.id
    done = waiting = missing = 0
    for rows in saved_batches(workspace.library, topic, n=_BATCH):
        pages = [_candidate(row) for row in rows]
        frontier.put(pages)
        frontier.done_many([(page, row.outcome) for page, row in zip(pages, rows, strict=True)])
        done += len(rows)
    seeds = [start(seed, view) for seed in workspace.library.seeds(topic) if host_of(seed.url)]
    unknown = [
        seed for seed, known in zip(seeds, frontier.known(topic, [s.key for s in seeds]), strict=True) if not known
    ]
    waiting += frontier.put(unknown).count(ADDED)
    learnt = Learnt.unpack(workspace.library.learnt(topic))
    read = 0
    for rows in saved_batches(workspace.library, topic, n=_BATCH):
        for row in rows:
            if row.place is None:
                continue
            try:
                page = workspace.pages.read(row.place)
            except (NotFound, Damaged):
                missing += 1
                continue
            page = replace(page, depth=row.depth, referrer=row.referrer, anchor=row.anchor)
            found = digest(page, view, learnt, known=lambda keys: frontier.known(topic, keys)).candidates
            waiting += frontier.put(found, host_budget=view.topic.scope.max_pages_per_host).count(ADDED)
            read += 1
        if progress:
            progress(read)
    return Rebuilt(done, waiting, missing)


def _candidate(row: SavedPage) -> Candidate:
    return Candidate(
        row.url, row.key, host_of(row.url), row.topic, row.score, row.depth, row.referrer, row.anchor,
        etag=row.etag, last_modified=row.last_modified,
    )  # fmt: skip
