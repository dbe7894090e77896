"""What reading a page costs and how good it is: decode, clean, full text and its parts, beside other extractors.

    python -m benchmarks.text [--manual NAME=FOLDER ...] [--data FOLDER] [--pages N] [--json FILE]

``--manual`` times the HTML files of a folder; for ``python`` and ``postgresql`` (their manuals as Debian packs them)
the text is also compared with the manual's own main element, with and without what the pages have in common.
``--data`` holds zh-pages. Without them pages of pydoc are timed. The model's figures on unseen sites are those of its
training.
"""

import argparse
import csv
import json
import pydoc
import time
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

import trafilatura
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from resiliparse.extract.html2text import extract_plain_text
from rich.console import Console
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser
from training.text.score import f1

from lorehound.model.page import Page
from lorehound.text.blocks import Blocks
from lorehound.text.choice import choose, load_model
from lorehound.text.clean import clean
from lorehound.text.decode import decode
from lorehound.text.fingerprints import fingerprints
from lorehound.text.frames import Frames
from lorehound.text.full import read_full
from lorehound.text.render import block_texts, render
from lorehound.text.scan import Scan, scan_of
from lorehound.text.words import words

MODULES = ("json", "heapq", "textwrap", "string", "shlex", "queue", "sched", "bisect", "copy", "fractions")
MAIN = {"python": ("div.body", ""), "postgresql": ("body", ".navheader, .navfooter")}
FORMULAS = ("x_1 < y^2", r"\sum_{i=0}^{n} i", r"\frac{a}{b} * c_*", r"f: A \to B", r"\{x \mid x > 0\}", "a & b")
SENTENCE = "This sentence of the lesson says what the following means and why it holds. "


def main(arguments: Sequence[str] = ()) -> dict:
    parser = argparse.ArgumentParser(prog="benchmarks.text")
    parser.add_argument("--manual", action="append", default=[], metavar="NAME=FOLDER")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--pages", type=int, default=200, help="at most so many of each manual")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    manuals = {name: manual(Path(folder), options.pages) for name, folder in (m.split("=", 1) for m in options.manual)}
    result: dict = {"benchmark": "text", "cost_ms": {}, "frame": {}}
    for name, pages in (manuals or {"pydoc": [pydoc_page(module) for module in MODULES]}).items():
        result["cost_ms"][name] = cost(pages)
        if name in MAIN:
            result["frame"][name] = frame_gain(pages, *MAIN[name])
    result["formulas"] = formulas_kept()
    result["code_lines"] = code_lines_kept()
    if options.data:
        result["decoded"] = decoded(options.data / "zh-pages")
    model = load_model()
    result["f1_unseen_sites"] = json.loads(model.notes).get("f1_unseen_sites", {}) if model else {}
    show(result)
    text = json.dumps(result, ensure_ascii=False)
    if options.json:
        options.json.write_text(text)
    print(text)
    return result


def manual(folder: Path, most: int) -> list[Page]:
    files = sorted(folder.rglob("*.html"))
    chosen = files[:: max(1, len(files) // most)][:most]
    return [Page(f"http://manual.test/{file.relative_to(folder)}", file.read_bytes()) for file in chosen]


def pydoc_page(module: str) -> Page:
    found = pydoc.safeimport(module)
    html = pydoc.html.page(pydoc.describe(found), pydoc.html.document(found, module))
    return Page(f"http://localhost/{module}.html", html.encode())


def cost(pages: list[Page]) -> dict[str, float]:
    """Mean CPU milliseconds a page; the parts of the full text stand below it."""
    cleaned = [clean(page) for page in pages]
    htmls = [one.html for one in cleaned]
    model = load_model()
    assert model is not None, "the package has no model; run python -m training.text"
    scans = [Scan(html) for html in htmls]
    blocks = [Blocks(scan) for scan in scans]
    chosen = [choose(block, model) for block in blocks]
    texts = [one.text for one in cleaned]
    jobs: dict[str, tuple[Callable, list]] = {
        "decode": (decode, [page.body for page in pages]),
        "clean (links, text for the verdict)": (_fresh(clean), pages),
        "clean and full text, with metadata (one parse)": (_fresh(lambda page: read_full(clean(page))), pages),
        "· parse and scan": (Scan, htmls),
        "· blocks": (Blocks, scans),
        "· choice": (lambda block: choose(block, model), blocks),
        "· text": (block_texts, blocks),
        "· text, Markdown, HTML": (
            lambda pair: render(*pair, "http://x.test/"),
            list(zip(blocks, chosen, strict=True)),
        ),
        "main text alone, from HTML to text": (lambda html: main_text(html, model), htmls),
        "words": (words, texts),
        "fingerprints": (fingerprints, texts),
        "resiliparse": (lambda html: extract_plain_text(html, main_content=True), htmls),
        "trafilatura, fast": (lambda html: trafilatura.extract(html, fast=True), htmls),
        "trafilatura": (trafilatura.extract, htmls),
    }
    return {"pages": len(pages)} | {name: round(mean_ms(job, items), 2) for name, (job, items) in jobs.items()}


def main_text(html: str, model) -> str:
    blocks = Blocks(Scan(html))
    chosen = choose(blocks, model)
    return "\n".join(text for text, keep in zip(block_texts(blocks), chosen, strict=True) if keep)


def _fresh(job: Callable) -> Callable:
    def run(page):
        scan_of.cache_clear()
        return job(page)

    return run


def mean_ms(job: Callable, items: list) -> float:
    for item in items[:3]:
        job(item)
    start = time.process_time()
    for item in items:
        job(item)
    return (time.process_time() - start) / len(items) * 1000


def frame_gain(pages: list[Page], selector: str, drop: str) -> dict[str, float]:
    """Mean F1 against the manual's own main element: one page at a time, and knowing the site's frame."""
    frames = Frames()
    sums = {"alone": 0.0, "with frame": 0.0, "resiliparse": 0.0}
    for page in pages:
        tree = LexborHTMLParser(page.body.decode())
        tree.strip_tags(["script", "style"], recursive=True)
        for node in tree.css(drop) if drop else ():
            node.decompose()
        node = tree.css_first(selector) or tree.body
        truth = node.text(separator=" ") if node else ""
        cleaned = clean(page)
        sums["alone"] += f1(read_full(cleaned).text, truth)
        sums["with frame"] += f1(read_full(cleaned, frames).text, truth)
        sums["resiliparse"] += f1(cleaned.text, truth)
    return {name: round(total / len(pages), 4) for name, total in sums.items()}


def lesson(parts: list[str]) -> Page:
    body = "".join(f"<p>{SENTENCE * 3}</p>{part}" for part in parts)
    menu = "<nav><ul><li><a href=/>Home</a></li><li><a href=/all>All lessons</a></li></ul></nav>"
    html = f"<html><body>{menu}<main><h1>Lesson</h1>{body}</main><footer>Copyright, all rights reserved</footer></body>"
    return Page("http://lesson.test/1", html.encode())


def formulas_kept() -> dict[str, float]:
    """Share of formulas that come out to the character, by what drew them (their markup, shortened)."""

    writers: dict[str, Callable[[str], str]] = {
        "KaTeX": lambda tex: (
            '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation '
            f'encoding="application/x-tex">{escape(tex)}</annotation></semantics></math></span>'
            '<span class="katex-html" aria-hidden="true"><span class="base">drawn</span></span></span>'
        ),
        "MathJax 2": lambda tex: (
            '<span class="MathJax_Preview">drawn</span><span class="MathJax"><span>drawn</span></span>'
            f'<script type="math/tex">{tex}</script>'
        ),
        "MathJax 4": lambda tex: (
            f'<mjx-container class="MathJax" jax="CHTML"><mjx-math data-latex="{escape(tex)}"><mjx-mi>drawn</mjx-mi>'
            "</mjx-math></mjx-container>"
        ),
        "MathML with alttext": lambda tex: f'<math alttext="{escape(tex)}"><mi>x</mi></math>',
        "image": lambda tex: f'<img class="math" src="1.png" alt="{escape(tex)}">',
    }
    found = {}
    for name, write in writers.items():
        text = read_full(clean(lesson([f"<p>So {write(tex)} holds.</p>{write(tex)}" for tex in FORMULAS]))).markdown
        found[name] = sum(text.count(f"${tex}$") == 2 for tex in FORMULAS) / len(FORMULAS)
    return found


def code_lines_kept() -> dict[str, float]:
    """Share of code lines that come out to the character, by how the page marks them up."""
    code = Path(pydoc.__file__).read_text(encoding="utf-8").split("\n")
    samples = ["\n".join(code[at : at + 12]).strip("\n") for at in range(40, 400, 40)]
    writers: dict[str, Callable[[str], str]] = {
        "pre": lambda code: f"<pre>{escape(code, quote=False)}</pre>",
        "highlighted": lambda code: highlight(code, PythonLexer(stripnl=False), HtmlFormatter()),
        "numbered in a table": lambda code: highlight(code, PythonLexer(stripnl=False), HtmlFormatter(linenos="table")),
        "numbered in line": lambda code: highlight(code, PythonLexer(stripnl=False), HtmlFormatter(linenos="inline")),
        "a line each": lambda code: (
            "<pre><code class='language-python'>"
            + "".join(f"<div class='line'>{escape(line, quote=False)}</div>" for line in code.split("\n"))
            + "</code></pre>"
        ),
    }
    found = {}
    for name, write in writers.items():
        lines = set(read_full(clean(lesson([write(sample) for sample in samples]))).markdown.split("\n"))
        wanted = [line.rstrip() for sample in samples for line in sample.split("\n") if line.strip()]
        kept = {line.rstrip() for line in lines}
        found[name] = round(sum(line in kept for line in wanted) / len(wanted), 4)
    return found


def decoded(folder: Path) -> str:
    """How many of the pages with known encodings are decoded as such."""
    right = total = 0
    with (folder / "encodings.tsv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            found = decode((folder / "html" / f"{row['page']}.html").read_bytes()).encoding
            right += (found == "gb18030") == row["actual"].startswith("gb18030")
            total += 1
    return f"{right} of {total}"


def show(result: dict) -> None:
    console = Console()
    costs = result["cost_ms"]
    table = Table("CPU ms a page", *(f"{name} ({rows['pages']} pages)" for name, rows in costs.items()))
    for job in next(iter(costs.values())):
        if job != "pages":
            table.add_row(job, *(f"{rows[job]:.2f}" for rows in costs.values()))
    console.print(table)
    quality = Table("quality", "")
    for name, value in (
        ("F1 on unseen sites", result["f1_unseen_sites"]),
        ("F1 against the manual's main element", result["frame"]),
        ("formulas kept", result["formulas"]),
        ("code lines kept", result["code_lines"]),
        ("decoded right", result.get("decoded", "")),
    ):
        quality.add_row(name, json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value))
    console.print(quality)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
