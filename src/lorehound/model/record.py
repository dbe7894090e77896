"""A resource as one JSON object, and back: what exports write, imports read, and databases keep."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

from lorehound.model.page import Place
from lorehound.model.reason import Reason
from lorehound.model.resource import (
    Code,
    EmbeddedFile,
    Fingerprints,
    License,
    Placement,
    Problem,
    Resource,
    Sample,
    Trial,
    resource_id,
)
from lorehound.model.text import Heading


def to_record(resource: Resource) -> dict[str, Any]:
    """The resource as plain values under snake_case names, in a fixed order, nothing left out.

    Times are ISO 8601 in UTC to the microsecond, the SimHash is 16 hexadecimal digits, a knowledge point is
    ``{id, score, by, reasons}``.
    """
    record: dict[str, Any] = {}
    for name in _FIELDS:
        value = getattr(resource, name)
        if name == "fingerprints":
            record["text_hash"] = value.text_hash
            record["simhash"] = None if value.simhash is None else f"{value.simhash:016x}"
        else:
            record[name] = _WRITE[name](value) if name in _WRITE else value
    return record


def from_record(record: Mapping[str, Any]) -> Resource:
    """The resource of a record that has at least ``url``; ValueError names the field that cannot be used.

    Without ``key`` the address is its own; unknown names are passed over.
    """
    given: dict[str, Any] = {}
    for name in _FIELDS:
        if name == "fingerprints":
            given[name] = _fingerprints(record)
        elif record.get(name) is not None:
            try:
                given[name] = _READ[name](record[name])
            except (TypeError, ValueError, KeyError, AttributeError, OverflowError) as error:
                raise ValueError(f"{name}: {_short(record[name])} cannot be used ({error})") from None
    if not given.get("url"):
        raise ValueError("url: is missing; each record needs the address of its page")
    given.setdefault("key", given["url"])
    given.setdefault("id", resource_id(given["key"]))
    given.setdefault("topic", "")
    given.setdefault("title", "")
    return Resource(**given)


def iso_time(seconds: float) -> str:
    """A time in seconds since 1970 as ISO 8601 in UTC; 0 is unknown and gives an empty text."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z") if seconds else ""


def seconds_of(time: str | float) -> float:
    """The inverse of ``iso_time``; a time without a zone counts as UTC, a number is seconds already."""
    if isinstance(time, int | float):
        return float(time)
    if not time:
        return 0.0
    moment = datetime.fromisoformat(time)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


_FIELDS = tuple(field.name for field in fields(Resource))


def _reasons_out(reasons: tuple[Reason, ...]) -> list[dict[str, Any]]:
    return [{"code": reason.code, "weight": reason.weight, "detail": reason.detail} for reason in reasons]


def _reasons_in(reasons: list[Any]) -> tuple[Reason, ...]:
    return tuple(
        Reason(_text(each["code"]), float(each.get("weight", 0.0)), _text(each.get("detail", ""))) for each in reasons
    )


def _placement_out(placement: Placement) -> dict[str, Any]:
    return {
        "id": placement.point,
        "score": placement.score,
        "by": placement.by,
        "reasons": _reasons_out(placement.reasons),
    }


def _placement_in(placement: Any) -> Placement:
    if isinstance(placement, str):
        return Placement(placement, 1.0)
    by = placement.get("by", "rule")
    if by not in ("rule", "model", "human"):
        raise ValueError(f"by is rule, model or human, not {by!r}")
    return Placement(
        _text(placement["id"]), float(placement.get("score", 1.0)), _reasons_in(placement.get("reasons", [])), by
    )


_WRITE: dict[str, Callable[[Any], Any]] = {
    "headings": lambda headings: [{"level": heading.level, "text": heading.text} for heading in headings],
    "images": list,
    "authors": list,
    "keywords": list,
    "duplicates": list,
    "license": asdict,
    "reasons": _reasons_out,
    "knowledge_points": lambda placements: [_placement_out(placement) for placement in placements],
    "problem": lambda problem: None if problem is None else asdict(problem),
    "fetched_at": iso_time,
    "place": lambda place: None if place is None else asdict(place),
}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is needed")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError("a list of texts is needed")
    return tuple(_text(each) for each in value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("a whole number is needed")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError("true or false is needed")
    return value


def _license(value: Any) -> License:
    if isinstance(value, str):
        return License(value)
    return License(**{name: _text(value[name]) for name in ("id", "label", "source") if name in value})


def _problem(value: Mapping[str, Any]) -> Problem:
    given: dict[str, Any] = {}
    for name, read in _PROBLEM.items():
        if value.get(name) is not None:
            given[name] = read(value[name])
    return Problem(**given)


def _samples(value: list[Any]) -> tuple[Sample, ...]:
    return tuple(
        Sample(_text(each["input"]), _text(each["output"]), _text(each.get("explanation", ""))) for each in value
    )


def _rows(kind: type[Any], value: list[Any]) -> tuple[Any, ...]:
    """Rows whose every field is a text."""
    return tuple(kind(**{field.name: _text(each[field.name]) for field in fields(kind)}) for each in value)


def _place(value: Mapping[str, Any]) -> Place:
    return Place(
        _text(value["store"]), _text(value["file"]), _whole(value.get("offset", 0)), _whole(value.get("length", 0))
    )


def _fingerprints(record: Mapping[str, Any]) -> Fingerprints:
    text_hash, simhash = record.get("text_hash") or "", record.get("simhash")
    try:
        return Fingerprints(_text(text_hash), None if simhash is None else int(simhash, 16))
    except (TypeError, ValueError) as error:
        raise ValueError(f"simhash: {_short(simhash)} cannot be used ({error})") from None


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


_BY_TYPE: dict[object, Callable[[Any], Any]] = {
    str: _text,
    int: _whole,
    float: float,
    bool: _flag,
    float | None: float,
    int | None: _whole,
    tuple[str, ...]: _texts,
}
_READ: dict[str, Callable[[Any], Any]] = {
    **{field.name: _BY_TYPE[field.type] for field in fields(Resource) if field.type in _BY_TYPE},
    "headings": lambda headings: tuple(Heading(_whole(each["level"]), _text(each["text"])) for each in headings),
    "license": _license,
    "reasons": _reasons_in,
    "knowledge_points": lambda placements: tuple(_placement_in(each) for each in placements),
    "problem": _problem,
    "fetched_at": seconds_of,
    "place": _place,
}
_PROBLEM: dict[str, Callable[[Any], Any]] = {
    **{field.name: _BY_TYPE[field.type] for field in fields(Problem) if field.type in _BY_TYPE},
    "samples": _samples,
    "tests": lambda tests: _rows(Trial, tests),
    "codes": lambda codes: _rows(Code, codes),
    "files": lambda files: _rows(EmbeddedFile, files),
}
