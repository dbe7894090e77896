"""The table of answers, and how long to wait."""

import random
from email.utils import formatdate

import pytest

from lorehound.crawl.outcomes import LONGEST_PAUSE, TABLE, pause_after, retry_after, rule_for
from lorehound.model.words import WORDS

HTML = {"content-type": "text/html"}


@pytest.mark.parametrize(
    ("status", "headers", "body", "reason"),
    [
        (200, HTML, b"<p>x", ""),
        (200, {}, b"<!doctype html><p>x", ""),
        (200, {"content-type": "application/octet-stream"}, b"<html><p>x", ""),  # wrongly labelled
        (200, {"content-type": "text/plain"}, b"words", ""),
        (200, HTML, b"%PDF-1.7", "other_content"),
        (200, HTML, b"PK\x03\x04", "other_content"),
        (200, {"content-type": "image/png"}, b"\x89PNG", "other_content"),
        (200, {"content-type": "text/css"}, b"a {}", "other_content"),
        (200, HTML, b" \n", "empty"),
        (204, {}, b"", "empty"),
        (301, {"location": "/x"}, b"", "redirect"),
        (302, {}, b"", "bad_redirect"),
        (300, HTML, b"choose", "bad_redirect"),
        (304, {}, b"", ""),
        (403, HTML, b"", "forbidden"),
        (404, HTML, b"", "gone"),
        (410, HTML, b"", "gone"),
        (418, HTML, b"", "refused_by_site"),
        (429, HTML, b"", "overloaded"),
        (503, HTML, b"", "overloaded"),
        (500, HTML, b"", "server_error"),
        (520, HTML, b"", "server_error"),
    ],
)
def test_each_answer_has_its_line(status, headers, body, reason):
    assert rule_for(status, headers, body).reason == reason


def test_every_reason_has_words():
    assert {rule.reason for rule in TABLE if rule.reason} <= WORDS.keys()


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        ("0", 0),
        (" 7 ", 7),
        ("-5", None),
        ("soon", None),
        ("1e99", LONGEST_PAUSE),
        ("nan", None),
        ("٣", None),
    ],
)
def test_retry_after_in_seconds(value, seconds):
    assert retry_after(value, 1_000_000) == seconds


def test_retry_after_as_a_date():
    assert retry_after(formatdate(1_000_060, usegmt=True), 1_000_000) == 60
    assert retry_after(formatdate(999_000, usegmt=True), 1_000_000) == 0
    assert retry_after("Wed, 99 Foo 2026 99:99:99 GMT", 1_000_000) is None


def test_pauses_grow_with_jitter_to_an_hour():
    pauses = [pause_after(tries, random.Random(1)) for tries in range(30)]
    assert 1.5 <= pauses[0] <= 2.5
    assert pauses[3] > pauses[0]
    assert pauses[-1] <= LONGEST_PAUSE * 1.25
    assert pause_after(1, random.Random(1)) != pause_after(1, random.Random(2))
