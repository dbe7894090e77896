"""The four stages (topics, seeds, crawl, processing) are independent: each alone, in every order that makes sense."""

import json

import pytest

POINTS = """
[[knowledge_point]]
id = "indexes"
title = "Indexes"
keywords = ["B-tree", "index"]
[[knowledge_point]]
id = "transactions"
title = "Transactions"
keywords = ["commit", "rollback", "isolation"]
"""
TOPIC = '[topic]\nid = "db"\ntitle = "Relational databases"\nkeywords = ["SQL", "index", "transaction", "join"]\n'


class Stages:
    """Each stage as one command or two, on a workspace where the topic is there by name."""

    def __init__(self, lorehound, site):
        self.lorehound, self.site = lorehound, site

    def topics(self):
        (self.lorehound.folder / "db.toml").write_text(TOPIC + POINTS, "utf-8")
        self.lorehound.ok("topic", "import", "db.toml")

    def seeds(self):
        self.lorehound.ok("seed", "add", "db", self.site.url)

    def crawl(self):
        self.lorehound("crawl", "db", "--delay", 0, "--allow-private", "--json")

    def process(self):
        self.lorehound.ok("process", "db", "--json")


@pytest.fixture
def stages(lorehound, site):
    lorehound.ok(
        "topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "index", "-k", "transaction", "-k", "join"
    )
    return Stages(lorehound, site)


ORDERS = (
    "topics seeds crawl process",
    "seeds topics crawl process",
    "seeds crawl process topics",
    "seeds crawl topics process",
    "process crawl topics seeds",
    "crawl seeds process topics",
)


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_ends_with_the_same_library(stages, order):
    """Whatever ran first, once crawl and process have run after what they need, the library is the same."""
    ran = order.split()
    for stage in ran:
        getattr(stages, stage)()
    if ran.index("crawl") < ran.index("seeds"):
        stages.crawl()
    if ran[-1] != "process":
        stages.process()
    found = stages.lorehound.ok("library", "list", "-n", 50, "--json").json["resources"]
    by_title = {resource["title"]: resource["knowledge_points"] for resource in found}
    assert "indexes" in by_title["Indexes and the B-tree"]
    assert "transactions" in by_title["Transactions and isolation"]
    assert len(stages.site.pages()) == len(set(stages.site.pages())) == 13


def test_processing_alone_begins_with_material_from_elsewhere(lorehound, tmp_path):
    (tmp_path / "db.toml").write_text(TOPIC + POINTS, "utf-8")
    lorehound.ok("topic", "import", "db.toml")
    record = {
        "url": "http://elsewhere.test/b-tree",
        "title": "The B-tree",
        "text": "A B-tree is the usual index of a database: a balanced tree of sorted keys. " * 5,
    }
    (tmp_path / "in.jsonl").write_text(json.dumps(record), "utf-8")
    lorehound.ok("library", "import", "in.jsonl", "-t", "db")
    lorehound.ok("process", "db")
    (found,) = lorehound.ok("library", "list", "--json").json["resources"]
    assert found["knowledge_points"] == ["indexes"]


def test_topics_alone(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases")
    lorehound.ok("topic", "set", "db", "keywords+=SQL")
    lorehound.ok("topic", "export", "db", "-o", "db.toml")
    lorehound.ok("topic", "remove", "db", "--yes")
    lorehound.ok("topic", "import", "db.toml")
    assert [topic["id"] for topic in lorehound.ok("topic", "list", "--json").json["topics"]] == ["db"]


def test_seeds_alone(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases")
    lorehound.ok("seed", "import", "db", "-", stdin="http://a.test/\nhttp://b.test/\n")
    lorehound.ok("seed", "remove", "db", "http://a.test/")
    assert [seed["url"] for seed in lorehound.ok("seed", "list", "db", "--json").json["seeds"]] == ["http://b.test/"]
