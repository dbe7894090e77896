"""What a page says of itself: JSON-LD, OpenGraph, Dublin Core, meta and link, each where it is best."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import numpy as np

from lorehound.model.text import Metadata
from lorehound.text.scan import ID, Scan, attributes, scan_of
from lorehound.url.address import absolute


def read_metadata(html: str, url: str) -> Metadata:
    """Reads the metadata of a document; what the page does not say is empty.

    JSON-LD (schema.org) comes first, then Dublin Core and OpenGraph, then plain meta and what the markup shows.
    Dates are ISO 8601, as exact as the page gives them.
    """
    scan = scan_of(html)
    said, licences, times = _said(scan)
    things = list(_things(html))
    main = next((thing for thing in things if _type(thing) in _WORKS), {})
    head = _Values(said)
    return Metadata(
        title=_text(main.get("headline") or main.get("name")) or head("dc.title", "dcterms.title", "og:title", "title"),
        description=head("description", "dc.description", "dcterms.description", "og:description")
        or _text(main.get("description")),
        authors=_authors(main, said),
        publisher=_name(main.get("publisher") or main.get("sourceOrganization"))
        or head("dc.publisher", "dcterms.publisher", "citation_publisher", "og:site_name", "application-name"),
        published=_first_date(
            main.get("datePublished"),
            main.get("dateCreated"),
            *(said.get(name, [""])[0] for name in _PUBLISHED),
            *times,
        ),
        modified=_first_date(main.get("dateModified"), *(said.get(name, [""])[0] for name in _MODIFIED)),
        license=_licence(main, said, licences, url),
        keywords=_keywords(main, said),
        canonical="",
        image=absolute(url, _image(main) or head("og:image", "twitter:image") or "x:") or "",
        type=_type(main) or head("og:type", "dc.type", "dcterms.type"),
    )


def json_ld_texts(html: str) -> list[str]:
    """The full texts that a page carries in its JSON-LD, as pages do that are drawn by scripts."""
    found = (_text_of(thing) for thing in _things(html))
    return list(dict.fromkeys(text for text in found if text))


def _text_of(thing: Mapping[str, Any]) -> str:
    text = thing.get("articleBody") or thing.get("text")
    return _whole(text).strip() if isinstance(text, str) else ""


_WORKS = frozenset({
    "Article", "NewsArticle", "BlogPosting", "TechArticle", "ScholarlyArticle", "Report", "LearningResource", "Course",
    "HowTo", "Book", "Chapter", "CreativeWork", "WebPage", "Quiz", "VideoObject", "DiscussionForumPosting", "QAPage",
    "Question", "SocialMediaPosting", "SoftwareSourceCode", "APIReference", "PresentationDigitalDocument", "Product",
    "ItemPage", "AboutPage", "FAQPage", "Recipe", "Review", "MedicalWebPage", "AnalysisNewsArticle",
})  # fmt: skip
_PUBLISHED = (
    "article:published_time", "datepublished", "dcterms.issued", "dc.date.issued", "dcterms.created", "dc.date",
    "dcterms.date", "citation_publication_date", "citation_date", "date", "pubdate", "publishdate", "publish-date",
    "publish_date", "og:published_time", "sailthru.date", "parsely-pub-date", "dc.date.created", "article:published",
)  # fmt: skip
_MODIFIED = (
    "article:modified_time", "datemodified", "dcterms.modified", "dc.date.modified", "last-modified", "og:updated_time",
    "lastmod", "revised",
)  # fmt: skip
_AUTHOR = (
    "dc.creator", "dcterms.creator", "citation_author", "author", "article:author", "parsely-author", "sailthru.author",
    "byl", "twitter:data1",
)  # fmt: skip
_JSON_LD = re.compile(r"<script[^>]+application/ld\+json[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_DEEPEST = 6


def _said(scan: Scan) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """Meta names with their contents; addresses with rel=license; times marked as that of publishing."""
    said: dict[str, list[str]] = {}
    licences: list[str] = []
    times: list[tuple[bool, str]] = []
    wanted = np.isin(scan.names, (ID["meta"], ID["link"], ID["a"], ID["time"])) & ~scan.closes
    for at in np.flatnonzero(wanted).tolist():
        tag = scan.tags[at]
        if tag.startswith("<a") and "license" not in tag and 'rel="author' not in tag and '"author"' not in tag:
            continue
        known = attributes(tag)
        if tag.startswith("<meta"):
            name = known.get("property") or known.get("name") or known.get("itemprop", "")
            content = " ".join(known.get("content", "").split())
            if name and content:
                said.setdefault(name.strip().lower(), []).append(content)
        elif tag.startswith("<time"):
            exact = known.get("datetime", "")
            if exact:
                times.append(("datePublished" not in tag and "pubdate" not in tag, exact))
        else:
            relation = known.get("rel", "").lower().split()
            if "license" in relation and known.get("href"):
                licences.append(known["href"])
            elif "author" in relation or known.get("itemprop") == "author":
                said.setdefault("rel:author", []).append(scan.text(at, int(scan.ends[at])))
    return said, licences, [exact for _, exact in sorted(times, key=lambda time: time[0])[:1]]


class _Values:
    def __init__(self, said: Mapping[str, list[str]]) -> None:
        self._said = said

    def __call__(self, *names: str) -> str:
        """The first value under the first of ``names`` that has one."""
        return next((self._said[name][0] for name in names if self._said.get(name)), "")


def _things(html: str) -> Iterator[dict[str, Any]]:
    """Every object of every JSON-LD script, works before what contains them."""
    if "ld+json" not in html:
        return
    for script in _JSON_LD.findall(html):
        try:
            data = json.loads(script.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
        except (ValueError, RecursionError):
            continue
        yield from sorted(_objects(data, 0), key=lambda thing: _type(thing) in ("WebPage", "CreativeWork", "Product"))


def _objects(data: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > _DEEPEST:
        return
    if isinstance(data, list):
        for item in data:
            yield from _objects(item, depth + 1)
    elif isinstance(data, dict):
        yield data
        for name in ("@graph", "mainEntity", "mainEntityOfPage", "acceptedAnswer", "suggestedAnswer", "comment"):
            yield from _objects(data.get(name), depth + 1)


def _type(thing: Mapping[str, Any]) -> str:
    kind = thing.get("@type", "")
    kinds = kind if isinstance(kind, list) else [kind]
    return next((name for name in map(str, kinds) if name in _WORKS), str(kinds[0]) if kinds else "")


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, dict):
        value = value.get("@value", "")
    return " ".join(_whole(value).split()) if isinstance(value, str) else ""


def _whole(text: str) -> str:
    """Half characters, which JSON can write but nothing can store, replaced."""
    return text.encode("utf-8", "replace").decode()


def _name(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return _text(value.get("name") if isinstance(value, dict) else value)


def _authors(main: Mapping[str, Any], said: Mapping[str, list[str]]) -> tuple[str, ...]:
    given = main.get("author") or main.get("creator") or []
    names = [_name(person) for person in (given if isinstance(given, list) else [given])]
    if not any(names):
        names = next((said[key] for key in (*_AUTHOR, "rel:author") if said.get(key)), [])
        names = [part for name in names for part in _SEVERAL.split(name)]
    kept = (" ".join(_BY.sub("", name).split()) for name in names if name)
    return tuple(dict.fromkeys(name for name in kept if name and "://" not in name and len(name) <= 100))


_BY = re.compile(r"^\s*(?:by|written by|作者)\s*[:：]?\s+", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*;\s*|\s+and\s+|、|\s&\s")


def _licence(main: Mapping[str, Any], said: Mapping[str, list[str]], links: list[str], url: str) -> str:
    for given in (main.get("license"), *links, *(said.get(name, [""])[0] for name in _LICENCE)):
        text = given.get("@id") or given.get("url") if isinstance(given, dict) else _text(given)
        if text:
            return absolute(url, text) or text if "/" in text else text
    return ""


_LICENCE = ("dcterms.license", "dc.rights.license", "dc.rights", "dcterms.rights", "og:license", "license", "copyright")


def _keywords(main: Mapping[str, Any], said: Mapping[str, list[str]]) -> tuple[str, ...]:
    given = main.get("keywords") or main.get("about") or []
    values: Iterable[Any] = given if isinstance(given, list) else [given]
    found = [_name(value) for value in values]
    found += [value for name in _KEYWORDS for value in said.get(name, [])]
    words = (word.strip() for value in found for word in re.split(r"[,;，、；]", value))
    return tuple(dict.fromkeys(word for word in words if word and len(word) <= 60))[:_MOST_KEYWORDS]


_MOST_KEYWORDS = 30
_KEYWORDS = ("keywords", "dc.subject", "dcterms.subject", "article:tag")


def _image(main: Mapping[str, Any]) -> str:
    image = main.get("image")
    if isinstance(image, list):
        image = image[0] if image else ""
    return _text(image.get("url") if isinstance(image, dict) else image)


def _first_date(*values: Any) -> str:
    return next((found for value in values if (found := iso_date(_text(value)))), "")


def iso_date(text: str) -> str:
    """A date in any common writing as ISO 8601; empty when it is none, or one before 1990 or after 2100."""
    found = _ISO.match(text.strip())
    if found:
        day, time, zone = found.groups()
        day = re.sub(r"[/.]", "-", day)
        if not 1990 <= int(day[:4]) <= 2100 or not _is_day(day):
            return ""
        if not time:
            return day
        zone = (zone or "").replace(" ", "").replace("z", "Z")
        return f"{day}T{time}{zone if zone in ('', 'Z') or ':' in zone else zone[:3] + ':' + zone[3:]}"
    written = _WRITTEN.search(text) or _WRITTEN_MONTH_FIRST.search(text) or _WRITTEN_ZH.search(text)
    if not written:
        return ""
    parts = written.groupdict()
    month = parts["month"]
    number = int(month) if month.isdigit() else _MONTHS.index(month[:3].lower()) + 1
    day = f"{parts['year']}-{number:02d}-{int(parts['day']):02d}"
    return day if _is_day(day) else ""


_ISO = re.compile(
    r"(\d{4}(?:[-/.]\d\d(?:[-/.]\d\d)?)?)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)? ?(Z|z|[+-]\d\d:?\d\d)?)?(?!\d| ?年)"
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH_NAME = rf"(?P<month>(?:{'|'.join(_MONTHS)})[a-z]*)\.?"
_WRITTEN = re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?[ -]{_MONTH_NAME},?[ -](?P<year>\d{{4}})", re.IGNORECASE)
_WRITTEN_MONTH_FIRST = re.compile(
    rf"\b{_MONTH_NAME} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})", re.IGNORECASE
)
_WRITTEN_ZH = re.compile(r"(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2})")


def _is_day(day: str) -> bool:
    try:
        datetime.fromisoformat(day + "-01-01"[len(day) - 4 :])
    except ValueError:
        return False
    return True
