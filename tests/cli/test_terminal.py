import json

from lorehound.cli.terminal import Terminal, plain, printable
from lorehound.model.page import Candidate, Place, SavedPage


def test_json_is_one_line_on_standard_output_and_notes_are_elsewhere(capsys):
    terminal = Terminal(json=True)
    terminal.note("Stopped.")
    terminal.answer({"page": SavedPage("t", "k", "http://a.test/", place=Place("warc", "f", 3))}, words=lambda: None)
    written = capsys.readouterr()
    assert written.err == "Stopped.\n"
    assert json.loads(written.out)["page"]["place"] == {"store": "warc", "file": "f", "offset": 3, "length": 0}


def test_words_are_written_when_json_is_not_asked_for(capsys):
    terminal = Terminal(language="zh")
    terminal.answer({}, lambda: terminal.line(terminal.say("{count} resources", count=3)))
    assert capsys.readouterr().out == "3 条资源\n"


def test_bytes_stay_out_of_json():
    assert "features" not in plain(Candidate("http://a.test/", "a", "a.test", "t", 1.0, features=b"\x00"))


def test_a_title_cannot_steer_the_terminal():
    assert printable("a\x1b[2Jb\x07c\td") == "a[2Jbc\td"


def test_a_table_is_whole_when_standard_output_is_no_terminal(capsys):
    title = "A very long title [with brackets] " * 20
    Terminal().table(["TITLE", "SCORE"], [(title, 0.5), ("数据库", 0.25)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split("  ")[0].strip() == title.strip()
    assert lines[2].startswith("数据库")
    assert lines[2].endswith("0.25")


def test_fields_line_up_in_chinese_and_leave_out_what_is_empty(capsys):
    Terminal(language="zh").fields({"title": "B 树", "authors": "", "id": "7"})
    assert capsys.readouterr().out == "标题  B 树\nid    7\n"
