"""What a judged page teaches the crawl, as increments that any worker may add in any order."""

from collections.abc import Mapping

from lorehound.focus.address import read_address
from lorehound.focus.features import LINK, neighbour_ids, unpack
from lorehound.focus.hashing import SLOTS
from lorehound.focus.learnt import VALUE_BINS, WINDOW, Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading, page_weight
from lorehound.focus.value import is_about, value, wrong_language
from lorehound.model.page import Candidate
from lorehound.model.verdict import Verdict

MOST_TRUST = 0.4
NO_NEWS = 0.2
"""A verdict up to here counts as nothing."""

NEW_WORDS = 16
"""So many words of a page on topic are tried as words to learn."""


def observe(
    page: Reading,
    verdict: Verdict,
    profile: Profile,
    learnt: Learnt,
    *,
    origin: Candidate | None = None,
    duplicate: bool = False,
) -> dict[str, tuple[float, ...]]:
    """The increments that a judged page gives, for ``frontier.learn`` and ``Learnt.add``.

    ``duplicate`` says that its text repeats another page's.
    """
    useless = duplicate or wrong_language(page, profile)
    worth = 0.0 if useless else outcome(value(page, profile, learnt), verdict.score)
    about = 0.0 if useless else is_about(page, profile, learnt, worth)
    address = read_address(page.clean.url)
    new_host = learnt.table[address.host_id & (SLOTS - 1), 1] == 0
    delta: dict[str, tuple[float, ...]] = {
        "pages": (1.0, worth, about, float(useless), float(new_host)),
    }
    if not useless:
        place = min(int(worth * VALUE_BINS), VALUE_BINS - 1)
        delta["values"] = tuple(float(number == place) for number in range(VALUE_BINS))
        delta.update(_words(page, profile, learnt, about))
    gain = (worth, 1.0, float(useless))
    for number in _places(page, origin):
        delta[f"#{number & (SLOTS - 1):x}"] = gain
    on = float(verdict.label == "on" and not useless)
    deepest = address.folders[-1] if address.folders else ""
    for site in dict.fromkeys((address.host, deepest)):
        if site:
            delta[f"site:{site}"] = (worth, 1.0, on)
    if origin is not None and origin.referrer and not duplicate:
        delta[f"hub:{origin.referrer}"] = (1.0, on)
    delta[f"window:{int(learnt.pages) // WINDOW}"] = (1.0, on)
    bin_of = min(int(verdict.score * 10), 9)
    delta[f"calibration:{bin_of}"] = (1.0, verdict.score, worth)
    return delta


def outcome(value: float, score: float) -> float:
    """What a page counts in the statistics of its places, 0..1: a part its words, the greater part its verdict.

    The verdict rests on places too; so it may raise what the words say by ``MOST_TRUST`` at most, and a site cannot
    talk itself up.
    """
    sure = max(0.0, (score - NO_NEWS) / (1.0 - NO_NEWS))
    return min(0.3 * value + 0.7 * sure, value + MOST_TRUST)


def _words(page: Reading, profile: Profile, learnt: Learnt, about: float) -> Mapping[str, tuple[float, ...]]:
    own = {token for token in profile.terms if page_weight(page, token) > 0}
    known = {token for token in page.body if f"word:{token}" in learnt.names}
    new: set[str] = set()
    if about > 0.5:
        typical = {
            token: page_weight(page, token) * (1.0 - min(1.0, 4.0 * profile.common(token)))
            for token, count in page.body.items()
            if count > 1 and len(token) > 2 - (not token.isascii()) and not token.isdigit()
        }
        new = set(sorted(typical, key=lambda token: (-typical[token], token))[:NEW_WORDS])
    found: dict[str, tuple[float, ...]] = {}
    for token in sorted(own | known | new):
        weight = page_weight(page, token)
        found[f"word:{token}"] = (weight * about, weight * (1.0 - about), 1.0)
    return found


def _places(page: Reading, origin: Candidate | None) -> list[int]:
    address = read_address(page.clean.url)
    ids = [address.host_id, *address.folder_ids, address.family_id, address.template_id]
    if origin is not None and len(origin.features) == LINK.itemsize:
        link = unpack([origin.features])
        ids += link["places"][0, 7:].tolist()
        ids += neighbour_ids(link, 0).tolist()
        ids += link["anchor"][0].tolist() + link["address"][0].tolist()
    return [number for number in dict.fromkeys(ids) if number]
