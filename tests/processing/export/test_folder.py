import csv
import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_resource
from lorehound.errors import BadSetting
from lorehound.processing.export.folder import file_name, write_folder
from lorehound.processing.export.html import to_html


def test_a_folder_holds_pages_markdown_and_an_index_of_both(tmp_path):
    resources = [
        make_resource("a", title="B-tree: 索引/入门", html="<p>Hello <script>alert(1)</script></p>", markdown="Hello"),
        make_resource("b", title="../../etc/passwd"),
        make_resource("c", title="../../etc/passwd"),
    ]
    assert write_folder(resources, tmp_path / "out") == 3
    index = (tmp_path / "out" / "index.csv").read_text("utf-8")
    rows = list(csv.DictReader(io.StringIO(index)))
    assert [row["title"] for row in rows] == ["B-tree: 索引/入门", "../../etc/passwd", "../../etc/passwd"]
    assert rows[0]["html_file"].startswith("html/b-tree-索引-入门-")
    for row in rows:
        assert (tmp_path / "out" / row["html_file"]).is_file()
        assert (tmp_path / "out" / row["markdown_file"]).is_file()
    assert len(list((tmp_path / "out" / "html").iterdir())) == 3
    html = (tmp_path / "out" / rows[0]["html_file"]).read_text("utf-8")
    assert "alert" not in html
    assert "<p>Hello " in html
    markdown = (tmp_path / "out" / rows[0]["markdown_file"]).read_text("utf-8")
    assert markdown == "# B-tree: 索引/入门\n\n<http://a.test/a>\n\nHello\n"


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(BadSetting, match="not empty"):
        write_folder([make_resource("a")], tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_nothing_is_left_of_an_export_that_failed(tmp_path):
    def broken():
        yield make_resource("a")
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        write_folder(broken(), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("html", "gone"),
    [
        ("<script>steal()</script>", "steal"),
        ('<img src="http://tracker.test/p.gif">', "<img"),
        ('<p onclick="steal()">x</p>', "steal"),
        ('<a href="javascript:steal()">x</a>', "javascript"),
        ('<a href="data:text/html,steal">x</a>', "data:text"),
        ('<iframe src="http://b.test/"></iframe>', "<iframe"),
        ('<link rel="stylesheet" href="http://b.test/x.css">', "x.css"),
        ('<style>@import "http://b.test/x.css"</style>', "x.css"),
        ('<form action="http://b.test/"><input></form>', "<form"),
        ('<svg><image href="http://b.test/x.png"/></svg>', "<image"),
    ],
)
def test_a_page_runs_nothing_and_fetches_nothing(html, gone):
    assert gone not in to_html(make_resource("a", html=html))


def test_a_picture_of_its_own_stays_and_one_from_elsewhere_is_linked():
    page = to_html(
        make_resource("a", html='<img src="data:image/png;base64,AA" alt="A"><img src="http://b.test/x.png" alt="B">')
    )
    assert '<img src="data:image/png;base64,AA" alt="A">' in page
    assert '<a href="http://b.test/x.png" rel="noopener noreferrer">B</a>' in page


def test_title_and_address_cannot_break_out_of_the_page():
    page = to_html(make_resource("a", title="</title><script>1", url='http://a.test/"><script>1'))
    assert "<script>" not in page


@given(st.text(max_size=300))
def test_every_title_makes_a_name_for_every_file_system(title):
    name = file_name(make_resource("a", title=title))
    assert not set(name) & set('/\\:*?"<>|\0\n\r ')
    assert len(os.fsencode(name)) < 130
    assert name.strip(". ") == name
