import pytest
from training.text.score import f1, tokens


@pytest.mark.parametrize(
    ("found", "truth", "score"),
    [
        ("a b c", "a b c", 1.0),
        ("a b", "a b c d", 2 / 3),
        ("x", "a", 0.0),
        ("", "", 1.0),
        ("", "a", 0.0),
        ("a a", "a", 2 / 3),
    ],
)
def test_f1_of_words(found, truth, score):
    assert f1(found, truth) == pytest.approx(score)


def test_tokens_are_lower_case_words_and_single_ideographs():
    assert tokens("B+树, SQL-92") == ["b", "树", "sql", "92"]
