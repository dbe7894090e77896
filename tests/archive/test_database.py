import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from archive.contract import PAGE, PageStoreContract
from lorehound.archive.database import DatabaseStore
from lorehound.errors import Damaged
from lorehound.model.page import Page, Place


class TestDatabaseStore(PageStoreContract):
    kind = "database"

    def damage(self, folder: Path, place: Place) -> None:
        with closing(sqlite3.connect(folder / place.file)) as database, database:
            database.execute("UPDATE pages SET body = x'00ff00ff' WHERE id = ?", (place.offset,))


def test_a_file_that_is_no_database_is_said(tmp_path: Path):
    (tmp_path / "pages.db").write_bytes(b"no database at all, but some text" * 100)
    store = DatabaseStore(tmp_path)
    with pytest.raises(Damaged, match="cannot be read"):
        store.write(PAGE)
    with pytest.raises(Damaged, match="doctor"):
        list(store.pages())


def test_what_can_be_read_of_a_damaged_file_is_read(tmp_path: Path):
    store = DatabaseStore(tmp_path)
    for number in range(60):
        store.write(Page(f"http://a.test/{number}", os.urandom(10_000)))
    store.close()
    file = tmp_path / "pages.db"
    content = bytearray(file.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    file.write_bytes(content)
    urls = [page.url for _, page in DatabaseStore(tmp_path).pages()]
    assert 50 <= len(urls) < 60
    assert "http://a.test/0" in urls
