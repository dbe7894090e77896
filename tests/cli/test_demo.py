import os
import subprocess
import sys
import urllib.request

import pytest

from lorehound.cli.demo.demo import bundled_topic
from lorehound.cli.demo.pydoc_server import pydoc_server
from lorehound.url.address import host_of
from lorehound.url.scope import Bounds


def fetch(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def test_the_server_knows_the_standard_library_and_nothing_of_the_folder_it_is_started_from(tmp_path, monkeypatch):
    (tmp_path / "mischief.py").write_text("open('was_imported', 'w')")
    monkeypatch.chdir(tmp_path)
    with pydoc_server(tmp_path / "log" / "pydoc.txt") as address:
        index = fetch(address)
        assert "asyncio.html" in index
        assert "mischief" not in index
        assert "typer" not in index
        assert "TCP" in fetch(address + "socket.html")
    with pytest.raises(OSError, match="refused"):
        fetch(address)


def test_the_server_ends_when_its_starter_is_killed(tmp_path):
    code = (
        "import sys, time; from pathlib import Path; from lorehound.cli.demo.pydoc_server import pydoc_server\n"
        "with pydoc_server(Path(sys.argv[1])) as address: print(address, flush=True); time.sleep(60)"
    )
    starter = subprocess.Popen([sys.executable, "-c", code, tmp_path / "log.txt"], stdout=subprocess.PIPE, text=True)
    address = starter.stdout.readline().strip()
    fetch(address)
    starter.kill()
    starter.wait()
    starter.stdout.close()
    for _ in range(100):
        try:
            fetch(address)
        except OSError:
            break
    else:
        pytest.fail(f"{address} still answers")


def test_other_hosts_and_modules_that_act_on_import_are_out_of_scope():
    bounds = Bounds(bundled_topic().scope, allow_private=True)
    base = "http://127.0.0.1:7464/"

    def refused(name):
        return bounds.refusal(base + name, host_of(base), 1)

    for name in ("antigravity.html", "idlelib.html", "idlelib.idle.html", "this.html", "turtledemo.html", "test.html"):
        assert refused(name) == "url_denied", name
    assert bounds.refusal("https://docs.python.org/3/", "docs.python.org", 1) == "host_not_allowed"
    for name in ("socket.html", "asyncio.html", "asyncio.events.html", "unittest.html", "http.server.html"):
        assert refused(name) is None, name


def test_the_topic_has_about_eight_points_in_both_languages():
    topic = bundled_topic()
    assert 7 <= len(topic.knowledge_points) <= 10
    assert all(point.title.zh and point.title.en for point in topic.knowledge_points)


def test_it_shows_a_library_and_can_be_run_again_in_chinese(lorehound):
    done = lorehound.ok("demo", "--max-pages", 25)
    assert "Of 25 pages" in done.out
    assert "TEN BEST RESOURCES" in done.out
    assert "Sockets" in done.out
    assert "Try next:" in done.out

    done = lorehound.ok("demo", "--max-pages", 25, LANG="zh_CN.UTF-8")
    assert "套接字" in done.out
    assert "接下来可以试试" in done.out
    assert lorehound.ok("topic", "list", "-w", "demo", "--json").json["topics"][0]["resources"] > 5
    assert lorehound.ok("library", "search", "socket", "-w", "demo", "--json").json["resources"]


def test_no_display_or_browser_is_handed_to_the_server(tmp_path, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":7")
    monkeypatch.setenv("BROWSER", "touch opened")
    with pydoc_server(tmp_path / "log.txt") as address:
        page = fetch(address + "os.html")
    assert "environ" in page
    assert "touch opened" not in page
    assert os.environ["DISPLAY"] == ":7"
