"""Luogu: the problem as JSON inside the page, or as the reply to a request for content alone."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from lorehound.model.resource import Problem, Sample
from lorehound.sites.document import Document
from lorehound.sites.limits import of
from lorehound.sites.markdown import from_markdown
from lorehound.sites.markup import images


def read(document: Document, _: Mapping[str, str]) -> Problem | None:
    """The problem in ``data.problem`` (``currentData.problem`` on older pages); None when there is no such JSON."""
    found = next((problem for data in _data(document) if (problem := _problem(data))), None)
    if found is None:
        return None
    content = {**found, **(found.get("content") or {})}
    parts = {
        part: from_markdown(str(content.get(name) or ""), document)
        for part, name in (
            ("background", "background"),
            ("statement", "description"),
            ("input", "formatI"),
            ("output", "formatO"),
            ("note", "hint"),
        )
    }
    if not parts["input"]:
        parts["input"] = from_markdown(str(content.get("inputFormat") or ""), document)
        parts["output"] = from_markdown(str(content.get("outputFormat") or ""), document)
    limits = found.get("limits") or {}
    allowed = of(_numbers(limits.get("time")), _numbers(limits.get("memory")))
    provider = found.get("provider") or {}
    level = found.get("difficulty")
    return Problem(
        title=str(content.get("name") or found.get("title") or ""),
        problem_id=str(found.get("pid") or ""),
        samples=tuple(Sample(_text(given), _text(wanted)) for given, wanted in found.get("samples") or ()),
        time_ms=allowed.time_ms,
        time_ms_min=allowed.time_ms_min,
        memory_kib=allowed.memory_kib,
        memory_kib_min=allowed.memory_kib_min,
        difficulty_raw="" if level is None else str(level),
        tags=tuple(str(tag) for tag in found.get("tags") or ()),
        source=str(provider.get("name") or ""),
        images=images(*parts.values()),
        **{name: html for name, html in parts.items() if html},  # type: ignore[arg-type]
    )


def _data(document: Document) -> list[Any]:
    if document.data is not None:
        found = [document.data]
    else:
        found = [_json(node.text()) for node in document.tree.css("script#lentille-context")]
    if injected := re.search(
        r"""_feInjection\s*=\s*JSON\.parse\(decodeURIComponent\(["']([^"']+)["']\)\)""", document.html
    ):
        found.append(_json(unquote(injected[1])))
    return found


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _problem(data: Any) -> dict[str, Any] | None:
    for name in ("data", "currentData"):
        inner = data.get(name) if isinstance(data, dict) else None
        problem = inner.get("problem") if isinstance(inner, dict) else None
        if isinstance(problem, dict):
            return problem
    return None


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(int(number) for number in (value if isinstance(value, list) else []) if number)


def _text(value: Any) -> str:
    return str(value).replace("\r\n", "\n")
