"""How much a page is about the topic by words alone: what statistics of places are made of, so that places never teach
places."""

import math
from collections.abc import Mapping

from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile, scale
from lorehound.focus.reading import Reading, page_weight
from lorehound.focus.weights import Weights, weights
from lorehound.text.words import words


def value(page: Reading, profile: Profile, learnt: Learnt) -> float:
    """The page's value 0..1 with the words as they weigh now; 0 in a language that is not wanted."""
    if wrong_language(page, profile):
        return 0.0
    now = weights(profile, learnt)
    own = _sum(page, now.words) / full_hit(page, now.words)
    taught = _sum(page, now.learnt) / now.learnt_scale
    return min(1.0, (1.0 - now.learnt_part) * own + now.learnt_part * min(1.0, taught))


def first_value(page: Reading, profile: Profile) -> float:
    """The page's value 0..1 with the words as they weighed before anything was learnt: it cannot drift."""
    return min(1.0, _sum(page, profile.start) / full_hit(page, profile.start))


def within_reach(page: Reading, weights: Mapping[str, float]) -> Mapping[str, float]:
    """The words that a page in its language may hold: a page without Chinese is not blamed for lacking Chinese
    words."""
    if page.chinese:
        return weights
    return {token: weight for token, weight in weights.items() if token.isascii()} or weights


def full_hit(page: Reading, weights: Mapping[str, float]) -> float:
    """What a page in its language holds at most, as ``profile.scale``."""
    return scale(within_reach(page, weights))


def is_about(page: Reading, profile: Profile, learnt: Learnt, value: float) -> float:
    """How far the crawl takes the page as on topic, 0..1; little when the topic's own words are hardly there."""
    certainty = 1.0 / (1.0 + math.exp(-12.0 * (value - cut(learnt))))
    return certainty * (0.3 if first_value(page, profile) < 0.15 else 1.0)


def cut(learnt: Learnt) -> float:
    """The value that parts good pages of this crawl from others."""
    return max(0.3, 0.65 * learnt.high_value())


def wrong_language(page: Reading, profile: Profile) -> bool:
    """Whether the page is in a language that the topic does not want; unknown languages pass."""
    language = page.clean.language
    return bool(language and profile.languages and language not in profile.languages)


def title_share(tokens: tuple[str, ...], profile: Profile) -> float:
    """The share of the topic title's weight that the words hold, 0..1, in the language of the title that fits best."""
    best = 0.0
    for names in (
        [token for token in profile.title if token.isascii()],
        [token for token in profile.title if not token.isascii()],
        profile.title,
    ):
        whole = sum(profile.start[token] for token in names)
        met = sum(profile.start[token] for token in names if token in tokens)
        best = max(best, met / whole if whole else 0.0)
    return best


def hits(tokens: tuple[str, ...], now: Weights) -> float:
    """How strongly a few words (an anchor, a title) speak of the topic, 0..1."""
    return math.tanh(sum(now.words.get(token, 0.0) for token in set(tokens)) / (2.0 * now.reach))


def excluded(page: Reading, profile: Profile) -> str:
    """The first phrase that the topic excludes and the page holds in title, headings or often in its text; else
    empty."""
    for phrase in profile.exclude:
        if _holds(page.title, phrase) or _holds(page.headings, phrase):
            return " ".join(phrase)
        if min(page.body.get(token, 0) for token in phrase) >= 2 and _holds(tuple(words(page.clean.text)), phrase):
            return " ".join(phrase)
    return ""


def _holds(tokens: tuple[str, ...], phrase: tuple[str, ...]) -> bool:
    size = len(phrase)
    return any(tokens[at : at + size] == phrase for at in range(len(tokens) - size + 1))


def _sum(page: Reading, words: Mapping[str, float]) -> float:
    return sum(weight * page_weight(page, token) for token, weight in words.items() if weight)
