import csv
import io
import json

import pytest

from lorehound.processing.export.formats import FORMATS
from tutorial_site import FOLDER as SITE


@pytest.fixture
def library(lorehound):
    """A library of the saved pages of the tutorial's site."""
    words = [part for word in ("SQL", "transaction", "index", "join", "事务", "索引") for part in ("-k", word)]
    lorehound.ok("topic", "add", "db", "Relational databases", *words)
    lorehound.ok("library", "import", SITE, "-t", "db")
    return lorehound


def titles(done):
    return [resource["title"] for resource in done.json["resources"]]


def test_import_reads_and_judges_a_folder_of_saved_pages(library):
    found = titles(library.ok("library", "list", "--json"))
    assert "Transactions and isolation" in found
    assert "事务与隔离级别" in found
    assert "The canteen" not in found


def test_a_second_import_finds_every_page_known(library):
    report = library.ok("library", "import", SITE, "-t", "db", "--json").json
    assert report["known"] == report["pages"] == 12


def test_a_dry_run_stores_nothing(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "index")
    assert lorehound.ok("library", "import", SITE, "-t", "db", "--dry-run", "--json").json["kept"] > 0
    assert titles(lorehound.ok("library", "list", "--json")) == []
    assert lorehound.ok("page", "list", "db", "--json").json["pages"] == []


@pytest.mark.parametrize(
    ("words", "title"),
    [("隔离级别", "事务与隔离级别"), ("隔離級別", "事务与隔离级别"), ("deadlock", "Transactions and isolation")],
)
def test_search_in_both_languages(library, words, title):
    assert titles(library.ok("library", "search", words, "--json"))[0] == title


def test_an_equal_page_is_another_address_of_its_resource(library):
    (found,) = library.ok("library", "search", "deadlock", "--json").json["resources"]
    assert len(found["duplicates"]) == 1
    assert library.ok("library", "show", found["duplicates"][0], "--json").json["id"] == found["id"]


def test_show_tells_the_reasons(library):
    (found,) = library.ok("library", "search", "deadlock", "--json").json["resources"]
    text = library.ok("library", "show", found["id"]).out
    assert "Transactions and isolation" in text
    assert "the topic's words in the text" in text
    assert library.ok("library", "show", found["id"], "--text").out.startswith("# Transactions and isolation")


def test_paging_gives_each_resource_once(library):
    everything, cursor = [], ""
    while True:
        page = library.ok("library", "list", "-n", 2, *(["--cursor", cursor] if cursor else []), "--json")
        everything += titles(page)
        cursor = page.json["next"]
        if not cursor:
            break
    assert sorted(everything) == sorted(titles(library.ok("library", "list", "-n", 100, "--json")))


def test_filters_and_counts_agree(library):
    stats = library.ok("library", "stats", "-t", "db", "--json").json
    chinese = titles(library.ok("library", "list", "-l", "zh", "--json"))
    assert stats["facets"]["language"]["zh"] == len(chinese) == 3
    assert stats["resources"] == sum(stats["facets"]["language"].values())


def test_zero_results_are_no_error(library):
    done = library.ok("library", "search", "zymurgy")
    assert done.out == ""
    assert done.err == "No resource fits.\n"


def test_jsonl_goes_out_complete_and_comes_in_elsewhere(library, tmp_path):
    library.ok("library", "export", "-o", "all.jsonl")
    records = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text("utf-8").splitlines()]
    needed = "id url title language type topic score text markdown fetched_at duplicates knowledge_points".split()
    assert all(set(needed) <= record.keys() for record in records)

    library.ok("topic", "add", "other", "Other", "-w", "two")
    report = library.ok("library", "import", "all.jsonl", "-t", "other", "-w", "two", "--json").json
    assert report["new"] == len(records)
    again = library.ok("library", "export", "-w", "two").out.splitlines()
    assert {json.loads(line)["text"] for line in again} == {record["text"] for record in records}


def test_csv_goes_to_standard_output(library):
    rows = list(csv.DictReader(io.StringIO(library.ok("library", "export", "-f", "csv").out)))
    assert {row["title"] for row in rows} >= {"Transactions and isolation", "索引与 B 树"}


def test_a_folder_holds_pages_and_an_index(library, tmp_path):
    library.ok("library", "export", "-f", "folder", "-o", "out")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "index.csv").read_text("utf-8"))))
    assert rows
    for row in rows:
        assert (tmp_path / "out" / row["html_file"]).read_text("utf-8").startswith("<!DOCTYPE html>")
        assert (tmp_path / "out" / row["markdown_file"]).read_text("utf-8").startswith("# ")


def test_faulty_records_are_named_and_the_others_go_in(library, tmp_path):
    good = {"url": "http://a.test/one", "title": "One", "text": "A text about SQL."}
    (tmp_path / "in.jsonl").write_text(f"{json.dumps(good)}\nnot json\n{{}}\n", "utf-8")
    done = library.ok("library", "import", "in.jsonl", "-t", "db", "--json")
    assert (done.json["new"], done.json["invalid"]) == (1, 2)
    assert "in.jsonl, line 2" in done.err
    assert "in.jsonl, line 3" in done.err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("list", "--type", "poem"), 2),
        (("list", "--sort", "colour"), 2),
        (("export", "-f", "pdf"), 2),
        (("export", "-f", "folder"), 2),
        (("export", "-f", "csv", "--json"), 2),
        (("list", "--cursor", "rubbish"), 1),
        (("show", "http://nowhere.test/"), 1),
        (("stats", "-t", "nothing"), 1),
        (("import", "nowhere.warc.gz", "-t", "db"), 1),
        (("import", "nowhere.jsonl", "-t", "db"), 1),
    ],
)
def test_what_cannot_be_is_one_line(library, arguments, code):
    done = library("library", *arguments)
    assert (done.code, done.err.count("\n")) == (code, 1)


def test_a_failed_export_leaves_no_file(library, tmp_path):
    assert library("library", "export", "-t", "nothing", "-o", "out.jsonl").code == 1
    assert not list(tmp_path.glob("out.jsonl*"))


def test_help_names_every_format(lorehound):
    told = lorehound.ok("library", "export", "--help").out
    assert [name for name in FORMATS if name not in told] == []
