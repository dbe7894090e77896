"""Step 10: everything of a topic, or what changed since the last time, is placed on its outline."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from lorehound.errors import NotFound
from lorehound.library.contract import Library, Query
from lorehound.model.resource import Resource
from lorehound.model.topic import Topic
from lorehound.processing.place import Outline, place

_JOB = "process"


@dataclass
class ProcessReport:
    """What was done: resources looked at, how many have a point now, how many changed, and the count of each point."""

    topic: str
    seen: int = 0
    placed: int = 0
    changed: int = 0
    by_hand: int = 0
    points: dict[str, int] = field(default_factory=dict)


def process(library: Library, topic_id: str, *, changed_only: bool = False) -> ProcessReport:
    """Places the resources of a topic on its outline; can be run at any time, again and again.

    What a person placed stays. With ``changed_only`` only what changed since the last run is looked at, or everything
    when the outline changed (NotFound for an unknown topic).
    """
    topic = library.topic(topic_id)
    outline, mark = Outline.of(topic), _mark(topic)
    report = ProcessReport(topic_id, points={point.id: 0 for point in topic.knowledge_points})
    since, last = _since(library, topic_id, mark), library.last_change()
    some = _changed(library, topic_id, since, last) if changed_only and since else library.export(Query(topic=topic_id))
    for resource in some:
        _process(library, resource, outline, report)
    library.save_progress(topic_id, _JOB, json.dumps([mark, last]))
    return report


def _is_placed_by_hand(library: Library, resource: Resource) -> bool:
    """A person may also have said that it belongs to no point, which leaves no placement to tell by."""
    if resource.knowledge_points or resource.review_state == "pending":
        return any(placement.by == "human" for placement in resource.knowledge_points)
    reviews = library.reviews(topic=resource.topic, resource_id=resource.id)
    return any(review.points is not None and not review.undone for review in reviews)


def _process(library: Library, resource: Resource, outline: Outline, report: ProcessReport) -> None:
    placements = resource.knowledge_points
    report.seen += 1
    if _is_placed_by_hand(library, resource):
        report.by_hand += 1
    else:
        placements = place(resource, outline)
        if placements != resource.knowledge_points:
            library.place(resource.id, resource.topic, placements)
            report.changed += 1
    report.placed += bool(placements)
    for placement in placements:
        if placement.point in report.points:
            report.points[placement.point] += 1


def _changed(library: Library, topic_id: str, since: int, last: int) -> Iterator[Resource]:
    """What changed after ``since`` and up to ``last``; this run's own changes come later."""
    while since < last and (rows := library.changes(since, 500)):
        for seq, resource_id, removed in rows:
            since = seq
            if removed or seq > last:
                continue
            try:
                yield library.get(resource_id, topic_id)
            except NotFound:
                # Of another topic, or taken out meanwhile.
                continue


def _since(library: Library, topic_id: str, mark: str) -> int:
    """The change up to which the last run with this outline looked; 0 for none."""
    noted = library.progress(topic_id, _JOB)
    before, seq = json.loads(noted) if noted else ("", 0)
    return int(seq) if before == mark else 0


def _mark(topic: Topic) -> str:
    read = [topic.title.model_dump(), *(point.model_dump() for point in topic.knowledge_points)]
    return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()[:16]
