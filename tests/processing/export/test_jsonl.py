import io
import json

from library.samples import make_resource, placed
from lorehound.processing.export.jsonl import write_jsonl


def test_a_line_holds_what_other_systems_ask_for():
    stream = io.StringIO()
    resource = make_resource("a", "树\u2028与图", knowledge_points=placed("btree"), duplicates=("http://b.test/",))
    assert write_jsonl([resource, resource], stream) == 2
    lines = stream.getvalue().split("\n")
    assert len(lines) == 3
    assert lines[2] == ""
    record = json.loads(lines[0])
    assert {name: record[name] for name in ("url", "title", "language", "type", "topic", "score", "fetched_at")} == {
        "url": "http://a.test/a",
        "title": "a",
        "language": "en",
        "type": "article",
        "topic": "db",
        "score": 0.7,
        "fetched_at": "2023-11-14T22:13:20Z",
    }
    assert record["id"] == resource.id
    assert record["text"] == record["markdown"] == "树\u2028与图"
    assert record["duplicates"] == ["http://b.test/"]
    assert record["knowledge_points"] == [{"id": "btree", "score": 0.9, "by": "rule", "reasons": []}]
    assert record["problem"] is None
