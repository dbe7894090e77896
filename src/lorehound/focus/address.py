"""What an address says of its page: its words, and the places it belongs to."""

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from lorehound.focus.hashing import place_id
from lorehound.text.words import words

MOST_FOLDERS = 4


@dataclass(frozen=True, slots=True)
class Address:
    """An address taken apart: words of host, path and query; ids of its host, folders (outermost first), family and
    template.

    A family is a folder with the first word of the file name; a template is a folder with the shape of the file name.
    """

    host: str
    folders: tuple[str, ...]
    words: tuple[str, ...]
    host_id: int
    folder_ids: tuple[int, ...]
    family_id: int
    template_id: int
    dated: float
    """1.0 when the path holds a date."""


@lru_cache(maxsize=32768)
def read_address(url: str) -> Address:
    """Takes an address apart."""
    rest = url.partition("://")[2] or url
    host, _, path = rest.partition("/")
    host = host.rpartition("@")[2].lower()
    path, _, query = path.partition("?")
    parts = path.split("/")
    name, folders = parts[-1], [part for part in parts[:-1] if part][:MOST_FOLDERS]
    within = [f"{host}/" + "/".join(folders[: end + 1]) for end in range(len(folders))]
    deepest = within[-1] if within else host
    stem = name.rpartition(".")[0] or name
    pieces = [piece for piece in _BETWEEN.split(stem) if piece]
    first = _DIGITS.sub("", pieces[0].lower()) if pieces else ""
    shape = f"{len(pieces)}|{first}|{any(char.isdigit() for char in stem)}|{bool(query)}"
    return Address(
        host=host,
        folders=tuple(within),
        words=_words(host, parts[:-1], stem, query),
        host_id=place_id("host", host),
        folder_ids=tuple(place_id("folder", folder) for folder in within),
        family_id=place_id("family", f"{deepest}|{first}"),
        template_id=place_id("template", f"{deepest}|{shape}"),
        dated=float(bool(_DATE.search(path))),
    )


def address_words(url: str) -> tuple[str, ...]:
    """The words of an address."""
    return read_address(url).words


def _words(host: str, folders: list[str], stem: str, query: str) -> tuple[str, ...]:
    labels = host.partition(":")[0].split(".")
    text = " ".join([*labels[:-1], *folders[-3:], stem, query[:80]])
    text = _CAMEL.sub(" ", unquote(text)) if "%" in text else _CAMEL.sub(" ", text)
    text = _BETWEEN.sub(" ", text)
    return tuple(dict.fromkeys(token for token in words(text) if token not in _EMPTY))


_BETWEEN = re.compile(r"[^\w]+|_+")
_DIGITS = re.compile(r"\d+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DATE = re.compile(r"(?:19|20)\d\d[/-]?(?:0[1-9]|1[0-2])(?:\D|$)|(?:19|20)\d\d[/-]\d")
_EMPTY = frozenset(
    [
        "www",
        "http",
        "https",
        "html",
        "htm",
        "php",
        "asp",
        "aspx",
        "jsp",
        "index",
        "com",
        "org",
        "net",
        "edu",
        "gov",
        "doc",
        "docs",
        "en",
        "zh",
        "cn",
    ]
)
