"""Topics and resources to test with."""

import hashlib
from dataclasses import replace

from lorehound.model.resource import Fingerprints, License, Placement, Resource, resource_id
from lorehound.model.topic import Topic


def make_topic(topic_id="db", **changes):
    """A topic with the outline storage > (indexes > btree), transactions."""
    values = {
        "id": topic_id,
        "title": {"zh": "数据库", "en": "Databases"},
        "seeds": ["http://a.test/"],
        "knowledge_points": [
            {"id": "storage", "title": "Storage"},
            {"id": "indexes", "title": {"zh": "索引", "en": "Indexes"}, "parent": "storage"},
            {"id": "btree", "title": "B-tree", "parent": "indexes"},
            {"id": "transactions", "title": {"zh": "事务", "en": "Transactions"}},
        ],
    }
    return Topic.model_validate({**values, **changes})


def make_resource(name, text=None, topic="db", **changes):
    """A resource at http://a.test/NAME whose text is ``text`` (its name when none is given)."""
    text = f"Text of {name}." if text is None else text
    key = f"http://a.test/{name}"
    made = Resource(
        id=resource_id(key),
        key=key,
        url=key,
        topic=topic,
        title=name,
        host="a.test",
        language="en",
        text=text,
        markdown=text,
        html=f"<p>{text}</p>",
        score=0.7,
        license=License("CC-BY-4.0", "CC BY", "page"),
        fingerprints=Fingerprints(hashlib.sha256(text.encode()).hexdigest() if text else ""),
        fetched_at=1_700_000_000.0,
    )
    return replace(made, **changes)


def placed(*points, score=0.9):
    """Placements on these points."""
    return tuple(Placement(point, score) for point in points)
