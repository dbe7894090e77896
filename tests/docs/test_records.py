"""Every field of a record is in the table that explains them."""

import re
from pathlib import Path

from library.samples import make_resource
from lorehound.model.record import to_record
from lorehound.model.resource import TYPES

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")


def test_every_field_is_explained_and_nothing_else():
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    explained = [name for row in rows for name in re.findall("`([a-z_]+)`", row)]
    assert sorted(explained) == sorted(to_record(make_resource("a")))


def test_every_type_is_named():
    assert all(name in PAGE for name in TYPES)
