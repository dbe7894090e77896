"""The outline as in a topic file: ``[[knowledge_point]]`` tables, nothing lost."""

import tomllib
from collections.abc import Sequence

import tomlkit

from lorehound.errors import BadImport
from lorehound.model.topic import KnowledgePoint
from lorehound.processing.outline.points import Rows


def write_toml(points: Sequence[KnowledgePoint], _title: str) -> str:
    """One table a point; what is empty is left out."""
    tables = tomlkit.aot()
    for point in points:
        table = tomlkit.table()
        for name, value in _plain(point).items():
            if value:
                table.add(name, value)
        tables.append(table)
    document = tomlkit.document()
    document.add("knowledge_point", tables)
    return tomlkit.dumps(document) if points else ""


def read_toml(text: str) -> Rows:
    """The tables of a text; anything beside ``[[knowledge_point]]`` is passed over, so that topic files can be read."""
    try:
        tables = tomllib.loads(text).get("knowledge_point", [])
    except tomllib.TOMLDecodeError as error:
        raise BadImport(f"no TOML: {error}") from None
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadImport("knowledge_point is no list of tables; begin each point with [[knowledge_point]]")
    return [(f"point {number}", table) for number, table in enumerate(tables, 1)]


def _plain(point: KnowledgePoint) -> dict[str, object]:
    values = point.model_dump(mode="json")
    values["title"] = point.title.en if point.title.zh == point.title.en else values["title"]
    values["keywords"] = [each.term if each.weight == 1 else each.model_dump() for each in point.keywords]
    return values
