"""Which knowledge points a resource belongs to: a pure rule over its words."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lorehound.model.reason import Reason
from lorehound.model.resource import Placement, Resource
from lorehound.model.topic import KnowledgePoint, Topic
from lorehound.text.words import words

LEAST_SCORE = 0.3
"""A point below this is not the resource's."""

MOST_POINTS = 6
"""A resource about everything is about nothing: only the best are kept."""

IN_TITLE, IN_TAGS, IN_HEADINGS, IN_TEXT = 1.2, 1.1, 0.8, 0.6
"""How much it says that a term of full weight stands there (in the text: as often as it can)."""

COMMON_WEIGHT = 0.3
"""What is left of a term whose words the topic's own name has: every page of the topic holds those."""

Tokens = tuple[str, ...]


@dataclass(frozen=True)
class Outline:
    """A topic's knowledge points made ready for ``place``: the terms of each with their weights."""

    terms: Mapping[str, Mapping[Tokens, float]]
    names: Mapping[Tokens, str]

    @classmethod
    def of(cls, topic: Topic) -> "Outline":
        """Reads the titles, aliases and keywords of the outline.

        A term of several words says more; one that several points share, or that the topic's own name has, says less.
        """
        common = {word for title in topic.title.all() for word in words(title)}
        terms: dict[str, dict[Tokens, float]] = {}
        names: dict[Tokens, str] = {}
        shared: Counter[Tokens] = Counter()
        for point in topic.knowledge_points:
            mine: dict[Tokens, float] = {}
            for term, weight in _terms(point):
                tokens = tuple(words(term))
                if tokens:
                    mine[tokens] = max(mine.get(tokens, 0.0), weight)
                    names.setdefault(tokens, term)
            terms[point.id] = mine
            shared.update(mine.keys())
        return cls(
            {
                point: {
                    tokens: weight
                    * min(1.0 + 0.25 * (len(tokens) - 1), 1.5)
                    / shared[tokens]
                    * (COMMON_WEIGHT if common.issuperset(tokens) else 1.0)
                    for tokens, weight in mine.items()
                }
                for point, mine in terms.items()
            },
            names,
        )


def place(resource: Resource, outline: Outline) -> tuple[Placement, ...]:
    """The points of ``resource``, best first, each with a score 0..1 and the terms that gave it.

    A parent does not get what is its child's. The score is 1 - exp(-evidence), so that terms add up and never pass 1.
    """
    fields = _Fields.of(resource)
    found = []
    for point, terms in outline.terms.items():
        parts = [part for tokens, weight in terms.items() for part in fields.evidence(tokens, weight, outline.names)]
        score = 1 - math.exp(-sum(part.weight for part in parts))
        if score >= LEAST_SCORE:
            strongest = sorted(parts, key=lambda part: -part.weight)[:5]
            found.append(Placement(point, round(score, 4), tuple(strongest), "rule"))
    found.sort(key=lambda placement: -placement.score)
    return tuple(found[:MOST_POINTS])


@dataclass(frozen=True)
class _Fields:
    """Where each word of a resource stands: field -> word -> its places."""

    title: Mapping[str, Sequence[int]]
    headings: Mapping[str, Sequence[int]]
    tags: frozenset[Tokens]
    text: Mapping[str, Sequence[int]]
    length: int

    @classmethod
    def of(cls, resource: Resource) -> "_Fields":
        tags = (*resource.keywords, *(resource.problem.tags if resource.problem else ()))
        text = words(resource.text)
        return cls(
            _places(words(resource.title)),
            _places([word for heading in resource.headings for word in (*words(heading.text), "")]),
            frozenset(tuple(words(tag)) for tag in tags),
            _places(text),
            len(text),
        )

    def evidence(self, tokens: Tokens, weight: float, names: Mapping[Tokens, str]) -> list[Reason]:
        name = names[tokens]
        found = []
        if _runs(tokens, self.title):
            found.append(Reason("point_in_title", round(weight * IN_TITLE, 4), name))
        if tokens in self.tags:
            found.append(Reason("point_in_tags", round(weight * IN_TAGS, 4), name))
        if _runs(tokens, self.headings):
            found.append(Reason("point_in_headings", round(weight * IN_HEADINGS, 4), name))
        if times := _runs(tokens, self.text):
            # One mention in a long text is a mention, in a short one a subject (as BM25 dampens both).
            share = times / (times + 1 + self.length / 400)
            found.append(Reason("point_in_text", round(weight * IN_TEXT * share, 4), f"{name} × {times}"))
        return found


def _terms(point: KnowledgePoint) -> list[tuple[str, float]]:
    named = [(name, 1.0) for name in (*point.title.all(), *point.aliases)]
    heaviest = max((keyword.weight for keyword in point.keywords), default=1.0)
    return [*named, *((keyword.term, 0.8 * keyword.weight / max(heaviest, 1.0)) for keyword in point.keywords)]


def _places(tokens: Sequence[str]) -> Mapping[str, Sequence[int]]:
    places: dict[str, list[int]] = defaultdict(list)
    for position, token in enumerate(tokens):
        places[token].append(position)
    return places


def _runs(tokens: Tokens, places: Mapping[str, Sequence[int]]) -> int:
    """How often the tokens stand one after the other."""
    first = places.get(tokens[0], ())
    if len(tokens) == 1 or not first:
        return len(first)
    rest = [set(places.get(token, ())) for token in tokens[1:]]
    return sum(all(start + 1 + step in others for step, others in enumerate(rest)) for start in first)
