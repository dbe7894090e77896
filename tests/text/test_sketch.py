import random

from lorehound.text.fingerprints import fingerprints
from lorehound.text.sketch import BANDS, minima_shared, sketch

WORDS = [f"w{number}" for number in range(3000)]


def edited(words: list[str], share: float, chance: random.Random) -> list[str]:
    return [chance.choice(WORDS) if chance.random() < share else word for word in words]


def bands(words: list[str]) -> tuple[int, ...]:
    found = sketch(" ".join(words))
    assert found is not None
    return found.bands


def test_minima_tell_about_how_much_is_shared():
    words = random.Random(3).sample(WORDS, 400)
    whole, same, half, other = (
        sketch(" ".join(part)).minima for part in (words, words, words[:270] + WORDS[:130], WORDS[2000:2400])
    )
    shared = minima_shared(whole, [same, half, other])
    assert shared[0] == 32
    assert 8 < shared[1] < 26
    assert shared[2] < 6
    assert minima_shared(whole, []) == []


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


def test_nearly_equal_texts_share_a_band_and_different_ones_do_not():
    chance = random.Random(1)
    met = strangers = 0
    for _ in range(100):
        words = chance.sample(WORDS, 300)
        one = set(bands(words))
        met += bool(one & set(bands(edited(words, 0.03, chance))))
        strangers += bool(one & set(bands(chance.sample(WORDS, 300))))
    assert met >= 95
    assert strangers == 0
