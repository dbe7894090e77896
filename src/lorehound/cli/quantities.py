"""Times and sizes as people write them: ``90``, ``30m``, ``2h``; ``5000000``, ``200MB``, ``1.5GiB``."""

import re

import typer

_TIMES = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86400}
_SIZES = {"": 1, "b": 1, "kb": 1000, "mb": 1000**2, "gb": 1000**3, "kib": 1024, "mib": 1024**2, "gib": 1024**3}
_QUANTITY = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*", re.IGNORECASE)


def seconds(text: str) -> float:
    """Seconds of ``90``, ``30m``, ``2h`` or ``1d``; anything else ends the command with exit code 2."""
    return _quantity(text, _TIMES, "a time; write 90, 30m, 2h or 1d")


def size(text: str) -> int:
    """Bytes of ``5000000``, ``200MB`` or ``1.5GiB``; anything else ends the command with exit code 2."""
    return int(_quantity(text, _SIZES, "a size; write 5000000, 200MB or 1GiB"))


def _quantity(text: str, units: dict[str, int], wanted: str) -> float:
    match = _QUANTITY.fullmatch(text)
    if not match or match[2].lower() not in units:
        raise typer.BadParameter(f"{text!r} is not {wanted}")
    return float(match[1]) * units[match[2].lower()]
