"""What may be asked of a crawl."""

import pytest

from lorehound.crawl.options import CrawlOptions
from lorehound.errors import BadSetting


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("strategy", "depth-first"),
        ("revisit", "some"),
        ("max_pages", -1),
        ("delay", -0.5),
        ("workers", 0),
        ("workers", 65),
    ],
)
def test_a_wrong_value_is_named(name, value):
    with pytest.raises(BadSetting, match=f"{name} is "):
        CrawlOptions(**{name: value})
