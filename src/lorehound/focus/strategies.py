"""The orders in which a crawl may go, behind one small protocol."""

from collections.abc import Sequence
from typing import Protocol

from lorehound.errors import BadSetting
from lorehound.focus.features import COLUMNS, NUMBERS, vectors
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import as_scores, pack_links, rank, score_links
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading
from lorehound.model.page import Candidate
from lorehound.model.text import Link
from lorehound.model.verdict import LinkScore, Verdict


class Strategy(Protocol):
    """An order of fetching: ``score`` for a page's links, ``rank`` for what waits (the ``rank`` of
    ``frontier.lease``)."""

    @property
    def name(self) -> str: ...  # noqa: D102

    def score(
        self,
        page: Reading,
        verdict: Verdict,
        profile: Profile,
        learnt: Learnt,
        *,
        links: Sequence[Link] | None = None,
        origin: Candidate | None = None,
    ) -> list[LinkScore]:
        """Scores links of a judged page, in their order (``links`` None: all of the page's)."""

    def rank(self, candidates: Sequence[Candidate], profile: Profile, learnt: Learnt) -> list[float]:
        """Scores candidates that wait again."""


def strategy(name: str, *, breadth: bool = False) -> Strategy:
    """The strategy of that name (BadSetting for another); ``breadth`` asks best-first for many sites."""
    if name not in STRATEGIES:
        raise BadSetting(f"strategy {name!r} is not known; choose one of {', '.join(STRATEGIES)}")
    if breadth and name != BestFirst.name:
        raise BadSetting(f"many sites can be asked for with strategy {BestFirst.name} only, not with {name}")
    return BestFirst(breadth=True) if breadth else STRATEGIES[name]


class BestFirst:
    """The most promising links first, by the trained ranker; with ``breadth`` the best of each site in turn."""

    name = "best-first"

    def __init__(self, *, breadth: bool = False) -> None:
        self._breadth = breadth

    def score(
        self,
        page: Reading,
        verdict: Verdict,
        profile: Profile,
        learnt: Learnt,
        *,
        links: Sequence[Link] | None = None,
        origin: Candidate | None = None,
    ) -> list[LinkScore]:
        """Scores by what the words of the link and the fortunes of its places promise."""
        return score_links(page, verdict, profile, learnt, links=links, origin=origin)

    def rank(self, candidates: Sequence[Candidate], profile: Profile, learnt: Learnt) -> list[float]:
        """Scores again with what has been learnt since."""
        return rank(candidates, profile, learnt, breadth=self._breadth)


class _Unmoved:
    """An order that nothing learnt changes."""

    def rank(self, candidates: Sequence[Candidate], profile: Profile, learnt: Learnt) -> list[float]:  # noqa: ARG002
        """Leaves the scores as they are."""
        return [candidate.score for candidate in candidates]


class SharkSearch(_Unmoved):
    """Links inherit from their page and add their own words (Hersovici et al., "The shark-search algorithm", 1998)."""

    name = "shark-search"

    def score(
        self,
        page: Reading,
        verdict: Verdict,
        profile: Profile,
        learnt: Learnt,  # noqa: ARG002
        *,
        links: Sequence[Link] | None = None,
        origin: Candidate | None = None,
    ) -> list[LinkScore]:
        """0.8 times what is inherited plus 0.2 times what anchor, address and surroundings say."""
        chosen = page.clean.links if links is None else links
        records = pack_links(page, verdict, profile, _UNTAUGHT, links=chosen, origin=origin)
        said = vectors(records, profile, _UNTAUGHT)[:, _SAID].max(axis=1, initial=0.0)
        scores = 0.8 * records["numbers"][:, NUMBERS.index("inherited")].astype(float) + 0.2 * said
        return as_scores(chosen, scores.tolist(), records)


class BreadthFirst(_Unmoved):
    """The oldest links first, click by click outwards from the seeds."""

    name = "breadth-first"

    def score(
        self,
        page: Reading,
        verdict: Verdict,
        profile: Profile,
        learnt: Learnt,  # noqa: ARG002
        *,
        links: Sequence[Link] | None = None,
        origin: Candidate | None = None,
    ) -> list[LinkScore]:
        """Scores by distance from the seeds, then by place on the page."""
        chosen = page.clean.links if links is None else links
        records = pack_links(page, verdict, profile, _UNTAUGHT, links=chosen, origin=origin)
        depth = (origin.depth if origin is not None else 0) + 1
        return as_scores(chosen, [-depth - link.position / 100_000.0 for link in chosen], records)


class Complete(BreadthFirst):
    """Everything in scope, nothing missed: breadth-first, and no link is left for being unpromising."""

    name = "complete"


STRATEGIES: dict[str, Strategy] = {made.name: made for made in (BestFirst(), SharkSearch(), BreadthFirst(), Complete())}

_UNTAUGHT = Learnt()
_SAID = [COLUMNS.index(name) for name in ("words_anchor", "words_address", "words_context")]
