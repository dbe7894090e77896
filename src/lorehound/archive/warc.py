"""Pages as WARC 1.1 files, one gzip member a record, that any web archive tool reads.

Each process writes files of its own and never appends to one that was there: what a killed process left is read as far
as it is whole. What WARC has no field for stands in the ``Lorehound-Page`` header of the record.
"""

import io
import json
import os
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from fastwarc.stream_io import GzipWriter
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

from lorehound import __version__
from lorehound.archive.fields import page_fields, page_from
from lorehound.archive.full import cap_reached, full_disk
from lorehound.archive.http_head import read_head, write_head
from lorehound.archive.members import members
from lorehound.errors import Damaged, NotFound
from lorehound.model.page import Page, Place

ROLL = 1_000_000_000
"""Bytes after which a new file is begun."""
_LEVEL = 3
_BROKEN = (ValueError, OSError, KeyError, TypeError)
_EXTRA = "Lorehound-Page"
_AS_IT_IS = "".join(map(chr, range(0x21, 0x7F)))


class WarcStore:
    """The page store of kind ``warc`` (see ``archive.contract``)."""

    def __init__(self, folder: Path, *, cap: int = 0, roll: int = ROLL) -> None:
        self._folder = folder
        self._cap = cap
        self._roll = roll
        self._file: Path | None = None
        self._descriptor = -1
        self._end = 0

    def write(self, page: Page) -> Place:
        """See ``PageStore.write`` (StorageFull)."""
        record = _packed(_record(page))
        if self._cap and (size := self.size()) + len(record) > self._cap:
            raise cap_reached(self._folder, size, self._cap)
        if self._file is None or self._end + len(record) > self._roll:
            self._begin()
        assert self._file is not None
        place = Place("warc", self._file.name, self._end, len(record))
        self._append(record)
        return place

    def read(self, place: Place) -> Page:
        """See ``PageStore.read`` (NotFound, Damaged)."""
        file = self._folder / place.file
        try:
            with file.open("rb") as stream:
                stream.seek(place.offset)
                stored = stream.read(place.length)
        except OSError:
            raise NotFound(f"{file} is not there, so its pages are not either; fetch them again") from None
        try:
            return _page(zlib.decompress(stored, 31))
        except (zlib.error, *_BROKEN) as error:
            raise Damaged(
                f"{file} is damaged at byte {place.offset} ({error}); its other pages can be read, fetch this one again"
            ) from None

    def pages(self) -> Iterator[tuple[Place, Page]]:
        """See ``PageStore.pages``; damaged records are passed over too."""
        for file in self._files():
            for offset, length, content in members(file):
                try:
                    page = _page(content)
                except _BROKEN:
                    continue
                yield Place("warc", file.name, offset, length), page

    def size(self) -> int:
        """See ``PageStore.size``."""
        return sum(file.stat().st_size for file in self._files())

    def sync(self) -> None:
        """See ``PageStore.sync``."""
        if self._descriptor >= 0:
            with full_disk(self._folder):
                os.fsync(self._descriptor)

    def close(self) -> None:
        """See ``PageStore.close``."""
        if self._descriptor >= 0:
            self.sync()
            self._drop()

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.warc.gz"))

    def _begin(self) -> None:
        self.close()
        with full_disk(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            now = time.time_ns()
            stamp = datetime.fromtimestamp(now // 10**9, UTC).strftime("%Y%m%d%H%M%S")
            file = self._folder / f"lorehound-{stamp}{now % 10**9 // 1000:06d}-{os.getpid()}.warc.gz"
            self._descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        self._file, self._end = file, 0
        try:
            self._append(_packed(_about(file.name)))
        except BaseException:
            self._drop()
            file.unlink()
            raise

    def _append(self, record: bytes) -> None:
        assert self._file is not None
        rest = memoryview(record)
        try:
            with full_disk(self._file):
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
        except BaseException:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
            raise
        self._end += len(record)

    def _drop(self) -> None:
        os.close(self._descriptor)
        self._file, self._descriptor = None, -1


def _record(page: Page) -> WarcRecord:
    head = write_head(page.status, page.headers, len(page.body))
    record = WarcRecord()
    record.init_headers(WarcRecordType.response)
    headers = record.headers
    headers["WARC-Target-URI"] = quote(page.url, safe=_AS_IT_IS)
    headers["WARC-Date"] = datetime.fromtimestamp(page.fetched_at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    headers["Content-Type"] = "application/http; msgtype=response"
    if page.truncated:
        headers["WARC-Truncated"] = "length"
    headers[_EXTRA] = json.dumps(page_fields(page))
    record.set_bytes_content(head + page.body)
    return record


def _about(name: str) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(WarcRecordType.warcinfo)
    record.headers["Content-Type"] = "application/warc-fields"
    record.headers["WARC-Filename"] = name
    record.set_bytes_content(
        f"software: Lorehound/{__version__}\r\nformat: WARC File Format 1.1\r\n"
        "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n".encode()
    )
    return record


def _packed(record: WarcRecord) -> bytes:
    stored = io.BytesIO()
    with GzipWriter(stored, _LEVEL) as packer:
        record.write(packer, checksum_data=True)
    return stored.getvalue()


def _page(content: bytes) -> Page:
    """The page of one unpacked record (ValueError when it holds none)."""
    for record in ArchiveIterator(io.BytesIO(content), record_types=WarcRecordType.response, parse_http=False):
        block = record.reader.read()
        head, gap, body = block.partition(b"\r\n\r\n")
        if not gap or len(block) != record.content_length:
            raise ValueError("the record ends too soon")
        status, headers = read_head(head)
        return page_from(json.loads(record.headers.get(_EXTRA) or "{}") | {"status": status}, headers, body)
    raise ValueError("no page is there")
