"""The simulated crawl and the real one see the same: equal vectors, step by step, on a stored site."""

import random

import numpy as np
from training.simulate import crawl
from training.sites import StoredPage
from training.web import Web

from lorehound.flow import View, digest, lessons
from lorehound.focus.features import unpack, vectors
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.ranker import default_ranker
from lorehound.focus.reading import Reading
from lorehound.frontier.contract import HostPolicy
from lorehound.frontier.memory import MemoryFrontier
from lorehound.model.page import Candidate, Page
from lorehound.model.topic import Topic
from lorehound.sites.registry import Rules
from lorehound.text.clean import clean
from lorehound.url.key import key

WORDS = "transaction commit lock index table join soup garlic bread team match goal river".split()


def stored_site() -> dict[str, str]:
    random_ = random.Random(3)
    pages = {}
    folders = ("db", "food", "sport")
    names = [f"{folder}/{word}-{number}.html" for folder in folders for number in range(5) for word in WORDS[:4]]
    for name in ("index.html", *names):
        title = name.replace("/", " ").replace("-", " ").removesuffix(".html")
        near = WORDS[:6] if name.startswith("db") else WORDS[6:]
        text = " ".join(random_.choice(near) for _ in range(120))
        links = "".join(
            f'<li><a href="http://a.test/{other}">{other.split("/")[1].split(".")[0]}</a> {random_.choice(near)}</li>'
            for other in random_.sample(names, 12)
        )
        pages[f"http://a.test/{name}"] = (
            f"<html lang='en'><title>{title}</title><body><main><h1>{title}</h1><p>{text}</p>"
            f"<ul class='toc'>{links}</ul></main>"
        )
    return pages


def test_the_vectors_are_equal_on_a_stored_crawl():
    site, topic = stored_site(), Topic(id="db", title="Database transactions", keywords=("lock", "commit", "index"))
    start, budget = "http://a.test/index.html", 25

    fetched, real = [], []
    view = View.of(topic, Rules.builtin())
    frontier, learnt = MemoryFrontier(), Learnt()
    frontier.put([Candidate(start, key(start), "a.test", "db", 1000.0, kind="seed")])
    while len(fetched) < budget:
        leased = frontier.lease(
            "db",
            "w",
            1,
            policy=HostPolicy(delay=0.0),
            rank=lambda found: view.strategy.rank(found, view.profile, learnt),
        )
        [candidate] = leased.candidates
        real.append(vectors(unpack([candidate.features]), view.profile, learnt)[0])
        fetched.append(candidate.url)
        page = Page(candidate.url, site[candidate.url].encode(), headers={"content-type": "text/html"})
        read = digest(page, view, learnt, origin=candidate)
        frontier.put(read.candidates)
        learnt_now = lessons(read, view, learnt, origin=candidate)
        learnt.add(learnt_now)
        frontier.done(candidate, "kept")

    web = Web.of(
        {
            url: StoredPage(Reading.of(clean(Page(url, html.encode(), headers={"content-type": "text/html"}))), "")
            for url, html in site.items()
        }
    )
    profile, simulated = Profile.of(topic), []
    numbers = crawl(
        web,
        profile,
        web.number[start],
        budget,
        ranker=default_ranker(),
        chosen=lambda origin, learnt: simulated.append(vectors(unpack([origin.features]), profile, learnt)[0]),
    )
    assert [web.urls[number] for number in numbers] == fetched
    assert np.allclose(np.array(simulated), np.array(real[1:]), atol=1e-6)
