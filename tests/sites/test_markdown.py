from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from lorehound.sites.document import Document, fragment, plain
from lorehound.sites.markdown import from_markdown, to_markdown
from lorehound.sites.markup import clean_html

DOCUMENT = Document("https://oj.example/p/1", "")


def test_blocks_and_marks_are_written() -> None:
    html = """<h2>Title</h2><p>One <b>two</b> <i>three</i> <code>x_y</code> <a href="https://a.example/">link</a></p>
<ul><li>first</li><li>second<ol><li>deep</li></ol></li></ul><blockquote><p>said</p></blockquote>
<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td></td></tr></table><pre>  x
*y*</pre><p>line<br>break</p>"""
    assert to_markdown(html) == "\n\n".join(
        [
            "## Title",
            "One **two** *three* `x_y` [link](https://a.example/)",
            "- first\n- second\n\n  1. deep",
            "> said",
            "| a | b |\n| --- | --- |\n| 1\\|2 |  |",
            "```\n  x\n*y*\n```",
            "line\\\nbreak",
        ]
    )


def test_formulas_come_through_both_ways() -> None:
    text = "Given $a_i<b_{i+1}*c*2$ and\n\n$$\\sum_{i=1}^n a_i \\& 1$$\n\n`$not$`"
    html = from_markdown(text, DOCUMENT)
    assert html == (
        "<p>Given $a_i&lt;b_{i+1}*c*2$ and</p>\n<p>$$\\sum_{i=1}^n a_i \\&amp; 1$$</p>\n<p><code>$not$</code></p>"
    )
    assert to_markdown(html) == text


def test_drawn_formulas_become_tex() -> None:
    katex = """<span class="katex"><span class="katex-mathml"><math><semantics><mi>n</mi>
<annotation encoding="application/x-tex">n^2</annotation></semantics></math></span><span class="katex-html">n2</span>
</span>"""
    mathjax = '<span class="MathJax">k</span><script type="math/tex; mode=display">k &lt; 1</script>'
    assert clean_html([katex], DOCUMENT) == "$n^2$"
    assert "$$k &amp;lt; 1$$" in clean_html([mathjax], DOCUMENT) or "$$k" in clean_html([mathjax], DOCUMENT)
    assert clean_html(["<p>$$$x$$$ and $$$$$$y$$$$$$ and \\(z\\)</p>"], DOCUMENT) == "<p>$x$ and $$y$$ and $z$</p>"


def test_nothing_that_runs_is_kept_and_addresses_are_absolute() -> None:
    html = """<p onclick="x()">a<script>run()</script><a href="javascript:x">b</a><img data-src="/i.png" src="data:,">
<a href="../q">c</a></p><iframe src="/x"></iframe>"""
    found = clean_html([html], DOCUMENT)
    assert found == ('<p>a<a>b</a><img src="https://oj.example/i.png">\n<a href="https://oj.example/q">c</a></p>')


@given(st.text(alphabet="ab *_`[]<>#+-.1)\\ ", max_size=30))
def test_words_survive_being_written_as_markdown(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    read = MarkdownIt("commonmark").render(to_markdown(f"<p>{escaped}</p>"))
    assert plain(fragment(read)) == " ".join(text.split())
