"""The index beside a library's file: typing errors, suggestions, and that it can always be made anew."""

import shutil

import pytest

from library.samples import make_resource, make_topic
from lorehound.library.contract import Query
from lorehound.library.open import open_library

TEXTS = {
    "btree": ("B-tree indexes", "A covering index answers a query without reading the table. Databases cache pages."),
    "txn": ("Transactions", "A transaction is atomic. The database keeps a journal for recovery."),
    "suo": ("数据库索引", "索引是一种数据结构，B+树是最常用的索引。"),
}


def fill(path):
    library = open_library(path)
    library.put_topic(make_topic("db"))
    for name, (title, text) in TEXTS.items():
        library.upsert(make_resource(name, text, title=title))
    return library


@pytest.fixture
def library(tmp_path):
    library = fill(tmp_path / "library.db")
    yield library
    library.close()


def found(library, text, **query):
    page = library.query(Query(text=text, sort="relevance", **query))
    return [resource.url.rpartition("/")[2] for resource in page.resources]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("trasaction", ["txn"]),
        ("tranasction", ["txn"]),
        ("recoverry", ["txn"]),
        ("atomci jounral", ["txn"]),
        ("databse", ["btree", "txn"]),
        ("xyzzy", []),
        ("tabel", ["btree"]),
        ("索弓", []),
    ],
)
def test_a_mistyped_latin_word_is_found_all_the_same(library, text, expected):
    assert sorted(found(library, text)) == expected


def test_a_word_that_is_there_is_taken_as_it_is(library):
    library.upsert(make_resource("cashes", "Cashes and cashes of money.", title="Money"))
    assert found(library, "cash") == ["cashes"]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("trasaction", "transaction"),
        ("Databse recovery", "database recovery"),
        ("index -journl", "index -journal"),
        ("transaction", ""),
        ("xyzzy", ""),
        ("索引", ""),
    ],
)
def test_what_was_probably_meant(library, text, suggestion):
    assert library.query(Query(text=text)).suggestion == suggestion


def test_the_index_is_made_anew_when_it_is_gone_damaged_or_of_another_library(tmp_path):
    path, folder = tmp_path / "library.db", tmp_path / "library.search"
    library = fill(path)
    assert found(library, "atomic") == ["txn"]
    library.close()

    shutil.rmtree(folder)
    library = open_library(path)
    assert found(library, "atomic") == ["txn"]
    library.close()

    (folder / "index" / "meta.json").write_text("{torn")
    library = open_library(path)
    assert found(library, "atomic") == ["txn"]
    library.close()

    (folder / "position.json").write_text("[]")
    library = open_library(path)
    assert found(library, "atomic") == ["txn"]
    library.close()

    path.unlink()
    library = open_library(path)
    library.put_topic(make_topic("db"))
    for name in "abcdef":
        library.upsert(make_resource(name, f"Other text {name}."))
    assert found(library, "atomic") == []
    assert sorted(found(library, "other")) == list("abcdef")
    library.close()


def test_what_is_not_about_words_changes_no_words(library):
    assert found(library, "atomic") == ["txn"]
    resource = library.find("http://a.test/txn")
    library.upsert(make_resource("txn", TEXTS["txn"][1], title=TEXTS["txn"][0], type="video", score=0.1))
    assert found(library, "atomic", types=("video",)) == ["txn"]
    library.remove(resource.id, "db")
    assert found(library, "atomic") == []


def test_two_programs_see_each_others_changes(tmp_path, library):
    other = open_library(tmp_path / "library.db")
    assert found(other, "locking") == found(library, "locking") == []
    library.upsert(make_resource("lock", "Two-phase locking."))
    assert found(other, "locking") == ["lock"]
    other.upsert(make_resource("lock2", "More locking."))
    assert sorted(found(library, "locking")) == ["lock", "lock2"]
    other.close()
