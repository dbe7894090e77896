"""Markdown in which judges write statements, as clean HTML with its formulas untouched."""

import re

from markdown_it import MarkdownIt

from lorehound.sites.document import Document
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
