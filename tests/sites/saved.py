"""Saved pages as the crawl would hand them to the reader."""

from pathlib import Path

from lorehound.model.page import Page
from lorehound.model.text import CleanText
from lorehound.sites.registry import Rules, SiteReading, read_site
from lorehound.text.clean import clean

_TYPES = {".html": "text/html; charset=utf-8", ".json": "application/json", ".txt": "text/plain; charset=utf-8"}


def cleaned(html: str, url: str = "https://site.example/page", suffix: str = ".html") -> CleanText:
    return clean(Page(url, html.encode(), headers={"content-type": _TYPES[suffix]}))


def read_saved(folder: Path, url: str) -> SiteReading:
    file = next(folder.glob("input.*"))
    return read_site(cleaned(file.read_text("utf-8"), url, file.suffix), Rules.builtin())
