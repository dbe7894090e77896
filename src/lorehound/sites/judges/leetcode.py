"""LeetCode: the question in a GraphQL reply, or in the data that its pages carry."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from selectolax.lexbor import LexborNode

from lorehound.model.resource import Problem
from lorehound.sites.assemble import assemble, split_samples
from lorehound.sites.document import Document, exact, fragment, plain
from lorehound.sites.headings import heading_kind
from lorehound.sites.markup import clean_html, images
from lorehound.sites.sections import cut


def read(document: Document, parts: Mapping[str, str]) -> Problem | None:
    """The question, in Chinese on the Chinese site where it is translated; None when the page carries none."""
    question = _question(document, parts.get("id", ""))
    if question is None:
        return None
    chinese = ".cn" in document.url.split("/")[2] or "leetcode-cn" in document.url
    content = str((question.get("translatedContent") if chinese else "") or question.get("content") or "")
    title = str((question.get("translatedTitle") if chinese else "") or question.get("title") or "")
    body = fragment(content)
    read_parts = _parts(body, document)
    blocks = body.css("div.example-block") or [node for node in body.css("pre") if _shows_output(node)]
    tags = question.get("topicTags") or ()
    return Problem(
        title=title,
        problem_id=str(question.get("questionFrontendId") or question.get("questionId") or ""),
        samples=tuple(split_samples([exact(node) for node in blocks])),
        difficulty_raw=str(question.get("difficulty") or ""),
        tags=tuple(str((chinese and tag.get("translatedName")) or tag.get("name") or tag.get("slug")) for tag in tags),
        images=images(*read_parts.values()),
        **read_parts,  # type: ignore[arg-type]
    )


def _parts(body: LexborNode, document: Document) -> dict[str, str]:
    """The content cut at "Example 1:" and "Constraints:"; before them stands the statement."""
    headings = []
    for node in body.css("strong, b"):
        kind = heading_kind(plain(node))
        if kind and node.parent is not None and plain(node.parent) == plain(node):
            headings.append((node.parent, "constraints" if plain(node).startswith("提示") else kind))
    if not headings:
        return {"statement": html} if (html := clean_html([body.inner_html or ""], document)) else {}
    sections = [section for section in cut(body, headings) if section.kind in ("constraints", "note")]
    parts = {name: part for name, part in assemble(sections, document).parts.items() if name in ("constraints", "note")}
    lead: list[LexborNode] = []
    for child in body.iter(include_text=True):
        if child.mem_id == headings[0][0].mem_id or any(one.mem_id == headings[0][0].mem_id for one in child.css("*")):
            break
        lead.append(child)
    return {"statement": clean_html(lead, document), **parts}


def _shows_output(node: LexborNode) -> bool:
    text = plain(node)
    return any(word in text for word in ("Output", "输出"))


def _question(document: Document, slug: str) -> dict[str, Any] | None:
    data = document.data
    if data is None:
        node = document.first("script#__NEXT_DATA__")
        try:
            data = json.loads(node.text()) if node is not None else None
        except ValueError:
            return None
    merged: dict[str, Any] = {}
    for question in _questions(data):
        # A page's own data holds one question in pieces, one query a piece, and other questions beside it.
        if not slug or question.get("titleSlug", slug) == slug:
            merged = {**merged, **{name: value for name, value in question.items() if value not in (None, "")}}
    return merged if merged.get("content") or merged.get("translatedContent") else None


def _questions(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        inner = data.get("question")
        if isinstance(inner, dict):
            yield inner
        for name, value in data.items():
            if name != "question":
                yield from _questions(value)
    elif isinstance(data, list):
        for value in data:
            yield from _questions(value)
