from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import score_links
from lorehound.focus.relevance import judge
from lorehound.focus.stop import LEAST_PAGES, is_dry, recent_harvest
from lorehound.model.page import Candidate

GOOD = "SQL transactions in a relational database: every transaction commits; an index is a B-tree. " * 6


def crawl(databases, page, learnt, folder, title, text, count):
    for number in range(count):
        reading = page(f"http://a.test/{folder}/{number}.html", title, text)
        learnt.add(observe(reading, judge(reading, databases, learnt), databases, learnt))


def waiting(databases, page, learnt, *targets):
    reading = page("http://a.test/", "Welcome", links=tuple((target, "More") for target in targets))
    scores = score_links(reading, judge(reading, databases, learnt), databases, learnt)
    return [Candidate(score.url, score.url, "a.test", "db", score.score, features=score.features) for score in scores]


def test_a_crawl_is_dry_when_nothing_good_came_and_nothing_good_waits(databases, page):
    learnt = Learnt()
    crawl(databases, page, learnt, "db", "SQL transactions", GOOD, 10)
    crawl(databases, page, learnt, "news", "Opening hours", "", LEAST_PAGES + 60)
    assert recent_harvest(learnt) == 0.0
    assert is_dry(waiting(databases, page, learnt, *(f"/news/x{n}.html" for n in range(30))), databases, learnt)


def test_a_crawl_is_never_dry_while_a_rich_folder_has_links_left(databases, page):
    learnt = Learnt()
    crawl(databases, page, learnt, "db", "SQL transactions", GOOD, 10)
    crawl(databases, page, learnt, "news", "Opening hours", "", LEAST_PAGES + 60)
    links = (*(f"/news/x{n}.html" for n in range(12)), *(f"/db/x{n}.html" for n in range(12)))
    assert not is_dry(waiting(databases, page, learnt, *links), databases, learnt)


def test_a_young_crawl_is_never_dry(databases):
    assert not is_dry([], databases, Learnt())
