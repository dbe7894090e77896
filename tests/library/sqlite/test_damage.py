"""A file that is damaged, full, of a newer version, or none at all."""

import sqlite3

import pytest

from library.samples import make_resource, make_topic
from lorehound.errors import BadSetting, Damaged, NotFound, StorageFull
from lorehound.library.contract import Query
from lorehound.library.open import open_library
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.salvage import salvage


@pytest.fixture
def path(tmp_path):
    """A library of 300 resources, closed."""
    library = open_library(tmp_path / "library.db")
    library.put_topic(make_topic("db"))
    for n in range(300):
        library.upsert(make_resource(f"r{n}", f"Text number {n}. " * 20))
    library.close()
    return tmp_path / "library.db"


def damage(path, table):
    """Overwrites a page in the middle of a table."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,)
        ).fetchall()
    connection.close()
    with path.open("r+b") as file:
        file.seek((pages[len(pages) // 2][0] - 1) * 4096)
        file.write(b"\xde\xad\xbe\xef" * 1024)


def test_a_damaged_file_says_what_can_be_saved_and_how(path):
    damage(path, "resources")
    library = open_library(path)
    with pytest.raises(Damaged, match=r"1 topics and 2\d\d resources in it can still be read: .*library salvage"):
        list(library.export(Query()))
    library.close()


@pytest.mark.parametrize("table", ["resources", "bodies", "memberships", "shelf"])
def test_what_can_be_read_is_saved_into_a_library_that_works(path, table):
    damage(path, table)
    before = path.read_bytes()
    saved = salvage(path)
    assert path.read_bytes() == before
    assert saved.rows["topics"] == 1
    library = open_library(saved.into)
    count = library.count(Query(topic="db"))
    assert count == saved.rows["resources"] == len(list(library.export(Query())))
    assert count == 300 if table == "shelf" else 150 < count < 300
    assert library.count(Query(text="number")) == count
    assert library.upsert(make_resource("new")).outcome == "new"
    library.close()


def test_a_file_that_is_no_library(tmp_path):
    (tmp_path / "library.db").write_bytes(b"These are my holiday notes. " * 500)
    with pytest.raises(Damaged, match="nothing in it can still be read"):
        open_library(tmp_path / "library.db")
    with pytest.raises(Damaged, match=r"nothing in .* can be read"):
        salvage(tmp_path / "library.db")
    assert [file.name for file in tmp_path.iterdir()] == ["library.db"]


def test_a_file_of_a_newer_version_says_so(path):
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations VALUES ('holograms', 0)")
    connection.close()
    with pytest.raises(Damaged, match=r"written by a newer version .'holograms' is unknown here.*install that version"):
        open_library(path)


def fill(database):
    """Writes until the file may grow no more."""
    with database.writing() as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        for n in range(100):
            connection.execute("INSERT INTO bodies VALUES (?, ?, '', '')", (1000 + n, "x" * 5000))


def test_a_full_disk_says_so_and_loses_nothing(path):
    database = Database(path)
    with pytest.raises(StorageFull, match=r"disk of .*library\.db is full; nothing was lost"):
        fill(database)
    database.close()
    library = open_library(path)
    assert library.count(Query()) == 300
    library.close()


def test_a_folder_that_is_not_there_and_an_address_of_something_else(tmp_path):
    with pytest.raises(NotFound, match="cannot be opened"):
        open_library(tmp_path / "none" / "library.db")
    with pytest.raises(BadSetting, match="no library can be opened at 'ftp:"):
        open_library("ftp://a.test/")


def test_a_file_opened_again_takes_no_step_twice(path):
    for _ in range(2):
        library = open_library(path)
        assert library.count(Query()) == 300
        library.close()
