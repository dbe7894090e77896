"""FPS: problems as one XML file that HUSTOJ, Hydro, QDUOJ and others import."""

import re
import zipfile
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from lorehound.errors import BadSetting
from lorehound.model.resource import Code, Problem, Resource
from lorehound.processing.xml_text import xml_text

SCHEMA = Path(__file__).with_name("fps.rng")
"""RELAX NG of what is written here: stricter than what readers of FPS take."""

PART_BYTES = 32 * 1024 * 1024
"""Where ``write_fps_files`` begins a new file: importers refuse files not much larger."""

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<fps version="1.5" url="https://github.com/zhblue/freeproblemset/">\n'
    '<generator name="Lorehound" url="https://github.com/zhblue/freeproblemset/"/>\n'
)
_TAIL = "</fps>\n"


def write_fps(resources: Iterable[Resource], stream: TextIO) -> int:
    """Writes the problems among ``resources`` as one FPS file; answers how many."""
    count = 0
    stream.write(_HEAD)
    for item in _items(resources):
        stream.write(item)
        count += 1
    stream.write(_TAIL)
    return count


def write_fps_files(resources: Iterable[Resource], target: Path, *, part_bytes: int = PART_BYTES) -> int:
    """Writes the problems as ``problems-001.xml`` and so on into folder ``target``; answers how many problems.

    A new file begins before one would exceed ``part_bytes``; a single problem is never split. A ``target`` that ends in
    ``.zip`` becomes a zip file of them. A target that is there already is left alone (BadSetting).
    """
    target = Path(target)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadSetting(f"{target} is there already; name a new one, or remove it first")
    target.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    if target.suffix.lower() == ".zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, text, problems in _parts(resources, part_bytes):
                bundle.writestr(name, text)
                count += problems
        return count
    target.mkdir(exist_ok=True)
    for name, text, problems in _parts(resources, part_bytes):
        (target / name).write_text(text, "utf-8", newline="")
        count += problems
    return count


def _parts(resources: Iterable[Resource], part_bytes: int) -> Iterator[tuple[str, str, int]]:
    """Names, texts and numbers of problems of the files; at least one file."""
    number, size, problems, part = 1, 0, 0, StringIO()
    for item in _items(resources):
        length = len(item.encode())
        if problems and size + length > part_bytes:
            yield f"problems-{number:03}.xml", f"{_HEAD}{part.getvalue()}{_TAIL}", problems
            number, size, problems, part = number + 1, 0, 0, StringIO()
        part.write(item)
        size += length
        problems += 1
    yield f"problems-{number:03}.xml", f"{_HEAD}{part.getvalue()}{_TAIL}", problems


def _items(resources: Iterable[Resource]) -> Iterator[str]:
    for resource in resources:
        if resource.problem is not None:
            yield _item(resource, resource.problem)


def _item(resource: Resource, problem: Problem) -> str:
    parts = [f"<title>{_text(resource.title)}</title>"]
    if resource.url.startswith(("http://", "https://")):
        parts.append(f"<url>{_text(resource.url)}</url>")
    time = 1000 if problem.time_ms is None else problem.time_ms
    memory = 128 * 1024 if problem.memory_kib is None else problem.memory_kib
    parts.append(_limit("time_limit", time, 1000, "s", "ms"))
    parts.append(_limit("memory_limit", memory, 1024, "mb", "kb"))
    parts += [f"<img><src>{_text(file.url)}</src><base64>{_text(file.base64)}</base64></img>" for file in problem.files]
    parts.append(f"<description>{_text(_joined(problem.background, problem.statement))}</description>")
    parts.append(f"<input>{_text(problem.input)}</input>")
    parts.append(f"<output>{_text(problem.output)}</output>")
    for sample in problem.samples:
        parts.append(f"<sample_input>{_text(sample.input)}</sample_input>")
        parts.append(f"<sample_output>{_text(sample.output)}</sample_output>")
    for test in problem.tests:
        name = quoteattr(xml_text(test.name))
        parts.append(f"<test_input name={name}>{_text(test.input)}</test_input>")
        parts.append(f"<test_output name={name}>{_text(test.output)}</test_output>")
    told = "".join(sample.explanation for sample in problem.samples)
    parts.append(f"<hint>{_text(_joined(told, problem.constraints, problem.note))}</hint>")
    parts.append(f"<source>{_text(problem.source or ' '.join(problem.tags))}</source>")
    for kind in ("solution", "prepend", "template", "append", "spj", "tpj"):
        parts += [_code(code) for code in problem.codes if code.kind == kind]
    if problem.judge and problem.problem_id:
        parts.append(f"<remote_oj>{_text(problem.judge)}</remote_oj>")
        parts.append(f"<remote_id>{_text(problem.problem_id)}</remote_id>")
    return "<item>\n" + "\n".join(parts) + "\n</item>\n"


def _limit(name: str, value: int, factor: int, large: str, small: str) -> str:
    if value % factor == 0:
        return f'<{name} unit="{large}">{value // factor}</{name}>'
    return f'<{name} unit="{small}">{value}</{name}>'


def _code(code: Code) -> str:
    language = f" language={quoteattr(xml_text(code.language))}" if code.language else ""
    return f"<{code.kind}{language}>{_text(code.text)}</{code.kind}>"


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _text(text: str) -> str:
    """``text`` so that a reader gets it back to the character.

    In CDATA a carriage return would come back as a newline, so that text with one is escaped instead.
    """
    text = xml_text(text)
    if "\r" in text:
        return escape(text, {"\r": "&#13;"})
    if not text or not re.search("[&<>]", text):
        return text
    return "<![CDATA[" + text.replace("]]>", "]]]]><![CDATA[>") + "]]>"
