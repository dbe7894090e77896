import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.sites.difficulty import SCALES, normal_difficulty
from lorehound.sites.limits import Limits, find_limits, memory_kib, time_ms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 seconds", (2000,)),
        ("1.5 sec", (1500,)),
        ("0,5 секунды", (500,)),
        ("2000/1000 MS (Java/Others)", (2000, 1000)),
        ("C/C++ 1秒，其他语言2秒", (1000, 2000)),
        ("500ms ~ 3.00s", (500, 3000)),
        ("250 毫秒", (250,)),
        ("1 초 (추가 시간 없음)", (1000,)),
        ("하단 참고", ()),
        ("", ()),
    ],
)
def test_times_in_words(text: str, expected: tuple[int, ...]) -> None:
    assert time_ms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("256 megabytes", (262144,)),
        ("65536/32768 K (Java/Others)", (65536, 32768)),
        ("10000K", (10000,)),
        ("65536kB", (65536,)),
        ("1 GB", (1048576,)),
        ("64 兆", (65536,)),
        ("256 мегабайт", (262144,)),
        ("32768K，其他语言65536K64bit IO", (32768, 65536)),
        ("unlimited", ()),
    ],
)
def test_memory_in_words(text: str, expected: tuple[int, ...]) -> None:
    assert memory_kib(text) == expected


def test_limits_are_found_by_their_words_and_keep_ranges() -> None:
    assert find_limits("Time Limit: 2000/1000 MS  Memory Limit: 65536/32768 K") == Limits(2000, 1000, 65536, 32768)
    assert find_limits("时间限制：C/C++ 1秒 空间限制：C/C++ 32768K") == Limits(1000, None, 32768, None)
    assert find_limits("This takes 3 seconds and 64 MB of patience.") == Limits()


@given(st.integers(1, 100_000), st.sampled_from([("ms", 1), (" s", 1000), ("秒", 1000), (" min", 60_000)]))
def test_any_whole_time_is_read_back(number: int, unit: tuple[str, int]) -> None:
    assert time_ms(f"{number}{unit[0]}") == (number * unit[1],)


@pytest.mark.parametrize(
    ("raw", "scale", "expected"),
    [
        ("800", "codeforces", 0.0),
        ("3500", "codeforces", 1.0),
        ("2.0 - 4.0", "kattis", 0.222),
        ("0", "luogu", None),
        ("7", "luogu", 1.0),
        ("Medium", "", 0.5),
        ("困难", "", 0.8),
        ("Bronze V", "", 0.0),
        ("Ruby I", "", 1.0),
        ("Gold 3", "", 0.414),
        ("5 points", "", None),
        ("", "kattis", None),
    ],
)
def test_difficulty_on_one_scale(raw: str, scale: str, expected: float | None) -> None:
    assert normal_difficulty(raw, scale) == expected


@given(st.floats(0, 10_000), st.sampled_from(sorted(SCALES)))
def test_difficulty_stays_within_bounds(value: float, scale: str) -> None:
    found = normal_difficulty(f"{value:.1f}", scale)
    assert found is None or 0 <= found <= 1
