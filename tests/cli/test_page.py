import pytest

from tutorial_site import FOLDER as SITE


@pytest.fixture
def pages(lorehound):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "index")
    lorehound.ok("library", "import", SITE, "-t", "db")
    return lorehound


def listed(lorehound, *options):
    return lorehound.ok("page", "list", "db", *options, "--json").json


def test_the_list_holds_every_page_once_however_it_is_paged(pages):
    whole = [page["url"] for page in listed(pages)["pages"]]
    assert len(set(whole)) == 12
    first = listed(pages, "-n", 5)
    assert whole == [page["url"] for page in first["pages"]] + [
        page["url"] for page in listed(pages, "--after", first["next"])["pages"]
    ]


def test_by_outcome(pages):
    counts = {
        outcome: len(listed(pages, "--outcome", outcome)["pages"]) for outcome in ("kept", "duplicate", "off_topic")
    }
    assert counts["duplicate"] <= 1
    assert sum(counts.values()) == 12
    assert pages("page", "list", "db", "--outcome", "eaten").code == 2


def test_a_page_is_shown_as_it_was_fetched(pages):
    url = (SITE / "school" / "canteen.html").as_uri()
    url = next(page["url"] for page in listed(pages)["pages"] if page["url"] == url)
    assert pages.ok("page", "show", "db", url, "--json").json["outcome"] == "off_topic"
    assert pages.ok("page", "show", "db", url, "--body").out == (SITE / "school" / "canteen.html").read_text("utf-8")


def test_forgetting_says_first_what_it_would_do(pages):
    off = len(listed(pages, "--outcome", "off_topic")["pages"])
    assert pages.ok("page", "forget", "db", "--outcome", "off_topic").out.startswith(f"Would forget {off} pages")
    assert len(listed(pages)["pages"]) == 12
    pages.ok("page", "forget", "db", "--outcome", "off_topic", "--yes")
    assert len(listed(pages)["pages"]) == 12 - off


def test_what_is_not_there_is_one_line(pages):
    for arguments in (("show", "db", "http://nowhere.test/"), ("list", "nothing"), ("show", "db", "no address")):
        done = pages("page", *arguments)
        assert (done.code, done.err.count("\n")) == (1, 1)
