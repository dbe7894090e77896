"""A problem in plain text, such as the text of a PDF: headings that stand alone on their lines."""

import html as entities
import re

from lorehound.model.resource import Problem, Sample
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.limits import find_limits
from lorehound.sites.problem import split_title

_FOOTER = re.compile(r"^\s*(?:page\s+)?\d+\s*(?:/|of)?\s*\d*\s*$|^\S.*[–—-]\s.*\s\d+/\d+$|^\f", re.IGNORECASE)


def read_lines(text: str) -> Problem:
    """The problem that the lines show; the first line is its title (UseFallback when no sample is there)."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\f", "\n\f").split("\n")]
    parts: dict[str, list[str]] = {"statement": []}
    at = "statement"
    title = ""
    for line in lines:
        if not title:
            title = line.strip()
            continue
        kind = heading_kind(line) if len(line) < 60 else ""
        if kind in ("solution", "reference"):
            raise UseFallback(f"a line says {line.strip()!r}")
        if kind:
            at = kind
            parts.setdefault(at, [])
        else:
            parts.setdefault(at, []).append(line)
    given, wanted = _block(parts.get("sample_input", [])), _block(parts.get("sample_output", []))
    if not (given and wanted):
        raise UseFallback("no line says where the samples are")
    name, number = split_title(title)
    limits = find_limits(text)
    return Problem(
        title=title,
        problem_id=number if name else "",
        parser="generic",
        statement=_paragraphs(parts["statement"]),
        input=_paragraphs(parts.get("input", [])),
        output=_paragraphs(parts.get("output", [])),
        note=_paragraphs(parts.get("note", [])),
        samples=(Sample(given, wanted),),
        time_ms=limits.time_ms,
        memory_kib=limits.memory_kib,
    )


def _block(lines: list[str]) -> str:
    """Lines without the page's footer and empty lines around them."""
    kept = [
        line
        for n, line in enumerate(lines)
        if not (n >= len(lines) - 3 and n > 0 and _FOOTER.match(line) and "/" in line)
    ]
    return "\n".join(kept).strip("\n\f")


def _paragraphs(lines: list[str]) -> str:
    blocks = re.split(r"\n\s*\n", "\n".join(line for line in lines if not re.match(r"^\f", line)).strip())
    return "".join(
        f"<p>{entities.escape(' '.join(block.split()), quote=False)}</p>" for block in blocks if block.strip()
    )
