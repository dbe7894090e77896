FILE = """
[topic]
id = "databases"
title = { zh = "关系数据库", en = "Relational databases" }
keywords = ["SQL", { term = "B-tree", weight = 2 }]
seeds = ["http://links.campus.test/"]
[scope]
max_pages = 50
[[knowledge_point]]
id = "transactions"
title = "Transactions"
keywords = ["commit"]
aliases = ["事务"]
"""


def test_add_show_set_remove(lorehound):
    lorehound.ok("topic", "add", "db", "Databases", "-k", "SQL", "-s", "http://a.test/", "-l", "en", "title.zh=数据库")
    topic = lorehound.ok("topic", "show", "db", "--json").json
    assert topic["title"] == {"zh": "数据库", "en": "Databases"}
    assert [keyword["term"] for keyword in topic["keywords"]] == ["SQL"]
    assert topic["seeds"] == ["http://a.test/"]

    lorehound.ok("topic", "set", "db", "threshold=0.6", "keywords+=B-tree", "keywords-=SQL", "scope.max_pages=50")
    topic = lorehound.ok("topic", "show", "db", "--json").json
    assert topic["threshold"] == 0.6
    assert [keyword["term"] for keyword in topic["keywords"]] == ["B-tree"]
    assert topic["scope"]["max_pages"] == 50

    assert lorehound.ok("topic", "remove", "db").out.startswith("Would remove topic db: 0 resources, 1 seeds")
    assert lorehound.ok("topic", "list", "--json").json["topics"]
    lorehound.ok("topic", "remove", "db", "--yes")
    assert lorehound.ok("topic", "list", "--json").json["topics"] == []


def test_setting_what_is_so_already_changes_nothing(lorehound):
    lorehound.ok("topic", "add", "db", "Databases")
    assert lorehound.ok("topic", "set", "db", "threshold=0.5", "--json").json["outcome"] == "unchanged"


def test_faults_of_a_change_are_one_line_each_and_nothing_is_changed(lorehound):
    lorehound.ok("topic", "add", "db", "Databases", "-k", "SQL")
    done = lorehound("topic", "set", "db", "threshold=7", "keywords+=tree")
    assert done.code == 1
    assert "threshold" in done.err
    assert "7" in done.err
    done = lorehound("topic", "set", "db", "colour=red", "threshold", "keywords-=SQL2", "id=other")
    assert done.err.count("\n") == 4
    assert [keyword["term"] for keyword in lorehound.ok("topic", "show", "db", "--json").json["keywords"]] == ["SQL"]


def test_a_seed_that_is_no_address_is_refused_wherever_it_is_written(lorehound, tmp_path):
    (tmp_path / "in.toml").write_text(FILE.replace("http://links.campus.test/", "not an address"), "utf-8")
    lorehound.ok("topic", "add", "db", "Databases")
    for command in (
        ("topic", "add", "two", "Two", "-s", "not an address"),
        ("topic", "set", "db", "seeds+=not an address"),
        ("topic", "import", "in.toml"),
        ("crawl", "in.toml"),
    ):
        done = lorehound(*command)
        assert (done.code, done.err.count("\n")) == (1, 1)
        assert "seeds[0]: 'not an address' is no web address" in done.err
    assert [row["id"] for row in lorehound.ok("topic", "list", "--json").json["topics"]] == ["db"]


def test_a_topic_goes_out_with_the_seeds_that_were_added_one_by_one(lorehound):
    lorehound.ok("topic", "add", "db", "Databases", "-s", "http://a.test/")
    lorehound.ok("seed", "add", "db", "http://b.test/")
    lorehound.ok("seed", "write", "db", "list", stdin="[c](http://c.test/)")
    lorehound.ok("topic", "export", "db", "-o", "db.toml")
    lorehound.ok("topic", "import", "db.toml", "-w", "other")
    seeds = lorehound.ok("seed", "list", "db", "-w", "other", "--json").json["seeds"]
    assert [seed["url"] for seed in seeds] == ["http://a.test/", "http://b.test/"]


def test_a_second_topic_of_the_same_id_is_refused(lorehound):
    lorehound.ok("topic", "add", "db", "Databases")
    done = lorehound("topic", "add", "db", "Data bases")
    assert done.code == 1
    assert "lorehound topic set db" in done.err


def test_a_topic_goes_out_and_comes_in_as_it_was(lorehound, tmp_path):
    (tmp_path / "in.toml").write_text(FILE, "utf-8")
    assert lorehound.ok("topic", "import", "in.toml", "--json").json["topics"] == [
        {"topic": "databases", "outcome": "new"}
    ]
    before = lorehound.ok("topic", "show", "databases", "--json").json
    lorehound.ok("topic", "export", "databases", "-o", "out.toml")
    assert lorehound.ok("topic", "import", "out.toml", "--json").json["topics"][0]["outcome"] == "unchanged"
    assert lorehound.ok("topic", "show", "databases", "--json").json == before


def test_nothing_goes_in_when_one_file_has_faults(lorehound, tmp_path):
    (tmp_path / "good.toml").write_text(FILE, "utf-8")
    (tmp_path / "bad.toml").write_text(
        FILE.replace("max_pages = 50", 'max_pages = "many"').replace("commit", ""), "utf-8"
    )
    done = lorehound("topic", "import", "good.toml", "bad.toml")
    assert done.code == 1
    assert done.err.count("bad.toml") == 2
    lorehound.ok("init")
    assert lorehound.ok("topic", "list", "--json").json["topics"] == []


def test_an_unknown_topic_is_one_line(lorehound):
    lorehound.ok("init")
    done = lorehound("topic", "show", "nothing")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "nothing" in done.err


def test_the_list_counts_seeds_and_speaks_chinese(lorehound, tmp_path):
    (tmp_path / "in.toml").write_text(FILE, "utf-8")
    lorehound.ok("topic", "import", "in.toml")
    done = lorehound("topic", "list", LANG="zh_CN.UTF-8")
    assert done.out.splitlines()[1].split() == ["databases", "关系数据库", "*", "1", "1", "0"]


def test_learn_shows_the_words_that_a_topic_goes_by(lorehound):
    lorehound.ok("topic", "add", "db", "Databases", "-k", "transaction")
    told = lorehound.ok("topic", "learn", "db", "--json").json
    assert "transaction" in [word["word"] for word in told["words"]]
    assert told["pages"] == 0
    assert "transaction" in lorehound.ok("topic", "learn", "db").out
