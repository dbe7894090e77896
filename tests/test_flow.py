"""A page's steps 5 to 8, from bytes to candidates and a resource, with nothing but the page and the topic."""

from lorehound.flow import View, digest, lessons, start
from lorehound.focus.learnt import Learnt
from lorehound.model.page import Page, Seed
from lorehound.model.topic import Topic
from lorehound.sites.registry import Rules

LOCKS = """<!doctype html><html lang="en"><head><title>Locks and transactions</title>
<meta name="description" content="How a database keeps transactions apart."></head><body>
<nav><a href="/">Home</a> <a href="/about.html">About us</a></nav>
<main><h1>Locks and transactions</h1>
<p>A transaction takes locks so that no other transaction sees rows that are half written. A row lock is held until
commit or rollback. The isolation level says which locks a query of the database takes.</p>
<p>Two transactions that wait for each other are a deadlock; the database ends one of them, and the program that ran it
must start its transaction again. See <a href="deadlock.html">detecting deadlocks in the database</a>, the
<a href="isolation.html#levels">isolation levels</a> and <a href="isolation.html">once more isolation</a>.</p>
<p><a href="/logout">Leave</a> <a href="mailto:dba@campus.test">Mail</a>
<a rel="nofollow" href="/sponsor.html">Sponsor</a> <a href="/dump.zip">Download</a></p>
</main></body></html>"""


def topic(**changes):
    return Topic.model_validate(
        {
            "id": "databases",
            "title": {"zh": "关系数据库", "en": "Relational databases"},
            "keywords": ["transaction", "lock", "isolation", "SQL", "database"],
            "scope": {"deny_urls": ["/logout"]},
        }
        | changes
    )


def page(html=LOCKS, url="http://db.campus.test/manual/locks.html", kind="text/html; charset=utf-8", **headers):
    return Page(url, html if isinstance(html, bytes) else html.encode(), headers={"content-type": kind, **headers})


def view(**changes):
    return View.of(topic(**changes), Rules.builtin())


def test_a_page_on_topic_becomes_a_resource_with_reasons():
    digested = digest(page(etag='"v1"'), view(), Learnt())
    assert digested.verdict.label == "on"
    assert digested.verdict.reasons
    resource = digested.resource
    assert resource.title == "Locks and transactions"
    assert resource.language == "en"
    assert resource.url == "http://db.campus.test/manual/locks.html"
    assert "half written" in resource.text
    assert "half written" in resource.markdown
    assert "About us" not in resource.text
    assert resource.etag == '"v1"'
    assert resource.fingerprints.text_hash


def test_links_become_candidates_once_each_and_refusals_say_why():
    digested = digest(page(), view(), Learnt())
    assert [candidate.url for candidate in digested.candidates] == [
        "http://db.campus.test/",
        "http://db.campus.test/about.html",
        "http://db.campus.test/manual/deadlock.html",
        "http://db.campus.test/manual/isolation.html",
    ]
    assert digested.refused == {"url_denied": 1, "nofollow": 1, "not_a_page": 1}
    by_url = {candidate.url.rpartition("/")[2]: candidate for candidate in digested.candidates}
    assert by_url["deadlock.html"].score > by_url["about.html"].score
    assert by_url["deadlock.html"].depth == 1
    assert by_url["deadlock.html"].referrer == "http://db.campus.test/manual/locks.html"


def test_known_links_are_not_made_into_candidates_again():
    digested = digest(page(), view(), Learnt(), known=lambda keys: ["deadlock" in key for key in keys])
    assert not any("deadlock" in candidate.url for candidate in digested.candidates)
    assert len(digested.candidates) == 3


def test_a_page_about_something_else_is_no_resource_but_its_links_are_followed():
    html = """<title>Sourdough</title><p>Knead flour, water and salt, let the dough rest overnight, and bake it in
    a hot oven until the crust is brown.</p><a href="/bread">More bread</a>"""
    digested = digest(page(html, "http://kitchen.campus.test/"), view(), Learnt())
    assert digested.verdict.label == "off"
    assert digested.resource is None
    assert [candidate.url for candidate in digested.candidates] == ["http://kitchen.campus.test/bread"]


def test_simplified_and_traditional_chinese_are_the_same_words():
    html = """<html lang="zh-Hant"><title>關聯式資料庫的交易</title><h1>关系数据库：事务与锁</h1>
    <p>關係數據庫用事務和鎖保證一致。
    關係數據庫的事務在提交之前，其他事務看不到它寫入的行；鎖一直保持到提交或者回滾。</p></html>"""
    found = digest(page(html), view(keywords=["关系数据库", "事务", "锁"]), Learnt())
    assert found.verdict.label == "on"
    assert found.resource.language == "zh"


def test_a_page_that_asks_not_to_be_indexed_is_judged_and_not_kept():
    html = LOCKS.replace("<head>", '<head><meta name="robots" content="noindex, nofollow">')
    digested = digest(page(html), view(), Learnt())
    assert digested.verdict.label == "on"
    assert digested.resource is None
    assert not digested.candidates
    assert set(digested.refused) == {"nofollow"}
    disobedient = view(politeness={"obey_robots": False})
    assert digest(page(html), disobedient, Learnt()).resource is not None


def test_what_is_no_page_says_what_it_is():
    picture = digest(page(b"\x89PNG", kind="image/png"), view(), Learnt())
    assert not picture.is_page
    assert picture.verdict.reasons[0].detail == "image/png"
    assert not digest(page(""), view(), Learnt()).is_page


def test_a_judged_page_teaches_and_a_duplicate_teaches_otherwise():
    a_view, learnt = view(), Learnt()
    digested = digest(page(), a_view, learnt)
    good = lessons(digested, a_view, learnt)
    useless = lessons(digested, a_view, learnt, duplicate=True)
    assert good["pages"][1] > 0 == useless["pages"][1]
    learnt.add(good)
    assert learnt.pages == 1


def test_a_seed_comes_before_anything_found():
    seed = start(Seed("databases", "http://db.campus.test/"), view())
    found = digest(page(), view(), Learnt()).candidates
    assert seed.kind == "seed"
    assert seed.score > max(candidate.score for candidate in found)
