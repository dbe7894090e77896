from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.relevance import judge
from lorehound.focus.report import hubs, report
from lorehound.model.page import Candidate

GOOD = "SQL transactions in a relational database: every transaction commits; an index is a B-tree with vacuum. " * 6


def taught(databases, page):
    learnt = Learnt()
    for number in range(6):
        for folder, text, title in (("db", GOOD, "SQL transactions"), ("news", "", "Opening hours")):
            reading = page(f"http://a.test/{folder}/{number}.html", title, text)
            origin = Candidate(reading.clean.url, "", "", "db", 0.0, referrer=f"http://a.test/{folder}/")
            learnt.add(observe(reading, judge(reading, databases, learnt), databases, learnt, origin=origin))
    return learnt


def test_the_report_names_words_sites_hubs_and_scores(databases, page):
    found = report(databases, taught(databases, page))
    assert found.pages == 12
    assert found.best[0].place == "a.test/db"
    assert found.worst[0].place == "a.test/news"
    assert found.worst[0].share < 0.2 < 0.9 < found.best[0].share
    assert "vacuum" in {word.word for word in found.learnt_words}
    assert {word.word for word in found.words} == set(databases.terms)
    assert sum(band.pages for band in found.calibration) == 12


def test_hubs_are_the_pages_that_led_to_pages_on_topic(databases, page):
    assert [hub.place for hub in hubs(taught(databases, page))] == ["http://a.test/db/"]


def test_a_topic_that_learnt_nothing_has_an_empty_report(databases):
    found = report(databases, Learnt())
    assert (found.pages, found.best, found.hubs, found.calibration) == (0, (), (), ())
