"""A page cut at its headings: which nodes belong to which section."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from lorehound.sites.document import plain

_EMPTY_TAGS = frozenset(("br", "hr", "button", "script", "style", "svg"))


@dataclass(frozen=True, slots=True)
class Section:
    """What a heading opens: its kind, its words, and the nodes up to the next heading."""

    kind: str
    words: str
    nodes: tuple[LexborNode, ...]


def cut(root: LexborNode, headings: Iterable[tuple[LexborNode, str]]) -> list[Section]:
    """The sections under ``headings`` (element, kind; in the page's order) inside ``root``.

    A section goes from its heading to the next one. Where a heading is wrapped alone, what follows its wrapper counts.
    """
    marks = list(headings)
    around: set[int] = set()
    for node, _ in marks:
        at: LexborNode | None = node
        while at is not None and at.mem_id not in around:
            around.add(at.mem_id)
            at = at.parent
    own = {node.mem_id for node, _ in marks}
    return [Section(kind, plain(node), tuple(_after(node, root, own, around))) for node, kind in marks]


def _after(heading: LexborNode, root: LexborNode, own: set[int], around: set[int]) -> Iterator[LexborNode]:
    node: LexborNode | None = heading
    while node is not None and node.mem_id != root.mem_id:
        found, stopped = _siblings(node, own, around)
        if stopped or any(not _is_empty(one) for one in found):
            yield from found
            return
        node = node.parent


def _siblings(node: LexborNode, own: set[int], around: set[int]) -> tuple[list[LexborNode], bool]:
    """The nodes after ``node`` among its siblings, and whether another heading ended them."""
    found: list[LexborNode] = []
    at = node.next
    while at is not None:
        if at.mem_id in around:
            if at.mem_id not in own:
                found += _before_heading(at, own, around)
            return found, True
        found.append(at)
        at = at.next
    return found, False


def _before_heading(node: LexborNode, own: set[int], around: set[int]) -> list[LexborNode]:
    found: list[LexborNode] = []
    for child in node.iter(include_text=True):
        if child.mem_id in own:
            break
        if child.mem_id in around:
            found += _before_heading(child, own, around)
            break
        found.append(child)
    return found


def _is_empty(node: LexborNode) -> bool:
    if node.is_text_node:
        return not (node.text_content or "").strip("\xa0 \t\r\n:：")
    if node.tag in _EMPTY_TAGS or node.is_comment_node:
        return True
    return not plain(node) and node.tag != "img" and node.css_first("img, pre") is None


def find_headings(root: LexborNode, kind: Callable[[str], str]) -> list[tuple[LexborNode, str]]:
    """The elements inside ``root`` whose whole words ``kind`` knows as a heading, outermost first, in order."""
    found: list[tuple[LexborNode, str]] = []
    for node in root.traverse(include_text=True):
        if not node.is_text_node:
            continue
        text = (node.text_content or "").strip("\xa0 \t\r\n")
        if not text or len(text) > 60 or not (named := kind(text)):
            continue
        holder = _holder(node, root, text)
        if holder is not None:
            found.append((holder, named))
    return found


_NO_HEADING = frozenset(("a", "button", "option", "code", "pre", "title", "script", "style", "textarea", "li", "nav"))
_HEADING = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "dt", "th", "legend", "strong", "b"))


def _holder(text_node: LexborNode, root: LexborNode, text: str) -> LexborNode | None:
    """The outermost element that holds this text and nothing else; None when it stands in a link, code or list."""
    node = text_node.parent
    holder: LexborNode | None = None
    while node is not None and node.mem_id != root.mem_id and plain(node) == " ".join(text.split()):
        if node.tag in _NO_HEADING and node.tag != "a":
            return None
        holder = node
        if node.tag in _HEADING and node.tag not in ("strong", "b"):
            break
        node = node.parent
    if holder is None or holder.tag == "a":
        return None
    at = holder.parent
    while at is not None and at.mem_id != root.mem_id:
        if at.tag in ("a", "pre", "code", "nav", "footer", "select", "button"):
            return None
        at = at.parent
    return holder
