"""UVa: the frame page with title and limit, the old hand-made statement pages, and statements that are PDF text."""

import re
from collections.abc import Mapping

from lorehound.model.resource import Problem
from lorehound.sites.document import Document, plain
from lorehound.sites.fallback import UseFallback
from lorehound.sites.limits import time_ms
from lorehound.sites.lines import read_lines
from lorehound.sites.problem import read_problem


def read(document: Document, parts: Mapping[str, str]) -> Problem:
    """The problem of any of the three; the frame page's statement is the link to the statement."""
    if (text := document.lines) is not None:
        return read_lines(text)
    heading = document.first("#col3_content_wrapper h3") or document.first("h3")
    if parts.get("id") or heading is None:
        return read_problem(document)
    title = plain(heading)
    frame = document.first("#col3_content_wrapper iframe[src]") or document.first("iframe[src]")
    statement = document.absolute(frame.attributes.get("src") or "") if frame is not None else ""
    pdf = next(
        (document.absolute(node.attributes.get("href") or "") for node in document.tree.css("a[href$='.pdf']")), ""
    )
    if not (statement or pdf):
        raise UseFallback("no statement and no link to one")
    number = re.match(r"(\d+)\s*-\s*", title)
    body = document.tree.body
    limit = re.search(r"Time limit:\s*([\d.]+\s*seconds?)", plain(body) if body else "", re.IGNORECASE)
    times = time_ms(limit[1]) if limit else ()
    link = pdf or statement
    return Problem(
        title=title,
        problem_id=number[1] if number else "",
        statement=f'<p><a href="{link}">{link.rsplit("/", 1)[-1]}</a></p>',
        time_ms=max(times, default=None),
    )
