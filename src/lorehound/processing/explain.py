"""Why a page would be kept or not, and where its links would lead: the flow's own decisions, with their reasons."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorehound.flow import Digest, View, digest
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import explain_link
from lorehound.model.page import Candidate, Page
from lorehound.model.reason import Reason
from lorehound.model.verdict import LinkScore


@dataclass(frozen=True, slots=True)
class Explanation:
    """A page's digest, and the candidates that its links would become, best first, each with its score's reasons."""

    digest: Digest
    links: Sequence[tuple[Candidate, LinkScore]]

    @property
    def kept(self) -> bool:
        """Whether a crawl would keep the page."""
        return self.digest.resource is not None


def explain(page: Page, view: View, learnt: Learnt, *, most: int = 20) -> Explanation:
    """Digests a page; the reasons are told of the ``most`` best links."""
    seen = digest(page, view, learnt)
    ranked = sorted(seen.candidates, key=lambda candidate: -candidate.score)
    return Explanation(
        seen,
        [
            (
                candidate,
                LinkScore(candidate.url, candidate.score, _reasons(candidate, view, learnt) if at < most else ()),
            )
            for at, candidate in enumerate(ranked)
        ],
    )


def _reasons(candidate: Candidate, view: View, learnt: Learnt) -> tuple[Reason, ...]:
    return explain_link(candidate, view.profile, learnt) if candidate.features else ()
