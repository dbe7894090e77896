"""Every backend, opened as a user would."""

import pytest

from lorehound.library.open import open_library

BACKENDS = ("memory", "sqlite")


@pytest.fixture(params=BACKENDS)
def library(request, tmp_path):
    """A fresh library of each backend, with topic ``db`` and its outline, and topic ``os``."""
    from library.samples import make_topic

    opened = open_library("memory:" if request.param == "memory" else tmp_path / "library.db")
    opened.put_topic(make_topic("db"))
    opened.put_topic(make_topic("os"))
    yield opened
    opened.close()
