"""A crawl from its seeds to its run record, on sites of this machine."""

from loopback.bench import agrees
from loopback.pages import OFF, page, tree
from loopback.server import Answer, Site
from lorehound.model.page import Seed


def test_every_page_is_fetched_once_and_kept(bench):
    with Site(tree(21)) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert sorted(line.path for line in site.asked()) == sorted(tree(21))
        agrees(site, run)
    assert run.counters.fetched == run.counters.kept == 21
    assert run.counters.other_requests == 1  # robots.txt
    assert (run.state, run.stop_reason) == ("finished", "frontier_empty")
    assert bench.workspace.library.run(run.id) == run
    rows = bench.rows()
    assert len(rows) == 21
    assert all(row.outcome == "kept" and row.place and row.status == 200 for row in rows.values())
    assert rows["/p5"].referrer == site.url + "/p1"
    stored = bench.workspace.pages.read(rows["/p5"].place)
    assert stored.body == tree(21)["/p5"].encode()


def test_a_second_run_asks_for_nothing_but_the_seed(bench):
    with Site(tree(9)) as site:
        bench.topic(site.url + "/")
        first = bench.crawl()
        site.clear()
        second = bench.crawl()
        assert [line.path for line in site.asked()] == ["/"]
        agrees(site, second)
    assert first.id != second.id
    assert second.stop_reason == "nothing_new"
    assert (second.counters.fetched, second.counters.kept) == (1, 1)


def test_a_run_finds_what_is_new_from_the_seeds(bench):
    pages = tree(5)
    with Site(pages) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        site.clear()
        site.pages |= {"/": page("Database lesson 0", ["/p1", "/new"]), "/new": page("A new lesson")}
        run = bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/new"]
    assert run.stop_reason == "frontier_empty"


def test_a_page_whose_text_changed_is_a_new_version(bench):
    with Site({"/": page("One"), "/p1": page("Two")}) as site:
        bench.topic(site.url + "/", site.url + "/p1")
        bench.crawl()
        site.pages["/"] = page("One", text="SQL queries of a database read tables through an index. " * 8)
        run = bench.crawl()
    assert run.counters.kept == 2
    resource = bench.workspace.library.find(site.url + "/")
    assert resource.version == 2
    assert len(bench.workspace.library.history(resource.id)) == 2


def test_validators_are_sent_and_304_counts_as_the_page_did(bench):
    def lesson(asking):
        if asking.headers.get("If-None-Match") == '"v1"':
            return Answer(status=304, headers={"ETag": '"v1"'})
        return Answer(page("Lesson").encode(), headers={"Content-Type": "text/html", "ETag": '"v1"'})

    with Site({"/": lesson}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        run = bench.crawl()
        assert [line.status for line in site.asked()] == [200, 304]
    assert (run.counters.kept, run.stop_reason) == (1, "nothing_new")


def test_revisit_none_asks_for_nothing_and_all_for_every_kept_page(bench):
    with Site(tree(6)) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        site.clear()
        assert bench.crawl(revisit="none").stop_reason == "nothing_new"
        assert site.log == []
        assert bench.crawl(revisit="all").counters.kept == 6
        assert len(site.asked()) == 6


def test_hubs_are_the_pages_that_led_to_pages_on_topic(bench):
    with Site(tree(8, fan=3)) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        site.clear()
        bench.crawl(revisit="hubs")
        assert sorted(line.path for line in site.asked()) == ["/", "/p1", "/p2"]


def test_max_pages_is_a_promise_and_the_next_run_goes_on(bench):
    with Site(tree(30)) as site:
        bench.topic(site.url + "/")
        first = bench.crawl(max_pages=7)
        assert len(site.asked()) == first.counters.fetched == 7
        assert first.stop_reason == "max_pages"
        second = bench.crawl(max_pages=40)
        assert len({line.path for line in site.asked()}) == 30
        agrees(site, first, second)


def test_max_pages_holds_where_pages_redirect(bench):
    pages = {f"/r{n}": Answer(status=302, headers={"Location": f"/p{n}"}) for n in range(12)}
    pages |= {f"/p{n}": page(f"Lesson {n}") for n in range(12)}
    pages["/"] = page("Home", [f"/r{n}" for n in range(12)])
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl(max_pages=5)
        assert run.counters.fetched == sum(line.status == 200 for line in site.asked()) == 5
        agrees(site, run)


def test_off_topic_pages_repeats_and_other_content_each_have_their_counter(bench):
    pages = {
        "/": page("Home", ["/on", "/same", "/image", "/gone", "/empty"]),
        "/on": page("Lesson"),
        "/same": page("Lesson"),
        "garden.test/": page("Roses", text=OFF),
        "/image": Answer(b"\x89PNG\r\n\x1a\n....", headers={"Content-Type": "image/png"}),
        "/gone": Answer(b"gone", 404),
        "/empty": Answer(b"  "),
    }
    with Site(pages) as site:
        bench.topic("http://sql.test/", "http://garden.test/")
        run = bench.crawl(proxy=site.url)
        agrees(site, run)
    counters = run.counters
    assert (counters.kept, counters.duplicates, counters.off_topic) == (2, 1, 1)
    assert (counters.not_a_page, counters.failed) == (2, 1)
    rows = bench.rows()
    assert rows["/gone"].reason == "gone"
    assert {rows["/on"].outcome, rows["/same"].outcome} == {"kept", "duplicate"}
    [kept] = [name for name in ("/on", "/same") if rows[name].outcome == "kept"]
    resource = bench.workspace.library.find("http://sql.test" + kept)
    assert len(resource.duplicates) == 1


def test_a_repeat_says_whether_its_text_is_the_same_or_nearly_so(bench):
    lesson = page("Lesson")
    near = lesson.replace("keeps tables of rows", "keeps many tables of rows", 1)
    with Site({"/": lesson, "/near": near, "/same": lesson.replace("<main>", "<main><!-- again -->")}) as site:
        bench.topic(*(site.url + path for path in ("/", "/near", "/same")))
        bench.crawl(concurrency=1)
    rows = bench.rows()
    assert [rows[path].reason for path in ("/", "/near", "/same")] == ["", "near_text", "same_text"]


def test_scope_and_refusals_are_counted_by_reason(bench):
    links = ["/a", "/b", "http://elsewhere.test/", "mailto:x@example.org", "http://doubleclick.net/ad", "/secret/x"]
    with Site({"/": page("Home", links), "/a": page("A"), "/b": page("B")}) as site:
        bench.topic(site.url + "/", scope={"deny_hosts": ["elsewhere.test"], "deny_urls": ["/secret"]})
        run = bench.crawl()
    assert run.counters.refused["host_denied"] == 1
    assert run.counters.refused["url_denied"] == 1
    assert run.counters.refused["advert"] == 1
    assert run.counters.fetched == 3


def test_pages_of_links_that_the_user_wrote_are_read_without_a_request(bench):
    with Site({"/a": page("A"), "/b": page("B")}) as site:
        topic = bench.topic()
        text = f"# Links\n\n* [first]({site.url}/a)\n* {site.url}/b\n"
        bench.workspace.library.put_seeds([Seed(topic.id, "lorehound:page/links", "Links", text)])
        run = bench.crawl()
        assert sorted(line.path for line in site.asked()) == ["/a", "/b"]
    assert run.counters.fetched == 2


def test_a_page_of_another_topic_is_judged_from_the_page_store(bench):
    with Site({**tree(6), "/garden": page("Roses", text=OFF)}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        site.clear()
        bench.topic(site.url + "/p1", name="more")
        run = bench.crawl("more")
        assert [line.path for line in site.asked()] == []
    assert run.counters.reused == 6
    assert run.counters.fetched == 0
    assert run.stop_reason == "frontier_empty"
    assert len(bench.rows("more")) == 6


def test_only_pages_on_topic_are_stored_when_so_set(bench):
    bench.workspace.settings = bench.workspace.settings.changed(store_keep="on-topic")
    with Site({"sql.test/": page("Home"), "garden.test/roses": page("Roses", text=OFF)}) as site:
        bench.topic("http://sql.test/", "http://garden.test/roses")
        bench.crawl(proxy=site.url)
    assert bench.rows()["/"].place is not None
    assert bench.rows()["/roses"].place is None
    assert bench.workspace.library.find("http://sql.test/").place == bench.rows()["/"].place


def test_a_site_takes_no_more_pages_than_the_topic_allows(bench):
    with Site(tree(20)) as site:
        bench.topic(site.url + "/", scope={"max_pages_per_host": 4})
        run = bench.crawl()
        assert len(site.asked()) == 4
    assert run.stop_reason == "frontier_empty"


def test_progress_is_told(bench):
    seen = []
    with Site(tree(9)) as site:
        bench.topic(site.url + "/")
        bench.crawl(on_progress=seen.append)
    last = seen[-1]
    assert (last.counters.fetched, last.frontier, last.hosts) == (9, 0, 1)
    assert last.seconds > 0


def test_time_and_bytes_are_bounds_and_the_next_run_goes_on(bench):
    slow = {path: Answer(text.encode(), delay=0.1) for path, text in tree(40).items()}
    with Site(slow) as site:
        bench.topic(site.url + "/", politeness={"delay": 0, "concurrency_per_host": 2})
        first = bench.crawl(max_time=0.8)
        assert first.stop_reason == "max_time"
        assert 0 < first.counters.fetched < 40
        second = bench.crawl(max_bytes=5_000)
        assert second.stop_reason == "max_bytes"
        assert 5_000 <= second.counters.bytes < 40_000
        third = bench.crawl()
        agrees(site, first, second, third)
        assert len(bench.rows()) == 40
