"""The formats of reference managers and libraries."""

import io
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_resource, placed
from lorehound.model.resource import License
from lorehound.processing.export.bibtex import to_bibtex, write_bibtex
from lorehound.processing.export.dublin_core import write_dublin_core
from lorehound.processing.export.ris import to_ris, write_ris

RESOURCE = make_resource(
    "a",
    title="B-trees & {hash}  indexes: 100%",
    authors=("Li, Hua", "Codd & Co"),
    publisher="A_Press",
    published="2023-05-06T00:00:00Z",
    description="What an index is.\nAnd is not.",
    keywords=("索引", "index"),
    language="en",
    url="http://a.test/x{1}_y?a=1&b=2",
    license=License("CC-BY-4.0", "CC BY 4.0"),
    knowledge_points=placed("btree"),
)


def test_ris():
    assert to_ris(RESOURCE).split("\r\n") == [
        "TY  - ELEC",
        f"ID  - {RESOURCE.id}",
        "TI  - B-trees & {hash} indexes: 100%",
        "AU  - Li, Hua",
        "AU  - Codd & Co",
        "PB  - A_Press",
        "PY  - 2023",
        "DA  - 2023/05/06",
        "AB  - What an index is. And is not.",
        "KW  - 索引",
        "KW  - index",
        "LA  - en",
        "UR  - http://a.test/x{1}_y?a=1&b=2",
        "Y2  - 2023/11/14",
        "N1  - CC BY 4.0",
        "ER  - ",
        "",
        "",
    ]


def test_bibtex():
    assert to_bibtex(RESOURCE) == (
        f"@online{{lorehound-{RESOURCE.id.replace('-', '')[:12]},\n"
        r"  title = {{B-trees \& \{hash\} indexes: 100\%}}," "\n"
        r"  author = {{Li, Hua} and {Codd \& Co}}," "\n"
        r"  organization = {A\_Press}," "\n"
        "  date = {2023-05-06},\n"
        "  abstract = {What an index is. And is not.},\n"
        "  keywords = {索引, index},\n"
        "  langid = {en},\n"
        "  url = {http://a.test/x%7B1%7D_y?a=1&b=2},\n"
        "  urldate = {2023-11-14},\n"
        "}\n\n"
    )  # fmt: skip


def test_dublin_core():
    stream = io.StringIO()
    assert write_dublin_core([RESOURCE, make_resource("b", title="a\x00\x0b<b>")], stream) == 2
    one, two = ElementTree.fromstring(stream.getvalue())
    values = [(element.tag.rpartition("}")[2], element.text) for element in one]
    assert values == [
        ("title", "B-trees & {hash}  indexes: 100%"),
        ("creator", "Li, Hua"),
        ("creator", "Codd & Co"),
        ("subject", "索引"),
        ("subject", "index"),
        ("subject", "btree"),
        ("description", "What an index is.\nAnd is not."),
        ("publisher", "A_Press"),
        ("date", "2023-05-06T00:00:00Z"),
        ("type", "article"),
        ("format", "text/html"),
        ("identifier", "http://a.test/x{1}_y?a=1&b=2"),
        ("identifier", f"urn:uuid:{RESOURCE.id}"),
        ("language", "en"),
        ("rights", "CC-BY-4.0"),
    ]
    assert two[0].text == "a<b>"


@pytest.mark.parametrize("write", [write_ris, write_bibtex])
@given(title=st.text(max_size=40), url=st.text(max_size=20))
def test_no_text_breaks_out_of_its_field(write, title, url):
    stream = io.StringIO()
    write([make_resource("a", title=title, url=url)], stream)
    text = stream.getvalue()
    if write is write_ris:
        assert text.count("ER  - \r\n") == 1
        assert all(line[2:6] == "  - " or not line for line in text.split("\r\n"))
    else:
        unescaped = text.replace(r"\{", "").replace(r"\}", "")
        assert unescaped.count("{") == unescaped.count("}")
        assert text.count("@online{") == 1
