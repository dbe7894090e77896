"""Is this page an error page that was sent as if all were well?"""

import re

from lorehound.crawl.visible import visible_text
from lorehound.text.decode import decode

LONGEST = 800
"""Characters of visible text beyond which a page has more to say than that something is missing."""

_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_HINT = re.compile(rb"404|not found|<title", re.IGNORECASE)
_SAYS = re.compile(
    r"^\W*(?:error\W*)?404\b|\b404\W*(?:error|not found)|^\W*not found\W*$"
    r"|\b(?:page|file|document|resource|url) (?:was |could )?not (?:be )?found|\bpage (?:does not|doesn't) exist"
    r"|页面不存在|找不到[^。]{0,8}(?:页面|网页|文件)|(?:页面|网页)[已被]*(?:删除|丢失|找不到)"
    r"|頁面不存在|找不到[^。]{0,8}(?:頁面|網頁)",
    re.IGNORECASE,
)


def says_that_it_is_missing(body: bytes, content_type: str) -> bool:
    """Whether a short page's title says that there is no such page."""
    if len(body) > 60_000 or not _HINT.search(body):
        return False
    html = decode(body, content_type).text
    title = _TITLE.search(html)
    if title is None or not _SAYS.search(" ".join(title.group(1).split())):
        return False
    return len(visible_text(html)) <= LONGEST
