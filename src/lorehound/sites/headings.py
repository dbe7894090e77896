"""What the headings of problem pages mean, in Chinese, English, Japanese, Korean and Russian."""

import re
import tomllib
from functools import lru_cache
from importlib import resources

from lorehound.text.words import simplify


@lru_cache(maxsize=4096)
def heading_kind(text: str) -> str:
    """The section that a heading of these words opens (a name of ``sites.rule.SECTIONS``), or empty.

    ``solution`` and ``reference`` open nothing: they tell pages about problems, and manual pages, from problem pages.
    Numbers, brackets, colons and case make no difference, nor do traditional characters.
    """
    return _KINDS.get(_fold(text), "")


def _fold(text: str) -> str:
    text = _EDGES.sub("", simplify(text.strip().lower()))
    text = _EDGES.sub("", _NUMBER.sub("", text))
    return re.sub(r"[\s\xa0_]+", " ", text)


_EDGES = re.compile(r"^[\s\xa0\W_]+|[\s\xa0\W_]+$")
_NUMBER = re.compile(
    r"(?:[\s\xa0#№(（\[]*(?:\d{1,2}|[一二三四五六七八九十])|[\s\xa0#(]+[ivx]{1,4})[)）\]]?[\s\xa0:：]*$"
)

_FILE = resources.files("lorehound.sites") / "words" / "headings.toml"
_KINDS: dict[str, str] = {}
for _kind, _words in tomllib.loads(_FILE.read_text("utf-8")).items():
    for _word in _words:
        _KINDS.setdefault(_fold(_word), _kind)
