"""Hydro: the reply in JSON, with the statement in Markdown and the samples as fenced code in it."""

import json
import re
from collections.abc import Mapping
from typing import Any

from lorehound.model.resource import Problem, Sample
from lorehound.sites.assemble import assemble
from lorehound.sites.document import Document, fragment
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.limits import memory_kib, of, time_ms
from lorehound.sites.markdown import from_markdown
from lorehound.sites.markup import images
from lorehound.sites.sections import cut

_FENCE = re.compile(r"^```(input|output)(\d+)[^\n]*\n(.*?)^```[ \t]*$\n?", re.DOTALL | re.MULTILINE)


def read(document: Document, _: Mapping[str, str]) -> Problem | None:
    """The problem in ``pdoc``; None for pages."""
    reply = document.data
    if reply is None:
        return None
    found = reply.get("pdoc") if isinstance(reply, dict) else None
    if not isinstance(found, dict):
        raise UseFallback("no pdoc in the reply")
    text = _statement(found.get("content"))
    given: dict[str, dict[str, str]] = {"input": {}, "output": {}}
    for kind, number, sample in _FENCE.findall(text):
        given[kind][number] = sample
    samples = tuple(
        Sample(given["input"].get(number, ""), given["output"].get(number, ""))
        for number in sorted(given["input"].keys() | given["output"].keys(), key=int)
    )
    # "file://NAME" is a file of the problem.
    text = re.sub(r"\bfile://", document.url.split("?")[0].rstrip("/") + "/file/", text)
    body = fragment(from_markdown(_FENCE.sub("", text), document))
    marks = [(node, heading_kind(node.text())) for node in body.css("h1, h2, h3")]
    read_parts = assemble(cut(body, [(node, kind or "skip") for node, kind in marks]), document).parts
    if "statement" not in read_parts and not any(kind for _, kind in marks):
        read_parts["statement"] = body.inner_html or ""
    config = found.get("config")
    config = config if isinstance(config, dict) else {}
    limits = of(_values(config, "time", time_ms, 1), _values(config, "memory", memory_kib, 1024))
    level = found.get("difficulty")
    return Problem(
        title=str(found.get("title") or ""),
        problem_id=str(found.get("pid") or found.get("docId") or ""),
        samples=samples,
        time_ms=limits.time_ms,
        time_ms_min=limits.time_ms_min,
        memory_kib=limits.memory_kib,
        memory_kib_min=limits.memory_kib_min,
        difficulty_raw="" if level is None else str(level),
        tags=tuple(str(tag) for tag in found.get("tag") or ()),
        images=images(*read_parts.values()),
        **read_parts,  # type: ignore[arg-type]
    )


def _statement(content: Any) -> str:
    """The Markdown; with several languages, in the first of Chinese, English, any."""
    if isinstance(content, str) and content.lstrip().startswith("{"):
        try:
            content = json.loads(content)
        except ValueError:
            return str(content)
    if isinstance(content, dict):
        content = content.get("zh") or content.get("zh_CN") or content.get("en") or next(iter(content.values()), "")
    return str(content or "").replace("\r\n", "\n")


def _values(config: dict[str, Any], name: str, read_text: Any, factor: int) -> tuple[int, ...]:
    found: list[int] = []
    for key in (name, f"{name}Min", f"{name}Max"):
        value = config.get(key)
        if isinstance(value, str):
            found += read_text(value)
        elif value:
            found.append(int(value * factor))
    return tuple(found)
