"""Words of links that say something whatever the topic: tables of contents, site furniture, other languages."""

import re

from lorehound.model.text import Link
from lorehound.text.words import simplify, words

HUBS = (
    "contents", "toc", "sitemap", "site map", "index", "overview", "catalog", "library", "reference", "tutorial",
    "manual", "目录", "索引", "总览", "概览", "教程", "手册", "资料", "导航", "課程", "课程",
)  # fmt: skip
"""In a link's text: it leads to a page of links."""

FURNITURE = frozenset(
    words(
        "news about legal privacy terms imprint copyright license contact donate sponsor login signin register logout "
        "cart search tags archive press careers jobs cookies advertise feedback changelog credits bug report download "
        "关于我们 联系 版权 隐私 登录 注册 招聘 广告 新闻 下载 捐赠 许可证"
    )
)
"""In a link's text: it leads to what every site has."""


def characters(text: str, pairs: frozenset[str]) -> float:
    """How many of a Chinese topic's pairs of characters stand in a text, three count in full; 0..1."""
    if text.isascii():
        return 0.0
    text = simplify(text)
    found = {text[at : at + 2] for at in range(len(text) - 1)} & pairs
    return min(1.0, len(found) / 3.0)


def character_pairs(text: str) -> set[str]:
    """The pairs of neighbouring Chinese characters in a text."""
    return {run[at : at + 2] for run in _CHINESE.findall(simplify(text)) for at in range(len(run) - 1)}


def speaks_unwanted(link: Link, languages: frozenset[str]) -> bool:
    """Whether a link's hreflang or address names a language that is not among the wanted ones."""
    if not languages:
        return False
    named = link.hreflang.lower().partition("-")[0]
    if not named:
        found = _LANGUAGE.search(link.url)
        named = next(filter(None, found.groups())).lower() if found else ""
    return bool(named) and named in _KNOWN and named not in languages


_CHINESE = re.compile(r"[\u3400-\u9fff]{2,}")
_KNOWN = frozenset(
    [
        "ar",
        "bg",
        "ca",
        "cs",
        "da",
        "de",
        "el",
        "en",
        "es",
        "et",
        "eu",
        "fa",
        "fi",
        "fr",
        "gl",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "lt",
        "lv",
        "ms",
        "nb",
        "nl",
        "no",
        "pl",
        "pt",
        "ro",
        "ru",
        "sk",
        "sl",
        "sr",
        "sv",
        "th",
        "tr",
        "uk",
        "vi",
        "zh",
    ]
)
_LANGUAGE = re.compile(
    r"://([a-z]{2})\.|/([a-z]{2})(?:[-_](?:[A-Za-z]{2,4}))?(?=/)|\.([a-z]{2})(?:[-_][A-Za-z]{2,4})?\.(?:x?html?|php)$"
    r"|[?&](?:lang|hl|locale)=([a-z]{2})"
)
