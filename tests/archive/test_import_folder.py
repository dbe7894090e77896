"""Folders of saved pages: whose address each page says it has."""

from pathlib import Path

import pytest

from lorehound.archive.import_folder import address_in, read_folder
from lorehound.errors import BadImport


@pytest.mark.parametrize(
    ("head", "url"),
    [
        ("<!-- saved from url=(0029)https://docs.test/guide?a=1 --><html>", "https://docs.test/guide?a=1"),
        ("<html><!--\n Page saved with SingleFile \n url: https://docs.test/x \n saved date: Mon -->", "https://docs.test/x"),
        ("<!-- Mirrored from docs.test/3/index.html by HTTrack Website Copier/3.x -->", "http://docs.test/3/index.html"),
        ('<link rel="canonical" href="https://docs.test/c?a=1&amp;b=2">', "https://docs.test/c?a=1&b=2"),
        ("<link href=https://docs.test/c rel=canonical>", "https://docs.test/c"),
        ('<meta property="og:url" content="https://docs.test/og">', "https://docs.test/og"),
        ('<link rel="canonical" href="/relative">', ""),
        ('<link rel="stylesheet" href="https://docs.test/style.css">', ""),
        ("<p>nothing", ""),
    ],
)  # fmt: skip
def test_the_address_that_a_page_says(head: str, url: str):
    assert address_in(head.encode()) == url


def test_a_folder_gives_its_pages_in_order(tmp_path: Path):
    (tmp_path / "docs.test" / "guide").mkdir(parents=True)
    (tmp_path / "docs.test" / "guide" / "index.html").write_text("<p>one")
    (tmp_path / "A.HTM").write_text("<p>two")
    (tmp_path / "notes.txt").write_text("no page")
    (tmp_path / "b.html").write_text("<link rel=canonical href=https://b.test/>")
    pages = list(read_folder(tmp_path, print))
    assert [page.url for page in pages] == [
        (tmp_path / "A.HTM").as_uri(),
        "https://b.test/",
        "http://docs.test/guide/index.html",
    ]
    assert pages[2].body == b"<p>one"
    assert pages[0].content_type == "text/html"
    assert pages[0].fetched_at == pytest.approx((tmp_path / "A.HTM").stat().st_mtime)


def test_a_page_that_cannot_be_read_is_noted(tmp_path: Path):
    (tmp_path / "a.html").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.html").write_text("x")
    notes: list[str] = []
    assert len(list(read_folder(tmp_path, notes.append))) == 1
    assert "a.html" in notes[0]


def test_a_folder_without_pages_is_said(tmp_path: Path):
    with pytest.raises(BadImport, match="holds no HTML page"):
        list(read_folder(tmp_path, print))
    with pytest.raises(BadImport, match="is no folder"):
        list(read_folder(tmp_path / "none", print))
