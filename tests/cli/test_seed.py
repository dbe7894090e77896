import pytest

CSV = "title,url\nSQLite,https://www.sqlite.org/docs.html\nnothing,here\n"
OPML = (
    '<opml version="2.0"><body><outline text="Courses"><outline text="A" htmlUrl="http://a.test/" '
    'xmlUrl="http://a.test/feed"/></outline></body></opml>'
)
BOOKMARKS = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="http://b.test/" ADD_DATE="1">B 站点</A></DL>'


@pytest.fixture
def topic(lorehound):
    lorehound.ok("topic", "add", "db", "Databases")
    return lorehound


def urls(lorehound):
    return [seed["url"] for seed in lorehound.ok("seed", "list", "db", "--json").json["seeds"]]


def test_add_list_remove(topic):
    assert topic.ok("seed", "add", "db", "http://a.test/", "http://b.test/x", "--json").json["new"] == 2
    assert topic.ok("seed", "add", "db", "http://a.test/", "--json").json["new"] == 0
    topic.ok("seed", "remove", "db", "http://a.test/")
    assert urls(topic) == ["http://b.test/x"]


@pytest.mark.parametrize("bad", ["no address", "ftp://a.test/", "mailto:a@b.test", "http://", "javascript:alert(1)"])
def test_a_seed_that_is_no_address_is_one_line_and_nothing_is_added(topic, bad):
    done = topic("seed", "add", "db", "http://good.test/", bad)
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert bad in done.err
    assert urls(topic) == []


def test_an_unknown_topic_takes_no_seed(topic):
    done = topic("seed", "add", "nothing", "http://a.test/")
    assert (done.code, done.err.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("list.txt", "# my list\nhttp://a.test/\n\nhttp://b.test/ # good\n", {"http://a.test/", "http://b.test/"}),
        ("list.csv", CSV, {"https://www.sqlite.org/docs.html"}),
        ("list.opml", OPML, {"http://a.test/"}),
        ("bookmarks.html", BOOKMARKS, {"http://b.test/"}),
    ],
)
def test_lists_of_every_kind_come_in(topic, tmp_path, name, text, expected):
    (tmp_path / name).write_text(text, "utf-8")
    topic.ok("seed", "import", "db", name)
    assert set(urls(topic)) == expected


def test_what_goes_out_comes_in_again(topic):
    topic.ok("seed", "add", "db", "http://a.test/", "--title", "站点 A")
    text = topic.ok("seed", "export", "db").out
    topic.ok("seed", "remove", "db", "http://a.test/")
    topic.ok("seed", "import", "db", "-", stdin=text)
    assert urls(topic) == ["http://a.test/"]


def test_a_page_of_links_is_kept_and_changed(topic):
    topic.ok("seed", "write", "db", "reading", stdin="- [A](http://a.test/)\n")
    topic.ok("seed", "write", "db", "reading", stdin="- [B](http://b.test/)\n")
    (seed,) = topic.ok("seed", "list", "db", "--json").json["seeds"]
    assert seed["url"] == "lorehound:page/reading"
    assert "b.test" in seed["body"]


def test_a_page_without_links_is_refused(topic):
    done = topic("seed", "write", "db", "reading", stdin="nothing here\n")
    assert (done.code, done.err.count("\n")) == (1, 1)


def test_a_file_that_is_not_there_is_one_line(topic):
    done = topic("seed", "import", "db", "nowhere.txt")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "nowhere.txt" in done.err
