"""The site of the tutorial on a real server."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "examples" / "site"


@dataclass
class Site:
    """A web site on loopback that remembers what it was asked for."""

    url: str
    asked: list[str] = field(default_factory=list)

    def pages(self) -> list[str]:
        """The pages it was asked for, in order; robots.txt and the like left out."""
        return [path for path in self.asked if path == "/" or path.endswith(".html")]


@contextmanager
def serve(folder: Path = FOLDER) -> Iterator[Site]:
    """Serves a folder on a free port."""
    seen = Site("")

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_request(self, code: object = "-", size: object = "-") -> None:
            seen.asked.append(self.path)

        def log_message(self, *arguments: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        seen.url = f"http://127.0.0.1:{server.server_port}/"
        yield seen
        server.shutdown()
        thread.join()
