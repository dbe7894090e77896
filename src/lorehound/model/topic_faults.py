"""What is wrong with a topic's values: every fault as one line with its place, the value and the remedy."""

import difflib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from lorehound.model.topic import Keyword, KnowledgePoint, Politeness, Scope, Titles, Topic


def topic_faults(data: Mapping[str, Any]) -> list[str]:
    """What is wrong with plain values for a topic, one line each; empty when nothing is."""
    faults = list(_outline_faults(data.get("knowledge_points", ())))
    try:
        Topic.model_validate(data)
    except ValidationError as error:
        for fault in error.errors(include_url=False):
            if not (fault["loc"] == () and faults):
                faults.append(_fault(fault))
    return faults


def unknown(name: str, place: str, known: Collection[str]) -> str:
    """The fault of a name that is none of ``known``, with the nearest of them."""
    near = difflib.get_close_matches(name, sorted(known), 1, 0.6)
    advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(known))}"
    return f"{place} is an unknown name; {advice}"


def shown(value: object) -> str:
    """A value as a message shows it: quoted, cut when long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else text[:77] + "..."


def _outline_faults(points: object) -> Iterator[str]:
    """Faults between points: the model names only the first of them, and not its place."""
    if not isinstance(points, list | tuple) or not all(isinstance(point, dict) for point in points):
        return
    first: dict[str, int] = {}
    parents: dict[str, str] = {}
    for number, point in enumerate(points):
        name, parent = _name(point.get("id")), _name(point.get("parent"))
        if name and first.setdefault(name, number) != number:
            yield f"{_POINT}[{number}].id is {shown(name)}, which {_POINT}[{first[name]}] has; change one"
        parents.setdefault(name, parent)
    for number, point in enumerate(points):
        needed = point.get("prerequisites", ())
        named = [("parent", _name(point.get("parent")))]
        if isinstance(needed, list | tuple):
            named += [(f"prerequisites[{at}]", _name(other)) for at, other in enumerate(needed)]
        for place, other in named:
            if other and other not in first:
                near = difflib.get_close_matches(other, list(first), 1, 0.6)
                advice = f"did you mean {near[0]}?" if near else "add that point or take the name out"
                yield f"{_POINT}[{number}].{place} is {shown(other)}, which is no point of the outline; {advice}"
        name = _name(point.get("id"))
        if name and _is_own_ancestor(name, parents):
            yield f"{_POINT}[{number}].parent is {shown(parents[name])}, so {shown(name)} lies below itself; change one"


def _is_own_ancestor(name: str, parents: Mapping[str, str]) -> bool:
    at = parents[name]
    for _ in parents:
        if at == name:
            return True
        at = parents.get(at, "")
    return False


def _name(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _fault(fault: Any) -> str:
    place = _place(fault["loc"])
    value, kind, context = fault["input"], fault["type"], fault.get("ctx", {})
    if kind == "extra_forbidden":
        return unknown(str(fault["loc"][-1]), place, _names_at(fault["loc"][:-1]))
    if kind == "missing":
        return f"{place} is missing; write {fault['loc'][-1]} = {_EXAMPLES.get(str(fault['loc'][-1]), '...')}"
    if kind == "value_error":
        return f"{place}: {context['error']}" if place else str(context["error"])
    return f"{place} is {shown(value)}; {_wanted(kind, context, value, str(fault['loc'][-1]))}"


_POINT = "knowledge_point"
_ELSEWHERE = frozenset({"scope", "politeness", "knowledge_points"})
_EXAMPLES = {"id": '"my-topic"', "title": '"My topic"', "term": '"SQL"'}


def _wanted(kind: str, context: Mapping[str, Any], value: object, name: str) -> str:
    if kind == "string_pattern_mismatch":
        slug = re.sub(r"[^a-z0-9_-]+", "-", str(value).lower()).strip("-_")[:64]
        return "it takes small letters, digits, - and _" + (f", such as {slug}" if slug else "")
    if kind == "string_type":
        return (
            f"it takes a text: write {name if name.isidentifier() else 'it'} in quotes"
            if not isinstance(value, list | dict)
            else "it takes one text in quotes"
        )
    if kind in ("tuple_type", "list_type"):
        return f"it takes a list: write [{shown(value)}]"
    if kind.startswith(("int_", "float_")):
        return "it takes a whole number" if kind.startswith("int_") else "it takes a number, without quotes"
    if kind.startswith("bool_"):
        return "it takes true or false"
    if kind == "string_too_short":
        return "it may not be empty"
    if kind == "string_too_long":
        return f"it may have {context['max_length']} characters"
    bounds = {"greater_than": "more than", "greater_than_equal": "at least", "less_than": "less than"}
    bounds["less_than_equal"] = "at most"
    if kind in bounds:
        limit = context.get("gt", context.get("ge", context.get("lt", context.get("le"))))
        return f"it must be {bounds[kind]} {limit:g}"
    if kind == "model_type" and name in ("title", "term"):
        return 'it takes a text in quotes, or { zh = "...", en = "..." }'
    return 'it takes a text in quotes, or { term = "...", weight = 2 }' if name.isdigit() else "it takes a table"


def _place(loc: Sequence[str | int]) -> str:
    place = ""
    for step in loc:
        place += f"[{step}]" if isinstance(step, int) else f".{step}"
    return place.removeprefix(".").replace("knowledge_points", "knowledge_point", 1)


def _names_at(loc: Sequence[str | int]) -> list[str]:
    inner: dict[str, type[BaseModel]] = {
        "scope": Scope,
        "politeness": Politeness,
        "knowledge_points": KnowledgePoint,
        "title": Titles,
        "keywords": Keyword,
    }
    model: type[BaseModel] = Topic
    for step in loc:
        model = inner.get(step, model) if isinstance(step, str) else model
    names = set(model.model_fields)
    return sorted(names - _ELSEWHERE) if model is Topic else sorted(names)
