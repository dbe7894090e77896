"""FPS in and out: what other systems write is read, what is written is valid, and nothing is lost between."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from lorehound.errors import BadImport, BadSetting
from lorehound.library.contract import Query
from lorehound.library.memory import MemoryLibrary
from lorehound.model.record import from_record, to_record
from lorehound.model.resource import Code, EmbeddedFile, Problem, Resource, Sample, Trial
from lorehound.model.topic import Topic
from lorehound.processing.export.fps import SCHEMA, write_fps, write_fps_files
from lorehound.processing.fps_items import BrokenItem, FpsItem, read_items
from lorehound.processing.import_fps import import_fps, import_fps_file, read_item

TOPIC = Topic(id="contests", title="Contests")
VALID = etree.RelaxNG(etree.parse(str(SCHEMA)))


def fps(items: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>\n') -> bytes:
    return f'{head}<fps version="1.2">\n<generator name="x"/>\n{items}\n</fps>'.encode()


def items(data: bytes) -> list[FpsItem | BrokenItem]:
    return list(read_items(io.BytesIO(data)))


def written(*resources: Resource) -> bytes:
    stream = io.StringIO()
    write_fps(resources, stream)
    return stream.getvalue().encode()


ITEM = """<item>
<title><![CDATA[A+B]]></title>
<time_limit unit="ms"><![CDATA[1500]]></time_limit><memory_limit unit="kb">65536</memory_limit>
<img><src>/a.png</src><base64>iVBO
Rw0K</base64></img>
<description><![CDATA[<p>Add &lt; <img src="/a.png"></p>]]></description><input><![CDATA[<p>a b</p>]]></input>
<output>&lt;p&gt;c&lt;/p&gt;</output><sample_input>1 2
 </sample_input><sample_output>3
</sample_output><sample_input>4 4</sample_input><sample_output>8</sample_output>
<test_input name="t1">5 5</test_input><test_output name="t1">10</test_output>
<hint>Easy.</hint><source>Cup 2020</source><solution language="C++"><![CDATA[a<b && c]]]]><![CDATA[>d;]]></solution>
<spj language="C"><![CDATA[int main(){}]]></spj><remote_oj>HDU</remote_oj><remote_id>1000</remote_id>
</item>"""


def test_an_item_is_read_whole() -> None:
    (item,) = items(fps(ITEM))
    assert item == FpsItem(
        line=4,
        title="A+B",
        time_ms=1500,
        memory_kib=65536,
        description='<p>Add &lt; <img src="/a.png"></p>',
        input="<p>a b</p>",
        output="<p>c</p>",
        hint="Easy.",
        source="Cup 2020",
        samples=(Sample("1 2\n ", "3\n"), Sample("4 4", "8")),
        tests=(Trial("t1", "5 5", "10"),),
        codes=(Code("solution", "C++", "a<b && c]]>d;"), Code("spj", "C", "int main(){}")),
        files=(EmbeddedFile("/a.png", "iVBORw0K"),),
        remote_oj="HDU",
        remote_id="1000",
    )


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("<time_limit>1</time_limit><memory_limit>128</memory_limit>", (1000, 131072)),
        ('<time_limit unit="s">0.5</time_limit><memory_limit unit="MB">64</memory_limit>', (500, 65536)),
        ("<time_limit>2 s</time_limit><memory_limit>65536 KB</memory_limit>", (2000, 65536)),
        ("<memory_limit unit='kb'>10</memory_limit><time_limit unit=''>3</time_limit>", (3000, 10)),
        ("<time_limit>soon</time_limit>", (None, None)),
        ("", (None, None)),
    ],
)
def test_limits_with_and_without_units(limits: str, expected: tuple[int | None, int | None]) -> None:
    (item,) = items(fps(f"<item><description>x</description>{limits}<title>T</title></item>"))
    assert (item.time_ms, item.memory_kib) == expected


def test_tests_in_all_the_ways_they_are_written() -> None:
    (item,) = items(fps("<item><title>T</title><test_input>1</test_input><test_input>2</test_input></item>"))
    assert item.tests == (Trial("test1", "1", "2"),)
    (item,) = items(
        fps('<item><title>T</title><test_input filename="a">1</test_input><test_output>2</test_output></item>')
    )
    assert item.tests == (Trial("a", "1", "2"),)
    (item,) = items(fps("<item><title>T</title></item>"))
    assert item.tests == ()


def test_sloppy_xml_is_mended_outside_of_cdata() -> None:
    (item,) = items(
        fps("<item><title>A&nbsp;& B</title><hint><![CDATA[a&nbsp;b]]></hint><source>x\x08y</source></item>")
    )
    assert (item.title, item.hint, item.source) == ("A\xa0& B", "a&nbsp;b", "xy")
    (item,) = items(fps("<item><title>T</title><description>one<br/>two <b>x &lt; y</b></description></item>"))
    assert item.description == "one<br>two <b>x &lt; y</b>"


@pytest.mark.parametrize(
    ("label", "codec"),
    [("gbk", "gb18030"), ("gb2312", "gb18030"), ("UTF-8", "gb18030"), ("GBK", "utf-8"), ("utf-8", "utf-8-sig")],
)
def test_the_bytes_tell_the_encoding_when_the_label_lies(label: str, codec: str) -> None:
    text = fps("<item><title>数的计算</title></item>", f'<?xml version="1.0" encoding="{label}"?>\n').decode()
    assert [item.title for item in items(text.encode(codec))] == ["数的计算"]


def test_a_broken_item_is_told_with_its_line_and_the_others_are_read() -> None:
    found = items(fps("<item><title>One</title></item>\n<item>\n<title>Two</titel></item>\n<item>\n</item>\n" + ITEM))
    assert [getattr(item, "title", "") for item in found] == ["One", "", "", "A+B"]
    assert found[1] == BrokenItem(5, "line 6: Opening and ending tag mismatch: title line 2 and titel")
    assert found[2] == BrokenItem(7, "line 7: the item has no title")
    assert found[3].line == 9


def test_what_looks_like_an_item_within_text_is_none() -> None:
    found = items(fps("<!-- <item> --><item><title>T</title><hint><![CDATA[</item><item>]]></hint></item>"))
    assert [(item.title, item.hint) for item in found] == [("T", "</item><item>")]


def test_entities_are_refused() -> None:
    evil = '<?xml version="1.0"?>\n<!DOCTYPE fps [\n<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
    with pytest.raises(BadImport, match="line 3 declares an entity, which is refused"):
        items(fps("<item><title>&x;</title></item>", evil))
    plain = '<?xml version="1.0"?>\n<!DOCTYPE fps PUBLIC "-//x//EN" "http://127.0.0.1:9/fps.dtd">\n'
    assert [item.title for item in items(fps("<item><title>T</title></item>", plain))] == ["T"]


@pytest.mark.parametrize("data", [b"", b"<html></html>", b"{}", b"\x00\xff" * 100])
def test_what_is_no_fps_is_refused(data: bytes) -> None:
    with pytest.raises(BadImport, match="no <fps> element"):
        items(data)


def test_a_large_file_is_read_in_flat_memory() -> None:
    """Only the item in hand is held, however many there are."""

    class Endless(io.RawIOBase):
        def __init__(self, count: int) -> None:
            self.left = count
            self.begun = False

        def read(self, size: int = -1) -> bytes:
            if not self.begun:
                self.begun = True
                return b'<?xml version="1.0"?><fps>'
            if self.left == 0:
                return b""
            self.left -= 1
            return f"<item><title>P{self.left}</title><hint>{'x' * 100_000}</hint></item>".encode()

    import tracemalloc

    tracemalloc.start()
    count = sum(1 for _ in read_items(Endless(300)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 300
    assert peak < 5_000_000


def test_what_is_written_is_valid_and_reads_back_the_same() -> None:
    (item,) = items(fps(ITEM))
    first = written(read_item(item, "contests"))
    assert VALID.validate(etree.fromstring(first)), VALID.error_log
    (back,) = items(first)
    assert (back.samples, back.tests, back.codes, back.files) == (item.samples, item.tests, item.codes, item.files)
    assert (back.title, back.time_ms, back.memory_kib, back.source) == ("A+B", 1500, 65536, "Cup 2020")
    assert written(read_item(back, "contests")) == first


_TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc"), include_characters="\t\n\r"), max_size=40)


@given(given_in=_TEXT, wanted=_TEXT, code=_TEXT, name=st.text("ab]>&<\"'", min_size=1, max_size=5))
@settings(max_examples=80, deadline=None)
def test_samples_tests_and_code_come_back_to_the_character(given_in: str, wanted: str, code: str, name: str) -> None:
    samples = (Sample(given_in, wanted),) if given_in or wanted else ()
    codes = (Code("solution", name, code),) if code else ()
    problem = Problem(samples=samples, tests=(Trial(name, given_in, wanted),), codes=codes)
    resource = Resource("1", "1", "https://x.example/1", "t", "T", problem=problem)
    data = written(resource)
    assert VALID.validate(etree.fromstring(data)), VALID.error_log
    (item,) = items(data)
    clean = [text.replace("\ufffe", "").replace("\uffff", "") for text in (given_in, wanted, code)]
    assert item.samples == ((Sample(*clean[:2]),) if any(clean[:2]) else ())
    assert item.tests == (Trial(name, *clean[:2]),)
    assert [each.text for each in item.codes] == ([clean[2]] if clean[2] else [])


def test_a_problem_survives_as_a_record() -> None:
    (item,) = items(fps(ITEM))
    resource = read_item(item, "contests")
    assert from_record(to_record(resource)).problem == resource.problem


def test_import_reports_each_item() -> None:
    library = MemoryLibrary()
    library.put_topic(TOPIC)
    data = fps(ITEM + "<item></item>" + ITEM.replace("<remote_id>1000</remote_id>", "<remote_id>1001</remote_id>"))
    dry = import_fps(library, TOPIC, io.BytesIO(data), dry_run=True)
    assert library.count(Query()) == 0
    report = import_fps(library, TOPIC, io.BytesIO(data))
    assert dry == report
    assert (report.new, report.duplicate, report.invalid) == (1, 1, 1)
    assert [(row.line, row.outcome) for row in report.items] == [(4, "new"), (16, "invalid"), (16, "duplicate")]
    assert report.items[2].detail == library.find(next(iter(library.export(Query()))).url).id
    again = import_fps(library, TOPIC, io.BytesIO(fps(ITEM)))
    assert again.unchanged == 1
    changed = import_fps(library, TOPIC, io.BytesIO(fps(ITEM.replace("a b", "two numbers"))))
    assert changed.changed == 1


def test_items_of_one_name_are_kept_apart() -> None:
    library = MemoryLibrary()
    library.put_topic(TOPIC)
    two = "<item><title>Sum</title><hint>a b c</hint></item><item><title>Sum</title><hint>quite another</hint></item>"
    assert import_fps(library, TOPIC, io.BytesIO(fps(two))).new == 2
    assert import_fps(library, TOPIC, io.BytesIO(fps(two))).unchanged == 2


def test_markdown_statements_become_html() -> None:
    (item,) = items(fps("<item><title>T</title><description>[md]Find **$a_1*b*c$**.[/md]</description></item>"))
    assert read_item(item, "t").problem.statement == "<p>Find <strong>$a_1*b*c$</strong>.</p>"


def test_large_exports_are_split_and_zipped(tmp_path: Path) -> None:
    problem = Problem(statement="<p>" + "x" * 1000 + "</p>")
    some = [Resource(str(n), str(n), f"https://x.example/{n}", "t", f"P{n}", problem=problem) for n in range(7)]
    some.append(Resource("a", "a", "https://x.example/a", "t", "no problem"))
    assert write_fps_files(some, tmp_path / "out", part_bytes=4000) == 7
    parts = sorted((tmp_path / "out").iterdir())
    assert [part.name for part in parts] == ["problems-001.xml", "problems-002.xml", "problems-003.xml"]
    assert [len(items(part.read_bytes())) for part in parts] == [3, 3, 1]
    assert write_fps_files(some, tmp_path / "out.zip", part_bytes=4000) == 7
    with zipfile.ZipFile(tmp_path / "out.zip") as bundle:
        assert [bundle.read(part.name) for part in parts] == [part.read_bytes() for part in parts]
    with pytest.raises(BadSetting, match="is there already"):
        write_fps_files(some, tmp_path / "out")
    library = MemoryLibrary()
    library.put_topic(TOPIC)
    assert import_fps_file(library, TOPIC, tmp_path / "out.zip", dry_run=True).new == 7
    with pytest.raises(BadImport, match=r"none\.xml cannot be read: No such file"):
        import_fps_file(library, TOPIC, tmp_path / "none.xml")
