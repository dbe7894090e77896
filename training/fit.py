"""Rows of states to a ranker: boosted trees that learn to order (LambdaMART), turned into plain arrays."""

import lightgbm
import numpy as np
import numpy.typing as npt

from lorehound.focus.evidence import EVIDENCE
from lorehound.focus.features import COLUMNS, Vectors
from lorehound.focus.fixed import Fixed
from lorehound.focus.ranker import HEDGE, Trained
from lorehound.model.trees import Trees
from training.states import GRADES, States
from training.trees import from_lightgbm

LEFT_OUT = frozenset(
    {
        "parent_value", "parent_score", "parent_title", "parent_words", "hop", "inherited", "menu", "new_host",
        "learnt_context",
    }
)  # fmt: skip
"""Not learnt from: what parents are worth (with it the ranker is worse on other sites) and what brought nothing."""

SETTINGS = {
    "objective": "lambdarank", "learning_rate": 0.07, "num_leaves": 24, "max_depth": 7, "min_data_in_leaf": 300,
    "feature_fraction": 0.3, "bagging_fraction": 0.4, "bagging_freq": 1, "lambda_l2": 5.0, "max_bin": 127,
    "lambdarank_truncation_level": 20, "label_gain": [0, 1, 2, 4, 10], "num_threads": 1, "verbosity": -1, "seed": 7,
    "deterministic": True, "force_row_wise": True,
}  # fmt: skip
ROUNDS = 130


class Boosted:
    """``focus.ranker.Trained`` scored by LightGBM itself: the same scores, faster, for simulations."""

    name = "boosted"

    def __init__(self, text: str) -> None:
        self.text = text
        self._booster = lightgbm.Booster(model_str=text)
        self._columns = np.array([COLUMNS.index(name) for name in self._booster.feature_name()], np.intp)

    def score(self, rows: Vectors) -> npt.NDArray[np.float64]:
        trees = self._booster.predict(rows[:, self._columns], raw_score=True, num_threads=1)
        return trees + HEDGE * Fixed().score(rows)

    def explain(self, row: Vectors) -> dict[str, float]:
        return Trained(from_lightgbm(self.text), self._columns).explain(row)


def fit(states: list[States], *, rounds: int = ROUNDS, without: frozenset[str] = LEFT_OUT) -> str:
    """A ranker from states, each a group in which to order; as LightGBM writes it."""
    states = [part for part in states if len(part.sizes)]
    used = [name for name in COLUMNS if name not in without]
    at = np.array([COLUMNS.index(name) for name in used])
    rows = np.concatenate([part.rows[:, at] for part in states]).astype(np.float32)
    grades = np.digitize(np.concatenate([part.labels for part in states]), GRADES)
    sizes = np.concatenate([part.sizes for part in states])
    data = lightgbm.Dataset(rows, grades, group=sizes, feature_name=used)
    return lightgbm.train(SETTINGS, data, rounds).model_to_string()


JUDGE_SETTINGS = {
    "objective": "binary", "learning_rate": 0.06, "num_leaves": 12, "max_depth": 5, "min_data_in_leaf": 120,
    "feature_fraction": 0.5, "bagging_fraction": 0.6, "bagging_freq": 1, "lambda_l2": 10.0, "max_bin": 127,
    "num_threads": 1, "verbosity": -1, "seed": 7, "deterministic": True, "force_row_wise": True,
}  # fmt: skip


JUDGED_BY = tuple(
    name for name in EVIDENCE if name not in {"pages", "depth", "hop", "on_topic", "base", "topic_words", "list_words"}
)
"""Not how far the crawl is: a page read alone is to be judged as well."""


ONLY_FOR = frozenset(
    {
        "text", "value", "title", "headings", "address", "description", "title_share", "met", "strongest",
        "words_anchor", "covered_anchor", "words_context", "words_heading", "title_anchor", "characters", "host",
        "folder", "family", "template", "tag", "group", "neighbours", "outcome_of_words", "parent_value",
        "parent_title",
    }
)  # fmt: skip
"""More of these never speaks against a page."""


def fit_judge(
    states: list[States], *, columns: tuple[str, ...] = JUDGED_BY, notes: str = "", rounds: int = 100
) -> Trees:
    """A judge of pages from what was fetched; each crawl counts the same, on and off topic in equal parts."""
    states = [part for part in states if part.truth.any() and not part.truth.all()]
    at = [EVIDENCE.index(name) for name in columns]
    rows = np.concatenate([part.evidence[:, at] for part in states])
    truth = np.concatenate([part.truth for part in states])
    weight = np.concatenate([np.full(len(part.truth), 100.0 / (len(part.truth) + 20.0)) for part in states])
    data = lightgbm.Dataset(rows, truth.astype(int), weight=weight, feature_name=list(columns))
    settings = {**JUDGE_SETTINGS, "monotone_constraints": [int(name in ONLY_FOR) for name in columns]}
    return from_lightgbm(lightgbm.train(settings, data, rounds).model_to_string(), notes=notes)
