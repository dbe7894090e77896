"""Opening a library by where it lies."""

from pathlib import Path

from lorehound.errors import BadSetting
from lorehound.library.contract import Library


def open_library(where: str | Path) -> Library:
    """The library at ``where``, made when it is not there.

    A path is an SQLite file, ``memory:`` a library that is gone with the process (BadSetting for other addresses,
    Damaged for a file that cannot be read or is of a newer version, NotFound for a folder that is not there).
    """
    name = str(where)
    if name == "memory:":
        from lorehound.library.memory import MemoryLibrary

        return MemoryLibrary()
    if "://" in name:
        raise BadSetting(f"no library can be opened at {name!r}; give the path of a file, or memory:")
    from lorehound.library.sqlite.library import SqliteLibrary

    return SqliteLibrary(Path(name))
