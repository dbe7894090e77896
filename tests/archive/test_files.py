import json
from pathlib import Path

import pytest

from archive.contract import PAGE, PageStoreContract
from lorehound.archive.files import FileStore
from lorehound.errors import Damaged
from lorehound.model.page import Page, Place


class TestFileStore(PageStoreContract):
    kind = "files"

    def damage(self, folder: Path, place: Place) -> None:
        (folder / place.file).write_bytes(b"something else")


@pytest.mark.parametrize(
    ("url", "kind", "name"),
    [
        ("https://docs.python.org/3/library/asyncio.html", "text/html", r"docs.python.org/3-library-asyncio.*.html"),
        ("http://a.test:8080/", "text/html; charset=utf-8", r"a.test-8080/index.*.html"),
        ("http://a.test/%E8%AF%97?id=3", "text/html", r"a.test/诗-id-3.*.html"),
        ("http://a.test/data.csv", "text/csv", r"a.test/data.*.csv"),
        ("http://a.test/raw", "", r"a.test/raw.*.bin"),
        ("http://../../etc/passwd", "text/plain", r"pages/etc-passwd.*.txt"),
    ],
)
def test_names_are_those_of_the_pages(tmp_path: Path, url: str, kind: str, name: str):
    place = FileStore(tmp_path).write(Page(url, b"x", headers={"content-type": kind}))
    assert list(tmp_path.glob(name)) == [tmp_path / place.file]


def test_files_hold_the_bytes_and_nothing_else(tmp_path: Path):
    place = FileStore(tmp_path).write(PAGE)
    assert (tmp_path / place.file).read_bytes() == PAGE.body


def test_the_index_is_one_line_a_page(tmp_path: Path):
    store = FileStore(tmp_path)
    places = [store.write(PAGE), store.write(PAGE)]
    lines = [json.loads(line) for line in (tmp_path / "index.jsonl").read_text("utf-8").splitlines()]
    assert [line["file"] for line in lines] == [place.file for place in places]
    assert {line["url"] for line in lines} == {PAGE.url}


def test_a_torn_line_costs_its_page_only(tmp_path: Path):
    store = FileStore(tmp_path)
    first, second = store.write(PAGE), store.write(PAGE)
    index = tmp_path / "index.jsonl"
    index.write_bytes(index.read_bytes()[:-10])
    third = store.write(PAGE)
    assert [place for place, _ in store.pages()] == [first, third]
    with pytest.raises(Damaged, match="fetch the page"):
        store.read(second)
