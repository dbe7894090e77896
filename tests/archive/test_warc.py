import gzip
import subprocess
import sys
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType

from archive.contract import PAGE, PageStoreContract, numbered
from lorehound.archive.warc import WarcStore
from lorehound.model.page import Place


class TestWarcStore(PageStoreContract):
    kind = "warc"

    def damage(self, folder: Path, place: Place) -> None:
        content = bytearray((folder / place.file).read_bytes())
        middle = place.offset + place.length // 2
        content[middle : middle + 8] = b"damaged!"
        (folder / place.file).write_bytes(content)


def test_other_tools_read_it(tmp_path: Path):
    store = WarcStore(tmp_path)
    store.write(PAGE)
    store.close()
    [file] = tmp_path.iterdir()
    records = ArchiveIterator(str(file), parse_http=True)
    assert next(records).record_type == WarcRecordType.warcinfo
    record = next(records)
    assert record.headers["WARC-Target-URI"] == "http://a.test/%E8%AF%BE%E7%A8%8B/1?x=%D6%D0"
    assert record.headers["WARC-Truncated"] == "length"
    assert record.record_date.timestamp() == PAGE.fetched_at
    assert record.http_headers.status_code == 200
    assert record.http_headers.get("content-encoding") is None
    assert record.reader.read() == PAGE.body
    assert gzip.decompress(file.read_bytes()).startswith(b"WARC/1.1\r\n")


def test_the_digests_are_right(tmp_path: Path):
    store = WarcStore(tmp_path)
    for page in numbered(5):
        store.write(page)
    store.close()
    [file] = tmp_path.iterdir()
    assert len(list(ArchiveIterator(str(file), verify_digests=True))) == 6


def test_a_new_file_is_begun_when_one_is_large(tmp_path: Path):
    store = WarcStore(tmp_path, roll=2_000)
    pages = numbered(20)
    places = [store.write(page) for page in pages]
    store.close()
    assert len({place.file for place in places}) > 3
    assert [page for _, page in store.pages()] == pages


def test_a_torn_tail_is_passed_over_and_never_written_to(tmp_path: Path):
    store = WarcStore(tmp_path)
    places = [store.write(page) for page in numbered(3)]
    store.close()
    file = tmp_path / places[0].file
    file.write_bytes(file.read_bytes()[:-20])
    torn = file.read_bytes()
    again = WarcStore(tmp_path)
    assert [page.url for _, page in again.pages()] == ["http://a.test/0", "http://a.test/1"]
    assert again.write(PAGE).file != places[0].file
    assert file.read_bytes() == torn
    again.close()


def test_a_device_without_room_is_said(tmp_path: Path):
    code = """
import os, sys
from pathlib import Path
from lorehound.archive.warc import WarcStore
from lorehound.errors import StorageFull
from lorehound.model.page import Page
store = WarcStore(Path(sys.argv[1]))
store.write(Page("http://a.test/", b"x"))
os.dup2(os.open("/dev/full", os.O_WRONLY), store._descriptor)
try:
    store._append(b"x")
except StorageFull as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True)
    assert "no room is left on the disk" in done.stdout, done.stderr
