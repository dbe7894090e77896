import numpy as np
import pytest

from lorehound.text.blocks import Blocks
from lorehound.text.choice import choose, likely, load_model, made_whole, word_counts
from lorehound.text.features import COLUMNS, features
from lorehound.text.scan import Scan

PAGE = """<body><nav><ul><li><a href=/>Home</a></li></ul></nav><main><h1>Trees</h1><p>A tree has a root, and each node
of it has children, which are trees.</p><pre>root = Node()</pre><p>A tree without children is a leaf; its height is one.
</p></main><footer>Copyright, all rights reserved</footer></body>"""


def test_the_package_carries_a_model_for_the_columns_of_today():
    model = load_model()
    assert model is not None
    assert model.names == COLUMNS


def test_a_page_has_a_row_for_each_block_of_finite_numbers():
    blocks = Blocks(Scan(PAGE))
    rows = features(blocks)
    assert rows.shape == (blocks.count, len(COLUMNS))
    assert np.isfinite(rows).all()


def test_the_same_page_has_the_same_rows_every_time():
    assert np.array_equal(features(Blocks(Scan(PAGE))), features(Blocks(Scan(PAGE))))


@pytest.mark.parametrize("html", ["", "<p>", "<body>x", "<frameset><frame src=x></frameset>", "<svg><title>x"])
def test_pages_of_hardly_anything_can_be_chosen_from(html):
    blocks = Blocks(Scan(html))
    assert len(choose(blocks, load_model())) == blocks.count


@pytest.mark.parametrize(
    ("chances", "words", "chosen"),
    [
        ([0.9, 0.1, 0.8], [10, 10, 10], [True, False, True]),
        ([0.3, 0.01], [50, 50], [True, False]),
        ([0.95, 0.4], [1000, 10], [True, False]),
        ([0.5, 0.5], [10, 10], [True, True]),
        ([], [], []),
    ],
)
def test_the_choice_with_the_best_expected_f1(chances, words, chosen):
    assert likely(np.array(chances), np.array(words, float)).tolist() == chosen


def test_no_other_cut_has_a_better_expected_f1():
    random = np.random.default_rng(3)
    chances, words = random.random(40), random.integers(1, 60, 40).astype(float)

    def expected(flags: np.ndarray) -> float:
        return 2 * (chances * words)[flags].sum() / (words[flags].sum() + (chances * words).sum())

    best = expected(likely(chances, words))
    assert all(best >= expected(chances >= cut) - 1e-12 for cut in chances)


def test_code_between_chosen_blocks_is_chosen():
    blocks = Blocks(Scan(PAGE))
    texts = [blocks.texts[run] for run in blocks.first]
    chosen = np.array(["tree" in text.lower() for text in texts])
    assert not chosen[texts.index("root = Node()")]
    whole = made_whole(blocks, chosen)
    assert whole[texts.index("root = Node()")]
    assert not whole[texts.index("Home")]


def test_of_a_table_more_than_half_chosen_all_rows_are():
    blocks = Blocks(Scan("<table>" + "".join(f"<tr><td>{n}<td>row</tr>" for n in range(5)) + "</table>"))
    assert made_whole(blocks, np.array([True, True, True, False, False])).all()
    assert made_whole(blocks, np.array([True, False, False, False, False])).sum() == 1


def test_ideographs_count_as_words():
    assert word_counts(Blocks(Scan("<p>two words</p><p>四个汉字</p>"))).tolist() == [2, 4]
