"""An HTTP answer as it went over the wire, and what it says once chunks and compression are undone."""

import io
import zlib
from http.client import HTTPException, parse_headers

LARGEST = 100_000_000
"""Bytes of one body, unpacked; the rest is cut off."""


def read_answer(block: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers (lower-case names) and decoded body of ``block`` (ValueError when it is no HTTP answer).

    Headers that describe the transfer are left out. A body that is not packed as its headers say is taken as it is:
    many archives hold such.
    """
    stream = io.BytesIO(block)
    line = stream.readline().split(None, 2)
    if len(line) < 2 or not line[0].startswith(b"HTTP/") or not line[1].isdigit():
        raise ValueError("it does not begin like an HTTP answer")
    try:
        found = parse_headers(stream)
    except HTTPException as error:
        raise ValueError(f"its headers cannot be read: {error}") from None
    headers = {name.lower(): value.strip() for name, value in found.items()}
    body = stream.read()
    if "chunked" in headers.pop("transfer-encoding", "").lower():
        body = _joined(body)
    for coding in reversed(headers.pop("content-encoding", "").lower().replace(",", " ").split()):
        body = _unpacked(body, coding)
    headers.pop("content-length", None)
    return int(line[1]), headers, body


def _joined(body: bytes) -> bytes:
    """The chunks of ``body`` joined; ``body`` itself when it does not begin with a chunk."""
    parts: list[bytes] = []
    at = 0
    while True:
        end = body.find(b"\n", at)
        try:
            size = int(body[at : end if end >= 0 else None].split(b";")[0].strip(), 16)
        except ValueError:
            return b"".join(parts) if parts else body
        if size == 0 or end < 0:
            return b"".join(parts)
        parts.append(body[end + 1 : end + 1 + size])
        at = end + 1 + size
        at += 2 if body[at : at + 2] == b"\r\n" else 1 if body[at : at + 1] == b"\n" else 0


def _unpacked(body: bytes, coding: str) -> bytes:
    if coding == "br":
        import brotli

        try:
            return bytes(brotli.decompress(body)[:LARGEST])
        except brotli.error:
            return body
    for bits in {"gzip": (31,), "x-gzip": (31,), "deflate": (15, -15)}.get(coding, ()):
        try:
            return zlib.decompressobj(bits).decompress(body, LARGEST)
        except zlib.error:
            continue
    return body
