"""The outline as SKOS in RDF/XML, the form in which vocabularies are exchanged."""

from collections.abc import Sequence

from lxml.etree import Element, SubElement, _Element

from lorehound.model.topic import KnowledgePoint
from lorehound.processing.outline.ids import free_id, usable_id
from lorehound.processing.outline.points import Rows
from lorehound.processing.outline.xml import read_xml, to_text
from lorehound.processing.xml_text import xml_text

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_SKOS = "{http://www.w3.org/2004/02/skos/core#}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_BASE = "urn:lorehound:outline:"

_PREFIXES = {"rdf": _RDF[1:-1], "skos": _SKOS[1:-1]}


def write_skos(points: Sequence[KnowledgePoint], title: str) -> str:
    """A concept scheme with a concept a point: labels by language, aliases as altLabel, keywords as hiddenLabel,
    prerequisites as related."""
    root = Element(f"{_RDF}RDF", nsmap=_PREFIXES)
    scheme = SubElement(root, f"{_SKOS}ConceptScheme", {f"{_RDF}about": f"{_BASE}scheme"})
    SubElement(scheme, f"{_SKOS}prefLabel").text = xml_text(title)
    for point in points:
        concept = SubElement(root, f"{_SKOS}Concept", {f"{_RDF}about": _BASE + point.id})
        SubElement(concept, f"{_SKOS}notation").text = point.id
        for language in ("zh", "en"):
            name = getattr(point.title, language)
            if name:
                SubElement(concept, f"{_SKOS}prefLabel", {_LANG: language}).text = xml_text(name)
        for alias in point.aliases:
            SubElement(concept, f"{_SKOS}altLabel").text = xml_text(alias)
        for keyword in point.keywords:
            SubElement(concept, f"{_SKOS}hiddenLabel").text = xml_text(keyword.term)
        if point.description:
            SubElement(concept, f"{_SKOS}definition").text = xml_text(point.description)
        SubElement(concept, f"{_SKOS}inScheme", {f"{_RDF}resource": f"{_BASE}scheme"})
        if point.parent:
            SubElement(concept, f"{_SKOS}broader", {f"{_RDF}resource": _BASE + point.parent})
        for other in point.prerequisites:
            SubElement(concept, f"{_SKOS}related", {f"{_RDF}resource": _BASE + other})
    return to_text(root)


def read_skos(text: str) -> Rows:
    """Every concept, under its first ``broader`` (or the concept that names it ``narrower``)."""
    root = read_xml(text, "RDF")
    concepts = [element for element in root.iter() if _is_concept(element)]
    ids: dict[str, str] = {}
    for element in concepts:
        about = element.get(f"{_RDF}about", "")
        wanted = element.findtext(f"{_SKOS}notation", "").strip() or about.rpartition(":")[2].rpartition("/")[2]
        wanted = wanted.rpartition("#")[2]
        names = _labels(element)
        ids[about] = (
            wanted
            if usable_id(wanted) and wanted not in ids.values()
            else free_id(names.get("en") or names.get("zh") or wanted, set(ids.values()))
        )
    parents = {
        ids[target]: ids[element.get(f"{_RDF}about", "")]
        for element in concepts
        for target in _targets(element, "narrower")
        if target in ids
    }
    rows = []
    for element in concepts:
        point_id = ids[element.get(f"{_RDF}about", "")]
        broader = [ids[target] for target in _targets(element, "broader") if target in ids]
        rows.append(
            (
                f"concept {element.get(f'{_RDF}about', '')}",
                {
                    "id": point_id,
                    "parent": broader[0] if broader else parents.get(point_id, ""),
                    "title": _labels(element),
                    "aliases": _texts(element, "altLabel"),
                    "keywords": _texts(element, "hiddenLabel"),
                    "description": element.findtext(f"{_SKOS}definition", "").strip(),
                    "prerequisites": [ids[target] for target in _targets(element, "related") if target in ids],
                },
            )
        )
    return rows


def _is_concept(element: _Element) -> bool:
    kind = element.find(f"{_RDF}type")
    typed = kind is not None and kind.get(f"{_RDF}resource", "").endswith("core#Concept")
    return element.tag == f"{_SKOS}Concept" or (element.tag == f"{_RDF}Description" and typed)


def _labels(element: _Element) -> dict[str, str]:
    names: dict[str, str] = {}
    for label in element.findall(f"{_SKOS}prefLabel"):
        language = (label.get(_LANG) or "").lower()
        name = " ".join((label.text or "").split())
        if name:
            names.setdefault("zh" if language.startswith("zh") else "en", name)
    return names


def _texts(element: Element, name: str) -> list[str]:
    found = (" ".join((each.text or "").split()) for each in element.findall(f"{_SKOS}{name}"))
    return [text for text in found if text]


def _targets(element: Element, name: str) -> list[str]:
    return [
        each.get(f"{_RDF}resource") or next((inner.get(f"{_RDF}about", "") for inner in each), "")
        for each in element.findall(f"{_SKOS}{name}")
    ]
