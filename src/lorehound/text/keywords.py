"""The words that a text is about."""

from collections import Counter
from itertools import pairwise

from lorehound.text.stopwords import STOPWORDS
from lorehound.text.words import words


def keywords(text: str, title: str = "", limit: int = 12) -> tuple[tuple[str, float], ...]:
    """The most telling words of ``text`` with weights 0..1, the heaviest first; words of the title count for more.

    A word's weight grows with its count and flattens (BM25's form). English words are stems as ``words`` gives them;
    a pair of words that mostly stand together is given as one.
    """
    found = [word for word in words(text) if word not in STOPWORDS and not word.isdigit()]
    counts = Counter(found)
    titled = {word for word in words(title) if word not in STOPWORDS}
    scores = {word: _weight(count, len(found)) * (2 if word in titled else 1) for word, count in counts.items()}
    for pair, count in Counter(pairwise(found)).items():
        one, other = pair
        if count >= _PAIR_COUNT and one != other and count >= _PAIR_SHARE * max(counts[one], counts[other]):
            phrase = f"{one} {other}" if one.isascii() and other.isascii() else one + other
            scores[phrase] = max(scores.get(one, 0), scores.get(other, 0)) * 1.1
            scores.pop(one, None)
            scores.pop(other, None)
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    heaviest = best[0][1] if best else 1.0
    return tuple((word, round(score / heaviest, 3)) for word, score in best)


_PAIR_COUNT = 3
_PAIR_SHARE = 0.7


def _weight(count: int, length: int) -> float:
    return count / (count + 1.2 * (0.4 + 0.6 * length / 400))
