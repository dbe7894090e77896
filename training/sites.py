"""The sites that training learns from: Debian documentation packages, unpacked and read once into a cache folder.

Nothing of them is committed or installed. A row of ``sites.tsv`` is host, package (or a tar archive given with
``--archives``), folder, front page, and a pattern of paths to leave out.
"""

import csv
import pickle
import re
import subprocess
import tarfile
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from lorehound.focus.reading import Reading
from lorehound.model.page import Page
from lorehound.text.clean import clean

MOST_PAGES = 1600
"""Pages of a site that are read, nearest to its front page first."""

VERSION = 4


@dataclass(frozen=True)
class Site:
    """A site to learn from."""

    host: str
    package: str
    folder: str
    front: str
    leave_out: str

    @property
    def start(self) -> str:
        return f"http://{self.host}/{self.front}"


@dataclass
class StoredPage:
    """A page as it was read: its words and links, and the page above it when it names one."""

    reading: Reading
    up: str

    @property
    def url(self) -> str:
        return self.reading.clean.url


def listed() -> list[Site]:
    """The sites of ``sites.tsv``."""
    with (Path(__file__).parent / "sites.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, delimiter="\t")
        next(rows)
        return [Site(*row) for row in rows]


def unpack(site: Site, cache: Path, archives: Path | None) -> Path | None:
    """The folder of a site's files, unpacked when it is not there yet; None when it cannot be had."""
    target = cache / "pkg" / site.package.split(".tar")[0]
    if not target.exists():
        part = target.with_suffix(".part")
        part.mkdir(parents=True, exist_ok=True)
        if ".tar" in site.package:
            if archives is None or not (archives / site.package).is_file():
                return None
            with tarfile.open(archives / site.package) as tar:
                tar.extractall(part, filter="data")
        else:
            debs = cache / "debs"
            debs.mkdir(parents=True, exist_ok=True)
            if not list(debs.glob(f"{site.package}_*.deb")):
                subprocess.run(["apt-get", "download", "-q", site.package], check=True, cwd=debs)
            [deb] = debs.glob(f"{site.package}_*.deb")
            subprocess.run(["dpkg", "-x", str(deb), str(part)], check=True)
        part.rename(target)
    return target / site.folder


def read(site: Site, cache: Path, archives: Path | None = None) -> dict[str, StoredPage]:
    """Every page that can be reached from a site's front page, by address; read once, then from the cache."""
    stored = cache / "read" / f"{site.host}.{VERSION}.pickle"
    if stored.is_file():
        return pickle.loads(stored.read_bytes())
    root = unpack(site, cache, archives)
    pages = _read(site, root) if root else {}
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(pickle.dumps(pages, protocol=5))
    return pages


def _read(site: Site, root: Path) -> dict[str, StoredPage]:
    home, leave_out = f"http://{site.host}/", re.compile(site.leave_out)
    pages: dict[str, StoredPage] = {}
    known, queue = {site.start}, deque([site.start])
    while queue and len(pages) < MOST_PAGES:
        url = queue.popleft()
        path = unquote(url.removeprefix(home))
        file = root / path
        if file.is_dir():
            file /= "index.html"
        if leave_out.search(path) or file.suffix not in (".html", ".htm") or not file.is_file():
            continue
        body = file.read_bytes()
        read = clean(Page(url=url, body=body, headers={"content-type": "text/html"}))
        links = tuple(link for link in read.links if link.url.startswith(home))
        pages[url] = StoredPage(Reading.of(replace(read, links=links, html="")), _up(read.html, links))
        for link in links:
            if link.url not in known:
                known.add(link.url)
                queue.append(link.url)
    for page in pages.values():
        kept = tuple(link for link in page.reading.clean.links if link.url in pages)
        page.reading = replace(page.reading, clean=replace(page.reading.clean, links=kept), weights={})
        page.up = page.up if page.up in pages else ""
    return pages


def _up(html: str, links: tuple) -> str:
    """The address of the page above: of rel=up, or the last step of a trail of places."""
    for link in links:
        if link.rel == "up" or " up " in f" {link.rel} ":
            return link.url
    found = re.search(r"<link[^>]*rel=\"up\"[^>]*href=\"([^\"#]+)", html) or re.search(
        r"<link[^>]*href=\"([^\"#]+)[^>]*rel=\"up\"", html
    )
    if found:
        ends = [link.url for link in links if link.url.endswith("/" + found.group(1).lstrip("./"))]
        if ends:
            return ends[0]
    trail = [link.url for link in links if "nav-item" in link.tag_path or "crumb" in link.tag_path]
    return trail[-1] if len(trail) > 1 else ""
