"""Virtual Judge: title and limits on the page, the statement as JSON in the description that it frames."""

import json
from collections.abc import Mapping

from selectolax.lexbor import LexborNode

from lorehound.model.resource import Problem, Sample
from lorehound.sites.assemble import assemble, sample_text, split_samples
from lorehound.sites.document import Document, exact, fragment, plain
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.limits import memory_kib, of, time_ms
from lorehound.sites.markdown import from_markdown
from lorehound.sites.markup import images
from lorehound.sites.sections import Section


def read(document: Document, parts: Mapping[str, str]) -> Problem:
    """The problem of a page saved with its description inside, or of the description alone."""
    title_node = document.first("#prob-title h2") or document.first("title")
    holder = document.first(".data-json-container")
    data = None
    if holder is not None:
        try:
            data = json.loads(holder.text())
        except ValueError:
            raise UseFallback("its JSON cannot be read") from None
    terms = _terms(document)
    limits = of(time_ms(terms.get("time", "")), memory_kib(terms.get("memory", "")))
    sections: list[Section] = []
    samples: list[Sample] = []
    for one in (data or {}).get("sections") or ():
        value = one.get("value") or {}
        text = str(value.get("content") or "").replace("CDN_BASE_URL", _FILES)
        html = from_markdown(text, document) if str(value.get("format", "")).upper() in ("MD", "MARKDOWN") else text
        body = fragment(html)
        pairs = body.css(".vjudge_sample pre")
        if pairs:
            samples += split_samples([exact(node) for node in pairs])
            continue
        kind = heading_kind(str(one.get("title") or "")) or ("statement" if not sections else "note")
        if kind in ("sample_input", "sample_output") and body.css_first("pre") is None:
            body = fragment(f"<pre>{sample_text(body)}</pre>") if "<" not in sample_text(body) else body
        sections.append(Section(kind, str(one.get("title") or ""), _children(body)))
    read_parts = assemble(sections, document)
    name, _, number = parts.get("id", "").partition("-")
    return Problem(
        title=plain(title_node).removesuffix(" - Virtual Judge") if title_node is not None else "",
        problem_id=parts.get("id", "") if number else name,
        samples=tuple(samples) or read_parts.samples,
        time_ms=limits.time_ms,
        time_ms_min=limits.time_ms_min,
        memory_kib=limits.memory_kib,
        memory_kib_min=limits.memory_kib_min,
        interactive=read_parts.interactive,
        source=terms.get("source", "") or read_parts.words.get("source", ""),
        images=images(*read_parts.parts.values()),
        **read_parts.parts,  # type: ignore[arg-type]
    )


_FILES = "https://cdn.vjudge.net.cn"
"""Where the site's scripts find what descriptions call CDN_BASE_URL."""


def _children(body: LexborNode) -> tuple[LexborNode, ...]:
    return tuple(body.iter(include_text=True))


def _terms(document: Document) -> dict[str, str]:
    found: dict[str, str] = {}
    for term in document.tree.css("dt"):
        kind = heading_kind(plain(term))
        value = term.next
        while value is not None and value.tag != "dd":
            value = value.next
        if kind and value is not None:
            found.setdefault(kind, plain(value))
    return found
