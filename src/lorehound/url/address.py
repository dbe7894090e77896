"""Addresses as pages and people write them, made whole."""

import re

from ada_url import join_url, normalize_url

from lorehound.errors import BadAddress


def absolute(base: str, href: str, encoding: str = "utf-8") -> str | None:
    """The address that a browser would open for ``href`` on page ``base``; None when that is no http(s) address.

    Escapes stay byte for byte. Letters beyond ASCII in a query are written in the page's ``encoding``, as browsers do
    (WHATWG URL standard), so that a GBK site understands them. Never raises.
    """
    if encoding not in _UTF8 and not href.isascii():
        href = _query_in(href, encoding)
    try:
        url: str = join_url(base, href)
    except ValueError:
        return None
    return url if url.startswith(("http://", "https://")) else None


def read_address(text: str) -> str:
    """The address that a person typed, whole; a bare host gets ``http://`` (BadAddress when it is none)."""
    typed = text.strip().strip("<>\"'“”《》").strip()
    if not typed:
        raise BadAddress("the address is empty; write one such as https://example.org/")
    scheme = _SCHEME.match(typed)
    if scheme and not _HOST_AND_PORT.match(typed):
        name = scheme.group(1).lower()
        if name not in ("http", "https"):
            raise BadAddress(f"{text!r} starts with {name}:, which is not fetched; {_remedy(name)}")
        if not typed[scheme.end() :].startswith("//"):
            raise BadAddress(f"{text!r} lacks the // after {name}:; write {name}://HOST/")
        whole = typed
    elif _BARE.fullmatch(typed):
        whole = "http://" + typed
    else:
        raise BadAddress(f"{text!r} is no web address; write it whole, such as https://example.org/")
    try:
        url: str = normalize_url(whole)
    except ValueError:
        raise BadAddress(f"{text!r} cannot be an address; check the host name and port") from None
    head, mark, fragment = url.partition("#")
    return head + mark + fragment if fragment.startswith("!") else head


def host_of(url: str) -> str:
    """The host of an absolute address, lower-case, without trailing dot, with its port when that is not the usual one.

    An empty text when there is none. An IPv6 address keeps its brackets.
    """
    match = _AUTHORITY.match(url)
    if match is None:
        return ""
    scheme, host, port = match.groups()
    host = host.lower().rstrip(".")
    if port and port != _USUAL.get(scheme.lower()):
        return f"{host}:{port}"
    return host


def host_name(host: str) -> str:
    """``host`` without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


_UTF8 = frozenset({"", "utf-8", "utf8", "UTF-8"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HOST_AND_PORT = re.compile(r"[\w.-]+:\d{1,5}(?:[/?#]|$)")
_BARE = re.compile(
    r"(?:(?:[^\W_](?:[\w-]*[^\W_])?\.)+(?:[^\W\d_]{2,}|xn--[a-z0-9-]+)\.?|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-fA-F:.]+\])"
    r"(?::\d{1,5})?(?:[/?#]\S*)?"
)
_AUTHORITY = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(?:[^/?#@]*@)*(\[[^\]/?#]*\]|[^/?#:]*)(?::(\d*))?")
_USUAL = {"http": "80", "https": "443", "ftp": "21"}


def _remedy(scheme: str) -> str:
    if scheme == "file" or len(scheme) == 1:
        return "saved pages come in with: lorehound library import FOLDER"
    return "write an address that starts with http:// or https://"


def _query_in(href: str, encoding: str) -> str:
    head, mark, rest = href.partition("?")
    query, hash_mark, fragment = rest.partition("#")
    if not mark or "#" in head or query.isascii():
        return href
    try:
        query = "".join(letter if letter.isascii() else _letter_in(letter, encoding) for letter in query)
    except LookupError:
        return href
    return head + mark + query + hash_mark + fragment


def _letter_in(letter: str, encoding: str) -> str:
    try:
        return "".join(f"%{byte:02X}" for byte in letter.encode(encoding))
    except UnicodeEncodeError:
        return f"%26%23{ord(letter)}%3B"
