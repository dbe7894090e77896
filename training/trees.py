"""A LightGBM model as ``lorehound.model.trees``: plain arrays that need no LightGBM."""

import numpy as np

from lorehound.model.trees import Trees


def from_lightgbm(text: str, notes: str = "") -> Trees:
    """Converts ``Booster.model_to_string()``; trained on float32 columns without missing or categorical values.

    The score is LightGBM's raw score: ``predict(..., raw_score=True)``.
    """
    head, *trees = text.split("end of trees")[0].split("\nTree=")
    names = next(line for line in head.splitlines() if line.startswith("feature_names=")).split("=", 1)[1].split()
    parts = {name: [] for name in ("feature", "threshold", "left", "right", "value")}
    roots, start = [], 0
    for tree in trees:
        fields = dict(line.split("=", 1) for line in tree.splitlines()[1:] if "=" in line)
        arrays = _tree(fields, start)
        roots.append(start)
        start += len(arrays["feature"])
        for name, array in arrays.items():
            parts[name].append(array)
    joined = {name: np.concatenate(arrays) for name, arrays in parts.items()}
    return Trees(**joined, roots=np.array(roots, np.int32), names=tuple(names), notes=notes)


def _tree(fields: dict[str, str], start: int) -> dict[str, np.ndarray]:
    """One tree's arrays, inner nodes first, then leaves; ``start`` is where they will stand among all nodes."""
    leaves = _numbers(fields["leaf_value"])
    inner = _numbers(fields.get("internal_value", ""))
    features = _numbers(fields.get("split_feature", "")).astype(np.int32)
    if fields["num_cat"] != "0" or any(int(kind) & 0b1101 for kind in fields.get("decision_type", "").split()):
        raise ValueError("trees with categorical columns or missing values cannot be converted; fill them in first")
    count, total = len(features), len(features) + len(leaves)
    itself = np.arange(count, total)
    children = {}
    for side in ("left", "right"):
        child = _numbers(fields.get(f"{side}_child", "")).astype(np.int64)
        children[side] = start + np.concatenate((np.where(child >= 0, child, count + ~child), itself))
    return {
        "feature": np.concatenate((features, np.zeros(len(leaves), np.int32))),
        "threshold": np.concatenate((_down(_numbers(fields.get("threshold", ""))), np.full(len(leaves), np.inf, "f4"))),
        "left": children["left"].astype(np.int32),
        "right": children["right"].astype(np.int32),
        "value": np.concatenate((inner, leaves)).astype(np.float32),
    }


def _numbers(text: str) -> np.ndarray:
    return np.array([float(number) for number in text.split()])


def _down(numbers: np.ndarray) -> np.ndarray:
    """The greatest float32 not above each number: for float32 ``x`` then ``x <= number`` stays what it was."""
    near = numbers.astype(np.float32)
    return np.where(near.astype(np.float64) > numbers, np.nextafter(near, np.float32(-np.inf)), near)
