"""QDUOJ: the reply of its API."""

from collections.abc import Mapping

from lorehound.model.resource import Problem, Sample
from lorehound.sites.document import Document
from lorehound.sites.fallback import UseFallback
from lorehound.sites.markup import clean_html, images


def read(document: Document, _: Mapping[str, str]) -> Problem | None:
    """The problem in ``data``; None for pages."""
    reply = document.data
    if reply is None:
        return None
    found = reply.get("data") if isinstance(reply, dict) else None
    if not isinstance(found, dict) or "input_description" not in found:
        raise UseFallback("no problem in the reply")
    parts = {
        part: clean_html([str(found.get(name) or "")], document)
        for part, name in (
            ("statement", "description"),
            ("input", "input_description"),
            ("output", "output_description"),
            ("note", "hint"),
        )
    }
    files = found.get("io_mode") or {}
    in_files = "file" in str(files.get("io_mode", "")).lower()
    memory = found.get("memory_limit")
    author = found.get("created_by") or {}
    return Problem(
        title=str(found.get("title") or ""),
        problem_id=str(found.get("_id") or found.get("id") or ""),
        samples=tuple(
            Sample(*(str(sample.get(name) or "").replace("\r\n", "\n") for name in ("input", "output")))
            for sample in found.get("samples") or ()
        ),
        time_ms=found.get("time_limit"),
        memory_kib=memory * 1024 if memory else None,
        input_file=str(files.get("input") or "") if in_files else "",
        output_file=str(files.get("output") or "") if in_files else "",
        difficulty_raw=str(found.get("difficulty") or ""),
        tags=tuple(str(tag) for tag in found.get("tags") or ()),
        authors=(str(author["username"]),) if author.get("username") else (),
        source=str(found.get("source") or ""),
        images=images(*parts.values()),
        **{name: html for name, html in parts.items() if html},  # type: ignore[arg-type]
    )
