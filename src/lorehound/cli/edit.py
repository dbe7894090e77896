"""Changes to a topic as a command line writes them: ``threshold=0.6``, ``keywords+=SQL``, ``scope.max_pages=500``."""

import re
import tomllib
from collections.abc import Sequence
from typing import Any

from lorehound.errors import BadTopic
from lorehound.model.topic import Topic

_CHANGE = re.compile(r"([a-z_]+(?:\.[a-z_]+)?)\s*(\+=|-=|=)(.*)", re.DOTALL)


def edit_topic(topic: Topic, changes: Sequence[str]) -> Topic:
    """The topic with each change made, in order; names are those of a topic file.

    ``NAME=VALUE`` sets, ``NAME+=VALUE`` adds to a list and ``NAME-=VALUE`` takes out of it. A value is TOML where it
    can be read as such, else a text (BadTopic with one line per fault; the topic is not changed then).
    """
    from lorehound.model.topic_file import check_topic
    from lorehound.url.whole_seeds import whole_seeds

    data = topic.model_dump(mode="json")
    faults = [fault for change in changes if (fault := _apply(data, change))]
    if faults:
        raise BadTopic(f"topic {topic.id}", faults)
    return whole_seeds(check_topic(data, f"topic {topic.id}"), f"topic {topic.id}")


def _apply(data: dict[str, Any], change: str) -> str:
    match = _CHANGE.fullmatch(change)
    if not match:
        return f"{change!r} is no change; write NAME=VALUE, NAME+=VALUE or NAME-=VALUE"
    name, sign, text = match.groups()
    head, _, tail = name.partition(".")
    holder = data.get(head) if tail else data
    field = tail or head
    if not isinstance(holder, dict) or field not in holder:
        return f"{name!r} is no field of a topic; the fields are {', '.join(_names(data))}"
    if field in ("id", "knowledge_points"):
        return (
            f"{field!r} cannot be set here; change it in the file that `topic export` writes and `topic import` reads"
        )
    old, value = holder[field], _value(text)
    if isinstance(old, list):
        values = value if isinstance(value, list) else [value]
        if sign == "+=":
            holder[field] = old + [entry for entry in values if not any(_same(entry, kept) for kept in old)]
        elif sign == "-=":
            gone = [entry for entry in values if not any(_same(entry, kept) for kept in old)]
            if gone:
                return f"{name} does not hold {gone[0]!r}, so it cannot be taken out"
            holder[field] = [kept for kept in old if not any(_same(entry, kept) for entry in values)]
        else:
            holder[field] = values
    elif sign != "=":
        return f"{name} is no list; write {name}=VALUE"
    else:
        holder[field] = text.strip() if isinstance(old, str) else value
    return ""


def _value(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text.strip()


def _same(wanted: Any, kept: Any) -> bool:
    term = kept.get("term") if isinstance(kept, dict) else kept
    return wanted in (kept, term)


def _names(data: dict[str, Any]) -> list[str]:
    names: list[str] = []
    for name, value in data.items():
        if name not in ("id", "knowledge_points"):
            names += [f"{name}.{inner}" for inner in value] if isinstance(value, dict) else [name]
    return names
