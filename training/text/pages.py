"""Pages with their main text known: WCXB (CC-BY-4.0) and the Chinese Web Content Extraction Dataset (MIT)."""

import csv
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lorehound.text.decode import decode
from lorehound.url.address import host_of


@dataclass(frozen=True)
class KnownPage:
    name: str
    site: str
    kind: str
    html: str
    truth: str


def web_pages(folder: Path) -> Iterator[KnownPage]:
    """Pages of ``folder`` with ``html/NAME.html.gz`` and ``truth/NAME.json``."""
    for file in sorted((folder / "truth").glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        body = gzip.decompress((folder / "html" / f"{file.stem}.html.gz").read_bytes())
        # A page whose address is not known is a site of its own.
        site = ".".join(host_of(truth["url"] or "").split(".")[-2:]) or file.stem
        yield KnownPage(file.stem, site, truth["kind"], decode(body).text, truth["main_content"] or "")


def zh_pages(folder: Path) -> Iterator[KnownPage]:
    """Pages of ``folder`` with ``html/NAME.html`` as served and ``text/NAME.txt``; each counts as a site of its own."""
    with (folder / "encodings.tsv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            body = (folder / "html" / f"{row['page']}.html").read_bytes()
            truth = (folder / "text" / f"{row['page']}.txt").read_text(encoding="utf-8")
            yield KnownPage(row["page"], row["page"], "zh", decode(body).text, truth)
