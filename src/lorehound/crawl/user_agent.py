"""Who a request says it is."""

import re

from lorehound import __version__

PRODUCT = "Lorehound"
"""The product token that robots.txt groups are matched against (RFC 9309, 2.2.1)."""

_TOKEN = re.compile(r"[A-Za-z_-]+")


def user_agent(contact: str = "", own: str = "") -> str:
    """The User-Agent header: ``own`` when a topic sets one, else Lorehound with its version and a contact address."""
    if own:
        return own
    return f"{PRODUCT}/{__version__} (+{contact})" if contact else f"{PRODUCT}/{__version__}"


def product_token(agent: str) -> str:
    """The product token of a User-Agent header: its first run of letters, hyphens and underscores."""
    found = _TOKEN.search(agent)
    return found.group() if found else PRODUCT
