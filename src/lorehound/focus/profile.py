"""What a topic looks for, as words with weights: from its title, keywords, outline and example pages."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lorehound.focus.background import share
from lorehound.focus.link_words import character_pairs
from lorehound.focus.reading import Reading, page_weight
from lorehound.model.text import CleanText
from lorehound.model.topic import Topic
from lorehound.text.words import words

MOST_TERMS = 160
LARGEST_WEIGHT = 5.0


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the topic: what the user's weight and the phrase's length make of it, and its share of all pages."""

    given: float
    common: float


@dataclass(frozen=True, eq=False)
class Profile:
    """A topic made ready for judging; made once by ``Profile.of`` and passed in everywhere.

    ``terms`` are tokens of ``text.words.words`` with their ``Term``; ``start`` the weight of each before anything was
    learnt. ``labels`` holds what the example pages say of each term: (sum over examples, sum over counter-examples).
    """

    topic: str
    languages: frozenset[str]
    threshold: float
    title: frozenset[str]
    terms: Mapping[str, Term]
    start: Mapping[str, float]
    exclude: tuple[tuple[str, ...], ...] = ()
    stems: tuple[str, ...] = ()
    """Latin words of three letters and more, looked for anywhere inside an address ("sql" in "postgresql")."""
    pairs: frozenset[str] = frozenset()
    """Pairs of neighbouring Chinese characters of the title and the keywords."""
    labels: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    examples: tuple[Reading, ...] = ()
    counter_examples: tuple[Reading, ...] = ()
    common: Callable[[str], float] = share
    """In which share of all pages a word stands."""

    @classmethod
    def of(
        cls,
        topic: Topic,
        examples: Sequence[CleanText] = (),
        counter_examples: Sequence[CleanText] = (),
        common: Callable[[str], float] = share,
    ) -> "Profile":
        """Reads a topic; the example pages whose addresses stand in the topic were fetched and cleaned before.

        ``common`` answers in which share of all pages a token stands.
        """
        phrases = list(_phrases(topic))
        given: dict[str, float] = {}
        for phrase, weight in phrases:
            tokens = list(dict.fromkeys(token for token in words(phrase) if token not in _STOP))
            for token in tokens:
                given[token] = max(given.get(token, 0.0), weight / math.sqrt(len(tokens)))
        good = tuple(Reading.of(page) for page in (*_texts(topic.examples), *examples))
        bad = tuple(Reading.of(page) for page in (*_texts(topic.counter_examples), *counter_examples))
        for token, weight in _typical(good, bad, common):
            given.setdefault(token, weight)
        largest = sorted(given, key=lambda token: (-given[token], token))[:MOST_TERMS]
        terms = {token: Term(given[token], common(token)) for token in largest}
        labels = {
            token: (sum(page_weight(page, token) for page in good), sum(page_weight(page, token) for page in bad))
            for token in (terms if good or bad else ())
        }
        start = {
            token: weight_of(term, *labels.get(token, (0.0, 0.0)), float(len(good)), float(len(bad)))
            for token, term in terms.items()
        }
        return cls(
            topic=topic.id,
            languages=frozenset(tag.lower().partition("-")[0] for tag in topic.languages),
            threshold=topic.threshold,
            title=frozenset(token for name in topic.title.all() for token in words(name) if token in terms),
            terms=terms,
            start=start,
            exclude=tuple(filter(None, (tuple(words(phrase)) for phrase in topic.exclude))),
            stems=tuple(sorted({word for phrase, _ in phrases for word in _stems(phrase)})),
            pairs=frozenset().union(*(character_pairs(phrase) for phrase, _ in phrases)),
            labels=labels,
            examples=good,
            counter_examples=bad,
            common=common,
        )


def weight_of(term: Term, inside: float, outside: float, pages_in: float, pages_out: float) -> float:
    """A term's log-odds between pages on and off topic, 0 to 5, shrunk to what is known of the word beforehand."""
    on = (inside + 6.0 * max(0.25, term.common)) / (pages_in + 6.0)
    off = (outside + 10.0 * term.common) / (pages_out + 10.0)
    on, off = min(on, 0.999), min(max(off, 1e-6), 0.999)
    odds = math.log(on * (1.0 - off) / (off * (1.0 - on)))
    return min(max(term.given * odds, 0.0), LARGEST_WEIGHT)


def scale(weights: Mapping[str, float]) -> float:
    """What counts as a full hit: the sum of the four largest weights."""
    return sum(sorted(weights.values(), reverse=True)[:4]) or 1.0


def reach(weights: Mapping[str, float]) -> float:
    """A strong word's weight: the mean of the six largest."""
    largest = sorted(weights.values(), reverse=True)[:6]
    return (sum(largest) / len(largest) if largest else 0.0) or 1.0


def _texts(examples: Iterable[str]) -> list[CleanText]:
    """Examples that are written out in the topic, as pages."""
    return [CleanText(url="", text=example) for example in examples if "://" not in example[:12]]


def _phrases(topic: Topic) -> Iterable[tuple[str, float]]:
    for name in topic.title.all():
        yield name, 1.0
    for keyword in topic.keywords:
        yield keyword.term, keyword.weight
    for point in topic.knowledge_points:
        for name in (*point.title.all(), *point.aliases):
            yield name, _OUTLINE
        for keyword in point.keywords:
            yield keyword.term, _OUTLINE * keyword.weight


def _typical(
    good: Sequence[Reading], bad: Sequence[Reading], common: Callable[[str], float]
) -> list[tuple[str, float]]:
    """Words that example pages share and other pages lack, strongest first."""
    found: dict[str, float] = {}
    for page in good:
        for token in page.body:
            if token not in _STOP and len(token) > 1:
                found[token] = found.get(token, 0.0) + page_weight(page, token)
    for page in bad:
        for token in page.body:
            if token in found:
                found[token] -= page_weight(page, token)
    odds = {
        token: seen / len(good) * math.log(1.0 / max(common(token), 1e-4)) for token, seen in found.items() if seen > 0
    }
    best = sorted(odds, key=lambda token: (-odds[token], token))[:_FROM_EXAMPLES]
    return [(token, _EXAMPLE) for token in best]


def _stems(phrase: str) -> list[str]:
    parts = "".join(char if char.isascii() and char.isalnum() else " " for char in phrase.lower()).split()
    return [part for part in parts if len(part) >= 3 and part not in _STOP and not part.isdigit()]


_OUTLINE = 0.7
_EXAMPLE = 0.5
_FROM_EXAMPLES = 24
_STOP = frozenset(
    words(
        "a an and are as at be by for from how in into is it its not of on or over so than that the their them then "
        "there these this to under up use using via was what when which who why will with without you your about "
        "introduction overview guide manual chapter section part 以及 一个 如何 什么 怎么 关于 介绍 概述 使用"
    )
)
