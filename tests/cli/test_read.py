import base64
import json

from tutorial_site import FOLDER as SITE

PROBLEM = """<!DOCTYPE html><html><head><title>A+B</title></head><body><h1>A+B</h1>
<h2>Description</h2><p>Add two integers $a$ and $b$.</p><h2>Input</h2><p>Two integers on one line.</p>
<h2>Output</h2><p>Their sum.</p><h2>Sample Input</h2><pre>1 2
</pre><h2>Sample Output</h2><pre>3
</pre><p>Time limit: 1000 ms. Memory limit: 65536 KB.</p></body></html>"""


def line(name, url, html):
    return json.dumps({"id": name, "url": url, "html_base64": base64.b64encode(html.encode()).decode()})


def answers(done):
    return [json.loads(text) for text in done.out.splitlines()]


def test_a_line_in_gives_a_line_out(lorehound):
    page = (SITE / "zh" / "shiwu.html").read_text("utf-8")
    (answer,) = answers(lorehound.ok("read", "--jsonl", stdin=line(7, "http://a.test/shiwu", page)))
    assert set(answer) == {"id", "url", "title", "language", "type", "text", "markdown", "problem"}
    assert (answer["id"], answer["url"], answer["language"], answer["problem"]) == (
        7,
        "http://a.test/shiwu",
        "zh",
        None,
    )
    assert answer["title"] == "事务与隔离级别"
    assert "原子性" in answer["text"]
    assert answer["markdown"].startswith("# 事务与隔离级别")


def test_a_problem_is_filled(lorehound):
    (answer,) = answers(lorehound.ok("read", "--jsonl", stdin=line("p", "http://judge.test/problem/1", PROBLEM)))
    problem = answer["problem"]
    assert answer["type"] == "problem"
    assert set(problem) == {
        "title", "statement", "input", "output", "samples", "note", "time_ms", "memory_kib", "tags",
    }  # fmt: skip
    assert problem["samples"] == [{"input": "1 2\n", "output": "3\n"}]
    assert "Add two integers" in problem["statement"]
    assert (problem["time_ms"], problem["memory_kib"]) == (1000, 65536)


def test_a_line_that_cannot_be_read_is_told_and_the_next_is_read(lorehound):
    good = line("good", "http://a.test/", "<p>Words enough to be read as a page of text.</p>")
    done = lorehound("read", "--jsonl", stdin=f'{good}\nnot json\n{{"id": 2, "url": "http://a.test/"}}\n[1]\n{good}\n')
    first, second, third, fourth, fifth = answers(done)
    assert done.code == 1
    assert first == fifth
    assert second["error"].startswith("line 2: ")
    assert third["id"] == 2
    assert "html_base64" in third["error"]
    assert "error" in fourth


def test_saved_files_are_read_and_nothing_is_stored(lorehound, tmp_path):
    (answer,) = answers(lorehound.ok("read", SITE / "joins.html", "--url", "http://a.test/joins.html"))
    assert answer["title"] == "Joins: rows from two tables"
    assert "```sql" in answer["markdown"]
    assert list(tmp_path.iterdir()) == []


def test_files_or_the_stream_must_be_named(lorehound):
    assert lorehound("read").code == 2
    assert lorehound("read", "nowhere.html").code == 1
