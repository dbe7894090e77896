import pytest

from lorehound.focus.features import LINK
from lorehound.focus.fixed import Fixed
from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.links import START_SCORE, explain_link, rank, score_links
from lorehound.focus.ranker import default_ranker
from lorehound.focus.relevance import judge
from lorehound.model.page import Candidate
from lorehound.model.words import WORDS

LINKS = (
    ("/db/sql-transactions.html", "SQL transactions"),
    ("/about.html", "About us"),
    ("/db/index.html", "Relational databases"),
    ("/sport.html", "Sports results"),
)


def candidates(reading, profile, learnt, ranker=None):
    verdict = judge(reading, profile, learnt)
    return [
        Candidate(link.url, link.url, "", "db", score.score, depth=1, anchor=link.anchor, features=score.features)
        for link, score in zip(
            reading.clean.links, score_links(reading, verdict, profile, learnt, ranker=ranker), strict=True
        )
    ]


def test_links_with_the_topics_words_come_first(databases, page):
    for ranker in (Fixed(), default_ranker()):
        found = candidates(page("http://a.test/", "Welcome", links=LINKS), databases, Learnt(), ranker)
        best = sorted(found, key=lambda candidate: -candidate.score)[:2]
        assert {candidate.anchor for candidate in best} == {"SQL transactions", "Relational databases"}


def test_a_link_keeps_what_is_needed_to_score_it_again(databases, page):
    found = candidates(page("http://a.test/", "Welcome", links=LINKS), databases, Learnt())
    assert {len(candidate.features) for candidate in found} == {LINK.itemsize}
    again = rank([*found, Candidate("http://b.test/", "k", "b.test", "db", 0.0)], databases, Learnt())
    assert [round(score, 6) for score in again[:-1]] == [round(candidate.score, 6) for candidate in found]


def test_only_the_links_that_are_asked_about_are_scored(databases, page):
    reading = page("http://a.test/", "Welcome", links=LINKS)
    verdict = judge(reading, databases, Learnt())
    every = score_links(reading, verdict, databases, Learnt())
    some = score_links(reading, verdict, databases, Learnt(), links=reading.clean.links[2:])
    assert [(score.url, score.features) for score in some] == [(score.url, score.features) for score in every[2:]]
    assert [score.score for score in some] == pytest.approx([score.score for score in every[2:]])
    assert score_links(reading, verdict, databases, Learnt(), links=()) == []


def test_what_the_crawl_met_reorders_what_waits(databases, page):
    learnt = Learnt()
    links = (("/x/one.html", "Part one"), ("/y/two.html", "Part two"))
    waiting = candidates(page("http://a.test/", "Welcome", links=links), databases, learnt)
    good = "SQL transactions in a relational database with an index. " * 12
    for number in range(8):
        for folder, text in (("y", good), ("x", "")):
            reading = page(f"http://a.test/{folder}/{number}.html", "Notes", text)
            learnt.add(observe(reading, judge(reading, databases, learnt), databases, learnt))
    one, two = rank(waiting, databases, learnt)
    assert two > one


def test_seeds_come_before_everything_found(databases, page):
    seed = Candidate("http://a.test/", "k", "a.test", "db", 0.0, kind="seed")
    found = candidates(page("http://a.test/", "Welcome", links=LINKS), databases, Learnt())
    scores = rank([*found, seed], databases, Learnt())
    assert scores[-1] == START_SCORE == max(scores)


def test_a_host_not_looked_at_yet_gets_an_early_look(databases, page):
    learnt = Learnt()
    own = tuple((f"http://a.test/sql-{number}.html", "SQL transactions") for number in range(5))
    waiting = candidates(page("http://a.test/", "Links", links=(*own, ("http://z.test/", "Z"))), databases, learnt)
    for number in range(5):
        reading = page(f"http://a.test/{number}.html", "Relational databases", "SQL transaction index " * 40)
        learnt.add(observe(reading, judge(reading, databases, learnt), databases, learnt))
    scores = rank(waiting, databases, learnt)
    assert scores.index(max(scores)) == 5


def test_every_part_of_a_links_score_has_words_in_both_languages(databases, page):
    found = candidates(page("http://a.test/", "Welcome", links=LINKS), databases, Learnt())
    for ranker in (Fixed(), default_ranker()):
        reasons = explain_link(found[0], databases, Learnt(), ranker=ranker)
        assert reasons
        assert all(reason.code in WORDS for reason in reasons)
        assert list(reasons) == sorted(reasons, key=lambda reason: -abs(reason.weight))
