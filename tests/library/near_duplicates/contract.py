"""What every near-duplicate index must do."""

from hypothesis import given, settings
from hypothesis import strategies as st

from lorehound.library.near_duplicates.contract import DISTANCE, NearIndex
from lorehound.text.sketch import BANDS, Sketch

BITS = st.integers(0, 2**64 - 1)


def bands(start: int) -> tuple[int, ...]:
    return tuple((start * 1000 + place) << 3 | place for place in range(BANDS))


class NearIndexContract:
    def make(self) -> NearIndex:
        raise NotImplementedError

    def test_what_shares_a_band_is_near(self):
        index = self.make()
        index.add(1, Sketch(0, bands(1)))
        index.add(2, Sketch(2**64 - 1, bands(2)))
        asked = Sketch(0x5555_5555_5555_5555, (*bands(3)[:-1], bands(2)[-1]))
        assert index.near(asked) == [2]

    def test_a_sketch_is_replaced_and_forgotten(self):
        index = self.make()
        index.add(1, Sketch(7, bands(1)))
        index.add(1, Sketch(2**63, bands(2)))
        assert index.near(Sketch(7, bands(1))) == []
        assert index.near(Sketch(2**63, bands(9))) == [1]
        index.remove(1)
        index.remove(5)
        assert index.near(Sketch(2**63, bands(2))) == []

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
