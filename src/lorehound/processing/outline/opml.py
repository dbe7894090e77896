"""The outline as OPML 2.0, which outliners and mind maps read."""

from collections.abc import Sequence
from typing import Any

from lxml.etree import Element, SubElement, _Element

from lorehound.model.outline import children
from lorehound.model.topic import KnowledgePoint, Topic
from lorehound.processing.outline.names import read_names, write_names
from lorehound.processing.outline.points import Rows
from lorehound.processing.outline.tree import with_parents
from lorehound.processing.outline.xml import read_xml, to_text
from lorehound.processing.xml_text import xml_text


def write_opml(points: Sequence[KnowledgePoint], title: str) -> str:
    """Nested ``outline`` elements; ids, aliases and descriptions are attributes of ours beside ``text``."""
    root = Element("opml", version="2.0")
    SubElement(SubElement(root, "head"), "title").text = xml_text(title)
    below = children(Topic(id="outline", title="outline", knowledge_points=tuple(points)))  # type: ignore[arg-type]
    known = {point.id: point for point in points}

    def add(parent: str, element: _Element) -> None:
        for point_id in below.get(parent, ()):
            point = known[point_id]
            entry = SubElement(element, "outline", text=xml_text(write_names(point.title.model_dump())), id=point.id)
            if point.aliases:
                entry.set("aliases", xml_text("; ".join(point.aliases)))
            if point.description:
                entry.set("description", xml_text(point.description))
            add(point_id, entry)

    add("", SubElement(root, "body"))
    return to_text(root)


def read_opml(text: str) -> Rows:
    """Every ``outline`` element with a ``text`` or ``title``; feeds and links among them count as points, too."""
    root = read_xml(text, "opml")
    entries: list[tuple[str, int, dict[str, Any]]] = []

    def walk(element: _Element, depth: int) -> None:
        for child in element.findall("outline"):
            name = child.get("text") or child.get("title") or ""
            aliases = [part.strip() for part in child.get("aliases", "").split(";") if part.strip()]
            fields = {
                "id": child.get("id", ""),
                "title": read_names(name),
                "aliases": aliases,
                "description": child.get("description", ""),
            }
            if name.strip():
                entries.append((f"outline {len(entries) + 1}", depth, fields))
            walk(child, depth + 1)

    for body in root.iter("body"):
        walk(body, 0)
    return with_parents(entries)
