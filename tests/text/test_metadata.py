import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorehound.text.metadata import iso_date, json_ld_texts, read_metadata

URL = "http://site.test/a/b.html"


def test_json_ld_comes_first():
    found = read_metadata(
        """<html><head><title>T</title><meta name=author content="Somebody Else">
        <meta property="og:site_name" content=S>
        <script type="application/ld+json">{"@context": "https://schema.org", "@graph": [
          {"@type": "Organization", "name": "Not the work"},
          {"@type": "TechArticle", "headline": "B-trees", "author": [{"name": "Ann Lee"}, {"name": "Bo Chen"}],
           "publisher": {"name": "The School"}, "datePublished": "2024-05-06T07:08:09+0800",
           "dateModified": "2024-06-01", "license": "https://creativecommons.org/licenses/by/4.0/",
           "keywords": "tree, index", "image": {"url": "/i.png"}, "description": "About trees"}]}
        </script></head></html>""",
        URL,
    )
    assert found.title == "B-trees"
    assert found.authors == ("Ann Lee", "Bo Chen")
    assert found.publisher == "The School"
    assert found.published == "2024-05-06T07:08:09+08:00"
    assert found.modified == "2024-06-01"
    assert found.license == "https://creativecommons.org/licenses/by/4.0/"
    assert found.keywords == ("tree", "index")
    assert found.image == "http://site.test/i.png"
    assert found.type == "TechArticle"


def test_dublin_core_opengraph_and_meta():
    found = read_metadata(
        """<head><meta name="DC.title" content="Trees"><meta name="DC.creator" content="Lee, Ann; Chen, Bo">
        <meta name="dcterms.issued" content="2023"><meta name="DC.rights" content="CC BY 4.0">
        <meta property="og:type" content="article"><meta property="article:tag" content="index">
        <meta property="article:modified_time" content="2024-01-02T03:04:05Z"><meta name=keywords content="树，索引">
        </head>""",
        URL,
    )
    assert found.title == "Trees"
    assert found.authors == ("Lee, Ann", "Chen, Bo")
    assert (found.published, found.modified) == ("2023", "2024-01-02T03:04:05Z")
    assert found.license == "CC BY 4.0"
    assert found.type == "article"
    assert found.keywords == ("树", "索引", "index")


def test_what_only_the_markup_shows():
    found = read_metadata(
        """<body><a rel="author" href="/ann">by Ann Lee</a> <time datetime="2022-02-03">3 Feb</time>
        <a rel="license" href="../cc">licence</a></body>""",
        URL,
    )
    assert found.authors == ("Ann Lee",)
    assert found.published == "2022-02-03"
    assert found.license == "http://site.test/cc"


@pytest.mark.parametrize("script", ["{", "[1, 2]", '"text"', '{"@type": ["A", "B"]}', "[" * 3000, '{"author": 3}'])
def test_broken_json_ld_is_passed_over(script):
    html = f'<script type="application/ld+json">{script}</script><meta name=description content=D>'
    assert read_metadata(html, URL).description == "D"


def test_half_characters_are_replaced():
    html = '<script type="application/ld+json">{"@type": "Article", "headline": "A \\ud800 B"}</script>'
    assert read_metadata(html, URL).title == "A ? B"


def test_texts_in_json_ld():
    html = """<script type="application/ld+json">{"@type": "QAPage", "mainEntity": {"@type": "Question", "text": "Why?",
      "acceptedAnswer": {"text": "Because."}}}</script>"""
    assert json_ld_texts(html) == ["Why?", "Because."]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-06", "2024-05-06"), ("2024/05/06", "2024-05-06"), ("2024-05", "2024-05"), ("1999", "1999"),
        ("2024-05-06 07:08", "2024-05-06T07:08"), ("2024-05-06T07:08:09.123Z", "2024-05-06T07:08:09Z"),
        ("6 May 2024", "2024-05-06"), ("May 6th, 2024", "2024-05-06"), ("2024年5月6日", "2024-05-06"),
        ("2024-13-01", ""), ("2024-02-30", ""), ("31 Feb 2024", ""), ("0000", ""), ("soon", ""), ("", ""),
    ],
)  # fmt: skip
def test_dates(text, date):
    assert iso_date(text) == date


@given(st.text(max_size=60))
def test_no_text_is_a_broken_date(text):
    assert iso_date(text) == "" or iso_date(text)[:4].isdigit()
