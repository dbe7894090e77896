"""Proposes a site rule from example pages whose field texts a person pointed out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import tomlkit
from selectolax.lexbor import LexborNode

from lorehound.errors import BadRule
from lorehound.sites.document import Document, elements, exact, plain, squeeze
from lorehound.sites.rule import FIELDS

SAMPLE_FIELDS = ("sample_input", "sample_output")
_PROBLEM_FIELDS = ("statement", "input", "output", *SAMPLE_FIELDS)


@dataclass(frozen=True, slots=True)
class Example:
    """A page and, by field, the words that stand for the field on it (for long ones, how they begin)."""

    url: str
    html: str
    texts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Guess:
    """A field's selector: ``sure`` is 0..1, ``reason`` says what speaks for and against, ``seen`` what it finds by
    page."""

    field: str
    selector: str
    sure: float
    reason: str
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule as TOML, and how sure each field is; ``missing`` are fields for which no selector was found."""

    toml: str
    guesses: tuple[Guess, ...]
    missing: tuple[str, ...] = ()


def learn(examples: Sequence[Example], name: str = "") -> Proposal:
    """The rule that reads the pointed-out texts from every example.

    BadRule: no example, no field, a field that no rule has, or a text that is not on its page.
    """
    if not examples or not any(example.texts for example in examples):
        raise BadRule('nothing to learn from; point out a field, such as --field "title=The title on the page"')
    documents = [Document(example.url, example.html) for example in examples]
    fields = list(dict.fromkeys(name for example in examples for name in example.texts))
    for wanted in fields:
        if wanted not in (*FIELDS, *SAMPLE_FIELDS):
            raise BadRule(f"{wanted!r} is no field; there are {', '.join((*FIELDS, *SAMPLE_FIELDS))}")
    guesses, missing = [], []
    for wanted in fields:
        guess = _guess(wanted, documents, [example.texts.get(wanted, "") for example in examples])
        if guess is None:
            missing.append(wanted)
        else:
            guesses.append(guess)
    return Proposal(_toml(name, documents, guesses), tuple(guesses), tuple(missing))


def page_pattern(urls: Iterable[str]) -> str:
    """A pattern for path and query that fits all ``urls``: what differs between them becomes the id."""
    targets = sorted({_target(url) for url in urls})
    if len(targets) < 2:
        whole = targets[0] if targets else "/"
        number = list(re.finditer(r"\d+", whole))
        if not number:
            return f"^{re.escape(whole)}$"
        last = number[-1]
        return f"^{re.escape(whole[: last.start()])}(?P<id>\\d+){re.escape(whole[last.end() :])}$"
    head = re.sub(r"[\w-]+$", "", _common(targets))
    rests = [target[len(head) :] for target in targets]
    tail = re.sub(r"^[\w-]+", "", _common([rest[::-1] for rest in rests])[::-1])
    ids = [rest[: len(rest) - len(tail)] for rest in rests]
    kind = (
        r"\d+" if all(each.isdigit() for each in ids) else (r"[\w-]+" if not any("/" in each for each in ids) else ".+")
    )
    return f"^{re.escape(head)}(?P<id>{kind}){re.escape(tail)}$"


def _common(texts: Sequence[str]) -> str:
    """What all ``texts`` begin with."""
    least, greatest = min(texts), max(texts)
    same = next((n for n, pair in enumerate(zip(least, greatest, strict=False)) if pair[0] != pair[1]), len(least))
    return least[:same]


def _target(url: str) -> str:
    parts = urlsplit(url)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _guess(name: str, documents: list[Document], texts: list[str]) -> Guess | None:
    """The selector that finds the text on every page where it is known, the surest first."""
    targets = []
    for document, text in zip(documents, texts, strict=True):
        found = _holder(document, text, code=name in SAMPLE_FIELDS) if text else None
        if text and found is None:
            raise BadRule(f"{name}: {text[:60]!r} is not on {document.url}; point out words as the page shows them")
        targets.append(found)
    first = next(target for target in targets if target is not None)
    best: tuple[float, str, str] | None = None
    for selector, worth in _selectors(first):
        sure, reason = _rate(selector, worth, documents, targets)
        if sure > 0 and (best is None or sure > best[0]):
            best = (sure, selector, reason)
    if best is None:
        return None
    sure, selector, reason = best
    seen = tuple(plain(found)[:80] if (found := document.first(selector)) is not None else "" for document in documents)
    return Guess(name, selector, round(sure, 2), reason, seen)


def _holder(document: Document, text: str, *, code: bool) -> LexborNode | None:
    """An element that holds exactly this text (a heading before others), else the smallest whose words begin with it,
    else one that has it."""
    wanted = squeeze(text)
    exactly: list[LexborNode] = []
    begins: LexborNode | None = None
    inside: LexborNode | None = None
    nodes = elements(document.tree, "pre, code" if code else "body *")
    for node in nodes:
        if node.tag in ("script", "style", "head", "title", "option", "noscript"):
            continue
        words = squeeze(exact(node)) if code else plain(node)
        if words == wanted:
            if code or node.tag not in ("pre", "code"):
                exactly.append(node)
        elif words.startswith(wanted) and len(wanted) >= 3:
            begins = node
        elif len(wanted) >= 8 and wanted in words:
            inside = node
    if exactly:
        return next((node for node in exactly if re.fullmatch("h[1-6]", node.tag or "")), exactly[0])
    if begins is not None and begins.tag == "p" and begins.parent is not None:
        # The beginning of a text of several paragraphs means the element around them, where it has no more than these.
        around = begins.parent
        return around if plain(around).startswith(wanted) else begins
    return begins or inside


_NO_NAME = re.compile(
    r"\d{3,}|(?=[a-f]*\d)[0-9a-f]{6,}|^(?:active|row|col|clearfix|left|right|center|first|last|odd|even|show)$|^col-|:"
)


def _names(node: LexborNode) -> list[tuple[str, float]]:
    """Selectors for one element by what it is called, with how much such a name is worth."""
    known = {name: value or "" for name, value in node.attributes.items()}
    found: list[tuple[str, float]] = []
    tag = node.tag or "*"
    if (its_id := known.get("id", "")) and re.fullmatch(r"[A-Za-z][\w-]*", its_id) and not _NO_NAME.search(its_id):
        found.append((f"#{its_id}", 1.0))
    found += [
        (f'{tag}[{name}="{known[name]}"]', 0.95)
        for name in ("itemprop", "data-testid", "property", "rel")
        if re.fullmatch(r"[\w:-]+", known.get(name, ""))
    ]
    for one in known.get("class", "").split():
        if re.fullmatch(r"[A-Za-z_][\w-]*", one) and not _NO_NAME.search(one):
            found.append((f"{tag}.{one}", 0.9))
        elif hashed := re.match(r"([A-Za-z_]+[_-]{1,2})[A-Za-z0-9]{4,}$", one):
            # The rest is made anew with each build of the site.
            found.append((f'{tag}[class*="{hashed[1]}"]', 0.75))
    return found


def _selectors(node: LexborNode) -> list[tuple[str, float]]:
    """Ways to name the element: by itself, by a named element around it, by its place in that."""
    found = list(_names(node))
    if node.tag in ("h1", "main", "article"):
        found.append((node.tag, 0.7))
    steps = [node.tag or "*"]
    numbered = [_numbered(node)]
    at, far = node.parent, 0
    while at is not None and at.tag not in ("body", "html", "-document") and far < 5:
        for name, worth in _names(at):
            found += [(f"{name} {own}", worth * 0.95 - 0.03 * far) for own, _ in _names(node)]
            found.append((f"{name} > {' > '.join(steps)}", worth * 0.85 - 0.05 * far))
            found.append((f"{name} > {' > '.join(numbered)}", worth * 0.6 - 0.05 * far))
        steps.insert(0, at.tag or "*")
        numbered.insert(0, _numbered(at))
        at, far = at.parent, far + 1
    found.append(
        (f"body > {' > '.join(numbered)}" if at is not None and at.tag == "body" else " > ".join(numbered), 0.3)
    )
    return sorted(dict(found).items(), key=lambda pair: (-pair[1], len(pair[0])))


def _numbered(node: LexborNode) -> str:
    """Tag and place among its siblings of that tag, where there are several."""
    tag = node.tag or "*"
    same = [child for child in node.parent.iter() if child.tag == tag] if node.parent is not None else [node]
    if len(same) < 2:
        return tag
    return f"{tag}:nth-of-type({next(n for n, child in enumerate(same, 1) if child.mem_id == node.mem_id)})"


def _rate(
    selector: str, worth: float, documents: list[Document], targets: list[LexborNode | None]
) -> tuple[float, str]:
    """How sure a selector is: what its name is worth, less for pages where it finds several things or nothing."""
    known = checked = alone = filled = 0
    for document, target in zip(documents, targets, strict=True):
        found = elements(document.tree, selector)
        alone += len(found) == 1
        filled += bool(found) and bool(plain(found[0]))
        if target is not None:
            known += 1
            checked += bool(found) and plain(found[0]) == plain(target)
    if checked < known:
        return 0.0, ""
    pages = len(documents)
    sure = worth * (0.5 + 0.5 * alone / pages) * filled / pages
    if known == 1:
        # One page shows that the selector can be right, not that it is.
        sure *= 0.8
    return sure, f"right on {checked} of {known}, alone on {alone} of {pages}, filled on {filled} of {pages}"


def _toml(name: str, documents: list[Document], guesses: list[Guess]) -> str:
    hosts = sorted({host for document in documents if (host := urlsplit(document.url).hostname)})
    fields = {guess.field for guess in guesses}
    rule = tomlkit.document()
    made = re.sub(r"[^a-z0-9]+", "-", (name or (hosts or ["site"])[0].removeprefix("www.")).lower()).strip("-")
    rule["name"] = made or "site"
    rule["hosts"] = [host.removeprefix("www.") for host in hosts] or ["site.example"]
    rule["type"] = "problem" if fields & set(_PROBLEM_FIELDS) else "tutorial"
    pages = tomlkit.table()
    pages["resource"] = tomlkit.array()
    pages["resource"].append(tomlkit.string(page_pattern(document.url for document in documents), literal=True))
    rule["pages"] = pages
    chosen = tomlkit.table()
    for guess in guesses:
        if guess.field not in SAMPLE_FIELDS:
            chosen[guess.field] = guess.selector
            chosen[guess.field].comment(f"{guess.sure:.0%} sure: {guess.reason}")
    if chosen:
        rule["fields"] = chosen
    samples = tomlkit.table()
    for guess in guesses:
        if guess.field in SAMPLE_FIELDS:
            samples[guess.field.removeprefix("sample_")] = guess.selector
    if samples:
        rule["samples"] = samples
    return tomlkit.dumps(rule)
