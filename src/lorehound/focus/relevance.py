"""Step 6, judge: is a page on topic, and why?"""

import math
from dataclasses import dataclass

import numpy as np

from lorehound.focus.address import read_address
from lorehound.focus.features import LINK, NUMBERS, base, shares, unpack
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading, page_weight
from lorehound.focus.value import excluded, first_value, hits, wrong_language
from lorehound.focus.weights import weights
from lorehound.model.page import Candidate
from lorehound.model.reason import Reason
from lorehound.model.verdict import Label, Verdict
from lorehound.text.words import words

UNSURE_BAND = 0.15
"""A score at most this far below the threshold is left to a person."""


def judge(page: Reading, profile: Profile, learnt: Learnt, *, origin: Candidate | None = None) -> Verdict:
    """Judges a page by its words, the words of the link that led to it, and how its neighbours fared.

    ``origin`` is the candidate it was fetched for (None: the page alone). Call it before ``learnt`` takes in what
    ``observe`` gives for the page. The score is a probability; reasons are strongest first, their weights in log-odds.
    """
    phrase = excluded(page, profile)
    if phrase:
        return Verdict(0.0, "off", (Reason("excluded_word", -10.0, phrase),))
    if wrong_language(page, profile):
        return Verdict(0.0, "off", (Reason("wrong_language", -10.0, page.clean.language),))
    evidence = gather(page, profile, learnt, origin)
    parts = {name: weight * getattr(evidence, name) for name, weight in _FIXED.items()}
    score = 1.0 / (1.0 + math.exp(-(_OFFSET + offset(profile) + sum(parts.values()))))
    return Verdict(score, label(score, profile.threshold), _reasons(page, profile, parts))


def label(score: float, threshold: float) -> Label:
    """On from the threshold, unsure shortly below it, else off."""
    if score >= threshold:
        return "on"
    return "unsure" if score >= threshold - UNSURE_BAND else "off"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a page, each in its own unit (``docs/focus.md`` has a line for each)."""

    text: float
    title: float
    address: float
    anchor: float
    folder: float
    parent: float
    list: float


def gather(page: Reading, profile: Profile, learnt: Learnt, origin: Candidate | None) -> Evidence:
    """The evidence for a page at this point of the crawl."""
    now = weights(profile, learnt)
    prior = base(learnt)
    address = read_address(page.clean.url)
    ids = np.array([address.host_id, *address.folder_ids], np.uint32)
    sums, pages, _ = shares(ids, learnt)
    folder = (float(sums[0]) + prior) / (float(pages[0]) + 1.0)
    for good, tried in zip(sums[1:].tolist(), pages[1:].tolist(), strict=True):
        folder = (good + 3.0 * folder) / (tried + 3.0)
    parent = in_list = 0.0
    anchor = hits(tuple(words(origin.anchor)), now) if origin is not None and origin.anchor else 0.0
    if origin is not None and len(origin.features) == LINK.itemsize:
        link = unpack([origin.features])
        parent = min(1.0, float(link["numbers"][0, _PARENT_VALUE]) / learnt.high_value()) - prior
        group = link["places"][:, 8]
        good, tried = (float(part[0]) for part in shares(group, learnt)[:2])
        in_list = (good + 2.0 * folder) / (tried + 2.0) - folder
    return Evidence(
        text=first_value(page, profile),
        title=hits(page.title, now),
        address=hits(page.address, now),
        anchor=anchor,
        folder=folder - prior,
        parent=parent,
        list=in_list,
    )


def offset(profile: Profile) -> float:
    """The topic's own shift in log-odds, fitted to its example pages by Newton steps with a prior of 0."""
    labelled = [(_alone(page, profile), 1.0) for page in profile.examples]
    labelled += [(_alone(page, profile), 0.0) for page in profile.counter_examples]
    shift = 0.0
    for _ in range(8 if labelled else 0):
        found = [1.0 / (1.0 + math.exp(-(logit + shift))) for logit, _ in labelled]
        slope = sum(wanted - p for (_, wanted), p in zip(labelled, found, strict=True)) - shift
        shift += slope / (sum(p * (1.0 - p) for p in found) + 1.0)
    return shift


def _alone(page: Reading, profile: Profile) -> float:
    evidence = gather(page, profile, Learnt(), None)
    return _OFFSET + sum(weight * float(getattr(evidence, name)) for name, weight in _FIXED.items())


def _reasons(page: Reading, profile: Profile, parts: dict[str, float]) -> tuple[Reason, ...]:
    start = profile.start
    inside = sorted(
        (token for token in profile.terms if page_weight(page, token) > 0),
        key=lambda token: (-start[token] * page_weight(page, token), token),
    )
    seen = {
        "text": ", ".join(inside[:6]),
        "title": ", ".join(sorted(profile.terms.keys() & set(page.title))[:6]),
        "address": ", ".join(sorted(profile.terms.keys() & set(page.address))[:6]),
    }
    reasons = [
        Reason(f"verdict_{name}", round(part, 2), seen.get(name, ""))
        for name, part in parts.items()
        if abs(part) >= 0.05
    ]
    if not inside:
        reasons.append(Reason("verdict_no_words", _OFFSET, ""))
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.weight)))


_OFFSET = -1.55
_FIXED = {
    "text": 2.22, "title": 0.64, "address": 0.99, "anchor": 1.26, "folder": 11.66, "parent": 2.15, "list": 1.38,
}  # fmt: skip
_PARENT_VALUE = NUMBERS.index("parent_value")
