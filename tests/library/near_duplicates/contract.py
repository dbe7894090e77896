"""What every near-duplicate index must do."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lorehound.library.near_duplicates.contract import DISTANCE, NEWEST, SHARED, NearIndex
from lorehound.text.sketch import BANDS, Sketch

BITS = st.integers(0, 2**64 - 1)


MINIMA = bytes(range(64))


def bands(start: int) -> tuple[int, ...]:
    return tuple((start * 1000 + place) << 3 | place for place in range(BANDS))


def minima(shared: int) -> bytes:
    """Minima of which ``shared`` are those of ``MINIMA``."""
    return MINIMA[: 2 * shared] + b"\xff" * (64 - 2 * shared)


class NearIndexContract:
    def make(self) -> NearIndex:
        raise NotImplementedError

    def test_what_shares_a_band_and_enough_minima_is_near(self):
        index = self.make()
        index.add(1, Sketch(0, bands(1), MINIMA))
        index.add(2, Sketch(2**64 - 1, bands(2), minima(SHARED)))
        index.add(3, Sketch(2**64 - 1, bands(2), minima(SHARED - 1)))
        asked = Sketch(0x5555_5555_5555_5555, (*bands(3)[:-1], bands(2)[-1]), MINIMA)
        assert index.near(asked) == [2]

    def test_of_a_band_that_many_share_the_newest_are_looked_at(self):
        index = self.make()
        for number in range(NEWEST + 5):
            index.add(number, Sketch(0, bands(1), MINIMA))
        index.remove(NEWEST)
        asked = Sketch(2**64 - 1, bands(1), MINIMA)
        assert index.near(asked) == [*range(4, NEWEST), *range(NEWEST + 1, NEWEST + 5)]

    def test_a_sketch_is_replaced_and_forgotten(self):
        index = self.make()
        index.add(1, Sketch(7, bands(1), MINIMA))
        index.add(1, Sketch(2**63, bands(2), MINIMA))
        assert index.near(Sketch(7, bands(1), MINIMA)) == []
        assert index.near(Sketch(2**63, bands(9), MINIMA)) == [1]
        assert index.near(Sketch(7, bands(2), MINIMA)) == [1]
        index.remove(1)
        index.remove(5)
        assert index.near(Sketch(2**63, bands(2), MINIMA)) == []

    def test_a_sketch_without_bands_is_found_by_its_simhash(self):
        index = self.make()
        index.add(1, Sketch(7, ()))
        index.add(2, Sketch(0xFFFF << 40, ()))
        assert index.near(Sketch(7, bands(1))) == [1]
        assert index.near(Sketch(5, ())) == [1]

    def test_all_within_the_distance_are_found_and_none_beyond(self):
        @settings(max_examples=60, deadline=None)
        @given(st.lists(BITS, max_size=12), BITS, st.lists(st.sets(st.integers(0, 63), max_size=6), max_size=12))
        def same_as_comparing_with_everything(far: list[int], asked: int, flips: list[set[int]]) -> None:
            simhashes = far + [asked ^ sum(1 << bit for bit in bits) for bits in flips]
            index = self.make()
            for number, simhash in enumerate(simhashes):
                index.add(number, Sketch(simhash, bands(number + 10)))
            wanted = [number for number, simhash in enumerate(simhashes) if (simhash ^ asked).bit_count() <= DISTANCE]
            assert index.near(Sketch(asked, bands(1))) == wanted

        same_as_comparing_with_everything()
