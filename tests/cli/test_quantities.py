import pytest
import typer

from lorehound.cli.quantities import seconds, size


@pytest.mark.parametrize(("text", "expected"), [("90", 90), ("30m", 1800), ("2h", 7200), ("1.5h", 5400), ("0", 0)])
def test_times(text, expected):
    assert seconds(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("5000000", 5_000_000), ("200MB", 200_000_000), ("1.5GiB", 1_610_612_736)]
)
def test_sizes(text, expected):
    assert size(text) == expected


@pytest.mark.parametrize("text", ["", "soon", "-3", "5 parsecs", "1e3"])
def test_anything_else_names_the_value(text):
    for read in (seconds, size):
        with pytest.raises(typer.BadParameter, match=repr(text)):
            read(text)
