"""Addresses that a site makes without end, told by how they look."""

import re

LONGEST = 2083
"""Characters of an address; longer ones are machine-made."""
DEEPEST = 20
"""Segments of a path."""


def trap(url: str) -> str | None:
    """Why an absolute ``url`` looks like one of an endless space, as a code of ``model/words.py``; None when it does
    not.

    ``long_url``; ``deep_path``; ``repeated_path``: a segment three times (numbers: five times), as Nutch and Heritrix
    reject it; ``growing_query``: parameters repeated, nested or escaped over and over; ``unfilled``: the marks of a
    template or script that was never filled in.
    """
    if len(url) > LONGEST:
        return "long_url"
    if _UNFILLED.search(url):
        return "unfilled"
    address, mark, query = url.partition("?")
    if address.count("/") > 5:
        segments = [segment for segment in address.partition("#")[0].split("/")[3:] if segment]
        if len(segments) > DEEPEST:
            return "deep_path"
        if len(set(segments)) < len(segments) - 1 and _repeats(segments):
            return "repeated_path"
    if mark and len(query) > 60 and _grows(query.partition("#")[0]):
        return "growing_query"
    return None


def template(url: str) -> str:
    """The shape of ``url`` that pages of one kind on one site share.

    Digits become ``#``, long ids ``*``; of the query only the sorted names stay; scheme and fragment go.
    """
    address, _, query = url.partition("#")[0].partition("?")
    address = _LONG_ID.sub("*", address.partition("://")[2] or address)
    host, slash, path = address.partition("/")
    shape = host + slash + _DIGITS.sub("#", path)
    if not query:
        return shape
    names = sorted({_DIGITS.sub("#", piece.partition("=")[0]) for piece in query.split("&") if piece})
    return f"{shape}?{'&'.join(names)}"


MOST_TIMES = 3
MOST_NUMBERS = 5
MOST_PARAMETERS = 24
MOST_SAME_NAME = 8

_UNFILLED = re.compile(
    r"\{\{|%7B%7B|\$\{|\$%7B|<%|%3C%25|%3C\?php|<\?php|'\+|%27\+|\+%27|%27%20\+|/undefined/|/\[object", re.IGNORECASE
)
_TWICE_ESCAPED = re.compile(r"%2525|(?:%25[0-9A-Fa-f]{2}.*){12}")
_NESTED = re.compile(r"(?:^|[?&]|%3F|%26)([A-Za-z_]{2,30})(?==|%3D)")
_LONG_ID = re.compile(
    r"(?<=[/_=-])(?:[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
    r"|(?=[A-Za-z]*\d)[0-9A-Za-z]{16,})(?=[/._-]|$)"
)
_DIGITS = re.compile(r"\d+")


def _repeats(segments: list[str]) -> bool:
    counts: dict[str, int] = {}
    for segment in segments:
        counts[segment] = counts.get(segment, 0) + 1
    return any(count >= (MOST_NUMBERS if name.isdigit() else MOST_TIMES) for name, count in counts.items())


def _grows(query: str) -> bool:
    pieces = query.split("&")
    if len(pieces) > MOST_PARAMETERS or _TWICE_ESCAPED.search(query):
        return True
    if len(pieces) > MOST_SAME_NAME:
        names = [piece.partition("=")[0] for piece in pieces]
        if len(names) - len(set(names)) >= MOST_SAME_NAME:
            return True
    if "%3D" in query or "%3d" in query:
        nested = _NESTED.findall(query)
        return any(nested.count(name) > 2 for name in set(nested))
    return False
