"""Parts of a page as clean HTML: formulas as TeX between dollars, addresses absolute, nothing that runs."""

import html as entities
import re
from collections.abc import Iterable

import nh3
from selectolax.lexbor import LexborHTMLParser, LexborNode

from lorehound.sites.document import Document, exact, fragment, plain
from lorehound.sites.rule import USUAL, Formulas
from lorehound.text.formulas import END, mark_formulas, with_dollars

_TAGS = set(
    "p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd pre code blockquote table thead tbody tfoot tr th td caption "
    "a img em strong b i u s sub sup kbd samp var span div figure figcaption".split()
)
_ATTRIBUTES = {
    "a": {"href", "title"}, "img": {"src", "alt", "title", "width", "height"}, "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"}, "ol": {"start"},
}  # fmt: skip
_CLEANER = nh3.Cleaner(
    tags=_TAGS, attributes=_ATTRIBUTES, link_rel=None, url_schemes={"http", "https", "mailto", "data"}
)
_HIDDEN = (
    "script:not([type^='math/tex']), style, noscript, template, button, .katex-html, .MathJax_Preview, "
    ".MathJax_Display > *, .MathJax_SVG, .MathJax_CHTML, .mjx-chtml, .copy-btn, .btn-copy, svg"
)


def clean_html(nodes: Iterable[LexborNode | str], document: Document, tex: Formulas = USUAL) -> str:
    """The elements (or HTML texts) one after the other as clean HTML.

    ``tex`` says how the site marks formulas. KaTeX, MathJax, MathML with TeX notes and ``$$$`` become
    ``$...$`` (``$$...$$`` when displayed); images from lazy loading get their address; addresses are absolute.
    """
    html = "".join(node if isinstance(node, str) else node.html or "" for node in nodes)
    tree = LexborHTMLParser(f"<body>{html}</body>")
    body = tree.body
    if body is None:
        return ""
    mark_formulas(tree, html)
    _bare_formulas(body, tex.css)
    for node in body.css(_HIDDEN):
        node.decompose()
    for node in body.css("img"):
        source = _source(node)
        if not source or (source.startswith("data:") and len(source) < 200):
            node.decompose()
        else:
            node.attrs["src"] = source if source.startswith("data:") else document.absolute(source)
    for node in body.css("a[href]"):
        node.attrs["href"] = document.absolute(node.attributes.get("href") or "")
    while (only := _only(body)) is not None:
        only.unwrap()
    return _tidy(_dollars(with_dollars(_CLEANER.clean(body.inner_html or "")), tex.sign))


def images(*parts: str) -> tuple[str, ...]:
    """The addresses of the images in clean HTML, each once."""
    found: dict[str, None] = {}
    for part in parts:
        for source in re.findall(r'<img\b[^>]*?\ssrc="([^"]+)"', part):
            if not source.startswith("data:"):
                found.setdefault(entities.unescape(source))
    return tuple(found)


def words(part: str) -> str:
    """The words of clean HTML, white space as single spaces."""
    return plain(fragment(part)) if part else ""


def _bare_formulas(body: LexborNode, tex: str) -> None:
    """Elements whose words are a formula although nothing else says so."""
    for node in body.css("span.math, span.arithmatex, span.math-tex, .inline-math"):
        words = node.text().strip()
        if words and not words.startswith(("$", "\\(", "\\[", "~")) and END not in words:
            node.replace_with(f"${words}$")
    for node in body.css(tex) if tex else ():
        if _inside(node, "pre"):
            node.unwrap()
        else:
            node.replace_with(f"${exact(node).strip()}$")


def _only(body: LexborNode) -> LexborNode | None:
    """The wrapper around all of it, when it is one that says nothing."""
    filled = [
        node for node in body.iter(include_text=True) if not node.is_text_node or (node.text_content or "").strip()
    ]
    return filled[0] if len(filled) == 1 and filled[0].tag in _WRAPPERS else None


_WRAPPERS = ("div", "dd", "section", "article", "td", "center")


def _inside(node: LexborNode, tag: str) -> bool:
    at = node.parent
    while at is not None and at.tag != tag:
        at = at.parent
    return at is not None


def _source(node: LexborNode) -> str:
    given = {name: value or "" for name, value in node.attributes.items()}
    for name in ("data-src", "data-original", "data-lazy-src", "data-actualsrc"):
        if given.get(name):
            return given[name]
    return given.get("src", "")


def _dollars(html: str, sign: str) -> str:
    if sign:
        mark = re.escape(sign)
        html = re.sub(rf"{mark}{mark}([^<>]+?){mark}{mark}", r"$$\1$$", html)
        html = re.sub(rf"{mark}([^<>\n]+?){mark}", r"$\1$", html)
    html = re.sub(r"\${6}(.+?)\${6}", r"$$\1$$", html, flags=re.DOTALL)
    html = re.sub(r"\${3}(.+?)\${3}", r"$\1$", html, flags=re.DOTALL)
    html = re.sub(r"\\\((.+?)\\\)", r"$\1$", html, flags=re.DOTALL)
    return re.sub(r"\\\[(.+?)\\\]", r"$$\1$$", html, flags=re.DOTALL)


def _tidy(html: str) -> str:
    """Without elements that hold nothing, spans, and white space at the ends; what is in ``pre`` stays."""
    html = re.sub(r"</?span>", "", html)
    html = re.sub(r"\s+</(p|li|td|th|h\d)>", r"</\1>", html)
    before = None
    while before != html:
        before = html
        html = re.sub(r"<(p|div|b|i|em|strong|figure|h\d)>(?:\s|&nbsp;|<br>)*</\1>", "", html)
    return re.sub(r"^(?:\s|&nbsp;|<br>)+|(?:\s|&nbsp;|<br>)+$", "", html)
