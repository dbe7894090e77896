"""The tutorial is run as it stands, and its outputs are what comes out."""

import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    """Pairs of commands and the output that is shown for them ("" where none is)."""
    pairs = []
    for kind, body in BLOCK.findall(text):
        if kind == "sh":
            pairs.append([body, ""])
        else:
            pairs[-1][1] += body
    return pairs


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def squeezed(text):
    """Without what differs from one run to the next: numbers, and how columns are filled up."""
    return re.sub(r"\d+([.,]\d+)*", "N", re.sub(r"[ \t]+", " ", text)).strip()


@pytest.mark.parametrize("name", ["tutorial.md"])
def test_every_block_runs_and_says_what_is_shown(name, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    text = (ROOT / "docs" / name).read_text("utf-8").replace("8765", str(free_port()))
    pairs = blocks(text)
    python = shlex.quote(sys.executable)
    script = f'set -e\nlorehound() {{ {python} -m lorehound.cli.main "$@"; }}\npython3() {{ {python} "$@"; }}\n'
    script += "trap 'kill $(jobs -p) 2>/dev/null' EXIT\n"
    for number, (commands, _) in enumerate(pairs):
        script += f"echo '@@ {number}'\n{commands}"
        if server := re.search(r"http.server (\d+)", commands):
            script += f'{python} -c "{WAIT}" {server[1]}\n'
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("LOREHOUND_", "LC_"))}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env={**environ, "LANG": "C.UTF-8"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    outputs = re.split(r"^@@ \d+\n", done.stdout, flags=re.MULTILINE)[1:]
    for (commands, shown), output in zip(pairs, outputs, strict=True):
        for line in shown.splitlines():
            assert squeezed(line) in squeezed(output), f"{commands}\n{line!r} is not in:\n{output}"


WAIT = (
    "import socket, sys, time\n"
    "for _ in range(200):\n"
    "    try: socket.create_connection(('127.0.0.1', int(sys.argv[1]))).close(); break\n"
    "    except OSError: time.sleep(0.05)\n"
)
