from lorehound.focus.learning import observe
from lorehound.focus.learnt import Learnt
from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading
from lorehound.focus.relevance import judge, label
from lorehound.model.text import CleanText
from lorehound.model.topic import Topic

GOOD = "SQL transactions in a relational database: every transaction commits or rolls back; an index is a B-tree. " * 6


def test_a_page_about_the_topic_is_on_and_says_by_which_words(databases, page):
    verdict = judge(page("http://a.test/sql/tx.html", "SQL transactions", GOOD), databases, Learnt())
    assert verdict.label == "on"
    words = next(reason.detail for reason in verdict.reasons if reason.code == "verdict_text")
    assert "transaction" in words
    assert list(verdict.reasons) == sorted(verdict.reasons, key=lambda reason: -abs(reason.weight))


def test_a_page_about_something_else_is_off_and_says_that_no_word_was_there(databases, page):
    verdict = judge(page("http://a.test/cafe.html", "Opening hours"), databases, Learnt())
    assert verdict.label == "off"
    assert "verdict_no_words" in {reason.code for reason in verdict.reasons}


def test_words_that_the_topic_excludes_put_a_page_off(page):
    profile = Profile.of(Topic(id="t", title="Relational databases", keywords=("SQL",), exclude=("job opening",)))
    verdict = judge(page("http://a.test/", "SQL job opening", GOOD), profile, Learnt())
    assert (verdict.label, verdict.reasons[0].code, verdict.reasons[0].detail) == ("off", "excluded_word", "job open")


def test_a_page_in_another_language_is_off_whatever_its_words():
    profile = Profile.of(Topic(id="t", title={"zh": "关系数据库", "en": "Relational databases"}, languages=("zh",)))
    page = Reading.of(CleanText(url="http://a.test/", title="Relational databases", text=GOOD, language="en"))
    verdict = judge(page, profile, Learnt())
    assert (verdict.label, verdict.reasons[0].code) == ("off", "wrong_language")


def test_a_chinese_page_is_judged_by_a_chinese_title_alone(page):
    profile = Profile.of(Topic(id="t", title="关系数据库的事务"))
    text = "关系数据库用事务保证一致性。事务提交之后，数据库的修改不会丢失。" * 8
    traditional = "關係數據庫用事務保證一致性。事務提交之後，數據庫的修改不會丟失。" * 8
    on = judge(page("http://a.test/1", "事务", text, lang="zh"), profile, Learnt())
    same = judge(page("http://a.test/1", "事務", traditional, lang="zh"), profile, Learnt())
    off = judge(
        page("http://a.test/1", "食堂菜单", "今天食堂供应米饭和面条，欢迎各位同学。" * 8, lang="zh"), profile, Learnt()
    )
    assert on.label == "on"
    assert same.score == on.score
    assert off.label == "off"


def test_a_folder_of_good_pages_speaks_for_the_next_one(databases, page):
    learnt = Learnt()
    unclear = page("http://a.test/db/notes.html", "Notes")
    before = judge(unclear, databases, learnt).score
    for number in range(6):
        good = page(f"http://a.test/db/{number}.html", "SQL transactions", GOOD)
        learnt.add(observe(good, judge(good, databases, learnt), databases, learnt))
        bad = page(f"http://a.test/news/{number}.html", "Opening hours")
        learnt.add(observe(bad, judge(bad, databases, learnt), databases, learnt))
    assert judge(unclear, databases, learnt).score > before


def test_examples_of_a_person_move_the_verdict(page):
    topic = Topic(id="t", title="Databases")
    unclear = page(
        "http://a.test/", "Locking", "Deadlock detection builds a wait-for graph of locks in a database. " * 10
    )
    example = CleanText(url="http://b.test/", title="Locking", text="Deadlock detection and lock tables. " * 30)
    plain = judge(unclear, Profile.of(topic), Learnt()).score
    assert judge(unclear, Profile.of(topic, [example]), Learnt()).score > plain
    assert judge(unclear, Profile.of(topic, (), [example]), Learnt()).score < plain


def test_shortly_below_the_threshold_a_person_decides():
    assert [label(score, 0.5) for score in (0.5, 0.45, 0.2)] == ["on", "unsure", "off"]
