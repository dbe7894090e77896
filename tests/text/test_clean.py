import pytest

from lorehound.model.page import Page
from lorehound.model.text import Heading
from lorehound.text.clean import clean, clean_html

URL = "http://site.test/course/index.html"


def links(body: str, head: str = "") -> list:
    return list(clean_html(f"<html><head>{head}</head><body>{body}</body></html>", URL).links)


def targets(body: str, head: str = "") -> list[str]:
    return [link.url for link in links(body, head)]


def test_links_of_every_kind_are_found_once_without_fragment():
    assert targets(
        """<a href="a.html#top">A</a> <a href="/b?x=1&amp;y=2">B</a> <a href="a.html">again</a>
        <map><area href="c.html"></map> <iframe src="d.html">x<b></iframe> <a name="no">no</a>
        <a href="#here">here</a> <a href="">me</a> <a href="mailto:x@y.test">post</a>
        <a href="javascript:go()">go</a>"""
    ) == [
        "http://site.test/course/a.html",
        "http://site.test/b?x=1&y=2",
        "http://site.test/course/c.html",
        "http://site.test/course/d.html",
    ]


def test_anchors_to_one_target_are_joined():
    first, second = links('<p><a href=a><img src=x alt="Logo"></a><a href=b>B</a><a href=a>Chapter  one</a></p>')
    assert first.anchor == "Logo Chapter one"
    assert (first.position, second.position) == (0, 1)


def test_joined_anchors_have_at_most_sixteen_words():
    (link,) = links("".join(f"<a href=a>{'w' * 9}{number} other</a>" for number in range(20)))
    assert len(link.anchor.split()) == 16


@pytest.mark.parametrize(
    ("tag", "anchor"),
    [
        ("<a href=x><div>One</div><div>Two <i>th</i>ree</div></a>", "One Two three"),
        ('<a href=x title="By title"><img src=i></a>', "By title"),
        ('<a href=x aria-label="By label"></a>', "By label"),
        ("<a href=x>a &lt; b &amp; c</a>", "a < b & c"),
    ],
)
def test_a_link_is_called_by_its_words_or_what_stands_for_them(tag, anchor):
    assert links(tag)[0].anchor == anchor


@pytest.mark.parametrize(
    ("body", "context"),
    [
        ("<p>Read <a href=x>this</a> about trees.</p><p>Other</p>", "Read this about trees."),
        ("<ul><li><p><a href=x>this</a></p><p>on trees</p></li><li>other</li></ul>", "this on trees"),
        ("<table><tr><td><a href=x>this</a><td>on trees<tr><td>other</table>", "this on trees"),
        ("<dl><dt><a href=x>this</a></dt><dd>on trees</dd><dt>other</dt></dl>", "this on trees"),
        ("<dl><dt>this</dt><dd>on <a href=x>trees</a></dd><dt>other</dt></dl>", "this on trees"),
        ("<p>" + "".join(f"<a href={n}>{n}</a>" for n in "xabcd") + "</p>", ""),
        ("<nav><p>Read <a href=x>this</a></p></nav>", ""),
    ],
)
def test_context_is_the_text_of_the_links_own_block(body, context):
    assert links(body)[0].context == context


@pytest.mark.parametrize(
    "menu",
    [
        "<nav>{}</nav>", "<header>{}</header>", "<footer>{}</footer>", "<aside>{}</aside>",
        "<div role=navigation>{}</div>", "<div class='left sideBar'>{}</div>", "<div id=mainNav>{}</div>",
        "<ul class=breadcrumbs><li>{}</ul>", "<p class=page-footer>{}</p>", "<p class=prev_next>{}</p>",
    ],
)  # fmt: skip
def test_menus_are_told_by_element_role_or_name(menu):
    rest = "<p>" + "The text of the page is longer than its menus. " * 5 + "<a href=y>in text</a></p>"
    first, second = links(menu.format("<a href=x>x</a>") + rest)
    assert first.nav
    assert not second.nav


@pytest.mark.parametrize("wrapper", ["has-sidebar", "footnotes", "innavigable"])
def test_a_name_alone_makes_no_menu_of_the_page(wrapper):
    (link,) = links(f"<div class={wrapper}><main><h1>T</h1><p>Words <a href=x>x</a></p></main></div>")
    assert not link.nav


def test_the_nearest_heading_above_is_given_without_its_sign():
    body = "<h1>Course<a href=#c>¶</a></h1><a href=x>x</a><h2>Week <b>2</b></h2><p><a href=y>y</a></p>"
    assert [link.heading for link in links(body)] == ["Course", "Week 2"]


def test_links_of_one_list_share_a_tag_path():
    body = """<div><div><ul class="toc big"><li class="toc-1"><a href=a>a</a>
      <ul><li class="toc-2"><a href=b>b</a></li></ul></li></ul></div></div><p><a href=c>c</a></p>"""
    assert [link.tag_path for link in links(body)] == ["div/ul.toc/li.toc-", "div/ul.toc/li.toc-/ul/li.toc-", "p"]


def test_rel_and_hreflang_are_kept():
    (link,) = links('<a href=x rel="nofollow ugc" hreflang=de>x</a>')
    assert (link.rel, link.hreflang, link.nofollow) == ("nofollow ugc", "de", True)


def test_base_is_the_first_real_one():
    head = """<!-- <base href="/comment/"> --><noscript><base href="/noscript/"></noscript>
      <script>document.write('<base href="/script/">')</script><base href="/real/"><base href="/second/">"""
    assert targets("<a href=x>x</a>", head) == ["http://site.test/real/x"]


@pytest.mark.parametrize(
    ("meta", "target"),
    [
        ('<meta http-equiv="Refresh" content="0; URL=New/Page.html">', "http://site.test/course/New/Page.html"),
        ("<meta http-equiv=refresh content=\"5;url='/a;b'\">", "http://site.test/a;b"),
        ('<base href="/x/"><meta http-equiv=refresh content="1;url=y">', "http://site.test/x/y"),
        ('<meta http-equiv=refresh content="300;url=y">', ""),
        ('<meta http-equiv=refresh content="5">', ""),
        (f'<meta http-equiv=refresh content="5;url={URL}">', ""),
        ('<noscript><meta http-equiv=refresh content="0;url=y"></noscript>', ""),
        ('<!-- <meta http-equiv=refresh content="0;url=y"> -->', ""),
    ],
)
def test_a_refresh_is_followed_when_it_is_meant(meta, target):
    assert clean_html(f"<head>{meta}</head>", URL).refresh == target


def test_what_the_head_says():
    page = clean_html(
        """<html lang="de-AT"><head><title> A
        &amp; B </title><meta name="Description" content="About  trees"><link rel="canonical" href="/c">
        <link rel=next href="p2"><meta name=robots content="NOINDEX, follow"></head><body></body></html>""",
        URL,
    )
    assert page.title == "A & B"
    assert page.description == "About trees"
    assert page.canonical == "http://site.test/c"
    assert page.next_page == "http://site.test/course/p2"
    assert page.robots == {"noindex"}
    assert page.language == "de"


def test_headings_of_menus_are_left_out():
    page = clean_html("<nav><h3>Menu</h3></nav><main><h1>Trees</h1><h2>B-trees §</h2></main>", URL)
    assert page.headings == (Heading(1, "Trees"), Heading(2, "B-trees"))


def test_the_robots_header_counts_unless_it_names_another_robot():
    def robots(value: str) -> set[str]:
        return set(clean(Page(URL, b"<p>x", headers={"x-robots-tag": value})).robots)

    assert robots("none") == {"noindex", "nofollow"}
    assert robots("otherbot: noindex") == set()
    assert robots("noindex, unavailable_after: 25 Jun 2030 15:00:00 PST") == {"noindex"}


def test_plain_text_is_read_as_text():
    page = clean(Page(URL, b"if a < b:\n    <b>not bold</b>", headers={"content-type": "text/plain"}))
    assert "<b>not bold</b>" in page.text
    assert page.links == ()


def test_html_sent_as_plain_text_is_read_as_html():
    page = clean(Page(URL, b"<!doctype html><title>T</title><a href=x>x</a>", headers={"content-type": "text/plain"}))
    assert page.title == "T"
    assert len(page.links) == 1


@pytest.mark.parametrize("html", ["", "<", "<a href", "<plaintext><a href=x>", "</p></div><b", "\x00<a href='x>\x00"])
def test_broken_pages_are_read_as_far_as_they_go(html):
    assert clean_html(html, URL).url == URL


def test_a_broken_link_does_not_take_the_others_along():
    assert targets('<a href="http://[::bad/">1</a><a href="http://h:99999/">2</a><a href=" x\n">3</a>')[-1:] == [
        "http://site.test/course/x"
    ]
