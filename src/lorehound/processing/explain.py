"""Why a page would be kept or not, and where its links would lead: the flow's own decisions, with their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorehound.flow import Digest, View, digest
from lorehound.focus.learnt import Learnt
from lorehound.model.page import Page
from lorehound.model.verdict import LinkScore


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link of the page: what it says, and how soon it would be fetched and why."""

    url: str
    anchor: str
    score: LinkScore


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page's digest, and its links that would be followed, best first."""

    digest: Digest
    links: Sequence[LinkView]

    @property
    def kept(self) -> bool:
        """Whether a crawl would keep the page."""
        return self.digest.resource is not None


def explain(page: Page, view: View, learnt: Learnt) -> Explanation:
    """Digests a page and scores its links once more, this time with the reasons."""
    seen = digest(page, view, learnt)
    if seen.reading is None:
        return Explanation(seen, ())
    followed = {candidate.url for candidate in seen.candidates}
    links = [link for link in seen.reading.clean.links if link.url in followed]
    scores = view.strategy.score(seen.reading, seen.verdict, view.profile, learnt, links=links)
    ranked = sorted(zip(links, scores, strict=True), key=lambda pair: -pair[1].score)
    return Explanation(seen, tuple(LinkView(link.url, link.anchor, score) for link, score in ranked))
