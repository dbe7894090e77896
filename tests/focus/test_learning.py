from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.relevance import judge
from lorehound.focus.value import first_value, value

GOOD = "SQL transactions in a relational database: every transaction commits; an index is a B-tree with vacuum. " * 6
COOKING = "Simmer the soup with garlic and onions, season the soup and serve the soup with bread and garlic. " * 12


def teach(learnt, profile, *readings, duplicate=False):
    for reading in readings:
        learnt.add(observe(reading, judge(reading, profile, learnt), profile, learnt, duplicate=duplicate))


def test_words_of_good_pages_are_learnt(databases, page):
    learnt = Learnt()
    teach(learnt, databases, *(page(f"http://a.test/{n}.html", "SQL transactions", GOOD) for n in range(8)))
    teach(learnt, databases, *(page(f"http://b.test/{n}.html", "Soup", COOKING) for n in range(8)))
    inside, outside, pages = learnt.names["word:vacuum"]
    assert inside > outside
    assert pages == 8
    assert "word:garlic" not in learnt.names


def test_a_duplicate_is_counted_as_useless_and_teaches_no_words(databases, page):
    learnt = Learnt()
    teach(learnt, databases, page("http://a.test/1.html", "SQL transactions", GOOD), duplicate=True)
    pages, worth, on_topic, useless, _ = learnt.names["pages"]
    assert (pages, worth, on_topic, useless) == (1.0, 0.0, 0.0, 1.0)
    assert not [name for name in learnt.names if name.startswith("word:")]


def test_a_crawl_amid_an_attractive_other_subject_keeps_to_its_own_words(databases, page):
    """The seed lies in a cooking site whose every page carries two of the topic's words."""
    learnt = Learnt()
    trap = [
        page(f"http://soup.test/{n}.html", "Soup index", f"{COOKING} The recipe index is relational.")
        for n in range(60)
    ]
    teach(learnt, databases, *trap)
    teach(learnt, databases, *(page(f"http://a.test/{n}.html", "SQL transactions", GOOD) for n in range(3)))
    good, soup = page("http://a.test/x.html", "SQL transactions", GOOD), trap[0]
    assert first_value(good, databases) > 0.9
    assert value(good, databases, learnt) > 2 * value(soup, databases, learnt)
    assert judge(good, databases, learnt).label == "on"
    assert judge(soup, databases, learnt).label == "off"
