"""One file a run: a line of JSON for every page, and for what went wrong."""

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Self


class RunLog:
    """Appends to ``log/RUN.jsonl``; lines are short enough that several processes may write to one file."""

    def __init__(self, folder: Path, run_id: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / f"{run_id}.jsonl").open("a", encoding="utf-8", buffering=1)

    def write(self, event: str, **fields: object) -> None:
        """One line: the time, what happened, and to what."""
        line = {"time": round(time.time(), 3), "event": event, **{k: v for k, v in fields.items() if v not in ("", 0)}}
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def close(self) -> None:
        """Ends the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
