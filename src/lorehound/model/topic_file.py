"""Topics as TOML files that people write: read with every fault named, and written back."""

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel

from lorehound.errors import BadTopic
from lorehound.model.topic import Keyword, Politeness, Scope, Titles, Topic
from lorehound.model.topic_faults import shown, topic_faults, unknown


def read_topic(text: str, where: str) -> Topic:
    """The topic that a file says (BadTopic: one line per fault with its place, the value and the remedy).

    ``where`` names the file in messages. Places count from 0: ``keywords[2].weight``, ``knowledge_point[0].parent``.
    """
    try:
        tables = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise BadTopic(where, [_syntax(text, str(error))]) from None
    except RecursionError:
        raise BadTopic(where, ["brackets are nested too deep; check that each [ has its ]"]) from None
    faults = _table_faults(tables)
    if faults:
        raise BadTopic(where, faults)
    data = {name: tables[name] for name in ("scope", "politeness") if name in tables}
    return check_topic(tables["topic"] | data | {"knowledge_points": tables.get("knowledge_point", [])}, where)


def check_topic(data: Mapping[str, Any], where: str) -> Topic:
    """The topic of plain values, named as in ``Topic`` (BadTopic as ``read_topic``)."""
    faults = topic_faults(data)
    if faults:
        raise BadTopic(where, faults)
    return Topic.model_validate(data)


def write_topic(topic: Topic) -> str:
    """The topic file that reads as ``topic``; what has its usual value is left out, the threshold stays."""
    lines = ["[topic]", f"id = {_quoted(topic.id)}", f"title = {_title(topic.title)}"]
    lines += _list("languages", map(_quoted, topic.languages))
    lines += _list("keywords", map(_keyword, topic.keywords))
    for name in ("exclude", "examples", "counter_examples"):
        lines += _list(name, map(_quoted, getattr(topic, name)))
    lines.append(f"threshold = {_number(topic.threshold)}")
    lines += _list("seeds", map(_quoted, topic.seeds))
    lines += _table("scope", topic.scope, Scope()) + _table("politeness", topic.politeness, Politeness())
    for point in topic.knowledge_points:
        lines += ["", "[[knowledge_point]]", f"id = {_quoted(point.id)}", f"title = {_title(point.title)}"]
        lines += [f"{name} = {_quoted(value)}" for name in ("parent", "description") if (value := getattr(point, name))]
        lines += _list("keywords", map(_keyword, point.keywords))
        lines += _list("aliases", map(_quoted, point.aliases))
        lines += _list("prerequisites", map(_quoted, point.prerequisites))
    return "\n".join(lines) + "\n"


_TABLES = {
    "topic": "[topic]",
    "scope": "[scope]",
    "politeness": "[politeness]",
    "knowledge_point": "[[knowledge_point]]",
}
_WIDEST = 110


def _table_faults(tables: Mapping[str, Any]) -> list[str]:
    """Faults in how the file is laid out; with any of them its values say nothing yet."""
    faults = []
    for name, value in tables.items():
        if name in _TABLES:
            right = _is_tables(value) if name == "knowledge_point" else isinstance(value, dict)
            if not right:
                faults.append(f"{name} is {shown(value)}; write it as a table, {_TABLES[name]}")
        elif name in Topic.model_fields and name != "knowledge_points":
            faults.append(f"{name} stands outside a table; write it under [topic]")
        else:
            faults.append(unknown(name, name, _TABLES))
    topic = tables.get("topic", {})
    if "topic" not in tables:
        faults.append("[topic] is missing; begin with [topic] and give it id and title")
    elif isinstance(topic, dict):
        faults += [
            f"{name} does not belong in [topic]; write it as {_TABLES.get(name, _TABLES['knowledge_point'])}"
            for name in (*_TABLES, "knowledge_points")
            if name in topic
        ]
    return faults


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(table, dict) for table in value)


def _syntax(text: str, message: str) -> str:
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    said = re.sub(r" \(at .*\)$", "", message)
    said = said[:1].lower() + said[1:]
    if place is None:
        return f"no TOML: {said}; is a quote or bracket left open at the end?"
    lines = text.split("\n")
    number = int(place.group(1))
    line = lines[number - 1].strip() if number <= len(lines) else ""
    return f"line {number}: {said}, in {shown(line)}; check quotes, brackets and = there"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _title(title: Titles) -> str:
    if title.zh == title.en:
        return _quoted(title.en)
    return (
        "{ " + ", ".join(f"{name} = {_quoted(text)}" for name in ("zh", "en") if (text := getattr(title, name))) + " }"
    )


def _keyword(keyword: Keyword) -> str:
    if keyword.weight == 1:
        return _quoted(keyword.term)
    return f"{{ term = {_quoted(keyword.term)}, weight = {_number(keyword.weight)} }}"


def _list(name: str, entries: Iterable[str]) -> list[str]:
    entries = list(entries)
    if not entries:
        return []
    line = f"{name} = [{', '.join(entries)}]"
    return [line] if len(line) <= _WIDEST else [f"{name} = [", *(f"  {entry}," for entry in entries), "]"]


def _table(name: str, model: BaseModel, usual: BaseModel) -> list[str]:
    lines: list[str] = []
    for field in type(model).model_fields:
        value = getattr(model, field)
        if value == getattr(usual, field):
            continue
        if isinstance(value, tuple):
            lines += _list(field, map(_quoted, value))
        elif isinstance(value, bool):
            lines.append(f"{field} = {str(value).lower()}")
        else:
            lines.append(f"{field} = {_quoted(value) if isinstance(value, str) else _number(value)}")
    return ["", f"[{name}]", *lines] if lines else []
