"""The generic reader: any page whose headings show a problem, in five languages; nothing else is one."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorehound.model.resource import Problem
from lorehound.sites.problem import may_be_problem, split_tags, split_title
from lorehound.sites.registry import Rules, read_site
from sites.saved import cleaned


def problem(html: str) -> Problem | None:
    return read_site(cleaned(html), Rules.builtin()).problem


PAGES = {
    "zh": ("题目描述", "输入格式", "输出格式", "样例输入", "样例输出", "提示", "时间限制：1秒 内存限制：64MB"),
    "zh-Hant": ("題目描述", "輸入說明", "輸出說明", "範例輸入", "範例輸出", "提示", "時間限制：1秒 記憶體限制：64MB"),
    "en": ("Problem Statement", "Input Format", "Output Format", "Sample Input 1", "Sample Output 1", "Note",
           "Time limit: 1 second, memory limit: 64 megabytes"),
    "ja": ("問題文", "入力", "出力", "入力例 1", "出力例 1", "ヒント", "実行時間制限: 1 sec / メモリ制限: 64 MiB"),
    "ko": ("문제", "입력", "출력", "예제 입력 1", "예제 출력 1", "힌트", "시간 제한 1 초 메모리 제한 64 MB"),
    "ru": ("Условие задачи", "Входные данные", "Выходные данные", "Пример ввода", "Пример вывода", "Примечание",
           "Ограничение по времени: 1 секунда. Ограничение по памяти: 64 мегабайта"),
}  # fmt: skip


def page(language: str, heading: str = "h3") -> str:
    statement, given_in, given_out, sample_in, sample_out, note, limits = PAGES[language]
    return f"""<html><head><title>Apples | Some Judge</title></head><body><ul><li><a href="/">Home</a></li></ul>
<h1>1001: Apples</h1><p>{limits}</p>
<{heading}>{statement}</{heading}><p>Count <b>apples</b>.</p><img src="/a.png">
<{heading}>{given_in}</{heading}><p>Two numbers.</p>
<{heading}>{given_out}</{heading}><p>One number.</p>
<{heading}>{sample_in}</{heading}><pre>1  2
3
</pre><{heading}>{sample_out}</{heading}><pre>6
</pre><{heading}>{note}</{heading}><p>Add them.</p></body></html>"""


@pytest.mark.parametrize("language", PAGES)
def test_a_problem_is_read_in_each_language(language: str) -> None:
    found = problem(page(language))
    assert found is not None
    assert (found.title, found.problem_id) == ("1001: Apples", "1001")
    assert found.statement == '<p>Count <b>apples</b>.</p><img src="https://site.example/a.png">'
    assert (found.input, found.output, found.note) == ("<p>Two numbers.</p>", "<p>One number.</p>", "<p>Add them.</p>")
    assert [(sample.input, sample.output) for sample in found.samples] == [("1  2\n3\n", "6\n")]
    assert (found.time_ms, found.memory_kib) == (1000, 65536)
    assert found.images == ("https://site.example/a.png",)
    assert found.statement_markdown == "Count **apples**.\n\n![](https://site.example/a.png)"


@pytest.mark.parametrize("heading", ["h2", "h4", "strong", "b", "dt", "p", "div", 'p class="title"'])
def test_headings_may_be_written_in_many_ways(heading: str) -> None:
    html = page("en", "h3").replace("<h3>", f"<{heading}>").replace("</h3>", f"</{heading.split()[0]}>")
    found = problem(html)
    assert found is not None
    assert (found.input, found.output) == ("<p>Two numbers.</p>", "<p>One number.</p>")
    assert [(sample.input, sample.output) for sample in found.samples] == [("1  2\n3\n", "6\n")]


def test_headings_wrapped_alone_open_what_follows_their_wrapper() -> None:
    html = re.sub(r"<h3>(.*?)</h3>", r'<div class="head"><h3>【\1】：</h3></div>', page("zh"))
    found = problem(html)
    assert found is not None
    assert found.output == "<p>One number.</p>"


def test_samples_under_one_heading_are_paired_and_split() -> None:
    html = """<h1>Sums</h1><h2>Statement</h2><p>Add.</p><h2>Input</h2><p>x</p><h2>Output</h2><p>y</p>
<h2>Examples</h2><h3>Input</h3><pre>1</pre><h3>Output</h3><pre>2</pre><h3>Input</h3><pre>3</pre><h3>Output</h3>
<pre>4</pre>"""
    found = problem(html)
    assert found is not None
    assert [(sample.input, sample.output) for sample in found.samples] == [("1", "2"), ("3", "4")]
    assert found.input == "<p>x</p>"


def test_plain_text_is_read_by_its_lines() -> None:
    text = (
        "Two Sums\n\nAdd the numbers.\n\nInput\nA line.\n\nOutput\nThe sum.\n\nSample Input\n1  2\n\nSample Output\n3\n"
    )
    found = read_site(cleaned(text, suffix=".txt"), Rules.builtin()).problem
    assert found is not None
    assert (found.title, found.input, found.samples[0].input) == ("Two Sums", "<p>A line.</p>", "1  2")


NO_PROBLEMS = {
    "manual page": """<h1>sort(1)</h1><h2>NAME</h2><p>sort</p><h2>SYNOPSIS</h2><pre>sort [FILE]</pre>
<h2>DESCRIPTION</h2><p>Writes lines.</p><h2>INPUT</h2><p>Lines.</p><h2>OUTPUT</h2><p>Lines.</p><h2>EXAMPLES</h2>
<pre>sort a</pre><pre>b</pre>""",
    "library reference": """<h1>numpy.sort</h1><h2>Description</h2><p>x</p><h2>Parameters</h2><p>a</p><h2>Returns</h2>
<p>b</p><h2>Examples</h2><pre>&gt;&gt;&gt; sort([2,1])</pre><pre>[1,2]</pre>""",
    "solution of a problem": """<h1>Apples: how to solve it</h1><h2>题目描述</h2><p>数。</p><h2>输入格式</h2><p>n</p>
<h2>输出格式</h2><p>m</p><h2>样例输入</h2><pre>1</pre><h2>样例输出</h2><pre>2</pre><h2>题解</h2><p>贪心。</p>""",
    "form": """<h1>Converter</h1><label>Input</label><textarea></textarea><label>Output</label><textarea></textarea>""",
    "article on input and output": """<h1>Files</h1><h2>Input</h2><p>Reading a file.</p><h2>Output</h2>
<p>Writing a file.</p><h2>Example</h2><pre>open('a')</pre>""",
    "list of links": "<ul>"
    + "".join(f"<li><a href='/{n}'>{n}</a></li>" for n in ("Input", "Output", "Sample"))
    + "</ul>",
    "nothing": "",
}


@pytest.mark.parametrize("kind", NO_PROBLEMS)
def test_pages_that_are_no_problems_give_none(kind: str) -> None:
    assert problem(NO_PROBLEMS[kind]) is None


@pytest.mark.parametrize("language", PAGES)
def test_the_first_look_lets_problems_through(language: str) -> None:
    assert may_be_problem(page(language))
    assert not may_be_problem("<form><input name=q><p>The output of a machine is its product.</p></form>")


@given(
    pad=st.sampled_from(["", " ", "\n\t ", "&nbsp;", "\u3000"]),
    upper=st.booleans(),
    quote=st.sampled_from(['"', "'", ""]),
    between=st.sampled_from(["", "\n", "<br>", "<!-- x -->", "<div></div>"]),
    language=st.sampled_from(sorted(PAGES)),
    colon=st.sampled_from(["", ":", "："]),
)
@settings(max_examples=60, deadline=None)
def test_layout_makes_no_difference(pad: str, upper: bool, quote: str, between: str, language: str, colon: str) -> None:
    """White space, quotes, case of tags, empty lines and no-break spaces around headings change nothing read."""
    html = page(language)
    html = re.sub(r"<h3>(.*?)</h3>", rf"{between}<h3 class={quote}t{quote}>{pad}\1{colon}{pad}</h3>{between}", html)
    html = re.sub(r"</?\w+", lambda tag: tag[0].upper(), html) if upper else html
    expected, found = problem(page(language)), problem(html)
    assert found is not None
    assert expected is not None
    assert (found.title, found.samples, found.time_ms, found.memory_kib) == (
        expected.title, expected.samples, expected.time_ms, expected.memory_kib)  # fmt: skip
    assert found.statement_markdown == expected.statement_markdown
    assert (found.input_markdown, found.output_markdown) == (expected.input_markdown, expected.output_markdown)


_LINE = st.text(alphabet="ab1 -<&*_$", min_size=1, max_size=8).filter(lambda line: line.strip())


@given(lines=st.lists(_LINE, min_size=1, max_size=5), shape=st.sampled_from(["plain", "br", "div", "span", "code"]))
@settings(max_examples=60, deadline=None)
def test_a_sample_is_exact_whatever_its_lines_are_made_of(lines: list[str], shape: str) -> None:
    escaped = [line.replace("&", "&amp;").replace("<", "&lt;") for line in lines]
    inner = {
        "plain": "\n".join(escaped),
        "br": "<br>".join(escaped),
        "div": "".join(f"<div class='line'>{line}</div>" for line in escaped),
        "span": "\n".join(f"<span>{line}</span>" for line in escaped),
        "code": "<code>" + "\n".join(escaped) + "</code>",
    }[shape]
    found = problem(page("en").replace("1  2\n3\n", inner))
    assert found is not None
    assert found.samples[0].input == "\n".join(lines)


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    read_site(cleaned(f"<h2>Input</h2>{text}<h2>Output</h2><h2>Sample Output</h2><pre>{text}</pre>"), Rules.builtin())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1000: A+B", ("A+B", "1000")),
        ("P1001 A+B Problem", ("A+B Problem", "P1001")),
        ("A. Watermelon", ("Watermelon", "A")),
        ("问题 B: 数数", ("数数", "B")),
        ("#12. Trees", ("Trees", "12")),
        ("Trees", ("Trees", "")),
        ("3 sum", ("sum", "3")),
    ],
)
def test_titles_give_their_number(text: str, expected: tuple[str, str]) -> None:
    assert split_title(text) == expected


def test_tags_are_split_by_signs_before_spaces() -> None:
    assert split_tags("binary search, greedy") == ("binary search", "greedy")
    assert split_tags("模拟 贪心") == ("模拟", "贪心")
    assert split_tags("") == ()
