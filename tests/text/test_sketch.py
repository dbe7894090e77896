import random

from lorehound.text.fingerprints import fingerprints
from lorehound.text.shingles import shingles
from lorehound.text.sketch import BANDS, bands, sketch

WORDS = [f"w{number}" for number in range(3000)]


def edited(words: list[str], share: float, chance: random.Random) -> list[str]:
    return [chance.choice(WORDS) if chance.random() < share else word for word in words]


def test_a_sketch_holds_the_simhash_and_bands_that_no_two_places_share():
    text = " ".join(WORDS[:100])
    found = sketch(text)
    assert found is not None
    assert found.simhash == fingerprints(text).simhash
    assert len({band & 7 for band in found.bands}) == BANDS
    assert all(0 <= band < 2**61 for band in found.bands)


def test_short_text_has_no_sketch():
    assert sketch("") is None
    assert sketch("two words") is None
    assert bands(shingles("")) == ()


def test_nearly_equal_texts_share_a_band_and_different_ones_do_not():
    chance = random.Random(1)
    met = strangers = 0
    for _ in range(100):
        words = chance.sample(WORDS, 300)
        one = set(bands(shingles(" ".join(words))))
        met += bool(one & set(bands(shingles(" ".join(edited(words, 0.03, chance))))))
        strangers += bool(one & set(bands(shingles(" ".join(chance.sample(WORDS, 300))))))
    assert met >= 95
    assert strangers == 0
