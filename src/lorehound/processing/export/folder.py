"""A folder to hand on: each resource as an HTML page and as Markdown, with ``index.csv`` naming them."""

import csv
import os
import re
import shutil
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from lorehound.errors import BadSetting
from lorehound.model.resource import Resource
from lorehound.processing.export.csv import COLUMNS as CSV_COLUMNS
from lorehound.processing.export.csv import cell, row
from lorehound.processing.export.html import to_html

COLUMNS = ("html_file", "markdown_file", *(column for column in CSV_COLUMNS if column not in ("text", "markdown")))
"""Of ``index.csv``: the two files, then what the CSV export says of a resource but for its text."""


def write_folder(resources: Iterable[Resource], folder: Path) -> int:
    """Writes ``html/``, ``markdown/`` and ``index.csv``; answers how many resources.

    The folder appears when all of it is there; one that holds anything already is left alone (BadSetting).
    """
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadSetting(f"{folder} is there already and not empty; name a new folder, or remove it first")
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        for name in ("html", "markdown"):
            (part / name).mkdir(parents=True)
        count = _write(resources, part)
        if folder.exists():
            folder.rmdir()
        part.replace(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return count


def file_name(resource: Resource) -> str:
    """A name that every file system takes: words of the title, then what tells it from all others."""
    title = unicodedata.normalize("NFC", resource.title).lower()
    words = re.sub(r"[^\w]+", "-", title).strip("-_")
    while len(os.fsencode(words)) > 100:
        words = words[:-1]
    return f"{words.rstrip('-_') or 'resource'}-{resource.id.replace('-', '')[:12]}"


def to_markdown(resource: Resource) -> str:
    """The Markdown under its title, with where it came from."""
    title = " ".join(resource.title.split())
    return f"# {title}\n\n<{resource.url}>\n\n{resource.markdown or resource.text}\n"


def _write(resources: Iterable[Resource], folder: Path) -> int:
    count = 0
    with (folder / "index.csv").open("w", encoding="utf-8", newline="") as stream:
        index = csv.writer(stream, lineterminator="\r\n")
        index.writerow(COLUMNS)
        for resource in resources:
            name = file_name(resource)
            (folder / "html" / f"{name}.html").write_text(to_html(resource), "utf-8", "replace")
            (folder / "markdown" / f"{name}.md").write_text(to_markdown(resource), "utf-8", "replace")
            cells = dict(zip(CSV_COLUMNS, row(resource), strict=True))
            index.writerow(
                [cell(f"html/{name}.html"), cell(f"markdown/{name}.md"), *(cells[column] for column in COLUMNS[2:])]
            )
            count += 1
    return count
