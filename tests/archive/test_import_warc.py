"""WARC files of other tools: chunked and compressed answers, redirects, revisits, torn ends."""

import gzip
import zlib
from pathlib import Path

import pytest

from lorehound.archive.import_warc import read_warc
from lorehound.errors import BadImport

HTML = "<title>数据库</title><p>transactions</p>".encode()


def record(kind: str, url: str, block: bytes, content_type: str = "application/http; msgtype=response") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-05-17T10:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{abs(hash((kind, url))) % 10**12:012d}>\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "Content-Type: text/html", *headers, "", ""]).encode() + body


def chunked(body: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:10], body[10:])) + b"0\r\n\r\n"


RECORDS = [
    record("warcinfo", "", b"software: another\r\n", "application/warc-fields"),
    record("request", "http://a.test/plain", b"GET /plain HTTP/1.1\r\n\r\n", "application/http; msgtype=request"),
    record("response", "http://a.test/plain", answer(HTML)),
    record("response", "http://a.test/moved", answer(b"", "Location: /plain", status="301 Moved")),
    record("response", "<http://a.test/chunked>", answer(chunked(HTML), "Transfer-Encoding: chunked")),
    record("response", "http://a.test/gzip", answer(gzip.compress(HTML), "Content-Encoding: gzip")),
    record(
        "response", "http://a.test/both",
        answer(chunked(gzip.compress(HTML)), "Content-Encoding: gzip", "Transfer-Encoding: chunked"),
    ),
    record("response", "http://a.test/deflate", answer(zlib.compress(HTML), "Content-Encoding: deflate")),
    record("response", "http://a.test/bare", answer(zlib.compress(HTML)[2:-4], "Content-Encoding: deflate")),
    record("response", "http://a.test/said", answer(HTML, "Content-Encoding: gzip", "Transfer-Encoding: chunked")),
    record("response", "http://a.test/none", b"nothing"),
    record("revisit", "http://a.test/plain", answer(b"")),
    record("response", "http://a.test/gone", answer(b"gone", status="404 Not Found")),
    record("resource", "http://a.test/resource", HTML, "text/html"),
    record("response", "dns:a.test", b"a.test. 60 IN A 127.0.0.1", "text/dns"),
]  # fmt: skip
PAGES = ["plain", "chunked", "gzip", "both", "deflate", "bare", "said", "resource"]


@pytest.mark.parametrize("packed", [True, False])
def test_pages_are_read_whatever_their_transfer(tmp_path: Path, packed: bool):
    file = tmp_path / "other.warc.gz"
    file.write_bytes(b"".join(map(gzip.compress, RECORDS)) if packed else b"".join(RECORDS))
    notes: list[str] = []
    pages = list(read_warc(file, notes.append))
    assert [page.url.removeprefix("http://a.test/") for page in pages] == PAGES
    assert {page.body for page in pages} == {HTML}
    assert {page.content_type for page in pages} == {"text/html"}
    assert {page.fetched_at for page in pages} == {1589709600.0}
    assert notes == [
        f"{file}: the record of http://a.test/none cannot be read (it does not begin like an HTTP answer); "
        "it is passed over"
    ]


def test_a_torn_end_is_noted_and_the_rest_is_read(tmp_path: Path):
    file = tmp_path / "torn.warc.gz"
    file.write_bytes(b"".join(map(gzip.compress, RECORDS[:-1]))[:-60])
    notes: list[str] = []
    pages = list(read_warc(file, notes.append))
    assert [page.url.removeprefix("http://a.test/") for page in pages] == PAGES[:-1]
    assert "torn" in notes[-1]


@pytest.mark.parametrize("content", [b"", b"<html>no warc</html>" * 50, b"\x1f\x8b\x08" + b"x" * 100])
def test_what_is_no_warc_is_said(tmp_path: Path, content: bytes):
    file = tmp_path / "page.html"
    file.write_bytes(content)
    with pytest.raises(BadImport, match="give a"):
        list(read_warc(file, print))


def test_a_missing_file_is_said(tmp_path: Path):
    with pytest.raises(BadImport, match="not there"):
        list(read_warc(tmp_path / "none.warc.gz", print))
