"""Parts of a page as clean HTML: formulas as TeX between dollars, addresses absolute, nothing that runs."""

import html as entities
import re
from collections.abc import Iterable

import nh3
from selectolax.lexbor import LexborNode

from lorehound.sites.document import Document, exact, fragment, plain

_TAGS = frozenset(
    [
        "p",
        "br",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "pre",
        "code",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "th",
        "td",
        "caption",
        "a",
        "img",
        "em",
        "strong",
        "b",
        "i",
        "u",
        "s",
        "sub",
        "sup",
        "kbd",
        "samp",
        "var",
        "span",
        "div",
        "figure",
        "figcaption",
    ]
)
_ATTRIBUTES = {
    "a": {"href", "title"}, "img": {"src", "alt", "title", "width", "height"}, "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"}, "ol": {"start"},
}  # fmt: skip
_CLEANER = nh3.Cleaner(
    tags=set(_TAGS), attributes=_ATTRIBUTES, link_rel=None, url_schemes={"http", "https", "mailto", "data"}
)
_HIDDEN = (
    "script:not([type^='math/tex']), style, noscript, template, button, .katex-html, .MathJax_Preview, "
    ".MathJax_Display > *, .MathJax_SVG, .MathJax_CHTML, .mjx-chtml, .copy-btn, .btn-copy, svg"
)


def clean_html(nodes: Iterable[LexborNode | str], document: Document, tex: str = "") -> str:
    """The elements (or HTML texts) one after the other as clean HTML.

    ``tex`` finds elements whose words are a formula. KaTeX, MathJax, MathML with TeX notes and ``$$$`` become
    ``$...$`` (``$$...$$`` when displayed); images from lazy loading get their address; addresses are absolute.
    """
    body = fragment("".join(node if isinstance(node, str) else node.html or "" for node in nodes))
    _formulas(body, tex)
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
    return _tidy(_dollars(_CLEANER.clean(body.inner_html or "")))


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


def _formulas(body: LexborNode, tex: str) -> None:
    for node in body.css("script[type^='math/tex']"):
        _replace(node, node.text(), "display" in (node.attributes.get("type") or ""))
    for node in body.css("annotation[encoding='application/x-tex'], annotation[encoding='TeX']"):
        holder, display = node, False
        while (parent := holder.parent) is not None and (parent.tag in _MATH or _is_rendered(parent)):
            holder = parent
            display = (
                display or "katex-display" in _classes(holder) or holder.attributes.get("display") in ("block", "true")
            )
            if "katex-display" in _classes(holder):
                break
        _replace(holder, node.text(), display)
    for node in body.css("math[alttext]"):
        _replace(node, node.attributes.get("alttext") or "", node.attributes.get("display") == "block")
    for node in body.css("mjx-container[data-tex], [data-tex], [data-latex]"):
        _replace(
            node,
            node.attributes.get("data-tex") or node.attributes.get("data-latex") or "",
            node.attributes.get("display") == "true",
        )
    for node in body.css("span.math, span.arithmatex, span.math-tex"):
        if not node.text().lstrip().startswith(("$", "\\(", "\\[")) and "\\" in node.text():
            _replace(node, node.text(), "display" in _classes(node))
    for node in body.css("span.MathJax, div.MathJax_Display, mjx-container"):
        node.decompose()
    if tex:
        for node in body.css(tex):
            if _inside(node, "pre"):
                node.unwrap()
            else:
                _replace(node, exact(node), False)


def _inside(node: LexborNode, tag: str) -> bool:
    at = node.parent
    while at is not None and at.tag != tag:
        at = at.parent
    return at is not None


_MATH = ("annotation", "semantics", "math", "mrow", "mstyle")


def _classes(node: LexborNode) -> set[str]:
    return set((node.attributes.get("class") or "").split())


def _is_rendered(node: LexborNode) -> bool:
    return bool(
        _classes(node) & {"katex", "katex-mathml", "katex-display", "mwe-math-element", "MathJax", "katex-no-js"}
    ) or node.tag in (
        "mjx-assistive-mml",
        "mjx-container",
    )


def _replace(node: LexborNode, tex: str, display: bool) -> None:
    mark = "$$" if display else "$"
    node.replace_with(f"{mark}{tex.strip()}{mark}")


def _source(node: LexborNode) -> str:
    given = {name: value or "" for name, value in node.attributes.items()}
    for name in ("data-src", "data-original", "data-lazy-src", "data-actualsrc"):
        if given.get(name):
            return given[name]
    return given.get("src", "")


def _dollars(html: str) -> str:
    html = re.sub(r"\${6}(.+?)\${6}", r"$$\1$$", html, flags=re.DOTALL)
    html = re.sub(r"\${3}(.+?)\${3}", r"$\1$", html, flags=re.DOTALL)
    html = re.sub(r"\\\((.+?)\\\)", r"$\1$", html, flags=re.DOTALL)
    return re.sub(r"\\\[(.+?)\\\]", r"$$\1$$", html, flags=re.DOTALL)


def _tidy(html: str) -> str:
    """Without elements that hold nothing, spans, and white space at the ends; what is in ``pre`` stays."""
    html = re.sub(r"</?span>", "", html)
    before = None
    while before != html:
        before = html
        html = re.sub(r"<(p|div|b|i|em|strong|figure|h\d)>(?:\s|&nbsp;|<br>)*</\1>", "", html)
    return re.sub(r"^(?:\s|&nbsp;|<br>)+|(?:\s|&nbsp;|<br>)+$", "", html)
