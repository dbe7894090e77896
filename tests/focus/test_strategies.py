import pytest

from lorehound.errors import BadSetting
from lorehound.focus.learnt import Learnt
from lorehound.focus.relevance import judge
from lorehound.focus.strategies import STRATEGIES, strategy
from lorehound.model.page import Candidate

LINKS = (("/about.html", "About us"), ("/sql.html", "SQL transactions"))


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_every_strategy_scores_every_link_in_order(name, databases, page):
    reading = page("http://a.test/", "Welcome", links=LINKS)
    verdict = judge(reading, databases, Learnt())
    found = strategy(name).score(reading, verdict, databases, Learnt())
    assert [score.url for score in found] == [link.url for link in reading.clean.links]
    assert strategy(name).name == name


def test_breadth_first_goes_click_by_click(databases, page):
    reading = page("http://a.test/", "Welcome", links=LINKS)
    verdict = judge(reading, databases, Learnt())
    plan = strategy("breadth-first")
    near = plan.score(reading, verdict, databases, Learnt())
    far = plan.score(reading, verdict, databases, Learnt(), origin=Candidate("u", "u", "a.test", "db", 0.0, depth=1))
    assert near[0].score > near[1].score > far[0].score


def test_shark_search_hands_a_good_pages_worth_down(databases, page):
    good = page("http://a.test/", "SQL", "SQL transactions in relational databases. " * 20, links=LINKS)
    bad = page("http://a.test/", "Sport", links=LINKS)
    plan = strategy("shark-search")
    from_good, from_bad = (
        plan.score(one, judge(one, databases, Learnt()), databases, Learnt())[0].score for one in (good, bad)
    )
    assert from_good > from_bad


def test_an_unknown_strategy_names_the_known_ones():
    with pytest.raises(BadSetting, match="best-first, shark-search"):
        strategy("random")
