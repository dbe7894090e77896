import re
from pathlib import Path

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.model.text import Heading
from lorehound.text.blocks import Blocks
from lorehound.text.clean import clean_html
from lorehound.text.frames import Frames
from lorehound.text.full import read_full
from lorehound.text.render import render
from lorehound.text.scan import Scan

URL = "http://site.test/course/trees.html"
CASES = sorted(path for path in (Path(__file__).parent / "pages").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_page_is_written_out_as_expected(case):
    """Each folder of ``pages`` has a page and the Markdown and HTML of all its blocks."""
    import numpy as np

    blocks = Blocks(Scan((case / "page.html").read_text(encoding="utf-8")))
    found = render(blocks, np.ones(blocks.count, np.bool_), URL)
    assert found.markdown == (case / "expected.md").read_text(encoding="utf-8").rstrip("\n")
    assert found.html == (case / "expected.html").read_text(encoding="utf-8").rstrip("\n")


def lesson(body: str, menu: str = "") -> str:
    paragraph = "A B-tree keeps its data sorted, and a search reads one node for each level of the tree. "
    return f"""<html><head><title>B-trees</title></head><body>
    <div class=navbar><ul>{menu or "<li><a href=/>Home</a></li><li><a href=/courses>All courses</a></li>"}</ul></div>
    <main><h1>B-trees</h1><p>{paragraph * 3}</p>{body}<p>{paragraph * 2}</p></main>
    <footer><p>Copyright 2024 The School. All rights reserved.</p></footer></body></html>"""


def test_main_text_is_kept_and_the_frame_is_not():
    found = read_full(clean_html(lesson("<h2>Nodes</h2><pre>node = [1,\n        2]</pre>"), URL))
    assert found.extractor == "blocks"
    assert "node = [1,\n        2]" in found.text
    assert Heading(2, "Nodes") in found.headings
    assert "Home" not in found.text
    assert "rights reserved" not in found.text


def test_a_page_whose_text_comes_with_its_scripts_is_read_from_there():
    html = """<script type="application/ld+json">{"@type": "Article", "articleBody": "A part.\\n\\nTwo."}</script>
    <div id=app></div>"""
    found = read_full(clean_html(html, URL))
    assert found.extractor == "json-ld"
    assert found.markdown == "A part.\n\nTwo."
    assert found.html == "<p>A part.</p>\n<p>Two.</p>"


def test_what_stands_on_all_pages_of_a_site_is_its_frame():
    frames = Frames()
    notice = "This course is given by the School of Computing in the summer term, on Mondays."
    texts = []
    for number in range(8):
        body = f"<p>{notice}</p><p>Lesson {number} says that a tree of order {number} has up to {number} children.</p>"
        texts.append(read_full(clean_html(lesson(body), f"{URL}?{number}"), frames).text)
    assert notice in texts[0]
    assert notice not in texts[-1]
    assert "Lesson 7" in texts[-1]


@pytest.mark.parametrize("element", ["div", "ul><li", "span", "blockquote", "b", "a href=x"])
def test_pages_may_nest_deeply(element):
    html = f"<{element}>" * 3000 + "<p>Some words at the <a href=/bottom>bottom</a> of it all.</p>"
    cleaned = clean_html(html, URL)
    assert "http://site.test/bottom" in [link.url for link in cleaned.links]
    assert read_full(cleaned).extractor == "blocks"


def test_an_empty_page_reads_as_nothing():
    assert read_full(clean_html("", URL)).text == ""


@given(st.text(st.sampled_from("<>/=\"' abpreulitdscoghk!-&;:x"), max_size=300))
def test_no_markup_makes_unsafe_html(html):
    found = read_full(clean_html(f"<p>{'Some words of a text. ' * 9}</p>{html}", URL)).html
    assert not re.search(r"<(?:script|style|iframe|object)|javascript:|\son\w+=", found)
    assert nh3.clean(found, tags=nh3.ALLOWED_TAGS | {"figure", "figcaption"}).count("<") == found.count("<")
