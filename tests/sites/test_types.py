import pytest

from lorehound.model.resource import TYPES
from lorehound.sites.types import resource_type
from sites.saved import cleaned

TEXT = "<p>" + "Some words about the matter at hand. " * 40 + "</p>"


def kind(url: str = "https://x.example/page", title: str = "Page", head: str = "", body: str = TEXT) -> str:
    found, _ = resource_type(cleaned(f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>", url))
    return found


@pytest.mark.parametrize(
    ("url", "title", "expected"),
    [
        ("https://x.example/tutorial/lists.html", "Lists", "tutorial"),
        ("https://x.example/a", "Python 入门教程", "tutorial"),
        ("https://x.example/a", "快速上手：第一個網頁教學", "tutorial"),
        ("https://x.example/library/re.html", "re", "reference"),
        ("https://x.example/a", "C++ 参考手册", "reference"),
        ("https://www.youtube.com/watch?v=abc", "Sorting explained", "video"),
        ("https://www.bilibili.com/video/BV1x", "排序讲解", "video"),
        ("https://github.com/some/repo", "some/repo: sorting", "code"),
        ("https://x.example/notes/sorting.pdf", "Sorting", "document"),
        ("https://x.example/talks/sorting.pptx", "Sorting", "slides"),
        ("https://x.example/a", "数据结构课件 第三章", "slides"),
        ("https://x.example/courses/algorithms/", "Algorithms: course home", "course"),
        ("https://x.example/a", "算法公开课 教学大纲", "course"),
        ("https://x.example/exercises/3", "Exercises", "problem_set"),
        ("https://x.example/a", "高二物理练习题", "problem_set"),
        ("https://www.kaggle.com/datasets/a/b", "Iris", "dataset"),
        ("https://x.example/a", "Sorting visualizer", "tool"),
        ("https://x.example/blog/2021/05/sorting", "Why sorting matters", "article"),
        ("https://x.example/a", "Sorting", "article"),
    ],
)
def test_address_and_title_tell_the_type(url: str, title: str, expected: str) -> None:
    assert kind(url, title) == expected


def test_what_the_page_says_of_itself_counts() -> None:
    said = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Course","name":"x"}</script>'
    assert kind(head=said) == "course"
    assert kind(head='<meta property="og:type" content="video.other">') == "video"
    breadcrumbs = (
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList"}</script>'
    )
    assert kind(head=breadcrumbs) == "article"


def test_structure_counts() -> None:
    signatures = "".join(f'<dl><dt class="sig" id="f{n}">f{n}(x)</dt><dd>Does.</dd></dl>' for n in range(6))
    assert kind(body=TEXT + signatures) == "reference"
    steps = "".join(f"<h2>Step {n}</h2><p>Do it.</p>" for n in range(3))
    assert kind(body=steps) == "tutorial"
    assert kind(body="<h1>Talk</h1><iframe src='https://player.vimeo.com/video/1'></iframe>") == "video"


def test_the_answer_has_reasons_and_is_a_type() -> None:
    found, reasons = resource_type(cleaned("<title>Sorting tutorial</title>", "https://x.example/tutorials/sorting"))
    assert found in TYPES
    assert [reason.code for reason in reasons] == ["type_from_title", "type_from_address"]
    assert "tutorial" in reasons[0].detail.lower()
