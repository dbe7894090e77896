import numpy as np
import pytest

from lorehound.focus.features import COLUMNS
from lorehound.focus.fixed import WEIGHTS, Fixed
from lorehound.focus.ranker import HEDGE, load_or_fixed, read_ranker
from lorehound.model.trees import Trees


def stump(name: str) -> Trees:
    return Trees(
        feature=np.array([0, 0, 0], np.int32),
        threshold=np.array([0.5, np.inf, np.inf], np.float32),
        left=np.array([1, 1, 2], np.int32),
        right=np.array([2, 1, 2], np.int32),
        value=np.array([0.0, -1.0, 1.0], np.float32),
        roots=np.array([0], np.int32),
        names=(name,),
    )


def test_a_stored_ranker_reads_its_columns_by_name():
    ranker = read_ranker(stump("host").dump())
    rows = np.zeros((2, len(COLUMNS)), np.float32)
    rows[1, COLUMNS.index("host")] = 0.9
    low, high = ranker.score(rows).tolist()
    assert low == pytest.approx(-1.0)
    assert high == pytest.approx(1.0 + HEDGE * WEIGHTS["host"] * 0.9)
    parts = ranker.explain(rows[1])
    assert parts["host"] == pytest.approx(high)
    assert sum(parts.values()) == pytest.approx(high)


@pytest.mark.parametrize(
    ("stored", "said"), [(None, "no trained ranker"), (b"rubbish", "cannot be used"), (stump("taste").dump(), "taste")]
)
def test_without_a_fitting_ranker_the_fixed_weights_are_used_and_it_is_said(tmp_path, stored, said):
    path = tmp_path / "ranker.npz"
    if stored is not None:
        path.write_bytes(stored)
    ranker, why = load_or_fixed(path)
    assert isinstance(ranker, Fixed)
    assert said in why
