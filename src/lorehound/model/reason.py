"""Why something was decided: one shape for verdicts, link scores, refusals, duplicates, placements."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason: a ``code`` of ``model/words.py``, how much it moved the score, and what it was seen in."""

    code: str
    weight: float = 0.0
    detail: str = ""
