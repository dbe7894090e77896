"""The words of a resource as a search index takes them in."""

import re
from dataclasses import dataclass

from lorehound.model.resource import Resource
from lorehound.text.words import simplify, words

_SINGLE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|(?<![^\W_])[a-z0-9](?![^\W_])")


@dataclass(frozen=True, slots=True)
class Document:
    """A resource's tokens by the field they stand in; ``singles`` are distinct Chinese characters and one-letter words.

    Words of two characters and more lie in order, so that phrases can be found.
    """

    title: tuple[str, ...]
    headings: tuple[str, ...]
    text: tuple[str, ...]
    singles: frozenset[str]


def document(resource: Resource) -> Document:
    """The tokens of a resource: its title, its headings and keywords, its description and text."""
    headings = "\n".join((*(heading.text for heading in resource.headings), *resource.keywords))
    text = f"{resource.description}\n{resource.text}" if resource.description else resource.text
    return Document(
        tuple(words(resource.title)),
        tuple(words(headings)),
        tuple(words(text)),
        singles(f"{resource.title}\n{headings}\n{text}"),
    )


def singles(text: str) -> frozenset[str]:
    """Chinese characters and words of one letter or digit, simplified and small."""
    return frozenset(_SINGLE.findall(simplify(text).lower()))
