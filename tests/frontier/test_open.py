import pytest

from lorehound.errors import BadSetting
from lorehound.frontier.memory import MemoryFrontier
from lorehound.frontier.open import open_frontier
from lorehound.frontier.sqlite import SqliteFrontier


@pytest.mark.parametrize("scheme", ["", "sqlite:"])
def test_a_path_is_a_sqlite_file(tmp_path, scheme):
    frontier = open_frontier(f"{scheme}{tmp_path}/frontier.db")
    assert isinstance(frontier, SqliteFrontier)
    assert (tmp_path / "frontier.db").exists()
    frontier.close()


def test_memory_needs_no_file():
    assert isinstance(open_frontier("memory:"), MemoryFrontier)


def test_an_unknown_scheme_is_refused():
    with pytest.raises(BadSetting, match="ftp"):
        open_frontier("ftp://a.test/frontier")
