from collections.abc import Iterator
from pathlib import Path

import pytest

from loopback.bench import Bench
from lorehound.workspace import Workspace


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A workspace of its own."""
    with Workspace.create(tmp_path / "workspace", {}) as workspace:
        yield Bench(workspace)
