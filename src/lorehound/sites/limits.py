"""Time and memory limits in words, as milliseconds and KiB."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

_END = r"(?![A-Za-z])"
_SECOND = rf"(?:seconds?|secs?|s{_END}|秒钟?|초|с(?:ек(?:унд[аы]?)?)?\b\.?)"
_MILLI = rf"(?:milliseconds?|millis|msecs?|ms{_END}|毫秒|ミリ秒|밀리초|мс\b|миллисекунд[аы]?)"
_MINUTE = r"(?:minutes?|mins?\b|分钟|минут[аы]?)"
_GIGA = rf"(?:gibibytes?|gigabytes?|gi?b{_END}|гигабайт(?:а|ов)?|гб\b)"
_MEGA = rf"(?:mebibytes?|megabytes?|mi?b{_END}|mbytes?|m{_END}|兆字?节?|мегабайт(?:а|ов)?|мебибайт(?:а|ов)?|мб\b)"
_KILO = rf"(?:kibibytes?|kilobytes?|ki?b{_END}|kbytes?|k{_END}|千字节|килобайт(?:а|ов)?|кб\b)"
_BYTE = rf"(?:bytes?|b{_END}|字节)"
_NUMBER = r"\d+(?:[.,]\d+)?"

_TIME_UNITS = ((_MILLI, 1), (_SECOND, 1000), (_MINUTE, 60_000))
_MEMORY_UNITS = ((_GIGA, 1024 * 1024), (_MEGA, 1024), (_KILO, 1), (_BYTE, Decimal(1) / 1024))

_TIME_WORD = re.compile(
    r"(?:cpu\s*)?time[\s_-]*limits?|timelimit|时间限制|時間限制|时限|時限|実行時間制限|制限時間|시간\s*제한"
    r"|ограничение (?:по )?времени|лимит времени|max(?:imum)? time",
    re.IGNORECASE,
)
_MEMORY_WORD = re.compile(
    r"mem(?:ory)?[\s_-]*limits?|memorylimit|内存限制|內存限制|記憶體限制|空间限制|空間限制|メモリ制限|메모리\s*제한"
    r"|ограничение (?:по )?памяти|лимит памяти",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Greatest and, where the page gives several, least limit; None where none is given."""

    time_ms: int | None = None
    time_ms_min: int | None = None
    memory_kib: int | None = None
    memory_kib_min: int | None = None


def find_limits(text: str) -> Limits:
    """The limits that a page's words name, each by its word ("Time Limit: 1 s", "内存限制 64MB")."""
    time = next(filter(None, (time_ms(window) for window in _windows(_TIME_WORD, _MEMORY_WORD, text))), ())
    memory = next(filter(None, (memory_kib(window) for window in _windows(_MEMORY_WORD, _TIME_WORD, text))), ())
    return of(time, memory)


def of(time: tuple[int, ...], memory: tuple[int, ...]) -> Limits:
    """The limits as greatest and least of the values given."""
    return Limits(
        max(time, default=None),
        min(time) if len(set(time)) > 1 else None,
        max(memory, default=None),
        min(memory) if len(set(memory)) > 1 else None,
    )


def time_ms(text: str) -> tuple[int, ...]:
    """Every time in a text about time limits, in ms: "2 seconds", "2000/1000 MS", "C/C++ 1秒，其他语言2秒"."""
    return _amounts(text, _TIME_UNITS)


def memory_kib(text: str) -> tuple[int, ...]:
    """Every amount of memory in a text about memory limits, in KiB; K and M are powers of 1024."""
    return _amounts(text, _MEMORY_UNITS)


def _amounts(text: str, units: Iterable[tuple[str, int | Decimal]]) -> tuple[int, ...]:
    units = tuple(units)
    unit = "|".join(f"({pattern})" for pattern, _ in units)
    found = []
    for seen in re.finditer(rf"({_NUMBER}(?:\s*[/~–—-]\s*{_NUMBER})*)[\s\xa0]*(?:{unit})", text, re.IGNORECASE):
        factor = next(size for (_, size), given in zip(units, seen.groups()[1:], strict=True) if given)
        found += [int(Decimal(number.replace(",", ".")) * factor) for number in re.findall(_NUMBER, seen[1])]
    return tuple(amount for amount in found if amount > 0)


def _windows(word: re.Pattern[str], other: re.Pattern[str], text: str) -> Iterable[str]:
    """What stands after each naming of a limit, up to the other limit's name."""
    for seen in word.finditer(text):
        window = text[seen.end() : seen.end() + 90]
        stop = other.search(window)
        yield window[: stop.start()] if stop else window
