"""What a reader sees of a page, roughly: enough to tell a page with something to say from a notice."""

import re

_INVISIBLE = re.compile(r"<(script|style|noscript|template)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.IGNORECASE | re.DOTALL)


def visible_text(html: str) -> str:
    """The text outside of tags, scripts and comments, its spaces folded."""
    return " ".join(_INVISIBLE.sub(" ", html).split())
