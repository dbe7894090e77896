"""Dublin Core in XML, the form that every library system and harvester reads."""

from collections.abc import Iterable
from typing import TextIO

from lxml import etree

from lorehound.model.resource import Resource
from lorehound.processing.xml_text import xml_text

DC = "http://purl.org/dc/elements/1.1/"
OAI_DC = "http://www.openarchives.org/OAI/2.0/oai_dc/"


def write_dublin_core(resources: Iterable[Resource], stream: TextIO) -> int:
    """Writes a ``records`` element with one record a resource; answers how many."""
    stream.write('<?xml version="1.0" encoding="UTF-8"?>\n<records>\n')
    count = 0
    for resource in resources:
        stream.write(etree.tostring(to_dublin_core(resource), encoding="unicode") + "\n")
        count += 1
    stream.write("</records>\n")
    return count


def to_dublin_core(resource: Resource) -> etree._Element:
    """The ``oai_dc:dc`` element of a resource: the fifteen elements, each as often as there are values."""
    root = etree.Element(f"{{{OAI_DC}}}dc", nsmap={"oai_dc": OAI_DC, "dc": DC})
    fields = [
        ("title", [resource.title]),
        ("creator", resource.authors),
        ("subject", (*resource.keywords, *(placement.point for placement in resource.knowledge_points))),
        ("description", [resource.description]),
        ("publisher", [resource.publisher]),
        ("date", [resource.published or resource.modified]),
        ("type", [resource.type]),
        ("format", [resource.format]),
        ("identifier", [resource.url, f"urn:uuid:{resource.id}"]),
        ("language", [resource.language]),
        ("relation", resource.duplicates),
        ("rights", [resource.license.id if resource.license.id != "unknown" else ""]),
    ]
    for name, values in fields:
        for value in values:
            if value.strip():
                etree.SubElement(root, f"{{{DC}}}{name}").text = xml_text(value)
    return root
