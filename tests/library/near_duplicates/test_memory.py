from library.near_duplicates.contract import NearIndexContract
from lorehound.library.near_duplicates.memory import MemoryNearIndex


class TestMemoryNearIndex(NearIndexContract):
    def make(self) -> MemoryNearIndex:
        return MemoryNearIndex()
