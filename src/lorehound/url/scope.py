"""Which addresses a topic's crawl may ask for, and the reason when it may not."""

import re
from collections.abc import Callable, Iterable
from urllib.parse import quote

from ada_url import idna_to_ascii

from lorehound.model.topic import Scope
from lorehound.url.address import host_name
from lorehound.url.adverts import ADVERT_PATH, ADVERTS, SHARING
from lorehound.url.file_types import NOT_PAGES
from lorehound.url.private import is_private_host


class Bounds:
    """A topic's scope, compiled once.

    Host patterns: ``docs.example.org`` is that host on any port, ``*.edu.cn`` is ``edu.cn`` and all below it, ``*``
    elsewhere stands for anything. URL patterns: the text stands somewhere in the address as it is written, upper and
    lower case told apart; ``*`` stands for anything.
    """

    def __init__(self, scope: Scope, *, allow_private: bool = False) -> None:
        self._max_depth = scope.max_depth
        self._allow_private = allow_private
        self._allowed = _hosts(scope.allow_hosts)
        self._denied = _hosts(scope.deny_hosts)
        self._denied_url = _urls(scope.deny_urls)
        self._hosts: dict[str, str | None] = {}

    def refusal(self, url: str, host: str, depth: int) -> str | None:
        """Why ``url`` may not be asked for, as a code of ``model/words.py``; None when it may.

        ``host`` is ``address.host_of(url)``; ``depth`` counts links from a seed (0).
        """
        if self._max_depth and depth > self._max_depth:
            return "depth"
        if not url.startswith(("http://", "https://")):
            return "scheme"
        try:
            reason = self._hosts[host]
        except KeyError:
            reason = self._hosts[host] = self._host_refusal(host)
            if len(self._hosts) > _MOST_HOSTS:
                self._hosts.clear()
        if reason is not None:
            return reason
        if self._denied_url is not None and self._denied_url(url):
            return "url_denied"
        ending = _ENDING.search(url)
        if ending is not None and ending.group(1).lower() in NOT_PAGES:
            return "not_a_page"
        if _ADVERT_PATH.search(url):
            return "advert"
        if _SHARING_HOST.search(host) and _SHARING.match(url):
            return "share_link"
        return None

    def _host_refusal(self, host: str) -> str | None:
        name = host_name(host)
        if not name:
            return "scheme"
        if not self._allow_private and is_private_host(name):
            return "private_address"
        if self._denied is not None and (self._denied(host) or self._denied(name)):
            return "host_denied"
        if self._allowed is not None and not (self._allowed(host) or self._allowed(name)):
            return "host_not_allowed"
        if is_advert(name):
            return "advert"
        return None


def is_advert(host: str) -> bool:
    """Whether ``host`` (no port) serves advertising or counts visitors."""
    if host.startswith(("ads.", "adserver.", "adserv.", "adclick.")) and host.count(".") > 1:
        return True
    while host:
        if host in ADVERTS:
            return True
        host = host.partition(".")[2]
    return False


_MOST_HOSTS = 100_000
_ENDING = re.compile(r"^[a-z]+://[^/]+/[^?#]*\.([A-Za-z0-9]{1,8})(?:[?#]|$)")
_ADVERT_PATH = re.compile(ADVERT_PATH)
_SHARING_HOST = re.compile(r"(?:^|\.)(?:" + "|".join(sorted({re.escape(host) for host, _ in SHARING})) + ")$")
_SHARING = re.compile(
    r"https?://(?:[^/]*\.)?(?:" + "|".join(re.escape(host + path) for host, path in SHARING) + ")", re.IGNORECASE
)


def _hosts(patterns: Iterable[str]) -> Callable[[str], object] | None:
    found = [_host(pattern.strip().lower().rstrip("./")) for pattern in patterns if pattern.strip()]
    return re.compile("|".join(found)).fullmatch if found else None


def _host(pattern: str) -> str:
    pattern = re.sub(r"^[a-z]+://", "", pattern)
    if not pattern.isascii():
        pattern = ".".join(_punycode(label) for label in pattern.split("."))
    if pattern.startswith("*."):
        return r"(?:.+\.)?" + _wild(pattern[2:])
    return _wild(pattern)


def _punycode(label: str) -> str:
    return label if label.isascii() else idna_to_ascii(label).decode("ascii")


def _urls(patterns: Iterable[str]) -> Callable[[str], object] | None:
    found = [_wild(quote(pattern, safe=_ASCII)) for pattern in patterns if pattern]
    return re.compile("|".join(found)).search if found else None


_ASCII = "".join(map(chr, range(33, 127)))


def _wild(pattern: str) -> str:
    return ".*".join(re.escape(part) for part in pattern.split("*"))
