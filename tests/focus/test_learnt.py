import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.focus.hashing import SLOTS
from lorehound.focus.learnt import MOST_NAMES, VERSION, Learnt

names = st.one_of(
    st.integers(0, SLOTS - 1).map(lambda slot: f"#{slot:x}"), st.text(min_size=1, max_size=8).map("word:{}".format)
)
numbers = st.tuples(*[st.integers(0, 1000).map(float)] * 3)
deltas = st.lists(st.dictionaries(names, numbers, max_size=8), max_size=6)


@given(deltas)
def test_the_order_of_increments_does_not_matter(found):
    forward, backward = Learnt(), Learnt()
    for delta in found:
        forward.add(delta)
    for delta in reversed(found):
        backward.add(delta)
    assert forward.sums() == backward.sums()


@given(deltas)
def test_packed_and_read_again_it_is_the_same(found):
    state = Learnt()
    for delta in found:
        state.add(delta)
    again = Learnt.unpack(state.pack())
    assert again.names == state.names
    assert np.array_equal(again.table[again.table[:, 1] > 0], state.table[state.table[:, 1] > 0])
    assert again.note == ""


def test_whole_sums_take_the_place_of_earlier_ones():
    state = Learnt()
    state.add({"#a": (1.0, 1.0, 0.0), "word:x": (1.0, 0.0, 1.0)})
    state.merge({"#a": (5.0, 6.0, 0.0), "word:x": (2.0, 0.0, 2.0)})
    assert state.sums() == {"#a": (5.0, 6.0, 0.0), "word:x": (2.0, 0.0, 2.0)}


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (b"", ""),
        (b"rubbish of some kind", "could not be read"),
        (b"LhLs" + bytes([VERSION + 1]) + bytes(8), f"version {VERSION + 1}"),
        (b"LhLs" + bytes([VERSION]) + bytes(20), "damaged"),
    ],
)
def test_what_cannot_be_read_gives_an_empty_state_and_says_so(packed, said):
    state = Learnt.unpack(packed)
    assert state.sums() == {}
    assert said in state.note


def test_the_packed_form_is_bounded_and_keeps_what_counts_most():
    state = Learnt()
    state.add({f"word:{number}": (float(number), 0.0, 1.0) for number in range(MOST_NAMES + 500)})
    again = Learnt.unpack(state.pack())
    assert len(again.names) == MOST_NAMES
    assert f"word:{MOST_NAMES + 499}" in again.names
    assert "word:3" not in again.names
