"""Seed lists as people have them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.errors import BadImport
from lorehound.model.page import Seed
from lorehound.text.seed_export import KINDS, write_seeds
from lorehound.text.seed_lists import page_name, read_seeds


def pairs(text: str, name: str = "", kind: str = "") -> list[tuple[str, str]]:
    return [(seed.url, seed.title) for seed in read_seeds(text, name, topic="t", kind=kind).seeds]


def test_text_has_an_address_a_line():
    text = """
    # SQLite
    https://www.sqlite.org/docs.html

    www.postgresql.org/docs
    http://a.test/b Joins and indexes
    索引：https://use-the-index-luke.com/。
    https://www.sqlite.org/docs.html
    """
    assert pairs(text) == [
        ("https://www.sqlite.org/docs.html", "SQLite"),
        ("http://www.postgresql.org/docs", ""),
        ("http://a.test/b", "Joins and indexes"),
        ("https://use-the-index-luke.com/", "索引"),
    ]


def test_lines_without_an_address_are_named():
    found = read_seeds("http://a.test/\nnothing here\nmailto:me@a.test\n", topic="t")
    assert [seed.url for seed in found.seeds] == ["http://a.test/"]
    assert [fault.split(":")[0] for fault in found.faults] == ["line 2", "line 3"]
    assert "'nothing here'" in found.faults[0]


@pytest.mark.parametrize(
    "text",
    [
        "url,title\nhttp://a.test/,甲\nhttp://b.test/,\"B, the second\"\n",
        "标题;网址\n甲;http://a.test/\nB, the second;http://b.test/\n",
        "title\tlink\n甲\thttp://a.test/\nB, the second\thttp://b.test/\n",
        "甲,http://a.test/\n\"B, the second\",http://b.test/\n",
    ],
)  # fmt: skip
def test_csv_with_or_without_a_head(text: str):
    assert pairs(text, "list.csv") == [("http://a.test/", "甲"), ("http://b.test/", "B, the second")]


def test_opml_puts_folders_before_the_title():
    text = """<?xml version="1.0"?><opml version="2.0"><head><title>x</title></head><body>
    <outline text="数据库"><outline text="A &amp; B > C" htmlUrl="http://a.test/" xmlUrl="http://a.test/feed"/>
      <outline text="Blog" xmlUrl="http://b.test/feed"/><outline text="only words"/></outline>
    <outline text="Top" url="http://c.test/"/></body></opml>"""
    assert pairs(text) == [
        ("http://a.test/", "数据库 / A & B > C"),
        ("http://b.test/feed", "数据库 / Blog"),
        ("http://c.test/", "Top"),
    ]
    assert read_seeds(text).faults == (
        "outline 4: 'only words' is no web address; write it whole, such as https://example.org/",
    )


BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="http://a.test/?a=1&amp;b=2" ADD_DATE="1" ICON="data:image/png;base64,x">A &amp; more</A>
        <DT><H3>课程</H3>
        <DL><p>
            <DT><A HREF="http://b.test/">乙
            <DT><A HREF="javascript:alert('<a>')">bookmarklet</A>
        </DL><p>
        <DT><A HREF='http://c.test/'><b>C</b></A>
    </DL><p>
</DL>
"""


def test_bookmark_files_are_read_leniently():
    assert pairs(BOOKMARKS) == [
        ("http://a.test/?a=1&b=2", "A & more"),
        ("http://b.test/", "课程 / 乙"),
        ("http://c.test/", "C"),
    ]
    assert len(read_seeds(BOOKMARKS).faults) == 1


def test_a_page_of_links_is_one_seed_with_its_body():
    text = "# Reading list\n\n- [SQLite](https://www.sqlite.org/)\n"
    [seed] = read_seeds(text, "my links.md", topic="databases").seeds
    assert seed == Seed("databases", "lorehound:page/my-links", "Reading list", text)


@pytest.mark.parametrize(
    ("text", "name"), [("", "seeds.txt"), ("nothing\n", ""), ("no link", "a.md"), ("<dl></dl>", "b.html")]
)
def test_a_list_without_any_address_is_said(text: str, name: str):
    with pytest.raises(BadImport, match=r"holds no (address|link)"):
        read_seeds(text, name)


def test_an_unknown_kind_is_said():
    with pytest.raises(BadImport, match="'rss' is no kind of seed list"):
        read_seeds("http://a.test/", kind="rss")


@pytest.mark.parametrize("kind", KINDS)
@given(titles=st.lists(st.text(max_size=12), max_size=4))
def test_what_is_exported_comes_in_again(kind: str, titles: list[str]):
    seeds = [Seed("t", f"http://a.test/{at}", title) for at, title in enumerate(["first", *titles])]
    written = write_seeds([*seeds, Seed("t", "lorehound:page/x", "x", "[a](http://b.test/)")], kind, "list")
    assert [seed.url for seed in read_seeds(written, kind=kind).seeds] == [seed.url for seed in seeds]


def test_titles_survive_the_way_out_and_in():
    seeds = [Seed("t", "http://a.test/", "甲 & <乙>"), Seed("t", "http://b.test/?a=1&b=2", 'say "hi", twice')]
    for kind in KINDS:
        assert read_seeds(write_seeds(seeds, kind), topic="t", kind=kind).seeds == tuple(seeds)


@given(st.text(), st.sampled_from(["text", "csv", "opml", "bookmarks", "markdown", ""]))
def test_any_text_gives_seeds_or_one_clear_error(text: str, kind: str):
    try:
        found = read_seeds(text, kind=kind)
    except BadImport:
        return
    assert found.seeds


def test_names_of_pages():
    assert page_name("My Links: 数据库!") == "my-links-数据库"
    assert page_name("---") == "links"
