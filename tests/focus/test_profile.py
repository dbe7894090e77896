from lorehound.focus.profile import Profile, scale
from lorehound.model.text import CleanText
from lorehound.model.topic import KnowledgePoint, Topic


def test_a_title_alone_is_enough():
    profile = Profile.of(Topic(id="t", title="Concurrent programming in Python"))
    assert profile.title == {"concurrent", "program", "python"}
    assert all(weight > 0 for weight in profile.start.values())


def test_simplified_and_traditional_titles_are_the_same_topic():
    simplified = Profile.of(Topic(id="t", title="数据库事务与索引"))
    traditional = Profile.of(Topic(id="t", title="數據庫事務與索引"))
    assert simplified.start == traditional.start
    assert "数据库" in simplified.terms
    assert simplified.pairs == traditional.pairs


def test_a_keyword_weighs_more_than_a_word_of_a_phrase_and_the_outline_less():
    topic = Topic(
        id="t",
        title="Databases",
        keywords=("transaction", "query plan cache"),
        knowledge_points=(KnowledgePoint(id="k", title="Isolation", aliases=("隔离",)),),
    )
    start = Profile.of(topic, common=lambda token: 0.02).start
    assert start["transaction"] > start["isolation"] > start["cach"] > 0
    assert start["isolation"] == start["隔离"]


def test_words_that_stand_on_every_page_weigh_little():
    topic = Topic(id="t", title="Databases", keywords=("page", "mutex"))
    start = Profile.of(topic, common=lambda token: 0.5 if token == "page" else 0.001).start
    assert start["page"] < 0.2 * start["mutex"]


def test_example_pages_add_the_words_that_set_them_apart():
    good = CleanText(url="http://a.test/1", title="Locks", text="deadlock detection with wait-for graphs. " * 20)
    bad = CleanText(url="http://a.test/2", title="Jobs", text="salary and detection of interest. " * 20)
    profile = Profile.of(Topic(id="t", title="Databases"), [good], [bad])
    assert "deadlock" in profile.terms
    assert profile.start["deadlock"] > profile.start.get("detection", 0.0)
    assert "salary" not in profile.terms


def test_an_example_written_in_the_topic_counts_as_a_page():
    topic = Topic(
        id="t", title="Databases", examples=("Deadlock detection uses a wait-for graph. " * 5, "http://a.test/")
    )
    profile = Profile.of(topic)
    assert len(profile.examples) == 1
    assert "deadlock" in profile.terms


def test_the_scale_of_no_weights_is_one():
    assert scale({}) == 1.0
