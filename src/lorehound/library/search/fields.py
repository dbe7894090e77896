"""What the search index keeps of a resource: one document for each topic that it is in."""

import hashlib
from collections.abc import Mapping, Sequence

import tantivy

from lorehound.library.order import sort_value, title_key
from lorehound.library.search.tokens import Document, document
from lorehound.model.resource import Resource

FORMAT = 1
"""Of the index; one of another format is made anew."""

FILTERS = ("topic", "type", "language", "host", "license", "label", "review_state", "point")
"""Fields that hold whole values. ``topic`` is also ``*`` where the resource scores best; ``point`` is TOPIC/POINT."""

WORDS = ("title", "headings", "text")
ORDERS = ("score", "newest", "quality", "difficulty")
"""Numbers that ascend in the order of a sort and differ for every resource."""

WHOLE_LIBRARY = "*"


def schema() -> tantivy.Schema:
    """The fields of a document."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("seen_for", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("mark", stored=True, tokenizer_name="raw", index_option="basic")
    for name in FILTERS:
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    for name in WORDS:
        builder.add_text_field(name, stored=True, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("singles", stored=True, tokenizer_name="whitespace", index_option="basic")
    for name in ORDERS:
        builder.add_unsigned_field(f"by_{name}", fast=True)
    builder.add_text_field("by_title", fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_float_field("known_difficulty", fast=True)
    return builder.build()


def entries(seen: Sequence[Resource], known: Mapping[str, Sequence[str]] | None = None) -> list[tantivy.Document]:
    """The documents of a resource, which is given as each of its topics sees it, the best first.

    ``known`` is what the index holds of it already: with the same mark its words are taken from there.
    """
    mark = mark_of(seen[0])
    texts = known if known and list(known["mark"]) == [mark] else _texts(document(seen[0]))
    points = [f"{resource.topic}/{placement.point}" for resource in seen for placement in resource.knowledge_points]
    return [_entry(resource, mark, texts, points, best=resource is seen[0]) for resource in seen]


def mark_of(resource: Resource) -> str:
    """What changes when the words of a resource change."""
    read = (resource.title, resource.headings, resource.keywords, resource.description, resource.text)
    return hashlib.blake2b(repr(read).encode("utf-8", "replace"), digest_size=12).hexdigest()


def order_number(resource: Resource, sort: str) -> int:
    """A number that ascends in the order of ``sort``: the sort value above, what tells resources apart below."""
    value = float(sort_value(resource, sort))
    if sort == "newest":
        high, bits = int(-value), 32
    elif sort == "difficulty":
        high, bits = int(value / 2 * _MOST), 24
    else:
        high, bits = int((1 + value) * _MOST), 24
    low = int.from_bytes(hashlib.blake2b(resource.id.encode(), digest_size=8).digest(), "big")
    if sort == "newest":
        high = (1 << bits) - 1 - min(max(high, 0), (1 << bits) - 1)
    return min(max(high, 0), (1 << bits) - 1) << (64 - bits) | low >> bits


_MOST = (1 << 24) - 1


def _texts(words: Document) -> dict[str, list[str]]:
    fields = {name: [" ".join(getattr(words, name))] for name in WORDS}
    return {**fields, "singles": [" ".join(sorted(words.singles))]}


def _entry(
    resource: Resource, mark: str, texts: Mapping[str, Sequence[str]], points: Sequence[str], *, best: bool
) -> tantivy.Document:
    entry = tantivy.Document()
    entry.add_text("id", resource.id)
    entry.add_text("seen_for", resource.topic)
    entry.add_text("mark", mark)
    for name in (*WORDS, "singles"):
        for text in texts.get(name, ()):
            entry.add_text(name, text)
    entry.add_text("topic", resource.topic)
    if best:
        entry.add_text("topic", WHOLE_LIBRARY)
    for name in ("type", "language", "host", "label", "review_state"):
        if value := getattr(resource, name):
            entry.add_text(name, value)
    entry.add_text("license", resource.license.id)
    for point in points:
        entry.add_text("point", point)
    for name in ORDERS:
        entry.add_unsigned(f"by_{name}", order_number(resource, name))
    entry.add_text("by_title", f"{title_key(resource.title)}\x00{resource.id}")
    if resource.difficulty is not None:
        entry.add_float("known_difficulty", resource.difficulty)
    return entry
