from collections.abc import Iterator
from pathlib import Path

import pytest

from command import Lorehound
from tutorial_site import Site, serve


@pytest.fixture
def lorehound(tmp_path: Path) -> Lorehound:
    """The command, in a folder of its own."""
    return Lorehound(tmp_path)


@pytest.fixture
def site() -> Iterator[Site]:
    """The tutorial's site."""
    with serve() as site:
        yield site
