"""What a person types into a search box, taken apart: words, "phrases", -exclusions and prefix*."""

import re
from dataclasses import dataclass

from lorehound.library.search.tokens import singles
from lorehound.text.words import simplify, stem, words


@dataclass(frozen=True, slots=True)
class Term:
    """Tokens that must (or must not) be in a resource.

    More than one: each of them somewhere, or with ``phrase`` one after the other. With ``prefix`` the only token is the
    beginning of a word.
    """

    tokens: tuple[str, ...]
    phrase: bool = False
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Search:
    """Every term of ``wanted`` must be there, none of ``unwanted``."""

    wanted: tuple[Term, ...] = ()
    unwanted: tuple[Term, ...] = ()


def parse(text: str) -> Search:
    """The terms of ``text``. Any text can be parsed; what holds no word asks for nothing."""
    wanted: list[Term] = []
    unwanted: list[Term] = []
    for minus, phrase, word in _PART.findall(text.translate(_LATIN_SIGNS)):
        if word.startswith("-") and len(word) > 1:
            minus, word = "-", word[1:]
        term = _word(word) if word else _phrase(phrase)
        if term:
            (unwanted if minus else wanted).append(term)
    return Search(tuple(dict.fromkeys(wanted)), tuple(dict.fromkeys(unwanted)))


_LATIN_SIGNS = str.maketrans({**dict.fromkeys("“”„‟＂「」『』", '"'), "＊": "*", "－": "-", "\u3000": " "})
_PART = re.compile(r'(-?)"([^"]*)"?|([^\s"]+)')


def _phrase(text: str) -> Term | None:
    tokens = tuple(words(text) or sorted(singles(text)))
    return Term(tokens, phrase=len(tokens) > 1) if tokens else None


def _word(text: str) -> Term | None:
    if text.endswith("*"):
        beginning = simplify(text.rstrip("*")).lower()
        if beginning.isalnum():
            # The words of the index have lost their endings, so a whole word asked for as a prefix must too.
            return Term((stem(beginning),), prefix=True)
    tokens = _least(words(text), simplify(text)) or sorted(singles(text))
    return Term(tuple(dict.fromkeys(tokens))) if tokens else None


def _least(tokens: list[str], text: str) -> list[str]:
    """The tokens without the long Chinese words that shorter ones make up: 事务 and 处理, but not 事务处理 too."""
    covered: set[int] = set()
    needed = []
    for token in sorted(dict.fromkeys(tokens), key=len):
        places = {at for found in re.finditer(re.escape(token), text) for at in range(*found.span())}
        if token.isascii() or not places or places - covered:
            covered |= places
            needed.append(token)
    return [token for token in tokens if token in needed]
