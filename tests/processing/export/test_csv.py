import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_resource, placed
from lorehound.processing.export.csv import COLUMNS, cell, write_csv


def rows_of(*resources, **options):
    stream = io.StringIO()
    assert write_csv(resources, stream, **options) == len(resources)
    return stream.getvalue()


def test_a_row_says_what_a_spreadsheet_can_show():
    said, points = 'He said "no",\nand left', placed("btree", "storage")
    text = rows_of(make_resource("a", said, knowledge_points=points, authors=("李华", "B")))
    (row,) = csv.DictReader(io.StringIO(text))
    assert tuple(row) == COLUMNS
    assert row["text"] == said
    assert row["knowledge_points"] == "btree; storage"
    assert row["authors"] == "李华; B"
    assert row["license"] == "CC-BY-4.0"
    assert row["fetched_at"] == "2023-11-14T22:13:20Z"
    assert row["difficulty"] == ""


@pytest.mark.parametrize("text", ["=1+1", "+A1", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"])
def test_no_cell_is_a_formula(text):
    (row,) = csv.DictReader(io.StringIO(rows_of(make_resource("a", title=text)), newline=""))
    assert row["title"] == f"'{text}"


def test_the_byte_order_mark_comes_only_when_asked_for():
    assert rows_of().startswith("id,url")
    assert rows_of(bom=True).startswith("\ufeffid,url")


@given(st.text())
def test_any_text_makes_a_cell_that_is_read_back(text):
    stream = io.StringIO()
    csv.writer(stream).writerow([cell(text)])
    (row,) = csv.reader(io.StringIO(stream.getvalue(), newline=""))
    assert row[0].removeprefix("'").replace("\0", "") in (
        text.replace("\0", ""),
        text.removeprefix("'").replace("\0", ""),
    )
    assert not row[0].startswith(("=", "+", "-", "@"))
