"""Opens the page store that a workspace chose."""

from pathlib import Path

from lorehound.archive.contract import PageStore
from lorehound.errors import BadSetting

KINDS = ("warc", "files", "database")


def open_store(folder: Path, kind: str, max_mb: int = 0) -> PageStore:
    """The page store of ``kind`` in ``folder``, made at its first page; ``max_mb`` caps its size (0: no cap).

    Any number of processes may open one store and write to it at once (BadSetting for an unknown kind, Damaged).
    """
    cap = max_mb * 1_000_000
    if kind == "warc":
        from lorehound.archive.warc import WarcStore

        return WarcStore(folder, cap=cap)
    if kind == "files":
        from lorehound.archive.files import FileStore

        return FileStore(folder, cap=cap)
    if kind == "database":
        from lorehound.archive.database import DatabaseStore

        return DatabaseStore(folder, cap=cap)
    raise BadSetting(f"store.pages is {kind!r}; it takes one of {', '.join(KINDS)}")
