"""Markdown of statements, both ways: as judges write it, made clean HTML, and clean HTML written as Markdown."""

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from selectolax.lexbor import LexborNode

from lorehound.sites.document import Document, exact, fragment
from lorehound.sites.markup import clean_html

_PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_CODE = r"(?P<code>^(?P<fence>```+|~~~+).*?^(?P=fence)|(?P<tick>`+)(?!`).*?(?<!`)(?P=tick)(?!`))"
_FORMULA = re.compile(_CODE + r"|\$\$(?P<display>.+?)\$\$|\$(?!\s)(?P<inline>[^$\n]+?)\$", re.DOTALL | re.MULTILINE)


def from_markdown(text: str, document: Document) -> str:
    """Clean HTML of Markdown ``text``; formulas between dollars come through to the character."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        if found["code"] is not None:
            return found[0]
        kept.append(found[0])
        return f"\ufdd0{len(kept) - 1}\ufdd1"

    html = _PARSER.render(_FORMULA.sub(keep, text.replace("\r\n", "\n")))
    for n, formula in enumerate(kept):
        html = html.replace(f"\ufdd0{n}\ufdd1", formula.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
    return clean_html([html], document)


def to_markdown(html: str) -> str:
    """Clean HTML as Markdown (CommonMark with tables); formulas and code come through to the character."""
    if not html:
        return ""
    return re.sub(r"\n{3,}", "\n\n", _blocks(fragment(html))).strip()


_LEAVES = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "p", "dt", "figcaption", "caption"))
_BLOCKS = _LEAVES | {"div", "ul", "ol", "dl", "dd", "pre", "table", "blockquote", "hr", "figure", "section", "li"}


def _blocks(node: LexborNode) -> str:
    """The children of a block, blocks apart by an empty line and words between them as paragraphs."""
    done: list[str] = []
    words: list[LexborNode] = []

    def flush() -> None:
        if text := _paragraph(words):
            done.append(text)
        words.clear()

    for child in node.iter(include_text=True):
        if not child.is_text_node and child.tag in _BLOCKS:
            flush()
            done.append(_block(child))
        else:
            words.append(child)
    flush()
    return "\n\n".join(part for part in done if part)


def _block(node: LexborNode) -> str:
    tag = node.tag or ""
    if tag in _WRITERS:
        return _WRITERS[tag](node)
    if tag in _LEAVES and not any(child.tag in _BLOCKS for child in node.iter()):
        text = _paragraph(list(node.iter(include_text=True)))
        return f"{'#' * int(tag[1])} {text}" if text and re.fullmatch(r"h[1-6]", tag) else text
    return _blocks(node)


def _code(node: LexborNode) -> str:
    text = exact(node).removesuffix("\n")
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`{3,}", text)), 3)
    return f"{fence}\n{text}\n{fence}"


def _list(node: LexborNode) -> str:
    start = int(node.attributes.get("start") or 1) if (node.attributes.get("start") or "1").isdigit() else 1
    items = [child for child in node.iter() if child.tag == "li"]
    lines = []
    for n, item in enumerate(items):
        mark = f"{start + n}. " if node.tag == "ol" else "- "
        lines.append(mark + re.sub(r"\n(?!\n)", "\n" + " " * len(mark), _blocks(item)))
    return "\n".join(lines)


def _table(node: LexborNode) -> str:
    rows = [
        [_inline(list(cell.iter(include_text=True))).strip().replace("\n", " ").replace("|", "\\|") for cell in cells]
        for row in node.css("tr")
        if (cells := [cell for cell in row.iter() if cell.tag in ("td", "th")])
    ]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = ["| " + " | ".join(row + [""] * (width - len(row))) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]])


def _quote(node: LexborNode) -> str:
    return "> " + _blocks(node).replace("\n", "\n> ")


_WRITERS: dict[str, Callable[[LexborNode], str]] = {
    "pre": _code, "ul": _list, "ol": _list, "table": _table, "blockquote": _quote, "hr": lambda _: "---",
}  # fmt: skip
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~"}


def _inline(nodes: list[LexborNode]) -> str:
    done = []
    for node in nodes:
        if node.is_text_node:
            done.append(_words(node.text_content or ""))
        elif node.tag == "br":
            done.append("\\\n")
        elif node.tag == "img":
            done.append(f"![{node.attributes.get('alt') or ''}]({node.attributes.get('src') or ''})")
        elif node.tag in ("code", "kbd", "samp", "pre"):
            text = exact(node)
            tick = "`" * (max(map(len, re.findall(r"`+", text)), default=0) + 1)
            done.append(f"{tick} {text} {tick}" if "`" in text else f"{tick}{text}{tick}")
        else:
            inner = _inline(list(node.iter(include_text=True)))
            mark = _MARKS.get(node.tag or "", "")
            if node.tag == "a" and node.attributes.get("href"):
                done.append(f"[{inner.strip()}]({node.attributes['href']})")
            elif mark and inner.strip():
                done.append(f"{mark}{inner.strip()}{mark}")
            else:
                done.append(inner)
    return re.sub(r"(?:\\\n)+$", "", "".join(done).strip("\n "))


_TEX = re.compile(r"\$\$.+?\$\$|\$[^$\n]+?\$", re.DOTALL)


def _words(text: str) -> str:
    """Plain words with the signs of Markdown escaped; formulas as they are."""
    done, at = [], 0
    for formula in _TEX.finditer(text):
        done += [_escaped(text[at : formula.start()]), formula[0]]
        at = formula.end()
    return "".join((*done, _escaped(text[at:])))


def _escaped(text: str) -> str:
    text = re.sub(r"[ \t\r\n]+", " ", text)
    text = re.sub(r"([\\`*\[\]]|<(?=[A-Za-z/!?]))", r"\\\1", text)
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def _paragraph(nodes: list[LexborNode]) -> str:
    """Words as a paragraph that begins like no other block."""
    text = _inline(nodes).strip()
    return re.sub(r"^([#>+=~-]|\d+[.)])", lambda seen: f"{seen[1][:-1]}\\{seen[1][-1]}", text)
