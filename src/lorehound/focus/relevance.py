"""Step 6, judge: is a page on topic, and why?"""

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from lorehound.focus.evidence import EVIDENCE, gather
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading, page_weight
from lorehound.focus.shipped import shipped
from lorehound.focus.value import excluded, wrong_language
from lorehound.model.page import Candidate
from lorehound.model.reason import Reason
from lorehound.model.trees import Trees
from lorehound.model.verdict import Label, Verdict

UNSURE_BAND = 0.15
"""A score at most this far below the threshold is left to a person."""


def judge(
    page: Reading,
    profile: Profile,
    learnt: Learnt,
    *,
    origin: Candidate | None = None,
    by: "Judge | None" = None,
) -> Verdict:
    """Judges a page by its words, the words of the link that led to it, and how its neighbours fared.

    ``origin`` is the candidate it was fetched for (None: the page alone). Call it before ``learnt`` takes in what
    ``observe`` gives for the page. The score is a probability; reasons are strongest first, their weights in log-odds.
    ``by`` is the shipped judge unless another is given.
    """
    phrase = excluded(page, profile)
    if phrase:
        return Verdict(0.0, "off", (Reason("excluded_word", -10.0, phrase),))
    if wrong_language(page, profile):
        return Verdict(0.0, "off", (Reason("wrong_language", -10.0, page.clean.language),))
    who = by or default_judge()
    row = gather(page, profile, learnt, origin)
    score = 1.0 / (1.0 + math.exp(-(who.logit(row) + offset(profile, who))))
    return Verdict(score, label(score, profile.threshold), _reasons(page, profile, who.explain(row)))


def label(score: float, threshold: float) -> Label:
    """On from the threshold, unsure shortly below it, else off."""
    if score >= threshold:
        return "on"
    return "unsure" if score >= threshold - UNSURE_BAND else "off"


def offset(profile: Profile, by: "Judge") -> float:
    """The topic's own shift in log-odds, fitted to its example pages by Newton steps with a prior of 0."""
    if not (profile.examples or profile.counter_examples):
        return 0.0
    return _fitted(profile, by)


class FixedJudge:
    """A logistic model with few inputs, for where no trained judge fits."""

    OFFSET = -1.55
    WEIGHTS = {  # noqa: RUF012
        "text": 2.22, "title": 0.64, "address": 0.99, "words_anchor": 1.26, "host": 6.0, "folder": 6.0,
        "group": 1.38, "parent_value": 1.0,
    }  # fmt: skip

    def logit(self, row: npt.NDArray[np.float32]) -> float:
        """The log-odds for the evidence."""
        return self.OFFSET + sum(self.explain(row).values())

    def explain(self, row: npt.NDArray[np.float32]) -> dict[str, float]:
        """Each piece's part of the log-odds."""
        return {name: weight * float(row[EVIDENCE.index(name)]) for name, weight in self.WEIGHTS.items()}


class TrainedJudge:
    """Trees trained beforehand on pages of many topics; their score is the log-odds."""

    def __init__(self, trees: Trees) -> None:
        unknown = [name for name in trees.names if name not in EVIDENCE]
        if unknown:
            raise ValueError(f"the judge was made for other evidence: {', '.join(unknown)}")
        self._trees = trees
        self._columns = np.array([EVIDENCE.index(name) for name in trees.names], np.intp)

    def logit(self, row: npt.NDArray[np.float32]) -> float:
        """The log-odds for the evidence."""
        return float(self._trees.score(row[None, self._columns])[0])

    def explain(self, row: npt.NDArray[np.float32]) -> dict[str, float]:
        """Each piece's part of the log-odds."""
        return self._trees.explain(row[self._columns])[1]


Judge = FixedJudge | TrainedJudge


@lru_cache(maxsize=1)
def default_judge() -> Judge:
    """The shipped judge, or the fixed one where it is missing or made for other evidence."""
    try:
        return TrainedJudge(Trees.load(shipped("judge.npz").read_bytes()))
    except (OSError, ValueError, KeyError):
        return FixedJudge()


@lru_cache(maxsize=64)
def _fitted(profile: Profile, by: Judge) -> float:
    nothing = Learnt()
    labelled = [(by.logit(gather(page, profile, nothing, None)), 1.0) for page in profile.examples]
    labelled += [(by.logit(gather(page, profile, nothing, None)), 0.0) for page in profile.counter_examples]
    shift = 0.0
    for _ in range(8):
        found = [1.0 / (1.0 + math.exp(-(logit + shift))) for logit, _ in labelled]
        slope = sum(wanted - p for (_, wanted), p in zip(labelled, found, strict=True)) - shift
        shift += slope / (sum(p * (1.0 - p) for p in found) + 1.0)
    return shift


def _reasons(page: Reading, profile: Profile, parts: dict[str, float]) -> tuple[Reason, ...]:
    summed: dict[str, float] = {}
    for name, part in parts.items():
        code = _CODES.get(name, "verdict_state")
        summed[code] = summed.get(code, 0.0) + part
    inside = sorted(
        (token for token in profile.terms if page_weight(page, token) > 0),
        key=lambda token: (-profile.start[token] * page_weight(page, token), token),
    )
    seen = {
        "verdict_text": ", ".join(inside[:6]),
        "verdict_title": ", ".join(sorted(profile.terms.keys() & {*page.title, *page.headings})[:6]),
        "verdict_address": ", ".join(sorted(profile.terms.keys() & set(page.address))[:6]),
    }
    reasons = [Reason(code, round(part, 2), seen.get(code, "")) for code, part in summed.items() if abs(part) >= 0.05]
    if not inside:
        reasons = [reason for reason in reasons if reason.code != "verdict_text"]
        reasons.append(Reason("verdict_no_words", round(summed.get("verdict_text", 0.0), 2)))
    return tuple(sorted(reasons, key=lambda reason: (-abs(reason.weight), reason.code)))


_CODES = {
    **dict.fromkeys(("text", "value", "met", "strongest", "length"), "verdict_text"),
    **dict.fromkeys(("title", "headings", "title_share", "description"), "verdict_title"),
    "address": "verdict_address",
    **dict.fromkeys(
        ("words_anchor", "covered_anchor", "title_anchor", "characters", "words_context", "words_heading"),
        "verdict_anchor",
    ),
    **dict.fromkeys(
        ("host", "folder", "family", "template", "host_pages", "folder_pages", "family_pages"), "verdict_folder"
    ),
    **dict.fromkeys(("parent_value", "parent_title", "hop"), "verdict_parent"),
    **dict.fromkeys(("list_words", "tag", "group", "neighbours", "group_pages", "outcome_of_words"), "verdict_list"),
}  # fmt: skip
