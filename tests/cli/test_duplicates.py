"""Pairs of texts, and resources at several addresses, through the command."""

import json

import pytest

TEXT = """A transaction is a unit of work that is carried out wholly or not at all. When several clients change the same
rows at once, the database decides by its isolation level which of their changes each of them may see."""
COPY = TEXT.replace("several", "many")
LINES = "\n".join(
    json.dumps({"url": f"http://{host}.test/", "title": host, "text": text})
    for host, text in {"a": TEXT, "b": COPY, "c": "Rice takes water, heat, a lid and a cook with patience."}.items()
)  # fmt: skip


@pytest.fixture
def filled(lorehound):
    """A workspace with topic ``db`` and three pages, two of them nearly equal."""
    lorehound.ok("topic", "add", "db", "Databases")
    lorehound.ok("library", "import", "-", "--topic", "db", "--format", "jsonl", stdin=LINES)
    return lorehound


def test_pairs_are_compared_as_a_stream(lorehound):
    pairs = [{"id": 1, "a": TEXT, "b": COPY}, {"id": "x", "a": TEXT, "b": ""}, {"id": 3, "a": TEXT}]
    done = lorehound("duplicates", "compare", "--jsonl", stdin="\n".join(map(json.dumps, pairs)) + "\nno json\n")
    near, empty, half, broken = map(json.loads, done.out.splitlines())
    assert (near["id"], near["same"], near["reason"]) == (1, True, "near_text")
    assert 0.7 < near["resemblance"] < 1
    assert empty == {"id": "x", "same": False, "resemblance": 0.0, "reason": "no_text"}
    assert half == {"id": 3, "error": "line 3 has no 'b'; write {id, a, b}"}
    assert broken["error"].startswith("line 4 is no pair")
    assert done.code == 1


def test_clusters_are_listed_split_and_merged(filled):
    [cluster] = filled.ok("library", "duplicates", "--json").json["clusters"]
    assert (cluster["url"], cluster["others"][0]["url"]) == ("http://a.test/", "http://b.test/")
    assert "nearly the same text" in filled.ok("library", "duplicates").out
    filled.ok("library", "split", "http://b.test/")
    assert filled.ok("library", "duplicates", "--json").json == {"clusters": [], "next": ""}
    filled.ok("library", "merge", "http://a.test/", "http://c.test/")
    [cluster] = filled.ok("library", "duplicates", "--json").json["clusters"]
    assert [(each["url"], each["reason"]) for each in cluster["others"]] == [("http://c.test/", "merged")]


def test_what_cannot_be_split_is_one_line(filled):
    done = filled("library", "split", "http://none.test/")
    assert done.code == 1
    assert "is no other address of a resource" in done.err
