"""Where an answer sends us on."""

import re
from collections.abc import Callable

from scrapy.http import Request, Response

from lorehound.crawl.outcomes import HOPS, REDIRECTS
from lorehound.url.address import absolute

_RAW = re.compile(rb"[\x00-\x20\x7f-\xff]")


def target(url: str, location: bytes) -> str | None:
    """The absolute address that a Location header names, or None when it is no address that can be fetched.

    Bytes outside of ASCII are escaped as they are: servers send raw UTF-8, and the address that they mean is those
    bytes (WHATWG does the same), not a reading of them as Latin-1.
    """
    escaped = _RAW.sub(lambda byte: b"%%%02X" % byte.group()[0], location.strip()).decode("ascii")
    return absolute(url, escaped) if escaped else None


class Redirects:
    """Downloader middleware that follows a redirect at once when ``at_once(old, new)`` says so, counting each hop.

    An address that redirects to itself is followed once, and only if it set a cookie on the way.
    """

    def __init__(self, at_once: Callable[[str, str], bool], hop: Callable[[Response], None]) -> None:
        self._at_once = at_once
        self._hop = hop

    def process_response(self, request: Request, response: Response) -> Response | Request:
        """The answer, or the request for where it sends us on."""
        if response.status not in REDIRECTS or "errand" in request.meta:
            return response
        url = target(request.url, response.headers.get("Location") or b"")
        seen: tuple[str, ...] = request.meta.get("redirects", ())
        if url is None or not self._at_once(request.url, url) or len(seen) >= HOPS:
            return response
        if url in (request.url, *seen) and not (
            "Set-Cookie" in response.headers and (*seen, request.url).count(url) < 2
        ):
            return response
        self._hop(response)
        meta = request.meta | {"redirects": (*seen, request.url)}
        return request.replace(url=url, meta=meta, dont_filter=True)
