import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.simhash import SimHash

TEXT = " ".join(f"word{number} other{number * 7}" for number in range(200))


def test_texts_that_differ_in_few_words_differ_in_few_bits():
    simhash = SimHash()
    one, near, far = simhash(TEXT), simhash(TEXT.replace("word5 ", "changed ")), simhash(TEXT.replace("word", "term"))
    assert None not in (one, near, far)
    assert simhash.distance(one, near) <= 6 < simhash.distance(one, far)


def test_its_parts_are_arguments():
    simhash = SimHash(
        bits=16,
        max_weight=1.0,
        hash=lambda features: np.array([zlib.crc32(feature.encode()) for feature in features], np.uint64),
        tokenizer=str.split,
        limit=0,
    )
    assert simhash("a a a b") == simhash("b a")
    assert 0 <= simhash("a b c") < 2**16
    assert SimHash(max_weight=8.0, tokenizer=str.split)("a a a a a b c d") != SimHash(tokenizer=str.split)("b c d")


def test_distance_and_limit():
    simhash = SimHash(limit=2)
    assert simhash.distance(0b1011, 0b0001) == 2
    assert simhash.is_equal(0b1011, 0b0001)
    assert not simhash.is_equal(0b1111, 0b0001)


def test_a_text_without_features_has_no_fingerprint():
    assert SimHash()("") is None
    assert SimHash()("。。。") is None


@pytest.mark.parametrize("bits", [0, 65])
def test_bits_must_fit(bits: int):
    with pytest.raises(ValueError, match="1 to 64 bits"):
        SimHash(bits)


@given(st.text(), st.integers(1, 64))
def test_any_text_has_a_fingerprint_of_its_bits(text: str, bits: int):
    found = SimHash(bits, tokenizer=list)(text)
    assert (found is None) == (not text)
    assert found is None or 0 <= found < 2**bits
