"""Small webs to crawl in memory: sites of one fold, alone or behind a page of links."""

import html
import random
from collections import deque
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from scipy import sparse

from lorehound.focus.reading import Reading
from lorehound.text.clean import clean_html
from training.sites import Site, StoredPage
from training.topics import Task

PORTAL = "http://links.campus.test/"


@dataclass(frozen=True, eq=False)
class Web:
    """Pages with their links as numbers; ``links`` is the matrix page x page."""

    urls: tuple[str, ...]
    readings: tuple[Reading, ...]
    number: dict[str, int]
    links: sparse.csr_matrix
    text_hash: tuple[int, ...]

    @classmethod
    def of(cls, pages: dict[str, StoredPage]) -> "Web":
        urls = tuple(pages)
        number = {url: at for at, url in enumerate(urls)}
        rows: list[int] = []
        columns: list[int] = []
        for url, page in pages.items():
            targets = sorted({number[link.url] for link in page.reading.clean.links if link.url in number})
            rows += [number[url]] * len(targets)
            columns += targets
        matrix = sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=(len(urls),) * 2)
        return cls(
            urls=urls,
            readings=tuple(page.reading for page in pages.values()),
            number=number,
            links=matrix,
            text_hash=tuple(
                hash(page.reading.clean.text) if page.reading.length > 20 else 0 for page in pages.values()
            ),
        )

    def targets(self, page: int) -> np.ndarray:
        return self.links.indices[self.links.indptr[page] : self.links.indptr[page + 1]]

    def goals(self, task: Task, start: int) -> frozenset[int]:
        """The pages of a task that can be reached."""
        seen, todo = {start}, deque([start])
        while todo:
            for target in self.targets(todo.popleft()).tolist():
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return frozenset(self.number[url] for url in task.on_topic if self.number.get(url) in seen)

    def best(self, goals: frozenset[int], start: int, budget: int) -> np.ndarray:
        """What perfect knowledge harvests: pages on topic after 1, 2, ... pages (as ``graph.py bound`` reckons)."""
        known, fetched, curve, hits = {start}, set[int](), [], 0
        good = deque([start] if start in goals else [])
        while len(curve) < budget:
            todo = [good.popleft()] if good else self._detour(known, fetched, goals)
            if not todo:
                curve += [hits] * (budget - len(curve))
                break
            for page in todo:
                if page in fetched:
                    continue
                fetched.add(page)
                hits += page in goals
                curve.append(hits)
                for target in self.targets(page).tolist():
                    if target not in known:
                        known.add(target)
                        if target in goals:
                            good.append(target)
        return np.array(curve[:budget])

    def _detour(self, known: set[int], fetched: set[int], goals: frozenset[int]) -> list[int]:
        came: dict[int, int | None] = dict.fromkeys(sorted(known - fetched))
        todo = deque(came)
        while todo:
            page = todo.popleft()
            for target in self.targets(page).tolist():
                if target in came or target in known:
                    continue
                came[target] = page
                if target in goals:
                    way: list[int] = []
                    at: int | None = page
                    while at is not None:
                        way.append(at)
                        at = came[at]
                    return way[::-1]
                todo.append(target)
        return []


def with_portal(parts: dict[Site, dict[str, StoredPage]], seed: str) -> dict[str, StoredPage]:
    """Sites behind pages of links, a few to a page; how they are laid out depends on ``seed``."""
    random_ = random.Random(crc32(seed.encode()))
    sites = sorted(parts, key=lambda site: site.host)
    size = random_.choice([2, 3, 5, 5])
    groups = [sites[at : at + size] for at in range(0, len(sites), size)]
    name = random_.choice(["Campus links", "Useful links", "Link collection", "常用链接"])
    menu = "".join(f'<li><a href="/links-{at}.html">{name}, {at + 1}</a></li>' for at in range(len(groups)))
    style = random_.choice(["<ul>{}</ul>", '<div class="links"><ul>{}</ul></div>', "<p>{}</p>"])
    pages = {"": f"<h1>{name}</h1>" + style.format(menu)}
    for at, group in enumerate(groups):
        rows = ""
        for site in group:
            title = parts[site][site.start].reading.clean.title or site.host
            if random_.random() < 0.5:
                title = title.split(" — ")[0][:30]
            rows += f'<li><a href="{site.start}">{html.escape(title)}</a></li>'
        pages[f"links-{at}.html"] = f"<h1>{name}, {at + 1}</h1>" + style.format(rows)
    web: dict[str, StoredPage] = {}
    for path, body in pages.items():
        source = (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>'
            f'<nav><ul><li><a href="/">Home</a></li>{menu}</ul></nav>{body}</html>'
        )
        url = PORTAL + path
        web[url] = StoredPage(Reading.of(clean_html(source, url)), "")
    for pages_of_site in parts.values():
        web.update(pages_of_site)
    return web
