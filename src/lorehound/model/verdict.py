"""Is a page on topic, and how good does a link look? Both carry the reasons that made them."""

from dataclasses import dataclass
from typing import Literal

from lorehound.model.reason import Reason

Label = Literal["on", "off", "unsure"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How well a page fits its topic: ``score`` 0..1 (a probability), the label, and the reasons, strongest first."""

    score: float
    label: Label
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkScore:
    """How promising a link is (greater is sooner; only the order means anything), with reasons, strongest first.

    ``features`` is what ``Candidate.features`` holds, so that the link can be scored again later.
    """

    url: str
    score: float
    reasons: tuple[Reason, ...] = ()
    features: bytes = b""
