"""What every page store must do; each kind's test file runs it by subclassing and giving ``kind``."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorehound.archive.contract import PageStore
from lorehound.archive.open import open_store
from lorehound.archive.replay import replay
from lorehound.errors import NotFound, StorageFull
from lorehound.model.page import Page, Place

PAGE = Page(
    url="http://a.test/课程/1?x=%D6%D0",
    body="<title>唐诗</title>".encode("gb18030"),
    status=200,
    headers={"content-type": "text/html; charset=gbk", "content-encoding": "gzip", "content-length": "12"},
    requested="http://a.test/old",
    redirects=("http://a.test/old", "http://a.test/older"),
    fetched_at=1_700_000_000.123457,
    depth=3,
    referrer="http://b.test/",
    anchor="目录 “contents”",
    truncated=True,
)

WRITER = """
import sys
from pathlib import Path
from lorehound.archive.open import open_store
from lorehound.model.page import Page
store = open_store(Path(sys.argv[1]), sys.argv[2])
number = 0
while True:
    place = store.write(Page(f"http://a.test/{sys.argv[3]}/{number}", b"%d " % number * 5000, fetched_at=1.0))
    print(place.file, place.offset, place.length, flush=True)
    number += 1
"""

NO_ROOM = """
import resource, sys
from pathlib import Path
from lorehound.archive.open import open_store
from lorehound.errors import StorageFull
from lorehound.model.page import Page
import random
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
store = open_store(Path(sys.argv[1]), sys.argv[2])
noise = random.Random(1)
for number in range(100):
    page = Page(f"http://a.test/{number}", noise.randbytes(30_000 if number % 2 else 250_000))
    try:
        place = store.write(page)
    except StorageFull as error:
        print("full", error, flush=True)
        if number > 10:
            break
    else:
        assert store.read(place) == page
        print("kept", page.url, flush=True)
"""

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs"]), max_size=20)
PAGES = st.builds(
    Page,
    url=TEXT.map("http://a.test/".__add__),
    body=st.binary(max_size=200),
    status=st.integers(200, 599),
    headers=st.dictionaries(
        st.from_regex(r"[a-z][a-z-]{0,12}", fullmatch=True), TEXT, max_size=4
    ),
    requested=TEXT,
    redirects=st.lists(TEXT, max_size=2).map(tuple),
    fetched_at=st.floats(0, 4e9),
    depth=st.integers(0, 30),
    referrer=TEXT,
    anchor=st.text(max_size=20),
    truncated=st.booleans(),
)  # fmt: skip


def numbered(count: int, size: int = 50) -> list[Page]:
    return [Page(f"http://a.test/{at}", b"%d " % at * size, fetched_at=float(at)) for at in range(count)]


class PageStoreContract:
    kind: str

    @pytest.fixture
    def store(self, tmp_path: Path):
        store = open_store(tmp_path / "archive", self.kind)
        yield store
        store.close()

    def reopened(self, tmp_path: Path) -> PageStore:
        return open_store(tmp_path / "archive", self.kind)

    def test_a_page_comes_back_as_it_was_written(self, store: PageStore):
        assert store.read(store.write(PAGE)) == PAGE

    def test_a_page_with_nothing_but_an_address(self, store: PageStore):
        page = Page("http://a.test/", b"")
        assert store.read(store.write(page)) == page

    def test_any_page_comes_back(self, store: PageStore):
        @settings(max_examples=60, deadline=None)
        @given(PAGES)
        def comes_back(page: Page) -> None:
            assert store.read(store.write(page)) == page

        comes_back()

    def test_pages_come_in_the_order_of_writing(self, store: PageStore):
        pages = numbered(20)
        places = [store.write(page) for page in pages]
        assert list(store.pages()) == list(zip(places, pages, strict=True))

    def test_one_address_may_be_written_again(self, store: PageStore):
        first, second = store.write(PAGE), store.write(replace(PAGE, body=b"new"))
        assert store.read(first).body == PAGE.body
        assert store.read(second).body == b"new"

    def test_an_empty_store_has_no_pages(self, store: PageStore):
        assert list(store.pages()) == []
        assert store.size() == 0

    def test_a_place_that_is_not_there(self, store: PageStore):
        with pytest.raises(NotFound, match="fetch"):
            store.read(Place(self.kind, "no-such-file", 0, 10))

    def test_size_is_what_lies_on_the_disk(self, store: PageStore, tmp_path: Path):
        for page in numbered(5, 3000):
            store.write(page)
        store.sync()
        on_disk = sum(
            file.stat().st_size
            for file in (tmp_path / "archive").rglob("*")
            if file.is_file() and file.suffix != ".lock"
        )
        assert store.size() == pytest.approx(on_disk, abs=40_000)

    def test_it_is_read_and_written_again_after_closing(self, store: PageStore, tmp_path: Path):
        first = store.write(PAGE)
        store.close()
        again = self.reopened(tmp_path)
        second = again.write(replace(PAGE, depth=4))
        assert [page.depth for _, page in again.pages()] == [3, 4]
        assert (again.read(first).depth, again.read(second).depth) == (3, 4)
        again.close()

    def test_another_process_reads_while_one_writes(self, store: PageStore, tmp_path: Path):
        place = store.write(PAGE)
        reader = self.reopened(tmp_path)
        assert reader.read(place) == PAGE
        assert store.write(PAGE) != place
        assert len(list(reader.pages())) == 2
        reader.close()

    def test_a_cap_that_is_reached_stops_cleanly(self, tmp_path: Path):
        store = open_store(tmp_path / "archive", self.kind, 1)
        pages = [Page(f"http://a.test/{number}", os.urandom(50_000)) for number in range(10)]
        for page in pages:
            store.write(page)
        with pytest.raises(StorageFull, match=r"its cap is 1 MB; raise store\.max_mb"):
            store.write(Page("http://a.test/large", os.urandom(700_000)))
        assert store.size() <= 1_000_000
        assert [page for _, page in store.pages()] == pages
        store.close()

    def test_a_full_disk_loses_nothing_that_was_kept(self, tmp_path: Path):
        answer = subprocess.run(
            [sys.executable, "-c", NO_ROOM, str(tmp_path / "archive"), self.kind],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert answer.returncode == 0, answer.stderr
        lines = [line.split(" ", 1) for line in answer.stdout.splitlines()]
        kept = [said for what, said in lines if what == "kept"]
        assert [said for what, said in lines if what == "full" and "no room is left" in said]
        store = self.reopened(tmp_path)
        assert [page.url for _, page in store.pages()] == kept
        store.close()

    def test_killed_processes_leave_every_page_that_was_acknowledged(self, tmp_path: Path):
        folder = tmp_path / "archive"
        writers = [
            subprocess.Popen(
                [sys.executable, "-c", WRITER, str(folder), self.kind, str(name)], stdout=subprocess.PIPE, text=True
            )
            for name in range(2)
        ]
        acknowledged: list[list[Place]] = []
        for writer in writers:
            assert writer.stdout
            lines = [writer.stdout.readline() for _ in range(30)]
            os.kill(writer.pid, signal.SIGKILL)
            lines += writer.stdout.readlines()
            writer.wait()
            writer.stdout.close()
            whole = [line.split() for line in lines if line.endswith("\n")]
            acknowledged.append([Place(self.kind, file, int(at), int(length)) for file, at, length in whole])
        store = self.reopened(tmp_path)
        found = {place: page.url for place, page in store.pages()}
        for name, places in enumerate(acknowledged):
            assert [found[place] for place in places] == [f"http://a.test/{name}/{at}" for at in range(len(places))]
        after = store.write(PAGE)
        assert store.read(after) == PAGE
        assert len(list(store.pages())) == len(found) + 1
        store.close()

    def test_a_page_that_is_damaged_is_named_and_the_others_come(self, store: PageStore, tmp_path: Path):
        places = [store.write(page) for page in numbered(5, 400)]
        store.close()
        self.damage(tmp_path / "archive", places[2])
        again = self.reopened(tmp_path)
        read = {place: (page, fault) for place, page, fault in replay(again, places)}
        assert [bool(read[place][0]) for place in places] == [True, True, False, True, True]
        assert "fetch" in read[places[2]][1]
        assert [page.url[-1] for _, page in again.pages()] == ["0", "1", "3", "4"]
        again.close()

    def damage(self, folder: Path, place: Place) -> None:
        raise NotImplementedError

    def test_a_place_can_be_kept_as_json(self, store: PageStore):
        place = store.write(PAGE)
        stored = json.loads(json.dumps([place.store, place.file, place.offset, place.length]))
        assert store.read(Place(*stored)) == PAGE
