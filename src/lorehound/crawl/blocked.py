"""Is this page a site asking whether we are human, in place of the page that was asked for?"""

import re

from lorehound.crawl.visible import visible_text
from lorehound.text.decode import decode

LONGEST = 600
"""Characters of visible text beyond which a page is one about such questions, not one that asks."""

_ENGLISH = (
    "verify you are human",
    "verify that you are human",
    "verify you are a human",
    "verifying you are human",
    "verify you're human",
    "are you a robot",
    "are you human",
    "i'm not a robot",
    "i am not a robot",
    "unusual traffic",
    "checking your browser",
    "checking if the site connection is secure",
    "enable javascript and cookies to continue",
    "complete the security check",
    "solve the captcha",
    "captcha challenge",
    "captcha verification",
    "enter the captcha",
    "g-recaptcha",
    "h-captcha",
    "cf-turnstile",
    "cf-chl-",
)
_CHINESE = (
    *("访问验证", "安全验证", "人机验证", "行为验证", "滑动验证", "完成验证", "输入验证码", "拖动滑块"),
    *("访问过于频繁", "操作过于频繁", "访问异常"),
    *("訪問驗證", "安全驗證", "人機驗證", "完成驗證", "輸入驗證碼", "存取過於頻繁"),
)
_HINT = re.compile(
    b"|".join(
        {
            *(re.escape(phrase.encode()) for phrase in _ENGLISH),
            *(re.escape(phrase.encode(encoding)) for phrase in _CHINESE for encoding in ("utf-8", "gb18030")),
        }
    ),
    re.IGNORECASE,
)
_ASKS = re.compile("|".join(map(re.escape, (*_ENGLISH, *_CHINESE))), re.IGNORECASE)


def asks_for_a_human(body: bytes, content_type: str) -> bool:
    """Whether a page says little else than that the reader must prove to be human."""
    if not _HINT.search(body, 0, 100_000):
        return False
    html = decode(body[:200_000], content_type).text
    return len(visible_text(html)) <= LONGEST and bool(_ASKS.search(html))
