"""A web of made-up pages on loopback, with the log of what was asked.

The server answers as a site and, for absolute request targets, as an HTTP proxy: a crawl that is told to use it sees
every host under its own name.
"""

import ssl
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """What a path gives; ``delay`` seconds pass before it. ``raw`` replaces everything after the request line."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str | bytes] = field(default_factory=lambda: {"Content-Type": "text/html; charset=utf-8"})
    delay: float = 0.0
    write: Callable[[BaseHTTPRequestHandler], None] | None = None


@dataclass(frozen=True)
class Asked:
    """One line of the access log."""

    host: str
    path: str
    status: int
    headers: Mapping[str, str]
    at: float

    @property
    def url(self) -> str:
        return f"http://{self.host}{self.path}"


Source = Answer | Callable[["Asking"], Answer]


@dataclass(frozen=True)
class Asking:
    """A request that a page made on demand may look at; ``count`` is how often this address was asked before."""

    host: str
    path: str
    headers: Mapping[str, str]
    count: int


class Site:
    """``pages`` maps a path, or ``host/path``, to its answer; ``rest`` answers for every other path."""

    def __init__(self, pages: Mapping[str, Source | str] | None = None, rest: Source | None = None) -> None:
        self.pages: dict[str, Source | str] = dict(pages or {})
        self.rest = rest
        self.log: list[Asked] = []
        self._scheme = "http"
        self._counts: dict[str, int] = {}
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.site = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def secure(self, context: ssl.SSLContext) -> None:
        """Answers by TLS from now on."""
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)
        self._scheme = "https"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    @property
    def url(self) -> str:
        return f"{self._scheme}://{self.host}"

    def answer(self, host: str, path: str, headers: Mapping[str, str]) -> Answer:
        with self._lock:
            count = self._counts[host + path] = self._counts.get(host + path, 0) + 1
        plain = path.split("?", 1)[0]
        for name in (host + path, host + plain, path, plain):
            if name in self.pages:
                found = self.pages[name]
                break
        else:
            found = self.rest or Answer(b"<h1>Not found</h1>", 404)
        if callable(found):
            found = found(Asking(host, path, headers, count - 1))
        return Answer(found.encode()) if isinstance(found, str) else found

    def asked(self, path: str = "") -> list[Asked]:
        """The log, without robots.txt; only ``path`` when given."""
        with self._lock:
            return [line for line in self.log if line.path != "/robots.txt" and path in ("", line.path)]

    def clear(self) -> None:
        with self._lock:
            self.log.clear()

    def note(self, asked: Asked) -> None:
        with self._lock:
            self.log.append(asked)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    site: Site

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        host = parts.netloc or self.headers.get("Host", "")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        answer = self.server.site.answer(host, path, dict(self.headers))
        if answer.delay:
            time.sleep(answer.delay)
        self.server.site.note(Asked(host, path, answer.status, dict(self.headers), time.time()))
        if answer.write:
            answer.write(self)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if isinstance(value, bytes):
                self._headers_buffer.append(name.encode() + b": " + value + b"\r\n")
            else:
                self.send_header(name, value)
        if "Content-Length" not in answer.headers:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        """The log is ``Site.log``."""
