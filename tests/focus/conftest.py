"""A small course site to judge and follow."""

from collections.abc import Callable

import pytest

from lorehound.focus.profile import Profile
from lorehound.focus.reading import Reading
from lorehound.model.topic import Topic
from lorehound.text.clean import clean_html

FILLER = "The quick report names several people and places, and then it goes on about other things for a while. " * 6


@pytest.fixture
def databases() -> Profile:
    return Profile.of(Topic(id="db", title="Relational databases", keywords=("SQL", "transaction", "B-tree index")))


@pytest.fixture
def page() -> Callable[..., Reading]:
    def make(
        url: str, title: str, text: str = "", links: tuple[tuple[str, str], ...] = (), lang: str = "en"
    ) -> Reading:
        items = "".join(f'<li><a href="{target}">{anchor}</a></li>' for target, anchor in links)
        html = (
            f'<html lang="{lang}"><head><title>{title}</title></head><body><main><h1>{title}</h1>'
            f"<p>{text or FILLER}</p><ul class='toc'>{items}</ul></main></body></html>"
        )
        return Reading.of(clean_html(html, url))

    return make
