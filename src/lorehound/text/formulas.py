"""Formulas of a parsed page as TeX, however the page draws them."""

import re
from urllib.parse import parse_qs, unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

INLINE, DISPLAY, END, LINE = "\ufdd2", "\ufdd3", "\ufdd4", "\ufdd5"
"""Signs around a formula in the text of a scan until it is written out: code points that Unicode leaves to programs."""

# Two steps, since most pages have none of the first and a search through a page takes its time.
_HINTS = ("math", "Math", "katex", "latex", "eeimg", "codecogs", "mjx-", "tex=", 'class="tex')
_MARKS = (
    "<math", "mathjax", "MathJax", "katex", "math/tex", "mwe-math", 'class="math', 'class="tex', 'class="latex',
    "eeimg", "equation?tex=", "latex.php", "codecogs", "mjx-", "data-tex", "data-latex",
)  # fmt: skip
_MARKED = re.compile(f"[{INLINE}{DISPLAY}]([^{END}]*){END}")


def mark_formulas(tree: LexborHTMLParser, html: str) -> bool:
    """Puts TeX between the private signs in place of each formula's drawing; true if there was any."""
    if not any(hint in html for hint in _HINTS) or not any(mark in html for mark in _MARKS):
        return False
    found = False
    for query, read in _READERS:
        for node in tree.css(query):
            if node.parent is None:
                continue
            tex = read(node)
            if tex is None:
                continue
            tex, display = _bare(tex)
            if tex:
                found = True
                start = DISPLAY if display or _is_display(node) else INLINE
                node.replace_with(start + tex.replace("\n", LINE) + END)
    if found:
        for query in _DRAWINGS:
            for node in tree.css(query):
                node.decompose()
    return found


def with_dollars(text: str) -> str:
    """The private signs as ``$...$`` and ``$$...$$``."""
    return _MARKED.sub(_dollars, text) if END in text else text


def _dollars(found: re.Match[str]) -> str:
    sign = "$$" if found.group(0)[0] == DISPLAY else "$"
    return sign + found.group(1).replace(LINE, "\n") + sign


def _annotation(node: LexborNode) -> str | None:
    inner = node.css_first('annotation[encoding*="tex" i], annotation[encoding*="TeX" i]')
    return inner.text() if inner is not None else None


def _math(node: LexborNode) -> str | None:
    known = node.attributes
    return _annotation(node) or known.get("alttext") or known.get("data-latex") or known.get("data-tex")


def _drawn(node: LexborNode) -> str | None:
    """TeX of a container that MathJax 3 or 4 or KaTeX drew."""
    tex = _annotation(node)
    if tex:
        return tex
    known = node.attributes
    for name in ("data-latex", "data-tex", "data-expr"):
        if known.get(name):
            return known[name]
    inner = node.css_first("math[alttext]") or node.css_first("[data-latex]")
    if inner is None:
        return None
    return inner.attributes.get("alttext") or inner.attributes.get("data-latex")


def _image(node: LexborNode) -> str | None:
    known = node.attributes
    source, alt = known.get("src") or "", (known.get("alt") or known.get("data-tex") or "").strip()
    query = urlsplit(source).query if "?" in source else ""
    if "equation?tex=" in source or "latex.php" in source:
        values = parse_qs(query)
        return (values.get("tex") or values.get("latex") or [alt])[0] or None
    if "codecogs" in source:
        return alt or unquote(query) or None
    return alt or None


def _script(node: LexborNode) -> str | None:
    return node.text()


def _delimited(node: LexborNode) -> str | None:
    """Text that MathJax will draw, as Sphinx and Pandoc leave it."""
    text = node.text().strip()
    return text if text.startswith(("\\(", "\\[", "$")) or "\\begin{" in text else None


def _data(node: LexborNode) -> str | None:
    known = node.attributes
    return known.get("data-tex") or known.get("data-latex") or known.get("data-expr")


# Outer containers first: once one is replaced, what lies in it is gone.
_READERS = (
    (".katex-display", _drawn),
    (".katex", _drawn),
    (".mwe-math-element", _drawn),
    ("mjx-container", _drawn),
    ('script[type^="math/tex"]', _script),
    (".MathJax_Display, .MathJax, .MathJax_SVG, .MathJax_CHTML", _drawn),
    ("math", _math),
    ("img.math, img.tex, img.latex, img.mwe-math-fallback-image-inline, img.mwe-math-fallback-image-display", _image),
    ('img[eeimg], img[src*="equation?tex="], img[src*="latex.php"], img[src*="codecogs"]', _image),
    ("span.math, div.math, span.tex, span.latex", _delimited),
    ("[data-tex], [data-latex]", _data),
)
_DRAWINGS = (
    ".MathJax_Preview", ".MathJax_Display", ".MathJax", ".MathJax_SVG", ".MathJax_CHTML", ".MJX_Assistive_MathML",
    ".mjx-chtml", ".katex-html",
)  # fmt: skip
_DISPLAY_NAMES = re.compile(r"\b(?:katex-display|mwe-math-fallback-image-display|mjx-display|MathJax_Display)\b")
_DELIMITERS = (("\\[", "\\]", True), ("\\(", "\\)", False), ("$$", "$$", True), ("$", "$", False))


def _bare(tex: str) -> tuple[str, bool]:
    """TeX without delimiters, and whether they said that it stands on lines of its own."""
    tex = tex.strip()
    for start, end, display in _DELIMITERS:
        if tex.startswith(start) and tex.endswith(end) and len(tex) >= len(start) + len(end):
            return tex[len(start) : -len(end)].strip(), display
    if tex.startswith("{\\displaystyle") and tex.endswith("}"):
        # Wikipedia writes every formula, also those within a line, like this.
        return tex[len("{\\displaystyle") : -1].strip(), False
    return tex, False


def _is_display(node: LexborNode) -> bool:
    known = node.attributes
    if known.get("display") in ("block", "true") or "mode=display" in (known.get("type") or ""):
        return True
    if _DISPLAY_NAMES.search(known.get("class") or "") or (node.tag == "div" and "math" in (known.get("class") or "")):
        return True
    inner = node.css_first('math[display="block"]')
    return inner is not None


def split_formulas(text: str) -> list[str]:
    """``text`` cut at its formulas, marked or between dollars: every second part is one."""
    return _WHOLE.split(text)


_WHOLE = re.compile(
    rf"([{INLINE}{DISPLAY}][^{END}]*{END}|\\\(.+?\\\)|\\\[.+?\\\]"
    r"|\$\$[^$]+\$\$|\$(?![\s\d])[^$\n]*[^$\s\\]\$(?!\d))"
)
