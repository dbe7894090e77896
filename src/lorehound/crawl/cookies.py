"""Cookies that sites set: a jar for each host, for one crawl, bounded; nothing is shared between hosts."""

from collections import OrderedDict

from scrapy.http import Request, Response
from scrapy.http.cookies import CookieJar

LONGEST = 4096
"""Greatest Set-Cookie header in bytes; longer ones are passed over."""

_COOKIES_PER_HOST = 50
_HOSTS = 10_000


class Jars:
    """Downloader middleware; a request to a host that never set a cookie costs a dictionary look-up."""

    def __init__(self) -> None:
        self._jars: OrderedDict[str, CookieJar] = OrderedDict()

    def process_request(self, request: Request) -> None:
        """Adds the host's cookies."""
        jar = self._jars.get(request.meta["host"])
        if jar is not None:
            jar.add_cookie_header(request)

    def process_response(self, request: Request, response: Response) -> Response:
        """Takes what the answer sets."""
        said = response.headers.getlist("Set-Cookie")
        if said:
            fitting = [value for value in said if len(value) <= LONGEST][:_COOKIES_PER_HOST]
            response.headers.setlist("Set-Cookie", fitting)
            if fitting:
                self._take(request, response)
        return response

    def _take(self, request: Request, response: Response) -> None:
        host = request.meta["host"]
        jar = self._jars.setdefault(host, CookieJar())
        self._jars.move_to_end(host)
        jar.extract_cookies(response, request)
        if sum(len(names) for paths in jar._cookies.values() for names in paths.values()) > _COOKIES_PER_HOST:
            jar.jar.clear()
        if len(self._jars) > _HOSTS:
            self._jars.popitem(last=False)
