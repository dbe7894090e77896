"""Pages as plain files in one folder a host, that other programs read, with an index of one JSON line a page.

A page is there when its line is: the file is written first, so a process killed in between leaves at most a file that
no line names. Place: the file, with offset and length of its line in ``index.jsonl``.
"""

import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from filelock import FileLock

from lorehound.archive.fields import page_fields, page_from
from lorehound.archive.full import cap_reached, full_disk
from lorehound.errors import Damaged, NotFound
from lorehound.model.page import Page, Place

INDEX = "index.jsonl"


class FileStore:
    """The page store of kind ``files`` (see ``archive.contract``)."""

    def __init__(self, folder: Path, *, cap: int = 0) -> None:
        self._folder = folder
        self._index = folder / INDEX
        self._cap = cap
        self._lock = FileLock(folder / "index.lock")
        self._counted = 0
        self._bytes = 0

    def write(self, page: Page) -> Place:
        """See ``PageStore.write`` (StorageFull)."""
        with full_disk(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._lock:
                if self._cap and (size := self.size()) + len(page.body) > self._cap:
                    raise cap_reached(self._folder, size, self._cap)
                file = self._put_body(page)
                try:
                    offset, length = self._put_line(_line(page, file))
                except BaseException:
                    (self._folder / file).unlink()
                    raise
        return Place("files", file, offset, length)

    def read(self, place: Place) -> Page:
        """See ``PageStore.read`` (NotFound, Damaged)."""
        try:
            with self._index.open("rb") as index:
                index.seek(place.offset)
                line = json.loads(index.read(place.length))
            if line["file"] != place.file:
                raise ValueError("it is the line of another page")
        except OSError:
            raise NotFound(f"{self._index} is not there, so its pages are not either; fetch them again") from None
        except (ValueError, KeyError, TypeError) as error:
            raise Damaged(
                f"{self._index} is damaged at byte {place.offset} ({error}); fetch the page of {place.file} again"
            ) from None
        return self._page(line)

    def pages(self) -> Iterator[tuple[Place, Page]]:
        """See ``PageStore.pages``; damaged lines and files are passed over too."""
        for offset, raw in self._lines(0):
            try:
                line = json.loads(raw)
                page = self._page(line)
            except (ValueError, KeyError, TypeError, Damaged, NotFound):
                continue
            yield Place("files", line["file"], offset, len(raw)), page

    def size(self) -> int:
        """See ``PageStore.size``; counted from the index."""
        for offset, raw in self._lines(self._counted):
            with suppress(ValueError, KeyError, TypeError):
                self._bytes += int(json.loads(raw)["bytes"])
            self._counted = offset + len(raw)
        return self._bytes + self._counted

    def sync(self) -> None:
        """See ``PageStore.sync``."""
        if self._index.exists():
            os.sync()

    def close(self) -> None:
        """See ``PageStore.close``."""
        self.sync()

    def _lines(self, start: int) -> Iterator[tuple[int, bytes]]:
        """Whole lines of the index from byte ``start``, each with its place; a torn last one is left out."""
        try:
            index = self._index.open("rb")
        except FileNotFoundError:
            return
        with index:
            index.seek(start)
            at = start
            for raw in index:
                if raw.endswith(b"\n"):
                    yield at, raw
                at += len(raw)

    def _put_body(self, page: Page) -> str:
        stem, ending = _name(page)
        (self._folder / stem).parent.mkdir(exist_ok=True)
        number = 1
        while True:
            file = f"{stem}{ending}" if number == 1 else f"{stem}.{number}{ending}"
            path = self._folder / file
            try:
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
            except FileExistsError:
                number += 1
                continue
            break
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as stream:
                _write_all(stream.fileno(), page.body)
        except BaseException:
            path.unlink()
            raise
        return file

    def _put_line(self, line: bytes) -> tuple[int, int]:
        descriptor = os.open(self._index, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            end = os.lseek(descriptor, 0, os.SEEK_END)
            if end and os.pread(descriptor, 1, end - 1) != b"\n":
                _write_all(descriptor, b"\n")
                end += 1
            try:
                _write_all(descriptor, line)
            except BaseException:
                os.ftruncate(descriptor, end)
                raise
        finally:
            os.close(descriptor)
        return end, len(line)

    def _page(self, line: Mapping[str, Any]) -> Page:
        path = self._folder / line["file"]
        try:
            body = path.read_bytes()
        except OSError:
            raise NotFound(f"{path} is not there; fetch {line['url']} again") from None
        if zlib.crc32(body) != line["crc32"]:
            raise Damaged(f"{path} is not as it was written; fetch {line['url']} again")
        return page_from(line, line["headers"], body)


_ENDINGS = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/xml": ".xml",
    "application/xml": ".xml",
    "application/json": ".json",
    "application/pdf": ".pdf",
}


def _line(page: Page, file: str) -> bytes:
    fields = page_fields(page) | {
        "headers": dict(page.headers),
        "file": file,
        "bytes": len(page.body),
        "crc32": zlib.crc32(page.body),
    }
    return json.dumps(fields).encode() + b"\n"


def _name(page: Page) -> tuple[str, str]:
    """Folder and name for a page, made from its address, and the ending of its kind."""
    try:
        parts = urlsplit(page.url)
    except ValueError:
        parts = urlsplit("")
    host = _UNSAFE.sub("-", parts.netloc.rpartition("@")[2].lower()).strip(".-") or "pages"
    path = unquote(parts.path).strip("/")
    found = _ENDING.search(path)
    ending = _ENDINGS.get(page.content_type) or (found.group().lower() if found else ".bin")
    name = _UNSAFE.sub("-", path + (f"-{parts.query}" if parts.query else ""))
    name = name.removesuffix(ending).strip(".-")[:60].rstrip(".-") or "index"
    return f"{host[:100]}/{name}.{zlib.crc32(page.url.encode('utf-8', 'surrogateescape')):08x}", ending


_UNSAFE = re.compile(r"[^\w.]+")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
