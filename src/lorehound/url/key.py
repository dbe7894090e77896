"""The dedupe key of an address: what tells pages apart, never what is fetched."""

import re

from ada_url import normalize_url

from lorehound.url.parameters import MAYBE_SESSIONS, SESSIONS, TRACKING


def key(url: str) -> str:
    """The text that two spellings of one address share.

    Scheme and host lower-case and in punycode, without usual port or trailing dot; fragment gone (``#!`` stays);
    session ids and tracking parameters gone; parameters in order of their names, those of one name as they were;
    escapes of unreserved letters undone, other escapes upper-case and never undone; ``!*'()``, which RFC 2396 let stand
    bare and RFC 3986 does not, escaped. http and https, ``www.``, ``index.html`` and a trailing slash are told apart: a
    site may mean different pages by them. ``key(key(u)) == key(u)``; any text has a key.
    """
    match = _NORMAL.fullmatch(url)
    if match is not None and "/." not in url:
        head, path, query, fragment = match.groups()
        if _CANONICAL.fullmatch(path) and (fragment is None or fragment[1:2] != "!"):
            return f"{head}{path}" if query is None else f"{head}{path}{_query(query)}"
    spelt = _spelt(url)
    while spelt != url:
        url, spelt = spelt, _spelt(spelt)
    return url


_NORMAL = re.compile(
    r"(https?://(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?)"
    r"(/[A-Za-z0-9\-._~/$&+,;=:@%|\[\]]*)"
    r"(\?[A-Za-z0-9\-._~/$&+,;=:@%|\[\]?^`{}!()*]*)?"
    r"(#[\x21-\x7e]*)?"
)
"""Addresses that the URL standard's parser would give back as they are: most, and this is cheaper than asking it."""
_CANONICAL = re.compile(
    r"(?:[A-Za-z0-9\-._~/$&+,=:@]++|%(?:[189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF]))*+"
)
_PARTS = re.compile(r"([a-z][a-z0-9+.-]*:(?://[^/?#]*)?)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_DOT = re.compile(r"\.+(?=$|:\d)")
_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid|cfid|cftoken)=[^/;]*|/\(S\([a-z0-9]{20,}\)\)", re.IGNORECASE
)
_RANDOM = re.compile(r"(?=\D*\d)(?=[^a-zA-Z]*[a-zA-Z])[A-Za-z0-9_-]{16,}|[0-9]{20,}")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})?|[|\[\]^`{}\\\"<> '()!*]")


def _spelt(url: str) -> str:
    try:
        url = normalize_url(url)
    except ValueError:
        return url.strip().encode("utf-8", "replace").decode("utf-8")
    match = _PARTS.fullmatch(url)
    if match is None:
        return url
    head, path, query, fragment = match.groups()
    head = _DOT.sub("", head)
    path = _escaped(_SESSION_IN_PATH.sub("", path) or "/")
    query = _query(query) if query else ""
    return head + path + query + ("#!" + _escaped(fragment[2:]) if fragment and fragment.startswith("#!") else "")


def _query(query: str) -> str:
    query = query[1:]
    if not _CANONICAL.fullmatch(query):
        query = _escaped(query)
    if "%20" in query:
        query = query.replace("%20", "+")
    if "&" not in query:
        return "?" + query if query and not _idle(query) else ""
    pieces = [piece for piece in query.split("&") if piece and not _idle(piece)]
    pieces.sort(key=_name)
    return "?" + "&".join(pieces) if pieces else ""


def _name(piece: str) -> str:
    return piece.partition("=")[0]


def _idle(piece: str) -> bool:
    name = piece.partition("=")[0].lower()
    if name in TRACKING or name in SESSIONS or name.startswith(("utm_", "aspsessionid")):
        return True
    return name in MAYBE_SESSIONS and _RANDOM.fullmatch(piece, len(name) + 1) is not None


def _escaped(text: str) -> str:
    return _ESCAPE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    found = match.group()
    if found[0] != "%":
        return f"%{ord(found):02X}"
    if len(found) == 1:
        return "%25"
    letter = chr(int(found[1:], 16))
    return letter if letter.isascii() and (letter.isalnum() or letter in "-._~") else found.upper()
