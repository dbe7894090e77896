"""The traps of the real web that a server can set, each with its number in docs/traps.md."""

import gzip
import json
import time
import zlib
from email.utils import formatdate

import brotli
import pytest

from loopback.bench import agrees
from loopback.pages import OFF, page
from loopback.server import Answer, Asking, Site
from lorehound.model.page import SavedPage

HTML = {"Content-Type": "text/html; charset=utf-8"}


def one(bench, path: str, answer, **options) -> tuple[Site, SavedPage | None]:
    """Crawls a site whose home page links to ``path``; answers the site's log and the row of that path."""
    with Site({"/": page("Home", [path]), path: answer}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl(**options)
        agrees(site, run)
    return site, bench.rows().get(path)


def test_10_a_query_in_the_page_charset_stays_bytes(bench):
    body = '<meta charset=gbk><h1>数据库 SQL database query</h1><a href="/q?w=中">中文 SQL</a>'.encode("gbk")
    pages = {"/": Answer(body, headers={"Content-Type": "text/html"}), "/q": page("Query")}
    with Site(pages) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/q?w=%D6%D0"]


def test_01_an_address_is_fetched_to_the_letter(bench):
    _, row = one(bench, "/A%2fb%20c/~x?b=2&a=%31&utm_source=q&", page("Lesson"))
    assert row.outcome == "kept"


def test_11_garbage_hrefs_do_not_stop_a_page(bench):
    bad = [
        "http://[::1",
        "http://a:b:c/",
        "mailto:a@b.c",
        "javascript:void(0)",
        "tel:1",
        "data:,x",
        "http://",
        "\n /ok \t",
    ]
    with Site({"/": page("Home", bad), "/ok": page("Fine")}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/ok"]
    assert run.counters.kept == 2


def test_13_a_meta_refresh_leads_on_with_its_case(bench):
    head = '<!-- <meta http-equiv=refresh content="0;url=/Comment"> -->'
    head += '<meta http-equiv=refresh content="0; URL=/Next?A=B">'
    with Site({"/": page("Home", head=head), "/Next": page("Next")}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/Next?A=B"]


def test_15_growing_addresses_come_to_an_end(bench):
    def deeper(asking: Asking) -> Answer:
        return Answer(page(f"Lesson {asking.path}", [asking.path.rstrip("/") + "/more/"]).encode())

    with Site({"/": page("Home", ["/more/"])}, rest=deeper) as site:
        bench.topic(site.url + "/")
        run = bench.crawl(max_pages=60)
        assert len(site.asked()) < 10
    assert run.counters.refused["repeated_path"] >= 1


def test_16_a_link_without_a_scheme_is_not_guessed(bench):
    with Site({"/": page("Home", ["www.elsewhere.test/x"])}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/www.elsewhere.test/x"]


@pytest.mark.parametrize(
    "text",
    [
        "Just a moment... Checking your browser before accessing the site.",
        "Please verify you are human to continue.",
        "访问验证 请拖动滑块完成验证",
    ],
)
def test_19_a_page_that_asks_for_a_human_is_no_content(bench, text):
    def asks(asking: Asking) -> Answer:
        return (
            Answer(f"<title>x</title><p>{text}</p>".encode(), headers=HTML)
            if asking.count == 0
            else Answer(page("Lesson").encode(), headers=HTML)
        )

    site, row = one(bench, "/lesson", asks)
    assert [line.path for line in site.asked()] == ["/", "/lesson", "/lesson"]
    assert row.outcome == "kept"


def test_19_a_page_that_always_asks_for_a_human_is_given_up(bench):
    bench.workspace.settings = bench.workspace.settings.changed(crawl_tries=2)
    _, row = one(bench, "/lesson", "<p>Please solve the CAPTCHA</p>")
    assert (row.outcome, row.reason) == ("failed", "blocked_page")
    assert bench.workspace.library.count(_all()) == 1


def test_19_a_lesson_about_captchas_is_content(bench):
    _, row = one(bench, "/lesson", page("How a CAPTCHA works: solve the captcha, in SQL"))
    assert row.outcome == "kept"


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("date", [False, True])
def test_21_retry_after_is_honoured_for_the_whole_host(bench, status, date):
    until = []

    def busy(asking: Asking) -> Answer:
        if asking.count:
            return Answer(page("Lesson").encode(), headers=HTML)
        until.append(time.time() + (1 if date else 2))
        value = formatdate(time.time() + 2, usegmt=True) if date else "2"
        return Answer(b"busy", status, {"Retry-After": value})

    pages = {"/": page("Home", ["/busy"]), "/busy": busy}
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
        assert site.asked("/busy")[1].at >= until[0]
    assert (run.counters.fetched, run.counters.failed, run.counters.kept) == (3, 1, 2)


def test_21_a_senseless_retry_after_is_ignored_and_tries_are_bounded(bench):
    site, row = one(bench, "/busy", Answer(b"busy", 503, {"Retry-After": "-5"}))
    assert len(site.asked("/busy")) == 3
    assert (row.outcome, row.reason) == ("failed", "overloaded")


def test_22_a_redirect_loop_ends(bench):
    pages = {"/a": Answer(status=302, headers={"Location": "/b"}), "/b": Answer(status=302, headers={"Location": "/a"})}
    with Site({"/": page("Home", ["/a"]), **pages}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
        assert len(site.asked()) == 3
    assert run.stop_reason == "frontier_empty"


def test_22_a_chain_of_redirects_ends_after_ten(bench):
    def onwards(asking: Asking) -> Answer:
        if asking.path == "/robots.txt":
            return Answer(status=404)
        return Answer(status=301, headers={"Location": f"/r{int(asking.path[2:]) + 1}"})

    with Site({"/": page("Home", ["/r0"])}, rest=onwards) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
        assert len(site.asked()) == 12
    assert run.counters.not_a_page == 1


def test_22_a_seed_that_redirects_in_a_circle_ends(bench):
    pages = {"/": Answer(status=302, headers={"Location": "/x"}), "/x": Answer(status=302, headers={"Location": "/"})}
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
        assert len(site.asked()) < 14
    assert run.stop_reason.startswith("no_page: ")


def test_22_a_redirect_to_itself_with_a_cookie_is_followed_once(bench):
    def gate(asking: Asking) -> Answer:
        if "seen=1" in asking.headers.get("Cookie", ""):
            return Answer(page("Inside").encode(), headers=HTML)
        return Answer(status=302, headers={"Location": "/gate", "Set-Cookie": "seen=1"})

    site, row = one(bench, "/gate", gate)
    assert len(site.asked("/gate")) == 2
    assert row.outcome == "kept"


def test_22_a_redirect_to_itself_without_end_is_given_up(bench):
    site, row = one(bench, "/gate", Answer(status=302, headers={"Location": "/gate", "Set-Cookie": "seen=1"}))
    assert len(site.asked("/gate")) == 2
    assert row.reason == "bad_redirect"


def test_22_raw_utf_8_in_location(bench):
    pages = {
        "/": page("Home", ["/go"]),
        "/go": Answer(status=302, headers={"Location": "/数据库".encode()}),
        "/%E6%95%B0%E6%8D%AE%E5%BA%93": page("数据库 SQL"),
    }
    with Site(pages) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        assert site.asked()[-1].path == "/%E6%95%B0%E6%8D%AE%E5%BA%93"


def test_22_a_redirect_out_of_scope_is_not_followed(bench):
    pages = {"/": page("Home", ["/out"]), "/out": Answer(status=302, headers={"Location": "http://evil.test/"})}
    with Site(pages) as site:
        bench.topic(site.url + "/", scope={"allow_hosts": ["127.0.0.1"]})
        run = bench.crawl()
    assert run.counters.refused["host_not_allowed"] == 1
    assert "/out" not in bench.rows()


def test_22_a_redirect_to_what_robots_txt_forbids_is_not_followed(bench):
    pages = {
        "/robots.txt": Answer(b"User-agent: *\nDisallow: /no", headers={}),
        "/": page("Home", ["/out"]),
        "/out": Answer(status=302, headers={"Location": "/no"}),
    }
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        assert [line.path for line in site.asked()] == ["/", "/out"]
    assert run.counters.refused["robots"] == 1


@pytest.mark.parametrize("location", ["", "http://", "mailto:x@y.z", "http://[bad/"])
def test_22_a_redirect_that_is_no_address(bench, location):
    _, row = one(bench, "/go", Answer(status=302, headers={"Location": location}))
    assert (row.outcome, row.reason) == ("not_a_page", "bad_redirect")


def bomb(encoding: str) -> bytes:
    raw = b"<html>" + b"a" * 60_000_000
    if encoding == "gzip":
        return gzip.compress(raw, 9)
    if encoding == "deflate":
        return zlib.compress(raw, 9)
    if encoding == "br":
        return brotli.compress(raw, quality=3)
    from backports import zstd

    return zstd.compress(raw)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_23_a_bomb_is_not_unpacked_beyond_the_cap(bench, encoding):
    bench.workspace.settings = bench.workspace.settings.changed(crawl_max_page_mb=3)
    _, row = one(bench, "/bomb", Answer(bomb(encoding), headers=HTML | {"Content-Encoding": encoding}))
    assert (row.outcome, row.reason) == ("not_a_page", "too_large")


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_23_packed_pages_are_read(bench, encoding):
    raw = page("Lesson").encode()
    packed = {"gzip": gzip.compress, "deflate": zlib.compress, "br": brotli.compress}.get(encoding)
    if packed is None:
        from backports import zstd

        packed = zstd.compress
    _, row = one(bench, "/page", Answer(packed(raw), headers=HTML | {"Content-Encoding": encoding}))
    assert row.outcome == "kept"


def test_23_what_cannot_be_unpacked_is_no_page(bench):
    _, row = one(bench, "/page", Answer(b"not gzip at all", headers=HTML | {"Content-Encoding": "gzip"}))
    assert (row.outcome, row.reason) == ("not_a_page", "cannot_unpack")


def dribble(handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>")
    for _ in range(200):
        handler.wfile.write(b"<p>SQL</p>")
        handler.wfile.flush()
        time.sleep(0.1)


def test_24_a_body_that_never_ends_is_cut_off_in_time(bench):
    bench.workspace.settings = bench.workspace.settings.changed(crawl_timeout=1.0, crawl_tries=1)
    started = time.monotonic()
    _, row = one(bench, "/slow", Answer(write=dribble))
    assert time.monotonic() - started < 8
    assert (row.outcome, row.reason) == ("failed", "timeout")


def test_24_a_body_shorter_than_its_length_is_tried_again(bench):
    def short(handler) -> None:
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9000\r\n\r\n<html><p>SQL</p>"
        )

    def first_short(asking: Asking) -> Answer:
        return Answer(write=short) if asking.count == 0 else Answer(page("Lesson").encode(), headers=HTML)

    site, row = one(bench, "/cut", first_short)
    assert len(site.asked("/cut")) == 2
    assert row.outcome == "kept"


def test_24_a_body_longer_than_its_length_is_read_to_its_length(bench):
    body = page("Lesson").encode()

    def long(handler) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        handler.wfile.write(head.encode() + body + b"<script>more" * 50)

    _, row = one(bench, "/long", Answer(write=long))
    assert row.outcome == "kept"
    assert bench.workspace.pages.read(row.place).body == body


def test_24_endless_headers_are_refused(bench):
    def headers(handler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(20_000):
            handler.wfile.write(b"X-%d: %s\r\n" % (number, b"y" * 1000))
        handler.wfile.write(b"\r\n<p>SQL</p>")

    bench.workspace.settings = bench.workspace.settings.changed(crawl_tries=1, crawl_timeout=5.0)
    _, row = one(bench, "/headers", Answer(write=headers))
    assert row.outcome == "failed"


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", "application/x-garbage", ""])
def test_25_html_under_a_wrong_type_is_read(bench, kind):
    _, row = one(bench, "/page", Answer(page("Lesson").encode(), headers={"Content-Type": kind} if kind else {}))
    assert row.outcome == "kept"


def test_25_a_file_that_calls_itself_html_is_no_page(bench):
    _, row = one(bench, "/page", Answer(b"PK\x03\x04" + b"\x00" * 100, headers=HTML))
    assert (row.outcome, row.reason) == ("not_a_page", "other_content")


def test_26_an_answer_of_304_is_believed_and_a_200_is_confirmed_by_its_text(bench):
    def lesson(asking: Asking) -> Answer:
        return Answer(page("Lesson").encode(), headers=HTML | {"ETag": f'"{asking.count}"'})

    with Site({"/": lesson}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        run = bench.crawl()
        assert site.asked()[1].headers["If-None-Match"] == '"0"'
    assert run.stop_reason == "nothing_new"
    assert bench.workspace.library.find(site.url + "/").version == 1


def test_27_cookies_stay_with_their_host(bench):
    pages = {
        "a.test/": Answer(
            page("A", ["http://b.test/", "http://a.test/2"]).encode(), headers=HTML | {"Set-Cookie": "s=1"}
        ),
        "a.test/2": page("A2"),
        "b.test/": page("B"),
    }
    with Site(pages) as site:
        bench.topic("http://a.test/")
        bench.crawl(proxy=site.url)
        cookies = {line.url: line.headers.get("Cookie") for line in site.asked()}
    assert cookies == {"http://a.test/": None, "http://a.test/2": "s=1", "http://b.test/": None}


def test_27_a_cookie_without_measure_is_not_kept(bench):
    big = Answer(page("A", ["/2"]).encode(), headers=HTML | {"Set-Cookie": "s=" + "x" * 9000})
    with Site({"/": big, "/2": page("A2")}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
        assert site.asked("/2")[0].headers.get("Cookie") is None


def test_44_a_crawl_in_one_order_is_the_same_crawl_again(bench, tmp_path):
    from loopback.bench import Bench
    from loopback.pages import tree
    from lorehound.workspace import Workspace

    orders = []
    with Site(tree(30)) as site:
        for name in ("one", "two"):
            with Workspace.create(tmp_path / name, {}) as workspace:
                again = Bench(workspace)
                again.topic(site.url + "/", politeness={"delay": 0, "concurrency_per_host": 1})
                again.crawl(strategy="best-first", max_pages=15)
            orders.append([line.path for line in site.asked()])
            site.clear()
    assert orders[0] == orders[1]


def test_46_a_failed_page_can_be_tried_again(bench):
    bench.workspace.settings = bench.workspace.settings.changed(crawl_tries=1)
    _, row = one(bench, "/broken", Answer(b"oops", 500))
    assert (row.outcome, row.reason) == ("failed", "server_error")
    with Site({"/broken": page("Mended")}) as site:
        seed = bench.workspace.library.seeds("databases")[0].url
        assert bench.crawl(retry_failed=True, proxy=site.url).counters.kept == 1
        assert [line.path for line in site.asked("/broken")] == ["/broken"]
        assert seed


def _all():
    from lorehound.library.contract import Query

    return Query(topic="databases")


def test_14_a_calendar_is_put_off_behind_everything_else(bench):
    def day(asking: Asking) -> Answer:
        if not asking.path.startswith("/day"):
            return Answer(status=404)
        number = int(asking.path.rpartition("=")[2])
        return Answer(page("Calendar", [f"/day?d={number + 1}", f"/day?d={number + 2}"]).encode())

    lessons = {f"/lesson/{chr(97 + n)}": page(f"Lesson {chr(97 + n)}") for n in range(12)}
    pages = {"/": page("Home", ["/day?d=1", "/day?d=2", "/late"]), "/late": page("Late", list(lessons)), **lessons}
    with Site(pages, rest=day) as site:
        bench.topic(site.url + "/", politeness={"delay": 0, "concurrency_per_host": 1})
        bench.crawl(strategy="best-first", max_pages=40)
        assert len([line for line in site.asked() if line.path.startswith("/lesson")]) == 12
        bench.crawl(strategy="best-first", max_pages=5, revisit="none")
        assert site.asked()[-1].path.startswith("/day")  # put off, not dropped


@pytest.mark.parametrize("title", ["404 Not Found", "Page not found - Example", "页面不存在", "您访问的页面找不到"])
def test_18_an_error_page_that_says_all_is_well_is_gone(bench, title):
    _, row = one(bench, "/missing", f"<title>{title}</title><p>Back to the SQL database index.</p>")
    assert (row.outcome, row.reason) == ("failed", "soft_404")


def test_18_a_redirect_to_the_home_page_is_no_page_of_its_own(bench):
    with Site({"/": page("Home", ["/old"]), "/old": Answer(status=302, headers={"Location": "/"})}) as site:
        bench.topic(site.url + "/")
        run = bench.crawl()
        agrees(site, run)
    assert (run.counters.fetched, run.counters.kept) == (1, 1)


def test_18_a_lesson_about_404_is_content(bench):
    _, row = one(
        bench, "/lesson", page("404 Not Found, and how a database answers", text="SQL query index table. " * 60)
    )
    assert row.outcome == "kept"


def test_29_hosts_of_one_machine_share_its_pace(bench, monkeypatch):
    monkeypatch.setattr("lorehound.crawl.addresses._lookup", lambda host: ["127.0.0.1"])
    with Site() as site:
        port = site.host.rpartition(":")[2]
        hosts = [f"http://h{n}.test:{port}/" for n in range(4)]
        site.pages |= {url.removeprefix("http://"): page(f"Lesson {url}") for url in hosts}
        bench.topic(*hosts, politeness={"delay": 2.0, "obey_robots": False})
        bench.crawl()
        times = sorted(line.at for line in site.asked())
    assert len(times) == 4
    assert times[-1] - times[0] >= 1.4


@pytest.mark.parametrize("canonical", ["http://elsewhere.test/", "/", "/missing"])
def test_09_a_canonical_link_that_misleads_takes_no_page_away(bench, canonical):
    _, row = one(bench, "/list?page=2", page("Second page of lessons", head=f'<link rel=canonical href="{canonical}">'))
    assert row.outcome == "kept"


def test_34_a_crawl_delay_beyond_the_cap_is_cut_and_the_log_says_so(bench):
    robots = Answer(b"User-agent: *\nCrawl-delay: 86400", headers={"Content-Type": "text/plain"})
    with Site({"/robots.txt": robots, "/": page("Home")}) as site:
        bench.topic(site.url + "/")
        bench.crawl()
    log = next((bench.workspace.folder / "log").iterdir()).read_text("utf-8")
    lines = [json.loads(line) for line in log.splitlines()]
    [cut] = [line for line in lines if line["event"] == "crawl delay cut"]
    assert (cut["asked"], cut["kept"]) == (86400, 30)


def test_20_a_site_that_turned_off_topic_is_left_alone(bench):
    good = {f"/l{n}": page(f"Lesson {n}") for n in range(11)}
    bad = {f"/x{n}": page(f"Casino {n}", text=OFF) for n in range(80)}
    with Site({"/": page("Home", [*good, *bad]), **good, **bad}) as site:
        bench.topic(site.url + "/", politeness={"delay": 0, "concurrency_per_host": 1})
        run = bench.crawl(strategy="breadth-first")
        assert len(site.asked()) == 12 + 40
    assert run.stop_reason == "resting"
    log = next((bench.workspace.folder / "log").iterdir()).read_text()
    assert "turned_off_topic" in log


def test_42_a_page_off_topic_between_two_lessons_is_passed_through(bench):
    pages = {
        "/": page("Home", ["/hub"]),
        "/hub": page("Index of a garden", ["/deep"], OFF),
        "/deep": page("Deep lesson"),
    }
    with Site(pages) as site:
        bench.topic(site.url + "/")
        run = bench.crawl(strategy="best-first")
    assert (run.counters.kept, run.counters.off_topic) == (2, 1)


def test_49_files_are_told_by_their_first_bytes_and_kept_with_who_offered_them(bench):
    site, row = one(bench, "/slides", Answer(b"%PDF-1.7 ...", headers={"Content-Type": "application/octet-stream"}))
    assert (row.outcome, row.reason) == ("not_a_page", "other_content")
    assert row.referrer == site.url + "/"
