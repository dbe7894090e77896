"""Pages out of a folder of saved web pages."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

from lorehound.errors import BadImport
from lorehound.model.page import Page
from lorehound.url.address import absolute

_TYPES = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".shtml": "text/html"}


def read_folder(folder: Path, note: Callable[[str], None]) -> Iterator[Page]:
    """The HTML pages in ``folder`` and below, in order of their paths.

    A page's address is the one that the program which saved it wrote into it (browsers' "saved from url", SingleFile,
    HTTrack), else its canonical address, else that of its path where the folders are named by host (wget), else
    ``file:///...``. ``fetched_at`` is the file's time. ``note`` gets a line for each file that cannot be read
    (BadImport when there is no page at all).
    """
    if not folder.is_dir():
        raise BadImport(f"{folder} is no folder; give the folder that holds the saved pages")
    found = 0
    for file in sorted(path for path in folder.rglob("*") if path.suffix.lower() in _TYPES):
        try:
            body = file.read_bytes()
            fetched_at = file.stat().st_mtime
        except OSError as error:
            note(f"{file} cannot be read: {error.strerror}; it is passed over")
            continue
        found += 1
        url = address_in(body) or _by_path(file.relative_to(folder)) or file.absolute().as_uri()
        yield Page(url=url, body=body, headers={"content-type": _TYPES[file.suffix.lower()]}, fetched_at=fetched_at)
    if not found:
        raise BadImport(f"{folder} holds no HTML page; pages end in {', '.join(_TYPES)}")


def address_in(body: bytes) -> str:
    """The address that a saved page says it came from; empty when it says none."""
    head = body[:_HEAD].decode("utf-8", "replace")
    for pattern in (_SAVED_FROM, _SINGLE_FILE, _MIRRORED):
        match = pattern.search(head)
        if match is not None:
            url = match.group(1)
            return absolute("http://unknown.invalid/", url if "://" in url else f"http://{url}") or ""
    for tag in _LINKS.findall(head):
        if _CANONICAL.search(tag) and (target := _TARGET.search(tag)):
            url = absolute("http://unknown.invalid/", unescape(target.group(1))) or ""
            if not url.startswith("http://unknown.invalid/"):
                return url
    return ""


_HEAD = 100_000
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(https?://\S+?)\s*-->")
_SINGLE_FILE = re.compile(r"<!--\s*Page saved with SingleFile\s+url:\s*(https?://\S+)")
_MIRRORED = re.compile(r"<!-- Mirrored from (\S+) by HTTrack")
_LINKS = re.compile(r"<(?:link|meta)\s[^>]*>", re.IGNORECASE)
_CANONICAL = re.compile(r"""\brel=["']?canonical\b|\bproperty=["']?og:url\b""", re.IGNORECASE)
_TARGET = re.compile(r"""\b(?:href|content)=["']?([^"'\s>]+)""", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}(:\d+)?", re.IGNORECASE)


def _by_path(path: Path) -> str:
    """The address of a path such as ``docs.example.org/guide/index.html``, as wget saves pages."""
    host, *rest = path.parts
    if not rest or not _HOST.fullmatch(host):
        return ""
    return absolute(f"http://{host}/", "/" + "/".join(rest)) or ""
