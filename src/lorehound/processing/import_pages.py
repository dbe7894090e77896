"""Pages from elsewhere into the library: kept, read and judged as if they had been fetched."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lorehound.flow import View, digest
from lorehound.focus.learnt import Learnt
from lorehound.model.page import Page, SavedPage
from lorehound.url.key import key
from lorehound.workspace import Workspace

_BATCH = 100


@dataclass
class PagesReport:
    """What became of the pages: counts as of a crawl, and how many were in the topic's list already."""

    pages: int = 0
    kept: int = 0
    unsure: int = 0
    duplicates: int = 0
    off_topic: int = 0
    not_a_page: int = 0
    known: int = 0


def import_pages(
    workspace: Workspace,
    view: View,
    pages: Iterable[Page],
    *,
    dry_run: bool = False,
    progress: Callable[[int], None] | None = None,
) -> PagesReport:
    """Takes pages in for the topic of ``view``; one that is on its list of saved pages already is passed over.

    With ``dry_run`` nothing is stored, and equal pages do not count as duplicates.
    """
    library, report = workspace.library, PagesReport()
    learnt = Learnt.unpack(library.learnt(view.topic.id))
    rows: list[SavedPage] = []
    seen: set[str] = set()
    for page in pages:
        its_key = key(page.url)
        report.pages += 1
        if its_key in seen or library.saved(view.topic.id, [its_key])[0] is not None:
            report.known += 1
            continue
        seen.add(its_key)
        row = _take(workspace, view, learnt, page, its_key, dry_run=dry_run)
        name = "duplicates" if row.outcome == "duplicate" else row.outcome
        setattr(report, name, getattr(report, name) + 1)
        report.unsure += row.outcome == "kept" and row.label == "unsure"
        rows.append(row)
        if len(rows) >= _BATCH:
            _save(workspace, rows, dry_run=dry_run)
        if progress:
            progress(report.pages)
    _save(workspace, rows, dry_run=dry_run)
    return report


def _take(workspace: Workspace, view: View, learnt: Learnt, page: Page, its_key: str, *, dry_run: bool) -> SavedPage:
    place = None if dry_run else workspace.pages.write(page)
    read = digest(page, view, learnt, known=lambda keys: [True] * len(keys), place=place)
    outcome = "off_topic" if read.is_page else "not_a_page"
    if read.resource is not None:
        stored = None if dry_run else workspace.library.upsert(read.resource)
        outcome = "duplicate" if stored and stored.outcome == "duplicate" else "kept"
    reasons = read.verdict.reasons
    return SavedPage(
        topic=view.topic.id,
        key=its_key,
        url=page.url,
        fetched_at=page.fetched_at,
        status=page.status,
        outcome=outcome,
        score=read.verdict.score,
        label=read.verdict.label,
        reason=reasons[0].code if reasons else "",
        text_hash=read.resource.fingerprints.text_hash if read.resource else "",
        etag=page.headers.get("etag", ""),
        last_modified=page.headers.get("last-modified", ""),
        place=place,
    )


def _save(workspace: Workspace, rows: list[SavedPage], *, dry_run: bool) -> None:
    if rows and not dry_run:
        workspace.pages.sync()
        workspace.library.save_pages(rows)
    rows.clear()
