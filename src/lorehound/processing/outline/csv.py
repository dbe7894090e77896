"""The outline as a table: a row a point, lists joined by ``; ``."""

import csv
import io
from collections.abc import Sequence

from lorehound.errors import BadImport
from lorehound.model.topic import KnowledgePoint
from lorehound.processing.export.csv import FORMULA_SIGNS, cell
from lorehound.processing.outline.points import Rows

COLUMNS = ("id", "parent", "zh", "en", "aliases", "keywords", "prerequisites", "description")
_OTHER_NAMES = {
    "code": "id", "parent_code": "parent", "parent_id": "parent", "name_zh": "zh", "name_en": "en", "title_zh": "zh",
    "title_en": "en", "name": "title",
}  # fmt: skip


def write_csv(points: Sequence[KnowledgePoint], _title: str) -> str:
    """A header and a row a point; a keyword with a weight is ``term^2``."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for point in points:
        keywords = [each.term if each.weight == 1 else f"{each.term}^{each.weight:g}" for each in point.keywords]
        row = (
            point.id,
            point.parent,
            point.title.zh,
            point.title.en,
            "; ".join(point.aliases),
            "; ".join(keywords),
            "; ".join(point.prerequisites),
            point.description,
        )
        # An apostrophe of its own is doubled, so that reading can tell it from the one before a formula.
        writer.writerow(f"'{value}" if value.startswith("'") else cell(value) for value in row)
    return stream.getvalue()


def read_csv(text: str) -> Rows:
    """The rows of a table with a header; ``code, name_zh, name_en, parent_code, aliases`` are understood, too."""
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    names = {name: _OTHER_NAMES.get(name.strip().lower(), name.strip().lower()) for name in reader.fieldnames or ()}
    if not {"zh", "en", "title"} & set(names.values()):
        raise BadImport(f"line 1: no column for the name; the columns are {', '.join(COLUMNS)}")
    rows = []
    try:
        for row in reader:
            given = {names[name]: (value or "").strip() for name, value in row.items() if name in names}
            if any(given.values()):
                rows.append((f"line {reader.line_num}", _fields(given)))
    except csv.Error as error:
        raise BadImport(f"line {reader.line_num}: {error}") from None
    return rows


def _fields(row: dict[str, str]) -> dict[str, object]:
    plain = {name: value[1:] if value.startswith(_GUARDED) else value for name, value in row.items()}
    titles = {name: plain[name] for name in ("zh", "en") if plain.get(name)}
    return {
        "id": plain.get("id", ""),
        "parent": plain.get("parent", ""),
        "title": titles or plain.get("title", ""),
        "aliases": _list(plain.get("aliases", "")),
        "keywords": [_keyword(each) for each in _list(plain.get("keywords", ""))],
        "prerequisites": _list(plain.get("prerequisites", "")),
        "description": plain.get("description", ""),
    }


_GUARDED = tuple(f"'{sign}" for sign in ("'", *FORMULA_SIGNS))


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.replace("；", ";").split(";") if part.strip()]


def _keyword(text: str) -> object:
    term, caret, weight = text.rpartition("^")
    try:
        return {"term": term, "weight": float(weight)} if caret and term else text
    except ValueError:
        return text
