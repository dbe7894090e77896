"""BibTeX (in biblatex's ``@online``), for papers and course pages written in LaTeX."""

from collections.abc import Iterable
from typing import TextIO

from lorehound.model.record import iso_time
from lorehound.model.resource import Resource

_SIGNS = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
        "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    }
)  # fmt: skip
_IN_ADDRESS = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C", " ": "%20"})


def write_bibtex(resources: Iterable[Resource], stream: TextIO) -> int:
    """Writes one entry a resource; answers how many."""
    count = 0
    for resource in resources:
        stream.write(to_bibtex(resource))
        count += 1
    return count


def to_bibtex(resource: Resource) -> str:
    """The entry of a resource; its key is the beginning of its id."""
    fields = {
        # Braces keep the letters of a title as they are, whatever the style.
        "title": "{" + _plain(resource.title) + "}",
        "author": " and ".join("{" + _plain(author) + "}" for author in resource.authors),
        "organization": _plain(resource.publisher),
        "date": resource.published[:10],
        "abstract": _plain(resource.description),
        "keywords": _plain(", ".join(resource.keywords)),
        "langid": resource.language,
        "url": resource.url.translate(_IN_ADDRESS),
        "urldate": iso_time(resource.fetched_at)[:10],
    }
    lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
    return f"@online{{lorehound-{resource.id.replace('-', '')[:12]},\n{''.join(lines)}}}\n\n"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_SIGNS)
