import pytest

from frontier.contract import FrontierContract
from lorehound.frontier.sqlite import SqliteFrontier


class TestSqliteFrontier(FrontierContract):
    @pytest.fixture
    def opener(self, clock, tmp_path):
        return lambda: SqliteFrontier(tmp_path / "frontier.db", clock)
