import pytest


@pytest.fixture
def topic(lorehound, site):
    lorehound.ok("topic", "add", "db", "Relational databases", "-k", "SQL", "-k", "index", "-k", "transaction")
    return lorehound


def explain(lorehound, site, name, *options):
    return lorehound.ok("explain", site.url + name, "-t", "db", "--fetch", "--allow-private", *options)


def test_a_page_is_judged_with_reasons_and_its_links_are_ranked(topic, site):
    told = explain(topic, site, "indexes.html", "--json").json
    assert told["title"] == "Indexes and the B-tree"
    assert told["kept"]
    assert all({"code", "weight", "text"} <= reason.keys() for reason in told["reasons"])
    assert {link["url"] for link in told["links"]} >= {site.url + "transactions.html", site.url + "sql.html"}
    assert any(link["reasons"] for link in told["links"])


def test_it_stores_nothing(topic, site):
    explain(topic, site, "indexes.html")
    assert topic.ok("page", "list", "db", "--json").json["pages"] == []
    assert topic.ok("library", "list", "--json").json["resources"] == []


def test_a_page_off_topic_is_said_to_be(topic, site):
    assert "would not be kept" in explain(topic, site, "school/canteen.html").out


def test_the_words_are_chinese_where_the_locale_is(topic, site):
    done = topic.ok("explain", site.url + "sql.html", "-t", "db", "--fetch", "--allow-private", LANG="zh_CN.UTF-8")
    assert "正文中的主题词" in done.out


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("no address", "no address"),
        ("http://127.0.0.1:9/", "127.0.0.1:9"),
        ("http://nowhere.invalid/", "nowhere.invalid"),
    ],
)
def test_what_cannot_be_fetched_is_one_line(topic, url, said):
    done = topic("explain", url, "-t", "db", "--fetch", "--allow-private")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert said in done.err


def test_a_private_address_needs_leave(topic, site):
    done = topic("explain", site.url, "-t", "db", "--fetch")
    assert done.code == 1
    assert "--allow-private" in done.err
