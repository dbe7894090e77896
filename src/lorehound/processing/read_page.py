"""Step 5 alone: a page read without a topic, and nothing stored."""

from dataclasses import asdict
from typing import Any

from lorehound.model.page import Page
from lorehound.model.resource import Problem
from lorehound.sites.registry import Rules, read_site
from lorehound.text.clean import clean
from lorehound.text.full import read_full


def read_page(page: Page, rules: Rules) -> dict[str, Any]:
    """What a page says: ``{url, title, language, type, text, markdown, problem}``.

    ``problem`` is None, or ``{title, statement, input, output, samples: [{input, output}], note, time_ms, memory_kib,
    tags}`` with its parts as Markdown.
    """
    read = clean(page)
    site = read_site(read, rules)
    full = read_full(read)
    title = site.problem.title if site.problem else site.fields.get("title", "")
    return {
        "url": page.url,
        "title": title or full.metadata.title or read.title,
        "language": read.language,
        "type": site.type,
        "text": full.text or read.text,
        "markdown": full.markdown,
        "problem": _problem(site.problem) if site.problem else None,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    samples = [
        {name: value for name, value in asdict(sample).items() if name != "explanation"} for sample in problem.samples
    ]
    return {
        "title": problem.title,
        "statement": problem.statement_markdown,
        "input": problem.input_markdown,
        "output": problem.output_markdown,
        "samples": samples,
        "note": problem.note_markdown,
        "time_ms": problem.time_ms,
        "memory_kib": problem.memory_kib,
        "tags": list(problem.tags),
    }
