from lorehound.model.page import Page, Place, SavedPage
from lorehound.model.topic import Topic
from lorehound.url.key import key
from lorehound.workspace import Workspace

KEPT, NEVER_FETCHED = "http://sql.test/joins", "http://sql.test/views"


def test_example_pages_count_as_soon_as_they_were_fetched(tmp_path):
    topic = Topic(id="db", title="Databases", examples=(KEPT, NEVER_FETCHED, "a text of one's own"))
    with Workspace.create(tmp_path, {}) as workspace:
        workspace.library.put_topic(topic)
        place = workspace.pages.write(Page(KEPT, b"<h1>Joins</h1><p>A join puts rows of two tables together."))
        workspace.library.save_pages([SavedPage("db", key(KEPT), KEPT, outcome="kept", place=place)])
        examples = workspace.view(topic).profile.examples
    assert [page.clean.url for page in examples] == ["", KEPT]


def test_an_example_page_that_is_gone_from_the_store_stops_nothing(tmp_path):
    topic = Topic(id="db", title="Databases", examples=(KEPT,))
    with Workspace.create(tmp_path, {}) as workspace:
        workspace.library.put_topic(topic)
        gone = Place("warc", "lost.warc.gz")
        workspace.library.save_pages([SavedPage("db", key(KEPT), KEPT, outcome="kept", place=gone)])
        assert not workspace.view(topic).profile.examples


def test_the_settings_say_whether_private_addresses_are_in_scope(tmp_path):
    topic = Topic(id="db", title="Databases")
    with Workspace.create(tmp_path, {"LOREHOUND_CRAWL_ALLOW_PRIVATE": "true"}) as workspace:
        at_home = ("http://127.0.0.1/", "127.0.0.1", 0)
        assert workspace.view(topic).bounds.refusal(*at_home) is None
        assert workspace.view(topic, allow_private=False).bounds.refusal(*at_home) == "private_address"
