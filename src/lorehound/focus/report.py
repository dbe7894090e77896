"""What a topic has learnt, in words and figures, for ``topic learn`` and its pages."""

from dataclasses import dataclass

from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.ranker import default_ranker, missing
from lorehound.focus.weights import weights


@dataclass(frozen=True, slots=True)
class WordWeight:
    """A word with its weight now and before the crawl (0: it was learnt), and on how many pages it stood."""

    word: str
    weight: float
    before: float
    pages: int


@dataclass(frozen=True, slots=True)
class Fortune:
    """A site, folder or page of links: pages that were read there (or through it), those on topic, and their share."""

    place: str
    pages: int
    on_topic: int
    share: float


@dataclass(frozen=True, slots=True)
class Band:
    """Pages whose verdict lay in a tenth of 0..1: how many, their mean score, and their mean value by words alone."""

    low: float
    pages: int
    score: float
    value: float


@dataclass(frozen=True, slots=True)
class LearntReport:
    """What a topic has learnt; ``notes`` says what could not be used (a missing ranker, an unreadable state)."""

    topic: str
    pages: int
    on_topic: float
    words: tuple[WordWeight, ...]
    learnt_words: tuple[WordWeight, ...]
    best: tuple[Fortune, ...]
    worst: tuple[Fortune, ...]
    hubs: tuple[Fortune, ...]
    calibration: tuple[Band, ...]
    ranker: str
    notes: tuple[str, ...] = ()


def report(profile: Profile, learnt: Learnt, n: int = 10) -> LearntReport:
    """The report of a topic, ``n`` entries a list."""
    now = weights(profile, learnt)
    seen = {name[5:]: int(numbers[2]) for name, numbers in learnt.names.items() if name.startswith("word:")}
    own = [
        WordWeight(word, round(weight, 2), round(profile.start[word], 2), seen.get(word, 0))
        for word, weight in now.words.items()
    ]
    found = [WordWeight(word, round(weight, 2), 0.0, seen.get(word, 0)) for word, weight in now.learnt.items()]
    places = [
        Fortune(name[5:], int(pages), int(on), round(on / pages, 3))
        for name, (_, pages, on) in _of_kind(learnt, "site:", 3)
        if pages >= _ENOUGH
    ]
    totals = learnt.names.get("pages", (0.0,) * 5)
    return LearntReport(
        topic=profile.topic,
        pages=int(totals[0]),
        on_topic=round(totals[2], 1),
        words=tuple(sorted(own, key=lambda word: (-word.weight, word.word))[: 2 * n]),
        learnt_words=tuple(sorted(found, key=lambda word: (-word.weight * word.pages, word.word))[: 2 * n]),
        best=tuple(sorted(places, key=lambda place: (-place.share, -place.pages, place.place))[:n]),
        worst=tuple(sorted(places, key=lambda place: (place.share, -place.pages, place.place))[:n]),
        hubs=hubs(learnt, n),
        calibration=tuple(
            Band(int(name[12:]) / 10, int(pages), round(score / pages, 3), round(value / pages, 3))
            for name, (pages, score, value) in sorted(_of_kind(learnt, "calibration:", 3))
        ),
        ranker=default_ranker().name,
        notes=tuple(note for note in (learnt.note, missing()) if note),
    )


def hubs(learnt: Learnt, n: int = 50) -> tuple[Fortune, ...]:
    """The pages that led to most pages on topic: worth looking at again first in the next run."""
    found = [
        Fortune(name[4:], int(pages), int(on), round(on / pages, 3))
        for name, (pages, on) in _of_kind(learnt, "hub:", 2)
        if on >= _A_FEW
    ]
    return tuple(sorted(found, key=lambda hub: (-hub.on_topic, -hub.share, hub.place))[:n])


def _of_kind(learnt: Learnt, kind: str, size: int) -> list[tuple[str, tuple[float, ...]]]:
    return [(name, numbers) for name, numbers in learnt.names.items() if name.startswith(kind) and len(numbers) == size]


_ENOUGH = 3
_A_FEW = 2
