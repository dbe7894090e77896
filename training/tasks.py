"""What is simulated: every topic in its own site and from a page of links, in five folds of sites."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from zlib import crc32

from lorehound.focus.background import UNSEEN
from lorehound.focus.hashing import token_id
from lorehound.focus.profile import Profile
from lorehound.model.topic import Topic
from training import sites
from training.sites import StoredPage
from training.topics import Task, topics
from training.web import PORTAL, Web, with_portal

FOLDS = 5
TWINS = (
    ("lilypond.test", "lilypond-zh.test"),
    ("install-en.test", "install-zh.test"),
    ("debref-zh.test", "debfaq-zh.test", "maintguide-zh.test", "debmake-zh.test"),
)
"""Sites that share their contents or their makers: they stand in one fold."""

BUDGETS = (0.5, 1.0, 2.0)
MOST_BUDGET = 600


@dataclass(frozen=True)
class Job:
    """One crawl to simulate: a task, where it starts, and how many keywords it is given (full, three, title)."""

    task: Task
    portal: bool
    words: str = "full"
    round: int = 0

    @property
    def id(self) -> str:
        return f"{self.task.id}{'@links' if self.portal else ''}"


class Material:
    """All sites as they were read, and what is built from them, kept while it is needed."""

    def __init__(self, cache: Path, archives: Path | None) -> None:
        self.cache, self.archives = cache, archives
        self.sites = {site.host: site for site in sites.listed()}
        self._web = lru_cache(maxsize=6)(self._build)

    @lru_cache(maxsize=64)  # noqa: B019
    def pages(self, host: str) -> dict[str, StoredPage]:
        return sites.read(self.sites[host], self.cache, self.archives)

    @cached_property
    def hosts(self) -> list[str]:
        return [host for host in self.sites if len(self.pages(host)) >= 8]

    @cached_property
    def folds(self) -> dict[str, int]:
        """The fold of each host: largest sites first, dealt out evenly; twins together."""
        together = {host: twins for twins in TWINS for host in twins}
        groups = {together.get(host, (host,)) for host in self.hosts}
        order = sorted(groups, key=lambda group: (-sum(len(self.pages(h)) for h in group if h in self.hosts), group))
        found: dict[str, int] = {}
        for number, group in enumerate(order):
            back, at = divmod(number, FOLDS)
            for host in group:
                found[host] = at if back % 2 == 0 else FOLDS - 1 - at
        return found

    @cached_property
    def tasks(self) -> list[Task]:
        return [task for host in self.hosts for task in topics(host, self.sites[host].start, self.pages(host))]

    def jobs(self, words: str = "full") -> list[Job]:
        """Every task in its site, and a third of them (and every whole site) from a page of links."""
        found = []
        for task in self.tasks:
            if task.kind != "site":
                found.append(Job(task, portal=False, words=words))
            if task.kind == "site" or task.language == "zh" or crc32(task.id.encode()) % 3 == 0:
                found.append(Job(task, portal=True, words=words))
        return found

    def web(self, job: Job) -> tuple[Web, int]:
        """The web that a job crawls, and the page it starts from."""
        if not job.portal:
            web = self._web((job.task.host,), "")
            return web, web.number[self.sites[job.task.host].start]
        fold = self.folds[job.task.host]
        others = [host for host in self.hosts if self.folds[host] == fold and host != job.task.host]
        random_ = random.Random(crc32(f"{job.task.host} {job.round}".encode()))
        chosen = random_.sample(others, min(len(others), random_.randint(4, 7)))
        web = self._web(tuple(sorted((job.task.host, *chosen))), f"{job.task.host} {job.round}")
        return web, web.number[PORTAL]

    def _build(self, hosts: tuple[str, ...], portal: str) -> Web:
        if not portal:
            return Web.of(self.pages(hosts[0]))
        return Web.of(with_portal({self.sites[host]: self.pages(host) for host in hosts}, portal))

    @lru_cache(maxsize=16)  # noqa: B019
    def common(self, without: frozenset[str]) -> Callable[[str], float]:
        """Shares of pages that hold a word, over all sites but those; each site counts the same."""
        table = self.shares(without)
        return lambda token: table.get(token_id(token), UNSEEN)

    def shares(self, without: frozenset[str] = frozenset()) -> dict[int, float]:
        """``common`` as a table by token id, without rare words."""
        total: Counter[str] = Counter()
        used = [host for host in self.hosts if host not in without]
        for host in used:
            total.update(self._site_shares(host))
        return {token_id(token): share / len(used) for token, share in total.items() if share / len(used) > UNSEEN}

    @lru_cache(maxsize=64)  # noqa: B019
    def _site_shares(self, host: str) -> Counter[str]:
        pages = self.pages(host).values()
        found: Counter[str] = Counter()
        for page in pages:
            found.update(page.reading.body.keys() | set(page.reading.title))
        return Counter({token: count / len(pages) for token, count in found.items()})

    def left_out(self, host: str) -> frozenset[str]:
        """The hosts of a host's fold."""
        return frozenset(other for other in self.hosts if self.folds[other] == self.folds[host])

    def profile(self, job: Job) -> Profile:
        """A job's topic made ready, with background counts from other folds."""
        keywords = {"full": job.task.keywords, "three": job.task.keywords[::2][:3], "title": ()}[job.words]
        topic = Topic(
            id=job.task.id,
            title=job.task.title,
            keywords=keywords,
            languages=("zh",) if job.task.language == "zh" and job.portal else (),
        )
        return Profile.of(topic, common=self.common(self.left_out(job.task.host)))


def variant(jobs: list[Job], seed: int) -> list[Job]:
    """Jobs with their words drawn: about half full, a fifth three, the others the title alone."""
    random_ = random.Random(seed)
    return [
        replace(job, words=random_.choices(("full", "three", "title"), (50, 20, 30))[0], round=seed) for job in jobs
    ]
