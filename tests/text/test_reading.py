import pytest

from lorehound.text.reading import reading_minutes


@pytest.mark.parametrize(
    ("text", "minutes"), [("", 0.0), ("word " * 460, 2.0), ("字" * 600, 2.0), ("字" * 300 + " word" * 230, 2.0)]
)
def test_words_and_characters_each_take_their_time(text, minutes):
    assert reading_minutes(text) == minutes
