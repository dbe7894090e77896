"""Whether two texts are one, nearly: by what they share, and by what their differences are about."""

from dataclasses import dataclass

from lorehound.library.near_duplicates.series import series_difference
from lorehound.model.resource import Fingerprints, Problem, Resource
from lorehound.text.fingerprints import fingerprints
from lorehound.text.shingles import resemblance, shingles
from lorehound.text.words import simplify

THRESHOLD = 0.7
"""Resemblance from which texts are one: texts with 3 of 100 words changed have 0.76 and more (1 of 100 has less)."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """``same``: one text; ``resemblance`` 0..1; ``reason`` is a code of ``model/words.py``."""

    same: bool
    resemblance: float
    reason: str


def compare(
    one: str, other: str, *, problems: bool | None = None, known: tuple[Fingerprints, Fingerprints] | None = None
) -> Comparison:
    """Compares two main texts. ``problems`` says whether they are programming problems; None: told by their words.
    ``known`` spares reckoning their fingerprints.

    Traditional Chinese counts as simplified. Problems that differ in numbers or in what is asked are two, however much
    of their story they share.
    """
    first, second = known or (fingerprints(one), fingerprints(other))
    if not (first.text_hash and second.text_hash):
        return Comparison(False, 0.0, "no_text")
    same_text = first.text_hash == second.text_hash
    if not same_text and (first.simhash is None or second.simhash is None):
        return Comparison(False, 0.0, "too_short")
    alike = 1.0 if same_text else resemblance(shingles(one), shingles(other))
    if alike < THRESHOLD:
        return Comparison(False, alike, "other_text")
    # Asked of equal hashes, too: they pass over dates and counters, which may be numbers of a problem.
    difference = series_difference(one, other, problems=problems)
    if difference is not None:
        return Comparison(False, alike, difference)
    if is_traditional(one) != is_traditional(other):
        return Comparison(True, alike, "variant")
    return Comparison(True, alike, "same_text" if same_text else "near_text")


def compare_resources(one: Resource, other: Resource) -> Comparison:
    """Compares by what matters for the type: of problems the statement, samples and limits, else the main text."""
    if one.type == other.type == "problem" and one.problem and other.problem:
        if difference := _problem_difference(one.problem, other.problem):
            return Comparison(False, 0.0, difference)
        return compare(_stated(one.problem) or one.text, _stated(other.problem) or other.text, problems=True)
    problems = True if "problem" in (one.type, other.type) else None
    return compare(one.text, other.text, problems=problems, known=(one.fingerprints, other.fingerprints))


def is_traditional(text: str) -> bool:
    """Whether a Chinese text is written in traditional characters: more than one in fifty would be simplified."""
    if text.isascii():
        return False
    simple = simplify(text)
    changed = sum(1 for old, new in zip(text, simple, strict=False) if old != new)
    return changed * 50 > len(text)


def _problem_difference(one: Problem, other: Problem) -> str:
    first = [(_plain(sample.input), _plain(sample.output)) for sample in one.samples]
    second = [(_plain(sample.input), _plain(sample.output)) for sample in other.samples]
    if first and second and not (set(first) <= set(second) or set(second) <= set(first)):
        return "other_samples"
    for name in ("time_ms", "memory_kib"):
        limits = getattr(one, name), getattr(other, name)
        if None not in limits and limits[0] != limits[1]:
            return "other_limits"
    return ""


def _plain(sample: str) -> str:
    return " ".join(sample.split())


def _stated(problem: Problem) -> str:
    parts = (
        problem.statement_markdown or problem.statement,
        problem.input_markdown or problem.input,
        problem.output_markdown or problem.output,
        problem.constraints,
    )
    return "\n".join(part for part in parts if part)
