import numpy as np
import pytest

from lorehound.model.trees import Trees


def stump_and_leaf() -> Trees:
    """x <= 0.5 ? -1 : (y <= 2 ? 1 : 3), plus a tree that is one leaf of 10."""
    return Trees(
        feature=np.array([0, 1, 0, 0, 0, 0], np.int32),
        threshold=np.array([0.5, 2, np.inf, np.inf, np.inf, np.inf], np.float32),
        left=np.array([2, 3, 2, 3, 4, 5], np.int32),
        right=np.array([1, 4, 2, 3, 4, 5], np.int32),
        value=np.array([0.5, 2, -1, 1, 3, 10], np.float32),
        roots=np.array([0, 5], np.int32),
        names=("x", "y"),
        notes="made by hand",
    )


def test_a_row_goes_left_up_to_the_threshold():
    rows = [[0.5, 9], [0.6, 2], [0.6, 2.1]]
    assert stump_and_leaf().score(rows).tolist() == [9, 11, 13]


def test_no_rows_have_no_scores():
    assert stump_and_leaf().score(np.empty((0, 2))).tolist() == []


def test_many_rows_score_as_each_alone():
    rows = np.random.default_rng(1).normal(size=(1000, 2)) * 2
    trees = stump_and_leaf()
    assert trees.score(rows).tolist() == [trees.score(row[None])[0] for row in rows]


def test_an_explanation_adds_up_to_the_score():
    base, parts = stump_and_leaf().explain([0.6, 2.1])
    assert base == 10.5
    assert parts == {"x": 1.5, "y": 1.0}


def test_what_is_stored_reads_back():
    trees = stump_and_leaf()
    again = Trees.load(trees.dump())
    assert again.names == ("x", "y")
    assert again.notes == "made by hand"
    assert again.score([[0.6, 2.1]]) == trees.score([[0.6, 2.1]])


def test_another_format_is_refused(tmp_path):
    with (tmp_path / "future.npz").open("wb") as file:
        np.savez(file, format=np.array(99))
    with pytest.raises(ValueError, match="format 99"):
        Trees.load((tmp_path / "future.npz").read_bytes())


def test_trees_that_run_in_a_circle_are_refused():
    trees = stump_and_leaf()
    with pytest.raises(ValueError, match="circle"):
        Trees(trees.feature, trees.threshold, np.roll(trees.left, 1), trees.right * 0, trees.value, trees.roots, ("x",))
