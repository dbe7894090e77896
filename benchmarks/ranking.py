"""CPU of ranking for a page of 100 links: scoring them as found, and the best 256 that wait once more.

python -m benchmarks.ranking [--pages 60]
"""

import argparse
import random
import time

from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import rank, score_links
from lorehound.focus.profile import Profile
from lorehound.focus.ranker import default_ranker
from lorehound.focus.reading import Reading
from lorehound.focus.relevance import judge
from lorehound.frontier.contract import POOL
from lorehound.model.page import Candidate
from lorehound.model.topic import Topic
from lorehound.text.clean import clean_html

LINKS = 100
WARM = 5
"""Pages before it counts: models are read once, words and menus are remembered."""
WORDS = "lock commit index table join cache plan page tree log view user role type cast cost scan sort hash".split()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ranking", description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=60)
    asked = parser.parse_args()
    draw = random.Random(5)
    profile = Profile.of(Topic(id="db", title="Relational databases", keywords=("lock", "transaction", "query plan")))
    learnt, waiting = Learnt(), []
    spent = {"judge": 0.0, "score 100 links": 0.0, f"rank {POOL} again": 0.0, "observe": 0.0}
    for number in range(asked.pages + WARM):
        reading = Reading.of(clean_html(_page(draw, number), f"http://db.test/manual/{number}.html"))
        start = time.process_time()
        verdict = judge(reading, profile, learnt)
        judged = time.process_time()
        scores = score_links(reading, verdict, profile, learnt)
        scored = time.process_time()
        waiting += [
            Candidate(score.url, score.url, "db.test", "db", score.score, features=score.features) for score in scores
        ]
        waiting = waiting[-POOL:]
        before = time.process_time()
        rank(waiting, profile, learnt)
        ranked = time.process_time()
        learnt.add(observe(reading, verdict, profile, learnt))
        taught = time.process_time()
        for name, seconds in zip(
            spent, (judged - start, scored - judged, ranked - before, taught - ranked), strict=True
        ):
            spent[name] += seconds
    print(f"{default_ranker().name}; milliseconds of CPU a page:")
    for name, seconds in spent.items():
        print(f"  {name:18} {1000 * seconds / asked.pages:6.2f}")


def _page(draw: random.Random, number: int) -> str:
    """A page of which half the links are new and half stand on every page, as menus do."""
    links = [f"/manual/{draw.choice(WORDS)}-{draw.choice(WORDS)}-{number}-{at}.html" for at in range(LINKS // 2)]
    links += [f"/menu/{WORDS[at % len(WORDS)]}-{at}.html" for at in range(LINKS // 2)]
    items = "".join(
        f'<li><a href="{link}">{" ".join(draw.sample(WORDS, 3))}</a> about {draw.choice(WORDS)}</li>' for link in links
    )
    text = " ".join(draw.choice(WORDS) for _ in range(400))
    return f"<html><title>{draw.choice(WORDS)}</title><body><main><p>{text}</p><ul>{items}</ul></main></body></html>"


if __name__ == "__main__":
    main()
