"""Topics to learn from, cut by script along the sites' own structure with fixed seeds.

A topic is a set of a site's pages: what lies below a page in its tree (``up``), a folder, or a family of file names.
Its title is the section's own; its keywords come from headings of the section page and from the words that set five of
its pages apart. The truth is fixed before anything is scored.
"""

import math
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from zlib import crc32

from lorehound.focus.profile import _STOP as STOP
from training.sites import StoredPage

MOST_PER_SITE = 8
LARGEST = 300


@dataclass(frozen=True)
class Task:
    """One topic of one site, with its keywords strongest first and what is on topic."""

    id: str
    host: str
    title: str
    keywords: tuple[str, ...]
    on_topic: frozenset[str]
    kind: str
    language: str


def topics(host: str, start: str, pages: dict[str, StoredPage]) -> list[Task]:
    """The topics of a site: at most eight that hardly overlap, and a small site as a whole (kind ``site``)."""
    random_ = random.Random(crc32(host.encode()))
    chinese = sum(page.reading.clean.language == "zh" for page in pages.values()) > len(pages) / 2
    least = 4 if chinese else 5 if len(pages) < 60 else 8
    found = [*_trees(pages), *_folders(pages), *_families(pages), *_chapters(pages)]
    most = min(LARGEST, int(0.5 * len(pages)))
    found = [one for one in found if least <= len(one[2]) <= most and one[1] != start]
    random_.shuffle(found)
    chosen: list[tuple[str, str, frozenset[str]]] = []
    seen_titles: set[str] = set()
    by_kind: Counter[str] = Counter()
    for kind, section, urls in sorted(found, key=lambda one: one[0] != "tree"):
        title = _title(pages, section, urls, kind)
        if not title or title.lower() in seen_titles or by_kind[kind] >= MOST_PER_SITE // 2 + (kind == "tree"):
            continue
        if any(len(urls & other) > 0.25 * len(urls | other) for _, _, other in chosen):
            continue
        seen_titles.add(title.lower())
        by_kind[kind] += 1
        chosen.append((kind, section, urls))
        if len(chosen) == MOST_PER_SITE:
            break
    if 8 <= len(pages) <= LARGEST:
        chosen.append(("site", start, frozenset(pages)))
    frequency: Counter[str] = Counter()
    for page in pages.values():
        frequency.update(page.reading.body.keys())
    tasks = []
    for number, (kind, section, urls) in enumerate(chosen):
        title = _title(pages, section, urls, kind)
        keywords = _keywords(pages, section, urls, title, frequency, random_)
        tasks.append(
            Task(f"{host.removesuffix('.test')}-{number}", host, title, keywords, urls, kind, "zh" if chinese else "en")
        )
    return tasks


def _trees(pages: dict[str, StoredPage]) -> list[tuple[str, str, frozenset[str]]]:
    below: dict[str, set[str]] = defaultdict(set)
    for url, page in pages.items():
        at, steps = page.up, 0
        while at and at != url and steps < 12:
            below[at].add(url)
            at, steps = pages[at].up, steps + 1
    return [("tree", url, frozenset({url, *urls})) for url, urls in sorted(below.items())]


def _folders(pages: dict[str, StoredPage]) -> list[tuple[str, str, frozenset[str]]]:
    inside: dict[str, set[str]] = defaultdict(set)
    for url in pages:
        parts = url.split("/")
        for end in range(4, len(parts)):
            inside["/".join(parts[:end]) + "/"].add(url)
    found = []
    for folder, urls in sorted(inside.items()):
        section = folder + "index.html"
        found.append(("folder", section if section in pages else "", frozenset(urls)))
    return found


def _families(pages: dict[str, StoredPage]) -> list[tuple[str, str, frozenset[str]]]:
    same: dict[str, set[str]] = defaultdict(set)
    for url in pages:
        folder, _, name = url.rpartition("/")
        first = re.split(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])", name.rpartition(".")[0])[0].lower()
        if len(first) >= 3:
            same[f"{folder}/{first}"].add(url)
    return [("family", _central(pages, urls), frozenset(urls)) for _, urls in sorted(same.items())]


def _chapters(pages: dict[str, StoredPage]) -> list[tuple[str, str, frozenset[str]]]:
    """Files numbered by chapter and part: ch16-00-concurrency.html."""
    same: dict[str, set[str]] = defaultdict(set)
    for url in pages:
        match = re.match(r"(.*/ch\d+)-\d+", url)
        if match:
            same[match.group(1)].add(url)
    return [("family", min(urls), frozenset(urls)) for _, urls in sorted(same.items())]


def _central(pages: dict[str, StoredPage], urls: set[str]) -> str:
    """The page that links to most of the others."""
    counts = {url: sum(link.url in urls for link in pages[url].reading.clean.links) for url in sorted(urls)}
    best = max(counts, key=lambda url: counts[url])
    return best if counts[best] >= 0.4 * len(urls) else ""


def _clean_title(text: str) -> str:
    text = re.split(r"\s+[—–|·»:-]\s+|\s*[¶#]|\s*\(", text)[0]
    text = re.sub(r"^(?:第\s*\S{1,3}\s*[章节部][.、．\s]*|附录\s*\w\s*[.、．\s]+|Part [IVX]+\.?\s+)", "", text)
    return re.sub(r"^(?:第?\s*[\dIVXA-Z]{1,4}(?:\.\d+)*[.、章]?|Chapter \d+\.?|Appendix \w\.?)\s+", "", text).strip()


def _title(pages: dict[str, StoredPage], section: str, urls: frozenset[str], kind: str) -> str:
    if section:
        clean = pages[section].reading.clean
        first = next((heading.text for heading in clean.headings if heading.level == 1), "")
        title = _clean_title(first or clean.title)
        if title.lower() in _GENERIC:
            title = f"{section.split('/')[2].split('.')[0]} {title}"
        return title if 2 <= len(title) <= 70 else ""
    if kind == "folder":
        name = min(urls).split("/")
        common = [part for part in name[3:-1] if all(f"/{part}/" in url for url in urls)]
        return common[-1].replace("_", " ").replace("-", " ") if common and len(common[-1]) > 3 else ""
    words = Counter(token for url in urls for token in set(pages[url].reading.title))
    first = re.split(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])", min(urls).rsplit("/", 1)[1])[0].lower()
    top = [token for token, count in words.most_common(6) if count >= 0.3 * len(urls) and token not in STOP][:1]
    return " ".join(dict.fromkeys([*top, first])) if len(first) > 3 else ""


def _keywords(
    pages: dict[str, StoredPage],
    section: str,
    urls: frozenset[str],
    title: str,
    frequency: Counter[str],
    random_: random.Random,
) -> tuple[str, ...]:
    ordered = sorted(urls)
    headings = [heading.text for heading in (pages[section].reading.clean.headings if section else ())[1:]]
    headings += [pages[url].reading.clean.title for url in random_.sample(ordered, min(6, len(ordered)))]
    names = [_clean_title(name) for name in headings]
    names = [name for name in dict.fromkeys(names) if 2 <= len(name) <= 40 and name.lower() not in _GENERIC]
    names = [name for name in names if name.lower() != title.lower()][:3]
    counts: Counter[str] = Counter()
    for url in random_.sample(ordered, min(5, len(ordered))):
        body = pages[url].reading.body
        for token, count in body.items():
            if len(token) > 2 - (not token.isascii()) and token not in STOP and not token.isdigit():
                counts[token] += math.log1p(count) * math.log(len(pages) / frequency[token])
    words = [token for token, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:3]]
    mixed = [name for pair in zip(names, words, strict=False) for name in pair]
    return tuple(dict.fromkeys([*mixed, *names, *words]))


_GENERIC = frozenset(
    "introduction overview contents index reference guide manual functions examples tutorial 目录 简介 概述 介绍 "
    "参考 示例 api description usage summary options notes see also synopsis definition".split()
) | {"table of contents", "see also", "c api", "getting started"}
