"""The documentation server of the base Python, as a child process that can hurt nothing and outlives nobody."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from lorehound.errors import FetchFailed

_READY = re.compile(r"Server ready at (http://\S+)")


@contextmanager
def pydoc_server(log: Path, wait: float = 20.0) -> Iterator[str]:
    """Starts pydoc on a free loopback port, gives its address, and ends it after use (FetchFailed).

    pydoc imports what it documents, so it runs isolated (no user packages, no environment, no display or browser), from
    an empty folder, since it also lists the modules of the folder that it stands in. It ends when its standard input
    does: also when this process is killed. Its output goes to ``log``.
    """
    python = getattr(sys, "_base_executable", "") or sys.executable
    environ = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    log.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="lorehound-demo-") as empty, log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 (the interpreter that runs this)
            [python, "-I", "-S", "-m", "pydoc", "-n", "127.0.0.1", "-p", "0"],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=empty,
            env={**environ, "HOME": empty},
            start_new_session=True,
        )
        try:
            yield _address(process, log, wait)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _address(process: subprocess.Popen[bytes], log: Path, wait: float) -> str:
    end = time.monotonic() + wait
    while time.monotonic() < end:
        if ready := _READY.search(log.read_text("utf-8", "replace")):
            return ready[1]
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise FetchFailed(f"the documentation server of this Python did not start; its words are in {log}")
