"""What the names that authors give to elements hint at: classes, ids, roles as bits of a number."""

import re
from functools import lru_cache

GROUPS: dict[str, str] = {
    "menu": "nav navbar navigation menu submenu subnav topnav tabs tab navs menubar dropdown",
    "side": "sidebar side aside rail secondary widget widgets sidenav complementary",
    "foot": "footer foot bottom colophon copyright legal contentinfo",
    "head": "header head top masthead banner topbar hero branding logo",
    "comment": "comment comments disqus reply replies respond discussion commentlist",
    "main": "content main article post entry body story text prose markdown document single articlebody entrycontent "
    "postcontent maincontent",
    "advert": "ad ads advert advertisement sponsor sponsored promo promotion adsense",
    "share": "share sharing social facebook twitter follow linkedin whatsapp addthis like likes",
    "related": "related recommended recommend recommendations more popular trending latest recent similar suggested "
    "also readmore",
    "about": "meta byline author date time published tags tag category categories info posted bio",
    "way": "breadcrumb breadcrumbs crumb crumbs pager pagination prev previous next pages",
    "form": "form login signup signin subscribe newsletter search input modal popup dialog cookie cookies consent gdpr",
    "product": "product price cart buy shop sku review reviews rating spec specs specification details description "
    "desc features",
    "list": "list item items card cards grid tile teaser listing feed results result summary excerpt",
    "title": "title heading headline subtitle caption",
    "learn": "code highlight docs doc section wiki docstring lesson chapter example",
    "forum": "thread message messages topic quote signature user avatar profile member forum posts postbody",
    "media": "image img figure gallery video player slider carousel thumb thumbnail swiper",
    "contents": "toc contents outline index tableofcontents",
    "button": "button btn tool tools toolbar action actions cta link links icon icons",
    "hidden": "hidden hide collapse collapsed skip sr visually noprint print screen tooltip",
}
"""Groups of words, one bit each; ``ELEMENTS`` take the bits after them."""

ELEMENTS = (
    "nav", "header", "footer", "aside", "main", "article", "form", "table", "li", "blockquote", "figure", "section",
    "button", "details", "dl", "pre",
)  # fmt: skip
"""Elements that are hints themselves."""

NAMES = (*GROUPS, *(f"<{name}>" for name in ELEMENTS))
COUNT = len(NAMES)

_BITS = {word: 1 << number for number, words in enumerate(GROUPS.values()) for word in words.split()}
_ELEMENT_BITS = {name: 1 << (len(GROUPS) + number) for number, name in enumerate(ELEMENTS)}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def element_hint(name: str) -> int:
    """The bit of an element of this name, or 0."""
    return _ELEMENT_BITS.get(name, 0)


@lru_cache(maxsize=16384)
def name_hints(names: str) -> int:
    """The bits of the words in a class, id, role or itemprop."""
    found = 0
    for word in _WORD.findall(names):
        found |= _BITS.get(word.lower(), 0)
    return found
