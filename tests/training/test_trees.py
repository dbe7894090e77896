import numpy as np
import pytest
from training.trees import from_lightgbm

try:
    import lightgbm
except (ImportError, OSError) as error:  # its wheel needs libgomp1 of the system
    pytest.skip(f"LightGBM cannot be loaded: {error}", allow_module_level=True)


@pytest.mark.parametrize("depth", [-1, 4])
@pytest.mark.parametrize("objective", ["cross_entropy", "regression"])
def test_converted_trees_score_as_lightgbm_does(depth, objective):
    random = np.random.default_rng(7)
    rows = random.normal(size=(1500, 8)).astype(np.float32)
    rows[:, 3] = np.round(rows[:, 3])  # values that lie exactly on thresholds
    truth = 1 / (1 + np.exp(-rows[:, 0] * rows[:, 1] - rows[:, 3]))
    settings = {"objective": objective, "max_depth": depth, "num_threads": 1, "verbose": -1}
    booster = lightgbm.train(settings, lightgbm.Dataset(rows, truth), 30)

    trees = from_lightgbm(booster.model_to_string(), notes="test")

    expected = booster.predict(rows, raw_score=True)
    assert np.abs(trees.score(rows) - expected).max() < 1e-5
    base, parts = trees.explain(rows[5])
    assert base + sum(parts.values()) == pytest.approx(expected[5], abs=1e-5)


def test_missing_values_are_refused():
    rows = np.random.default_rng(7).normal(size=(500, 2))
    rows[::3, 0] = np.nan
    booster = lightgbm.train({"num_threads": 1, "verbose": -1}, lightgbm.Dataset(rows, np.nan_to_num(rows[:, 0])), 5)
    with pytest.raises(ValueError, match="missing values"):
        from_lightgbm(booster.model_to_string())
