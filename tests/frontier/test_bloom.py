import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.frontier.bloom import BloomFilter, fingerprint, seeds, size
from lorehound.frontier.chain import ERROR, FilterChain, capacity, error, length


def prints(n: int, topic: str = "t") -> list[bytes]:
    return [fingerprint(topic, str(i)) for i in range(n)]


@given(st.lists(st.text(), max_size=50), st.lists(st.text(), max_size=50))
def test_whatever_was_added_is_contained(added, others):
    bloom = BloomFilter.sized(100, 1e-7)
    bloom.add([fingerprint("t", key) for key in added])
    found = bloom.contains([fingerprint("t", key) for key in added + others])
    assert found[: len(added)].all()
    assert list(found) == [key in added for key in added + others]


def test_errs_as_seldom_as_it_was_sized_for():
    bloom = BloomFilter.sized(20_000, 0.01)
    bloom.add(prints(20_000))
    share = bloom.contains(prints(100_000, "other")).mean()
    assert 0.007 < share < 0.013


def test_the_size_follows_the_formula():
    m, k = size(10_000_000, 1e-7)
    assert k == 23
    assert m / 10_000_000 == pytest.approx(33.55, abs=0.05)


def test_the_same_seeds_give_the_same_positions():
    one, other = (BloomFilter(1_000_003, 7, seeds(7)) for _ in range(2))
    assert (one.hashes(prints(100)) == other.hashes(prints(100))).all()
    assert (one.hashes(prints(100)) != BloomFilter(1_000_003, 7, seeds(8)[1:]).hashes(prints(100))).any()
    assert one.hashes(prints(100)).max() < 1_000_003


def test_wrong_seeds_are_refused():
    with pytest.raises(ValueError, match="7 hash functions need 7 different seeds"):
        BloomFilter(1000, 7, seeds(6))


def test_the_topic_is_part_of_the_address():
    assert fingerprint("t", "key") != fingerprint("u", "key")


def test_a_chain_grows_when_its_filter_is_full():
    made = []

    def bits(number, nbytes):
        made.append(number)
        return np.zeros(nbytes, np.uint8)

    chain = FilterChain(bits)
    first = prints(capacity(0) - 10)
    chain.add(first, 0)
    assert made == [0]
    more = prints(30, "more")
    chain.add(more, len(first))
    assert made == [0, 1]
    members = len(first) + len(more)
    assert chain.contains(first[:1000] + more, members).all()
    assert not chain.contains(prints(20_000, "other"), members).any()


def test_a_chain_never_errs_more_than_its_bound():
    assert sum(error(number) for number in range(20)) < ERROR
    assert [length(n) for n in (0, capacity(0) - 1, capacity(0), 10_000_000)] == [1, 1, 2, 4]
