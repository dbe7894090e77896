"""LibreOJ and other sites that run Lyrio: the reply of its API."""

from collections.abc import Mapping

from lorehound.model.resource import Problem, Sample
from lorehound.sites.document import Document
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.markdown import from_markdown
from lorehound.sites.markup import images

_PARTS = ("background", "statement", "input", "output", "constraints", "note")


def read(document: Document, _: Mapping[str, str]) -> Problem | None:
    """The problem in a ``getProblem`` reply; None for pages."""
    reply = document.data
    if reply is None:
        return None
    meta = reply.get("meta") if isinstance(reply, dict) else None
    content = reply.get("localizedContentsOfLocale") if isinstance(reply, dict) else None
    if not isinstance(meta, dict) or not isinstance(content, dict):
        raise UseFallback("no problem in the reply")
    stored = reply.get("samples") or []
    parts: dict[str, str] = {}
    samples: list[Sample] = []
    for section in content.get("contentSections") or ():
        text = from_markdown(str(section.get("text") or ""), document)
        if section.get("type") == "Sample":
            at = section.get("sampleId")
            if isinstance(at, int) and 0 <= at < len(stored):
                samples.append(Sample(str(stored[at]["inputData"]), str(stored[at]["outputData"]), text))
            continue
        kind = heading_kind(str(section.get("sectionTitle") or "")) or "note"
        name = kind if kind in _PARTS else "note"
        parts[name] = f"{parts[name]}\n{text}" if name in parts else text
    judging = reply.get("judgeInfo") or {}
    files = judging.get("fileIo") or {}
    memory = judging.get("memoryLimit")
    owner = reply.get("owner") or {}
    return Problem(
        title=str(content.get("title") or ""),
        problem_id=str(meta.get("displayId") or meta.get("id") or ""),
        samples=tuple(samples),
        time_ms=judging.get("timeLimit"),
        memory_kib=memory * 1024 if memory else None,
        input_file=str(files.get("inputFilename") or ""),
        output_file=str(files.get("outputFilename") or ""),
        interactive=str(meta.get("type") or "") == "Interaction",
        tags=tuple(str(tag.get("name")) for tag in reply.get("tagsOfLocale") or ()),
        authors=(str(owner["username"]),) if owner.get("username") else (),
        images=images(*parts.values()),
        **parts,  # type: ignore[arg-type]
    )
