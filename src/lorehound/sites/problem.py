"""The generic reader: a problem on any page whose headings say so, in five languages."""

import re

from selectolax.lexbor import LexborNode

from lorehound.model.resource import Problem
from lorehound.sites.assemble import Assembled, assemble
from lorehound.sites.document import Document, plain, squeeze
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.limits import find_limits
from lorehound.sites.markup import clean_html, images
from lorehound.sites.sections import cut, find_headings

_INPUT = ("nput", "NPUT", "输入", "輸入", "入力", "입력", "ходн", "вод")
_OUTPUT = ("utput", "UTPUT", "输出", "輸出", "出力", "출력", "ыходн", "ывод")


def may_be_problem(html: str) -> bool:
    """A cheap first look, without parsing: whether headings for output and for input stand in the page."""
    return _has_heading(html, _OUTPUT, "output") and _has_heading(html, _INPUT, "input")


def _has_heading(html: str, words: tuple[str, ...], kind: str) -> bool:
    for word in words:
        at = html.find(word)
        while at >= 0:
            # The words between two tags, or a line of plain text.
            before = re.split(r"[>\n]", html[max(0, at - 40) : at])[-1]
            after = re.split(r"[<\n]", html[at : at + 40])[0]
            if heading_kind((before + after).replace("&nbsp;", " ")) in (kind, f"sample_{kind}", "sample"):
                return True
            at = html.find(word, at + len(word))
    return False


def read_problem(document: Document) -> Problem:
    """The problem that the page's headings show (UseFallback, with the reason, when it is none).

    A problem has a sample with two of statement, input and output, or all three and a limit. A page with headings of a
    solution or of a manual is none.
    """
    body = document.tree.body
    if body is None:
        raise UseFallback("no text")
    headings = find_headings(body, heading_kind)
    kinds = [kind for _, kind in headings]
    for kind in ("solution", "reference"):
        if kind in kinds:
            word = next(plain(node) for node, named in headings if named == kind)
            raise UseFallback(f"a heading says {word!r}")
    if len(set(kinds) - {"time", "memory", "source", "tags", "note"}) < 2:
        raise UseFallback("fewer than two headings of a problem")
    read = assemble(cut(body, headings), document)
    limits = find_limits(plain(body))
    if "statement" not in read.parts:
        _lead(read, headings[0][0], document)
    shown = sum(1 for part in ("statement", "input", "output") if read.parts.get(part))
    sampled = any(sample.output.strip() for sample in read.samples)
    limited = limits.time_ms is not None or limits.memory_kib is not None
    if not ((sampled and shown >= 2) or (shown == 3 and limited)):
        raise UseFallback("no sample with two of statement, input and output")
    title = _title(document, headings[0][0])
    return Problem(
        title=title,
        problem_id=split_title(title)[1],
        samples=read.samples,
        interactive=read.interactive,
        source=read.words.get("source", ""),
        tags=split_tags(read.words.get("tags", "")),
        time_ms=limits.time_ms,
        time_ms_min=limits.time_ms_min,
        memory_kib=limits.memory_kib,
        memory_kib_min=limits.memory_kib_min,
        images=images(*read.parts.values()),
        parser="generic",
        **read.parts,  # type: ignore[arg-type]
    )


def split_title(text: str) -> tuple[str, str]:
    """A heading such as "1000: A+B", "P1001 A+B" or "A. Watermelon" as title and id; no id: empty."""
    found = re.match(
        r"^(?:问题|問題|题目|題目|problem)?\s*[#№]?((?:[A-Z]{1,4}-?)?\d{1,6}[A-Z]?\d?|[A-Z]\d?)\s*(?:[:：.、．]|\s[-–—]\s|(?<=\d)\s)\s*(\S.*)$",
        text,
        re.IGNORECASE,
    )
    return (found[2].strip(), found[1]) if found else (text, "")


def split_tags(text: str) -> tuple[str, ...]:
    """Tags as they stand in one line, by the signs or, failing those, the spaces between them."""
    text = squeeze(text)
    parts = re.split(r"[,，、;；|/]", text) if re.search(r"[,，、;；|/]", text) else text.split(" ")
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


def _title(document: Document, first: LexborNode) -> str:
    """The last heading before the first section, else the page's title without the site's name."""
    before = ""
    for node in document.tree.css("h1, h2, h3, .title, .problem-title, [class*='title']"):
        if node.mem_id == first.mem_id or _stands_after(node, first):
            break
        text = plain(node)
        if text and len(text) <= 120 and not heading_kind(text) and not _in_frame(node):
            before = text
            if node.tag == "h1":
                break
    if before:
        return before
    title = document.first("title")
    return re.split(r"\s[-|–—_·]\s|\s*[|_]\s*", plain(title))[0].strip() if title else ""


def _stands_after(node: LexborNode, first: LexborNode) -> bool:
    return any(inner.mem_id == first.mem_id for inner in node.css("*")) if node.child is not None else False


def _in_frame(node: LexborNode) -> bool:
    at = node.parent
    while at is not None:
        if (
            at.tag in ("nav", "header", "footer", "aside", "form")
            and at.css_first("a") is not None
            and at.tag != "header"
        ):
            return True
        at = at.parent
    return False


def _lead(read: Assembled, first: LexborNode, document: Document) -> None:
    """What stands before the first heading, next to it, is the statement where no heading opens one."""
    nodes: list[LexborNode] = []
    at = first.prev
    while at is not None:
        if not at.is_text_node and at.tag in ("h1", "h2", "nav", "header", "form", "ul", "table"):
            break
        nodes.insert(0, at)
        at = at.prev
    html = clean_html(nodes, document)
    if len(re.sub(r"<[^>]+>", "", html)) >= 20:
        read.parts["statement"] = html
