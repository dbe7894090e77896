"""The formats that an outline can be read from and written in, by name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from lorehound.errors import BadSetting
from lorehound.model.topic import KnowledgePoint, Topic
from lorehound.processing.outline.csv import read_csv, write_csv
from lorehound.processing.outline.markdown import read_markdown, write_markdown
from lorehound.processing.outline.opml import read_opml, write_opml
from lorehound.processing.outline.points import Rows, make_points
from lorehound.processing.outline.skos import read_skos, write_skos
from lorehound.processing.outline.toml import read_toml, write_toml


@dataclass(frozen=True, slots=True)
class OutlineFormat:
    """How an outline is read and written, and how its files are called."""

    read: Callable[[str], Rows]
    write: Callable[[Sequence[KnowledgePoint], str], str]
    suffixes: tuple[str, ...]


FORMATS = {
    "toml": OutlineFormat(read_toml, write_toml, (".toml",)),
    "csv": OutlineFormat(read_csv, write_csv, (".csv",)),
    "markdown": OutlineFormat(read_markdown, write_markdown, (".md", ".markdown", ".txt")),
    "opml": OutlineFormat(read_opml, write_opml, (".opml",)),
    "skos": OutlineFormat(read_skos, write_skos, (".rdf", ".skos", ".xml")),
}


def format_named(name: str, file: str = "") -> OutlineFormat:
    """The format of a name, or, when that is empty, of a file's ending (BadSetting)."""
    if not name:
        ending = PurePath(file).suffix.lower()
        name = next((each for each, form in FORMATS.items() if ending in form.suffixes), "")
        if not name:
            raise BadSetting(f"{file or 'no file'!r} does not tell a format; name one of {', '.join(FORMATS)}")
    if name not in FORMATS:
        raise BadSetting(f"no outline format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


def read_outline(text: str, form: OutlineFormat) -> tuple[KnowledgePoint, ...]:
    """The knowledge points of a text (BadImport with one line for each fault)."""
    return make_points(form.read(text.removeprefix("\ufeff")))


def write_outline(topic: Topic, form: OutlineFormat, language: str = "en") -> str:
    """A topic's outline as text."""
    return form.write(topic.knowledge_points, topic.title.get(language))
