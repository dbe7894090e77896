"""Whether a walk over a site's lists was complete: lists read, ids found, and what became of each."""

from collections import Counter
from dataclasses import dataclass, field

from lorehound.archive.contract import PageStore
from lorehound.library.contract import Library
from lorehound.library.saved_rows import saved_rows
from lorehound.sites.registry import Rules, read_site
from lorehound.sites.walk import role_of
from lorehound.text.clean import clean
from lorehound.url.key import key


@dataclass
class WalkReport:
    """The sums of a walk: ``ids = fetched + not_fetched``, ``fetched = stored + duplicates + off_topic + failed``.

    ``missing`` names up to 20 of the addresses not fetched; ``unlisted`` counts resource pages that were fetched
    although no list names them.
    """

    lists: int = 0
    ids: int = 0
    fetched: int = 0
    stored: int = 0
    duplicates: int = 0
    off_topic: int = 0
    failed: int = 0
    unlisted: int = 0
    not_fetched: int = 0
    missing: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Every id was fetched, and none failed."""
        return self.ids > 0 and self.not_fetched == 0 and self.failed == 0


def walk_report(library: Library, pages: PageStore, rules: Rules, topic_id: str) -> WalkReport:
    """Reckons a topic's walk up again from its saved pages: each list page is read again with the rules."""
    report = WalkReport()
    listed: dict[str, str] = {}
    outcomes: dict[str, str] = {}
    for row in saved_rows(library, topic_id):
        role = next((role for rule in rules.fitting(row.url) if (role := role_of(rule, row.url)[0])), "")
        if role == "list" and row.place is not None:
            report.lists += 1
            reading = read_site(clean(pages.read(row.place)), rules)
            listed |= {key(url): url for url in reading.links}
        elif role == "resource":
            outcomes[row.key] = row.outcome
    counts = Counter(outcome for each, outcome in outcomes.items() if each in listed)
    report.ids, report.fetched = len(listed), sum(counts.values())
    report.stored = counts["kept"]
    report.duplicates = counts["duplicate"]
    report.off_topic = counts["off_topic"]
    report.failed = counts["failed"] + counts["not_a_page"]
    report.unlisted = len(outcomes.keys() - listed.keys())
    report.not_fetched = report.ids - report.fetched
    report.missing = [url for each, url in listed.items() if each not in outcomes][:20]
    return report
