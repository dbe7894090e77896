"""Judges the saved pages of a topic again, without fetching: for when its words changed or it has learnt more."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from lorehound.errors import Damaged, NotFound
from lorehound.flow import View, digest
from lorehound.focus.learnt import Learnt
from lorehound.library.contract import Library
from lorehound.library.saved_rows import saved_batches
from lorehound.model.page import SavedPage
from lorehound.model.resource import Resource, resource_id
from lorehound.workspace import Workspace

_BATCH = 500


@dataclass(frozen=True, slots=True)
class Rejudged:
    """Counts: pages judged, resources that came in, went out, or stayed, and pages that the store could not give."""

    pages: int = 0
    added: int = 0
    removed: int = 0
    stayed: int = 0
    missing: int = 0


def rejudge(workspace: Workspace, view: View, progress: Callable[[int], None] | None = None) -> Rejudged:
    """Judges every saved page that the page store has; ``progress`` hears how many are done.

    What a person accepted stays, whatever the judgement; what a person rejected stays rejected.
    """
    library, topic = workspace.library, view.topic.id
    learnt = Learnt.unpack(library.learnt(topic))
    counts = dict.fromkeys(("pages", "added", "removed", "stayed", "missing"), 0)
    for rows in saved_batches(library, topic, n=_BATCH):
        judged = []
        for row in rows:
            if row.place is None:
                continue
            try:
                page = workspace.pages.read(row.place)
            except (NotFound, Damaged):
                counts["missing"] += 1
                continue
            page = replace(page, depth=row.depth, referrer=row.referrer, anchor=row.anchor)
            seen = digest(page, view, learnt, known=lambda keys: [True] * len(keys), place=row.place)
            before = _resource(library, row)
            outcome = "off_topic" if seen.is_page else "not_a_page"
            if seen.resource is not None:
                stored = library.upsert(replace(seen.resource, fetched_at=row.fetched_at))
                outcome = "duplicate" if stored.outcome == "duplicate" else "kept"
            elif before is not None and before.review_state == "accepted":
                outcome = "kept"
            elif before is not None and before.review_state != "rejected":
                library.remove(before.id, topic)
            counts["pages"] += 1
            was = row.outcome in ("kept", "duplicate")
            now = outcome in ("kept", "duplicate")
            counts["added"] += now and not was
            counts["removed"] += was and not now
            counts["stayed"] += was and now
            first = seen.verdict.reasons[0] if seen.verdict.reasons else None
            judged.append(
                replace(
                    row,
                    outcome=outcome,
                    score=seen.verdict.score,
                    label=seen.verdict.label,
                    reason=first.code if first else "",
                )
            )
        library.save_pages(judged)
        if progress:
            progress(counts["pages"])
    return Rejudged(**counts)


def _resource(library: Library, row: SavedPage) -> Resource | None:
    try:
        return library.get(resource_id(row.key), row.topic)
    except NotFound:
        return None
