"""XML from elsewhere, read without its entities and without the network."""

import re

from lxml import etree

from lorehound.errors import BadImport


def read_xml(text: str, root: str) -> etree._Element:
    """The root element, which must be called ``root`` (BadImport for anything else)."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        # The text is decoded, so what its declaration says of an encoding no longer holds.
        element = etree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text).encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise BadImport(f"no XML: {error.msg}") from None
    if name_of(element) != root:
        raise BadImport(f"the XML is <{name_of(element)}>; <{root}> is needed")
    return element


def name_of(element: etree._Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def to_text(root: etree._Element) -> str:
    """The document of a root element, indented."""
    etree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{etree.tostring(root, encoding="unicode")}\n'
