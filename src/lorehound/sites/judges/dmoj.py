"""DMOJ: the reply of its API, which has everything but the statement."""

from collections.abc import Mapping

from lorehound.model.resource import Problem
from lorehound.sites.document import Document
from lorehound.sites.fallback import UseFallback


def read(document: Document, _: Mapping[str, str]) -> Problem | None:
    """The problem in ``data.object``; None for pages."""
    reply = document.data
    if reply is None:
        return None
    found = (reply.get("data") or {}).get("object") if isinstance(reply, dict) else None
    if not isinstance(found, dict) or "code" not in found:
        raise UseFallback("no problem in the reply")
    seconds, memory, points = found.get("time_limit"), found.get("memory_limit"), found.get("points")
    languages = found.get("language_resource_limits") or ()
    times = [value for one in languages if (value := one.get("time_limit"))] + ([seconds] if seconds else [])
    return Problem(
        title=str(found.get("name") or ""),
        problem_id=str(found["code"]),
        time_ms=round(max(times) * 1000) if times else None,
        time_ms_min=round(min(times) * 1000) if len(set(times)) > 1 else None,
        memory_kib=int(memory) if memory else None,
        tags=tuple(found.get("types") or ()),
        authors=tuple(found.get("authors") or ()),
        difficulty_raw="" if points is None else f"{points:g} points",
    )
