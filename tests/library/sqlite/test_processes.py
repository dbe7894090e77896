"""Several processes on one file, and one that is killed while it writes."""

import signal
import subprocess
import sys
from pathlib import Path

from library.samples import make_topic
from lorehound.library.contract import Query
from lorehound.library.open import open_library

WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from library.samples import make_resource
from lorehound.library.open import open_library
from lorehound.model.page import SavedPage

path, name, count = sys.argv[2], sys.argv[3], int(sys.argv[4])
library = open_library(path)
for n in range(count):
    shared = make_resource(f"shared-{n}", f"Text {n} as {name} read it.")
    for resource in (shared, make_resource(f"{name}-{n}"), make_resource(f"{name}-copy-{n}", f"Copied text {n}")):
        stored = library.upsert(resource)
        library.save_pages([SavedPage("db", resource.key, resource.url, outcome=stored.outcome)])
        print(resource.key, flush=True)
library.close()
"""


def start(path, name, count):
    tests = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, tests, str(path), name, str(count)], stdout=subprocess.PIPE, text=True
    )


def test_processes_write_at_once_and_nothing_is_lost(tmp_path):
    path = tmp_path / "library.db"
    library = open_library(path)
    library.put_topic(make_topic("db"))
    writers = [start(path, name, 25) for name in ("one", "two", "three")]
    seen = []
    while any(writer.poll() is None for writer in writers):
        seen.append(library.count(Query(text="text")))
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    assert seen == sorted(seen)
    assert library.count(Query()) == 25 + 3 * 25 + 25
    assert sum(len(each.duplicates) for each in library.export(Query())) == 2 * 25
    assert len(library.saved_pages("db", n=1000)) == 25 + 2 * 3 * 25
    changed = library.changes(0)
    assert len({resource for _, resource, _ in changed}) == len(changed) == 125
    assert all(len(library.history(each.id)) == each.version for each in library.export(Query()))
    library.close()


def test_what_was_acknowledged_outlives_a_kill(tmp_path):
    path = tmp_path / "library.db"
    library = open_library(path)
    library.put_topic(make_topic("db"))
    library.close()
    acknowledged = []
    for attempt in range(3):
        writer = start(path, f"run{attempt}", 10_000)
        acknowledged += [writer.stdout.readline().strip() for _ in range(40)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.communicate()[0].split()
    library = open_library(path)
    for key in acknowledged:
        assert library.find(key).text
        assert library.saved("db", [key])[0]
    assert library.count(Query(text="text")) == library.count(Query())
    library.close()
