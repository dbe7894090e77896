"""The outline as people write one: an indented list, or headings."""

import re
from collections.abc import Sequence

from lorehound.model.outline import children
from lorehound.model.topic import KnowledgePoint, Topic
from lorehound.processing.outline.names import read_names, write_names
from lorehound.processing.outline.points import Rows
from lorehound.processing.outline.tree import with_parents


def write_markdown(points: Sequence[KnowledgePoint], title: str) -> str:
    """A heading and a list: ``- 索引 / Indexes {#indexes}``, aliases in brackets after it; keywords are not written."""
    below = children(Topic(id="outline", title="outline", knowledge_points=tuple(points)))  # type: ignore[arg-type]
    known = {point.id: point for point in points}

    def lines(parent: str, depth: int) -> list[str]:
        found = []
        for point_id in below.get(parent, ()):
            point = known[point_id]
            aliases = f" ({'; '.join(point.aliases)})" if point.aliases else ""
            names = write_names(point.title.model_dump())
            found.append(f"{'  ' * depth}- {names}{aliases} {{#{point.id}}}")
            found += lines(point_id, depth + 1)
        return found

    return "\n".join([f"# {title}", "", *lines("", 0)]) + "\n"


def read_markdown(text: str) -> Rows:
    """Each list item is a point under the item that it is indented below; without a list, each heading below the
    title is one.

    ``{#id}`` at the end gives the id, brackets before it the aliases. Other lines are passed over.
    """
    items = [(number, match) for number, line in enumerate(text.splitlines(), 1) if (match := _ITEM.match(line))]
    if items:
        entries = [(f"line {number}", len(match[1].expandtabs(4)), match[2]) for number, match in items]
    else:
        entries = [
            (f"line {number}", len(match[1]), match[2])
            for number, line in enumerate(text.splitlines(), 1)
            if (match := _HEADING.match(line))
        ]
        if [depth for _, depth, _ in entries].count(min((depth for _, depth, _ in entries), default=0)) == 1:
            # The only heading of its level, with all others under it, is the name of the whole.
            entries = entries[1:]
    return with_parents([(place, depth, _fields(words)) for place, depth, words in entries])


_ITEM = re.compile(r"(\s*)(?:[-*+]|\d+[.)、])\s+(\S.*)")
_HEADING = re.compile(r"(#{1,6})\s+(\S.*?)\s*#*$")
_ID = re.compile(r"\s*\{#([^}\s]+)\}\s*$")
_ALIASES = re.compile(r"\s*[(（]([^()（）]*[;；][^()（）]*|[^()（）]+)[)）]$")
_SIGNS = re.compile(r"^\[[ xX]\]\s+|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}|\[([^\]]*)\]\([^)]*\)")


def _fields(words: str) -> dict[str, object]:
    found = _ID.search(words)
    point_id = found[1] if found else ""
    words = words[: found.start()] if found else words
    aliases: list[str] = []
    if found and (brackets := _ALIASES.search(words)):
        aliases = [part.strip() for part in re.split("[;；]", brackets[1]) if part.strip()]
        words = words[: brackets.start()]
    plain = words if found else _SIGNS.sub(lambda sign: sign[1] or "", words)
    return {"id": point_id, "title": read_names(plain), "aliases": aliases}
