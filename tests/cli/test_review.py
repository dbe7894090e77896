"""Reviews, outlines and salvage through the command."""

import json

import pytest

LINES = "\n".join(
    json.dumps({"url": f"http://a.test/{name}", "title": name, "text": f"Text of {name}"}) for name in ("one", "two")
)


@pytest.fixture
def filled(lorehound, tmp_path):
    """A workspace with topic ``db``, two knowledge points and two resources."""
    (tmp_path / "outline.md").write_text("- 索引 / Indexes {#indexes}\n  - B-tree {#btree}\n", "utf-8")
    lorehound.ok("topic", "add", "db", "Databases")
    lorehound.ok("topic", "outline", "import", "db", "outline.md")
    lorehound.ok("library", "import", "-", "--topic", "db", "--format", "jsonl", stdin=LINES)
    return lorehound


def test_a_decision_shows_on_the_resource_and_can_be_taken_back(filled):
    done = filled.ok("review", "accept", "http://a.test/one", "--quality", "0.8", "--by", "li", "--json").json
    assert (done["state"], done["by"], done["quality"]) == ("accepted", "li", 0.8)
    assert filled.ok("library", "show", "http://a.test/one", "--json").json["review_state"] == "accepted"
    filled.ok("review", "reject", "http://a.test/two", "--reason", "an advertisement")
    rejected = filled.ok("library", "list", "--review", "rejected", "--json").json["resources"]
    assert [each["url"] for each in rejected] == ["http://a.test/two"]
    assert "taken back" in filled.ok("review", "undo", "http://a.test/two").out
    assert filled.ok("library", "show", "http://a.test/two", "--json").json["review_state"] == "pending"
    reviews = filled.ok("review", "list", "db", "--json").json["reviews"]
    assert [(each["state"], each["undone"]) for each in reviews] == [("rejected", True), ("accepted", False)]
    assert "an advertisement" in filled.ok("review", "list").out


def test_corrections_replace_what_was_guessed(filled):
    filled.ok("review", "correct", "http://a.test/one", "--point", "btree", "--type", "slides", "--difficulty", "0.3")
    found = filled.ok("library", "show", "http://a.test/one", "--json").json
    assert (found["type"], found["difficulty"], found["review_state"]) == ("slides", 0.3, "accepted")
    assert [(point["id"], point["by"]) for point in found["knowledge_points"]] == [("btree", "human")]
    filled.ok("process", "db")
    filled.ok("review", "correct", "http://a.test/one", "--no-points")
    assert filled.ok("library", "show", "http://a.test/one", "--json").json["knowledge_points"] == []


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("accept", "http://a.test/none"), "no resource 'http://a.test/none'"),
        (("accept", "http://a.test/one", "--quality", "5"), "quality 5.0 is not between 0 and 1"),
        (("correct", "http://a.test/one"), "nothing to correct"),
        (("correct", "http://a.test/one", "--point", "sets"), "no knowledge point 'sets'; its points: btree, indexes"),
        (("undo", "http://a.test/one"), "no review of"),
        (("list", "chem"), "no topic 'chem'"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(filled, arguments, fault):
    done = filled("review", *arguments)
    assert done.code == 1
    assert fault in done.err
    assert done.err.count("\n") == 1


def test_an_outline_goes_out_in_every_format_and_comes_in_again(filled, tmp_path):
    assert filled.ok("topic", "outline", "export", "db").out.startswith("# Databases\n\n- 索引 / Indexes {#indexes}\n")
    for name in ("o.toml", "o.csv", "o.md", "o.opml", "o.rdf"):
        filled.ok("topic", "outline", "export", "db", "-o", name)
        done = filled.ok("topic", "outline", "import", "db", name, "--json").json
        assert done == {
            "topic": "db", "points": 2, "dry_run": False, "added": [], "changed": [], "removed": [],
        }, name  # fmt: skip
    (tmp_path / "new.csv").write_text("id,en\nbtree,B+tree\nlocks,Locks\n")
    done = filled.ok("topic", "outline", "import", "db", "new.csv", "--dry-run", "--json").json
    assert (done["added"], done["changed"], done["removed"]) == (["locks"], ["btree"], ["indexes"])
    assert len(filled.ok("topic", "show", "db", "--json").json["knowledge_points"]) == 2


def test_a_faulty_outline_is_told_line_by_line_and_changes_nothing(filled, tmp_path):
    (tmp_path / "bad.csv").write_text("id,en\nA B,One\nok,Two\nC D,Three\n")
    done = filled("topic", "outline", "import", "db", "bad.csv")
    assert done.code == 1
    assert [line.partition("bad.csv: ")[2][:11] for line in done.err.splitlines()] == ["line 2: id:", "line 4: id:"]
    assert len(filled.ok("topic", "show", "db", "--json").json["knowledge_points"]) == 2
    assert "does not tell a format" in filled("topic", "outline", "import", "db", "outline.docx").err


def test_what_can_be_read_of_a_library_is_copied(filled, tmp_path):
    done = filled.ok("library", "salvage", "workspace/library.db", "--json").json
    assert (done["rows"]["topics"], done["rows"]["resources"]) == (1, 2)
    assert (tmp_path / done["copy"]).is_file()
    (tmp_path / "notes.db").write_text("not a database, but long enough to look like one " * 100)
    assert "nothing in notes.db can be read" in filled("library", "salvage", "notes.db").err
