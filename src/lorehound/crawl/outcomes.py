"""What each kind of answer leads to: the one table, also shown in ``docs/counters.md``."""

import email.utils
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Action = Literal["read", "unchanged", "follow", "not_a_page", "retry", "rest", "give_up"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the table: the kind of answer, what is done, the reason code that it leaves, and when it is tried
    again, in words."""

    answer: str
    action: Action
    reason: str
    again: str = ""


TABLE: tuple[Rule, ...] = (
    Rule("2xx with a page of text", "read", "", ""),
    Rule("2xx of another kind of content", "not_a_page", "other_content"),
    Rule("2xx without content, 204, 205", "not_a_page", "empty"),
    Rule(
        "2xx that asks whether we are human", "retry", "blocked_page", "the site rests, then up to the limit of tries"
    ),
    Rule("2xx that says that there is no such page", "give_up", "soft_404"),
    Rule("body greater than the size cap", "not_a_page", "too_large"),
    Rule("body that cannot be unpacked", "not_a_page", "cannot_unpack"),
    Rule("304", "unchanged", ""),
    Rule("301, 302, 303, 307, 308 with Location", "follow", "redirect"),
    Rule("other 3xx, or a Location that is no address", "not_a_page", "bad_redirect"),
    Rule("401, 403, 407, 451", "give_up", "forbidden"),
    Rule("404, 410", "give_up", "gone"),
    Rule("408, 425", "retry", "try_later", "after a pause that grows, up to the limit of tries"),
    Rule("429, 503", "rest", "overloaded", "the site rests as long as Retry-After says, else for a pause that grows"),
    Rule("other 4xx", "give_up", "refused_by_site"),
    Rule("500, 502, 504, other 5xx", "retry", "server_error", "after a pause that grows, up to the limit of tries"),
    Rule("cut short", "retry", "cut_short", "after a pause that grows, up to the limit of tries"),
    Rule("no answer in time", "retry", "timeout", "after a pause that grows, up to the limit of tries"),
    Rule("no such host", "retry", "unknown_host", "the site rests, then up to the limit of tries"),
    Rule("connection refused or lost", "retry", "no_connection", "the site rests, then up to the limit of tries"),
    Rule("certificate that does not hold", "give_up", "bad_certificate"),
    Rule("private address", "give_up", "private_address"),
)

_BY_REASON = {rule.reason: rule for rule in TABLE if rule.reason}
_READ, _UNCHANGED = TABLE[0], next(rule for rule in TABLE if rule.action == "unchanged")

REDIRECTS = frozenset({301, 302, 303, 307, 308})
HOPS = 10
"""Redirects followed from one address to the next."""

TEXT_TYPES = ("text/", "application/xhtml", "application/xml", "application/rss", "application/atom")
LONGEST_PAUSE = 3600.0


def by_reason(reason: str) -> Rule:
    """The line with this reason code."""
    return _BY_REASON[reason]


def rule_for(status: int, headers: Mapping[str, str], body: bytes) -> Rule:
    """The line for an answer that came whole; header names are lower-case."""
    if 200 <= status < 300:
        return _content(status, headers.get("content-type", ""), body)
    if status == 304:
        return _UNCHANGED
    if 300 <= status < 400:
        follow = status in REDIRECTS and headers.get("location", "").strip()
        return _BY_REASON["redirect" if follow else "bad_redirect"]
    if status in {401, 403, 407, 451}:
        return _BY_REASON["forbidden"]
    if status in {404, 410}:
        return _BY_REASON["gone"]
    if status in {408, 425}:
        return _BY_REASON["try_later"]
    if status in {429, 503}:
        return _BY_REASON["overloaded"]
    return _BY_REASON["refused_by_site" if 400 <= status < 500 else "server_error"]


def pause_after(tries: int, randomness: random.Random, first: float = 2.0) -> float:
    """Seconds to wait after failure number ``tries`` (from 0): doubling, with jitter of half, an hour at most."""
    return float(min(LONGEST_PAUSE, first * 2.0**tries) * randomness.uniform(0.75, 1.25))


def retry_after(value: str, now: float) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3), cut to an hour; None when it makes no sense."""
    value = value.strip()
    try:
        seconds = float(value) if value.isascii() else -1.0
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - now
        except (TypeError, ValueError, OverflowError):
            return None
        seconds = max(seconds, 0.0)
    return min(seconds, LONGEST_PAUSE) if 0 <= seconds < float("inf") else None


def _content(status: int, content_type: str, body: bytes) -> Rule:
    if status in {204, 205} or not body.strip():
        return _BY_REASON["empty"]
    kind = content_type.split(";", 1)[0].strip().lower()
    if _is_text(kind, body[:1024]) or (kind in _PACKED and body.startswith(b"\x1f\x8b")):
        return _READ
    return _BY_REASON["other_content"]


_PACKED = frozenset({"application/gzip", "application/x-gzip"})
"""Sitemaps come packed; other such files turn out to be none."""

_MARKS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<?xml")
_BINARY = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0",
    b"ID3",
    b"OggS",
)


def _is_text(kind: str, head: bytes) -> bool:
    if head.startswith(_BINARY):
        return False
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:200].lower()
    if start.startswith(_MARKS) or b"<html" in start:
        return True
    if kind.startswith(TEXT_TYPES):
        return kind not in {"text/css", "text/javascript", "text/calendar", "text/csv", "text/vcard"}
    return not kind and b"\x00" not in head
