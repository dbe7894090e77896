"""The head of an HTTP answer as bytes, as WARC records hold it, and back."""

from collections.abc import Mapping
from http import HTTPStatus

_BODY_HEADERS = frozenset({"content-encoding", "transfer-encoding", "content-length"})
_KEPT_AS = "x-archive-orig-"


def write_head(status: int, headers: Mapping[str, str], length: int) -> bytes:
    """Status line and headers of an answer whose body is already decoded from transfer and ``length`` bytes long.

    What described the body on its way keeps its value under ``x-archive-orig-``, so that no reader decodes it again.
    """
    lines = [f"HTTP/1.1 {status} {_phrase(status)}"]
    for name, value in headers.items():
        shown = _KEPT_AS + name if name.lower() in _BODY_HEADERS else name
        lines.append(f"{shown}: {' '.join(value.splitlines())}")
    lines.append(f"content-length: {length}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def read_head(head: bytes) -> tuple[int, dict[str, str]]:
    """Status and headers of what ``write_head`` wrote."""
    try:
        lines = head.decode("utf-8").split("\r\n")
    except UnicodeDecodeError:
        lines = head.decode("utf-8", "surrogateescape").split("\r\n")
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if name.startswith(_KEPT_AS) and name.removeprefix(_KEPT_AS).lower() in _BODY_HEADERS:
            headers[name.removeprefix(_KEPT_AS)] = value.strip()
        elif colon and name != "content-length":
            headers[name] = value.strip()
    return int(lines[0].split(" ", 2)[1]), headers


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
