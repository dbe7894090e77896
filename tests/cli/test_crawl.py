"""A crawl from the command line, over a real server."""

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import termios
import time
import tomllib

import pytest

LINE = (
    "run", "topic", "fetched", "on_topic", "kept", "unsure", "duplicates", "off_topic", "not_a_page", "failed",
    "other_requests", "refused", "frontier", "seconds", "pages_per_s", "cpu_ms_per_page", "max_rss_mb", "stop_reason",
)  # fmt: skip

TOPIC = """
[topic]
id = "db"
title = {{ zh = "关系数据库", en = "Relational databases" }}
keywords = ["SQL", "transaction", "index", "join", "schema", "事务", "索引"]
seeds = ["{seed}"]
[[knowledge_point]]
id = "transactions"
title = "Transactions"
keywords = ["commit", "rollback"]
"""


@pytest.fixture
def topic(tmp_path, site):
    (tmp_path / "db.toml").write_text(TOPIC.format(seed=site.url), "utf-8")
    return "db.toml"


def crawl(lorehound, *arguments, **environ):
    return lorehound("crawl", *arguments, "--delay", 0, "--allow-private", "--json", **environ)


def adds_up(line):
    return line["fetched"] == sum(line[name] for name in ("kept", "duplicates", "off_topic", "not_a_page", "failed"))


def test_one_command_makes_a_library_of_a_topic_file(lorehound, topic, site):
    done = crawl(lorehound, topic)
    line = done.json
    assert done.code == 0, done.err
    assert tuple(line) == LINE
    assert adds_up(line)
    assert line["stop_reason"] == "frontier_empty"
    assert line["fetched"] == len(site.pages()) == len(set(site.pages()))
    assert line["duplicates"] == 2  # the front page by its file name, and the print version
    assert line["cpu_ms_per_page"] > 0
    assert line["max_rss_mb"] > 20
    found = lorehound.ok("library", "search", "deadlock", "--json").json["resources"]
    assert [resource["title"] for resource in found] == ["Transactions and isolation"]


def test_a_second_run_asks_for_the_seed_alone_and_finds_nothing_new(lorehound, topic, site):
    crawl(lorehound, topic)
    site.asked.clear()
    done = crawl(lorehound, topic)
    assert done.code == 0
    assert done.json["stop_reason"] == "nothing_new"
    assert site.pages() == ["/"]


def test_the_page_budget_is_a_promise(lorehound, topic, site):
    line = crawl(lorehound, topic, "--max-pages", 4).json
    assert line["fetched"] == 4 == len(site.pages())
    assert line["stop_reason"] == "max_pages"
    assert line["frontier"] > 0


@pytest.mark.parametrize("strategy", ["shark-search", "breadth-first", "complete"])
def test_every_strategy_gets_every_page_once(lorehound, topic, site, strategy):
    line = crawl(lorehound, topic, "--strategy", strategy).json
    assert line["fetched"] == len(site.pages()) == len(set(site.pages())) >= 11


def test_two_workers_share_the_pages(lorehound, topic, site):
    line = crawl(lorehound, topic, "--workers", 2).json
    assert adds_up(line)
    assert line["fetched"] - line["failed"] == len(site.pages()) == len(set(site.pages())) >= 11


def test_a_topic_is_crawled_by_its_id_or_because_it_is_the_only_one(lorehound, topic, site):
    lorehound.ok("topic", "import", topic)
    assert crawl(lorehound, "db", "--max-pages", 1).json["topic"] == "db"
    assert crawl(lorehound, "--max-pages", 2).json["topic"] == "db"


def test_all_topics_are_crawled_and_no_page_is_fetched_twice(lorehound, topic, tmp_path, site):
    lorehound.ok("topic", "import", topic)
    lorehound.ok("topic", "add", "sql", "SQL queries", "-k", "SQL", "-k", "query", "-s", site.url)
    done = crawl(lorehound, "--all", "--revisit", "none")
    lines = [json.loads(text) for text in done.out.splitlines()]
    assert [line["topic"] for line in lines] == ["db", "sql"]
    assert len(site.pages()) == len(set(site.pages()))
    assert lorehound.ok("library", "list", "-t", "sql", "--json").json["resources"]


def test_a_page_of_links_written_here_is_a_seed(lorehound, site):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "index")
    lorehound.ok(
        "seed", "write", "db", "reading", stdin=f"- [Indexes]({site.url}indexes.html)\n- [SQL]({site.url}sql.html)\n"
    )
    line = crawl(lorehound, "db").json
    assert line["kept"] >= 2
    assert "/indexes.html" in site.pages()


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(lorehound, topic, site):
    process = lorehound.start("crawl", topic, "--delay", 0.3, "--allow-private", "--json")
    end = time.monotonic() + 30
    while len(site.pages()) < 3 and time.monotonic() < end:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    first = json.loads(out.splitlines()[-1])
    assert process.returncode == 0, err
    assert tuple(first) == LINE
    assert first["stop_reason"] == "interrupted"
    second = crawl(lorehound, topic).json
    assert second["run"] == first["run"]
    assert second["stop_reason"] == "frontier_empty"
    assert adds_up(second)
    assert len(site.pages()) == len(set(site.pages())) == second["fetched"]


def test_progress_is_on_standard_error_and_a_person_gets_a_summary(lorehound, topic):
    done = lorehound("crawl", topic, "--delay", 0, "--allow-private")
    assert done.code == 0
    assert "Crawling for Relational databases" in done.err
    assert "no address left to fetch" in done.out


def test_on_a_terminal_one_line_renews_itself(lorehound, topic):
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    command = [sys.executable, "-m", "lorehound.cli.main", "crawl", topic, "--delay", "0", "--allow-private", "--json"]
    environ = {**lorehound.environ, "TERM": "xterm"}
    done = subprocess.run(command, cwd=lorehound.folder, env=environ, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    told = os.read(ours, 100_000).decode()
    os.close(ours)
    states = told.split("\r\x1b[K")
    assert len(states) > 2
    assert all(len(state) < 60 for state in states[1:])
    assert json.loads(done.stdout)["stop_reason"] == "frontier_empty"


def test_the_run_is_listed_with_its_counters(lorehound, topic):
    line = crawl(lorehound, topic, "--max-pages", 3).json
    (run,) = lorehound.ok("run", "list", "--json").json["runs"]
    assert run["id"] == line["run"]
    assert run["counters"]["fetched"] == 3
    shown = lorehound.ok("run", "show", line["run"]).out
    assert "the page budget is used up" in shown
    done = lorehound("run", "show", "nothing")
    assert (done.code, done.err.count("\n")) == (1, 1)


def test_a_crawl_that_gets_no_page_says_why_and_exits_1(lorehound):
    lorehound.ok("topic", "add", "db", "Databases", "-s", "http://127.0.0.1:9/")
    done = crawl(lorehound, "db")
    assert done.code == 1
    assert tuple(done.json) == LINE
    assert done.json["stop_reason"].startswith("no_page")
    assert "127.0.0.1:9" in done.err


def test_a_topic_without_seeds_says_how_to_add_one(lorehound):
    lorehound.ok("topic", "add", "db", "Databases")
    done = crawl(lorehound, "db")
    assert done.code == 1
    assert "lorehound seed add db" in done.err


def test_a_second_crawl_on_one_workspace_is_kept_out(lorehound, topic, site):
    process = lorehound.start("crawl", topic, "--delay", 0.5, "--allow-private", "--json")
    end = time.monotonic() + 30
    while not site.pages() and time.monotonic() < end:
        time.sleep(0.05)
    done = crawl(lorehound, topic)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert done.code == 1
    assert str(process.pid) in done.err
    assert done.err.count("error: ") == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nothing",), 1),
        (("nothing.toml",), 1),
        (("--strategy", "zigzag"), 2),
        (("--revisit", "often"), 2),
        (("--max-time", "soon"), 2),
        (("--max-pages", "-1"), 2),
    ],
)
def test_what_cannot_be_is_one_line(lorehound, arguments, code):
    lorehound.ok("topic", "add", "db", "Databases")
    done = crawl(lorehound, *arguments)
    assert (done.code, done.err.count("\n")) == (code, 1)


def test_private_addresses_need_leave(lorehound, topic, site):
    done = lorehound("crawl", topic, "--json")
    assert done.code == 1
    assert site.asked == []
    assert "--allow-private" in done.err or "private" in done.json["stop_reason"]


def test_the_exported_topic_is_the_file(lorehound, topic):
    crawl(lorehound, topic, "--max-pages", 1)
    assert tomllib.loads(lorehound.ok("topic", "export", "db").out)["topic"]["id"] == "db"
