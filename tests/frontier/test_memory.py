import pytest

from frontier.contract import FrontierContract
from lorehound.frontier.memory import MemoryFrontier


class TestMemoryFrontier(FrontierContract):
    @pytest.fixture
    def opener(self, clock):
        frontier = MemoryFrontier(clock)
        return lambda: frontier
