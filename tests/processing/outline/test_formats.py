from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from library.samples import make_topic
from lorehound.errors import BadImport, BadSetting
from lorehound.model.topic import KnowledgePoint, Titles, Topic
from lorehound.processing.outline.formats import FORMATS, format_named, read_outline, write_outline

SIGNS = st.sampled_from("abcXYZ 123索引事务數據-_.,!?é&<>='")
WORD = st.text(SIGNS, min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool)
SAFE = st.text(st.sampled_from("abcXYZ123索引事务数据é"), min_size=1, max_size=8)
NAMES = st.sampled_from(["a", "b-1", "c_2", "d", "e"])


@st.composite
def outlines(draw, name=WORD):
    """Trees of up to five points in the order of reading (a parent before its children)."""
    points = []
    for point_id in draw(st.lists(NAMES, unique=True, max_size=5)):
        parents = ["", *(point.id for point in points)]
        points.append(
            KnowledgePoint(
                id=point_id,
                title=Titles(zh=draw(name), en=draw(name)),
                parent=draw(st.sampled_from(parents)),
                aliases=tuple(draw(st.lists(SAFE, max_size=2))),
                keywords=tuple(draw(st.lists(SAFE, max_size=2))),
                prerequisites=tuple(draw(st.lists(st.sampled_from(parents[1:]), max_size=1))) if points else (),
                description=draw(st.sampled_from(["", "What it is."])),
            )
        )
    return Topic(id="t", title="T", knowledge_points=tuple(points))


@pytest.mark.parametrize("name", ["toml", "csv", "skos"])
@given(topic=outlines())
def test_what_is_written_is_read_back_whole(name, topic):
    form = FORMATS[name]
    assert read_outline(write_outline(topic, form), form) == topic.knowledge_points


@pytest.mark.parametrize("name", ["markdown", "opml"])
@given(topic=outlines(name=SAFE))
def test_formats_of_words_alone_keep_ids_tree_and_aliases(name, topic):
    form = FORMATS[name]
    read = read_outline(write_outline(topic, form), form)
    kept = {point.id: (point.parent, point.aliases) for point in topic.knowledge_points}
    assert {point.id: (point.parent, point.aliases) for point in read} == kept


@pytest.mark.parametrize("file", sorted((Path(__file__).parent / "files").glob("*.in.*")), ids=lambda file: file.name)
def test_outlines_as_others_write_them(file):
    """Each ``NAME.in.FORMAT`` reads as the table of ``NAME.csv``."""
    name = file.name.partition(".")[0]
    expected = (file.parent / f"{name}.csv").read_text("utf-8")
    points = read_outline(file.read_text("utf-8"), format_named("", file.name))
    assert write_outline(Topic(id="t", title="T", knowledge_points=points), FORMATS["csv"]).split() == expected.split()


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("toml", "[[knowledge_point]\n", "no TOML"),
        ("toml", "knowledge_point = 3\n", "no list of tables"),
        ("toml", '[[knowledge_point]]\nid = "a b"\ntitle = "A"\n', "point 1: id: "),
        (
            "toml",
            '[[knowledge_point]]\nid = "a"\ntitle = "A"\nparent = "z"\n',
            "names 'z', which is not in",
        ),
        ("csv", "id,colour\na,red\n", "line 1: no column for the name"),
        ("csv", "id,en,parent\na,A,b\nb,B,a\n", "is its own ancestor"),
        ("csv", "id,en\na,A\na,B\n", "same id"),
        ("opml", "<opml>", "no XML"),
        ("opml", "<html/>", "the XML is <html>; <opml> is needed"),
        ("skos", "not XML", "no XML"),
    ],
)
def test_a_fault_says_where_it_is(name, text, fault):
    with pytest.raises(BadImport, match=fault):
        read_outline(text, FORMATS[name])


def test_entities_of_xml_are_not_read(tmp_path):
    (tmp_path / "secret").write_text("secret")
    text = (
        f'<!DOCTYPE opml [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]>'
        '<opml version="2.0"><body><outline text="A &amp; B"/><outline text="C">&x;</outline></body></opml>'
    )
    points = read_outline(text, FORMATS["opml"])
    assert [point.title.en for point in points] == ["A & B", "C"]


def test_the_format_is_told_by_its_name_or_by_the_file():
    assert format_named("skos") is FORMATS["skos"]
    assert format_named("", "Outline.MD") is FORMATS["markdown"]
    with pytest.raises(BadSetting, match="does not tell a format; name one of toml, csv, markdown, opml, skos"):
        format_named("", "outline.docx")
    with pytest.raises(BadSetting, match="no outline format 'xmind'"):
        format_named("xmind")


@given(st.text(max_size=200), st.sampled_from(sorted(FORMATS)))
def test_any_text_is_an_outline_or_has_a_fault_that_is_told(text, name):
    try:
        points = read_outline(text, FORMATS[name])
    except BadImport:
        return
    make_topic("t", knowledge_points=points)
