"""Whether site rules still read their sites: how often each field was filled, host by host, over time."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from lorehound.model.resource import Problem, Resource

_FILLED: dict[str, Callable[[Problem], bool]] = {
    "title": lambda problem: bool(problem.title),
    "statement": lambda problem: bool(problem.statement),
    "input": lambda problem: bool(problem.input),
    "output": lambda problem: bool(problem.output),
    "samples": lambda problem: any(sample.output for sample in problem.samples),
    "time": lambda problem: problem.time_ms is not None,
    "memory": lambda problem: problem.memory_kib is not None,
    "note": lambda problem: bool(problem.note),
    "difficulty": lambda problem: bool(problem.difficulty_raw),
    "tags": lambda problem: bool(problem.tags),
    "source": lambda problem: bool(problem.source),
}
FIELDS = (*_FILLED, "rule")
"""What is counted. ``rule``: the page was read by a rule and not by the generic reader."""


@dataclass(frozen=True, slots=True)
class Period:
    """One span of time of a host: its start (seconds since 1970), pages read, and the filled share of each field."""

    start: float
    pages: int
    rates: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fall:
    """A field that is filled less often than before: the share before (over all earlier periods) and now."""

    field: str
    before: float
    now: float


@dataclass(frozen=True, slots=True)
class HostHealth:
    """The fill rates of one host, oldest period first, and what fell in the newest."""

    host: str
    periods: tuple[Period, ...]
    falls: tuple[Fall, ...] = ()


def health(resources: Iterable[Resource], *, days: float = 7.0, fewest: int = 5) -> list[HostHealth]:
    """Fill rates of the problems of each host by periods of ``days``, counted back from the newest fetch of all.

    A field has fallen when its share in the host's newest period is below the share before by more than chance
    explains (three standard deviations) and by a tenth at least; both sides need ``fewest`` pages.
    """
    seen: dict[str, list[tuple[float, dict[str, bool]]]] = defaultdict(list)
    newest = 0.0
    for resource in resources:
        if resource.problem is None or not resource.host:
            continue
        newest = max(newest, resource.fetched_at)
        filled = {name: test(resource.problem) for name, test in _FILLED.items()}
        filled["rule"] = resource.problem.parser != "generic"
        seen[resource.host].append((resource.fetched_at, filled))
    span = days * 86_400
    return [_host(host, rows, newest, span, fewest) for host, rows in sorted(seen.items())]


def _host(host: str, rows: list[tuple[float, dict[str, bool]]], newest: float, span: float, fewest: int) -> HostHealth:
    by_period: dict[int, list[dict[str, bool]]] = defaultdict(list)
    for at, filled in rows:
        by_period[int((newest - at) // span)].append(filled)
    periods = tuple(
        Period(newest - (ago + 1) * span, len(pages), _rates(pages))
        for ago, pages in sorted(by_period.items(), reverse=True)
    )
    last = min(by_period)
    now = by_period[last]
    before = [filled for ago, pages in by_period.items() if ago != last for filled in pages]
    return HostHealth(host, periods, _falls(before, now) if min(len(before), len(now)) >= fewest else ())


def _rates(pages: list[dict[str, bool]]) -> dict[str, float]:
    return {name: sum(filled[name] for filled in pages) / len(pages) for name in FIELDS}


def _falls(before: list[dict[str, bool]], now: list[dict[str, bool]]) -> tuple[Fall, ...]:
    earlier, present = _rates(before), _rates(now)
    both = _rates(before + now)
    found = []
    for name in FIELDS:
        spread = sqrt(both[name] * (1 - both[name]) * (1 / len(before) + 1 / len(now)))
        if earlier[name] - present[name] > max(0.1, 3 * spread):
            found.append(Fall(name, earlier[name], present[name]))
    return tuple(found)
