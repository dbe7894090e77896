"""The command as users start it."""

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from lorehound.cli.main import execute


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict:
        """The last line of standard output; all of them must be JSON."""
        return [json.loads(line) for line in self.out.splitlines()][-1]


class Lorehound:
    """Runs ``lorehound ...`` in a folder of its own; in this process where no crawl is to run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {name: value for name, value in os.environ.items() if not name.startswith(("LOREHOUND_", "LC_"))}
        self.environ |= {"LANG": "C.UTF-8", "COLUMNS": "120"}

    def start(self, *arguments: object, **environ: str) -> subprocess.Popen:
        """The command in a process of its own, with pipes."""
        return subprocess.Popen(
            [sys.executable, "-m", "lorehound.cli.main", *map(str, arguments)],
            cwd=self.folder,
            env={**self.environ, **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, *arguments: object, stdin: str = "", **environ: str) -> Done:
        if arguments[0] in ("crawl", "demo") or "--fetch" in arguments:
            process = self.start(*arguments, **environ)
            out, err = process.communicate(stdin, timeout=100)
            return Done(process.returncode, out, err)
        return self._inside([str(argument) for argument in arguments], stdin, environ)

    def ok(self, *arguments: object, stdin: str = "", **environ: str) -> Done:
        """Runs a command that must do."""
        done = self(*arguments, stdin=stdin, **environ)
        assert done.code == 0, done
        return done

    def _inside(self, arguments: list[str], stdin: str, environ: dict[str, str]) -> Done:
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            for name in os.environ.keys() - self.environ.keys():
                patch.delenv(name)
            for name, value in (self.environ | environ).items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            code = execute(arguments)
        out.flush()
        return Done(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))
