"""A workspace with a topic, and crawls of sites on loopback whose counters always agree with the site's own log."""

from collections.abc import Callable
from dataclasses import dataclass

from loopback.server import Site
from lorehound.crawl.options import CrawlOptions
from lorehound.crawl.run import crawl
from lorehound.model.run import OUTCOMES, Run
from lorehound.model.topic import Topic
from lorehound.workspace import Workspace

WORDS = ["database", "SQL", "query", "transaction", "index", "table"]


@dataclass
class Bench:
    """One topic in one workspace."""

    workspace: Workspace

    def topic(self, *seeds: str, name: str = "databases", **fields: object) -> Topic:
        """Puts a topic in that takes every page but those about gardens; politeness is off unless it is asked for."""
        given = {
            "politeness": {"delay": 0, "concurrency_per_host": 8},
            "threshold": 0,
            "exclude": ["gardener"],
            **fields,
        }
        topic = Topic(id=name, title="Relational databases", keywords=WORDS, seeds=seeds, **given)
        self.workspace.library.put_topic(topic)
        return topic

    def crawl(self, topic: Topic | str = "databases", on_progress: Callable | None = None, **options: object) -> Run:
        """Crawls, and checks that the counters add up."""
        named = {"allow_private": True, "strategy": "complete", **options}
        run = crawl(self.workspace, topic, CrawlOptions(**named), on_progress)
        counters = run.counters
        assert counters.fetched == sum(getattr(counters, name) for name in OUTCOMES)
        assert counters.unsure <= counters.kept <= counters.on_topic <= counters.kept + counters.duplicates
        return run

    def rows(self, topic: str = "databases") -> dict:
        """The saved-page list by path."""
        rows = self.workspace.library.saved_pages(topic, n=10_000)
        return {"/" + row.url.split("://", 1)[1].partition("/")[2]: row for row in rows}


def agrees(site: Site, *runs: Run) -> None:
    """The site's log holds what the runs counted, no more and no less."""
    counted = sum(run.counters.fetched + run.counters.other_requests for run in runs)
    assert counted == len(site.log), [(line.path, line.status) for line in site.log]
