import numpy as np
from training.text.labels import labels

TRUTH = "A tree has a root and children. Each child is a tree. A leaf has no children at all."


def test_blocks_of_the_truth_are_labelled_in_order():
    texts = ["Home page of the site", "A tree has a root and children.", "Each child is a tree.", "Share this"]
    shares, words = labels(texts, TRUTH)
    assert shares.tolist() == [0, 1, 1, 0]
    assert words.tolist() == [5, 7, 5, 2]


def test_a_short_block_out_of_order_is_not_part_of_it():
    texts = ["A tree has a root and children.", "Each child is a tree.", "A leaf has no children at all.", "a tree"]
    shares, _ = labels(texts, TRUTH)
    assert shares[:3].tolist() == [1, 1, 1]
    assert shares[3] == 0


def test_a_block_that_is_in_part_of_the_truth_has_that_share():
    shares, _ = labels(["A leaf has no children at all. By Ann Lee, in May"], TRUTH)
    assert np.isclose(shares[0], 7 / 12)


def test_chinese_counts_by_character():
    shares, words = labels(["树有一个根", "版权所有"], "树有一个根和若干子树")
    assert shares.tolist() == [1, 0]
    assert words.tolist() == [5, 4]


def test_an_empty_truth_labels_nothing():
    shares, _ = labels(["Some words"], "")
    assert shares.tolist() == [0]
