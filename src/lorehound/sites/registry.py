"""Picks the site rule for a page and says what the page is: the one way from CleanText to a Problem."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from importlib import resources
from urllib.parse import urlsplit

from lorehound.errors import BadRule, NotFound
from lorehound.model.reason import Reason
from lorehound.model.resource import Problem
from lorehound.model.text import CleanText
from lorehound.sites.by_rule import read_by_rule
from lorehound.sites.document import Document
from lorehound.sites.fallback import UseFallback
from lorehound.sites.judges import READERS
from lorehound.sites.lines import read_lines
from lorehound.sites.markdown import to_markdown
from lorehound.sites.problem import may_be_problem, read_problem
from lorehound.sites.rule import SiteRule, parse_rule
from lorehound.sites.types import resource_type
from lorehound.sites.walk import Role, read_list, role_of


@dataclass(frozen=True, slots=True)
class SiteReading:
    """What a page is on its site.

    ``fields`` are what a rule read from a page that is no problem (title, description, authors, published, modified,
    license, publisher, keywords, tags as texts; ``main`` as HTML). On a list page ``links`` are resource pages and
    ``lists`` further list pages, absolute, ``ids`` how many different resources the page names.
    """

    type: str
    problem: Problem | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    links: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    ids: int = 0
    role: Role = ""
    """``list``, ``resource``, or empty where no rule knows the address"""
    rule: str = ""
    reasons: tuple[Reason, ...] = ()


def read_site(clean: CleanText, rules: "Rules") -> SiteReading:
    """What the page is: its type, its problem or fields, and the addresses that a rule knows from it.

    The rules that fit are asked in order; one that cannot read the page lets the next try, in the end the generic
    reader of problems.
    """
    document = Document(clean.url, clean.html)
    reasons: list[Reason] = []
    may_be = clean.html[:1] in ("{", "[") or may_be_problem(clean.html)
    for rule in rules.fitting(clean.url, clean.html, may_be_problem=may_be):
        role, parts = role_of(rule, clean.url)
        if role == "list":
            listing = read_list(rule, document)
            kind = "problem_set" if rule.type == "problem" else resource_type(clean)[0]
            reason = Reason("site_rule", 1.0, f"{rule.name}: {listing.ids}")
            return SiteReading(kind, links=listing.links, lists=listing.lists, ids=listing.ids, role=role,
                               rule=rule.name, reasons=(reason, *reasons))  # fmt: skip
        if role != "resource":
            continue
        try:
            problem, fields = read_by_rule(rule, document, parts)
        except UseFallback as declined:
            reasons.append(Reason("rule_declined", 0.0, f"{rule.name}: {declined}"))
            continue
        reason = Reason("site_rule", 1.0, rule.name)
        problem = _with_markdown(problem) if problem else None
        return SiteReading(rule.type, problem, fields, role=role, rule=rule.name, reasons=(reason, *reasons))
    if may_be:
        try:
            problem = read_problem(document) if (lines := document.lines) is None else read_lines(lines)
        except UseFallback as declined:
            reasons.append(Reason("no_problem", 0.0, str(declined)))
        else:
            return SiteReading("problem", _with_markdown(problem), reasons=(Reason("problem_headings", 1.0), *reasons))
    kind, signs = resource_type(clean)
    return SiteReading(kind, reasons=(*signs, *reasons))


def _with_markdown(problem: Problem) -> Problem:
    return replace(
        problem,
        statement_markdown=to_markdown(problem.statement),
        input_markdown=to_markdown(problem.input),
        output_markdown=to_markdown(problem.output),
        note_markdown=to_markdown(problem.note),
    )


class Rules:
    """Site rules in order of precedence: own ones first, then the built-in ones."""

    def __init__(self, rules: Iterable[SiteRule]) -> None:
        self._rules: dict[str, SiteRule] = {}
        for rule in rules:
            self._rules.setdefault(rule.name, rule)

    @classmethod
    def builtin(cls) -> "Rules":
        """The rules that come with Lorehound."""
        return cls(_builtin())

    @classmethod
    def load(cls, texts: Mapping[str, str]) -> "Rules":
        """The built-in rules and before them those of ``texts`` (file name -> TOML); one of the same name replaces.

        BadRule names each fault with its file.
        """
        own: dict[str, SiteRule] = {}
        faults = []
        for where, text in texts.items():
            try:
                rule = parse_rule(text, where)
                if rule.name in own:
                    raise BadRule(f"{where}: a second rule named {rule.name!r}; give it another name")
                if rule.reader and rule.reader not in READERS:
                    raise BadRule(f"{where}: reader is {rule.reader!r}; it takes one of {', '.join(sorted(READERS))}")
                own[rule.name] = rule
            except BadRule as error:
                faults.append(str(error))
        if faults:
            raise BadRule("\n".join(faults))
        return cls((*own.values(), *_builtin()))

    def __iter__(self) -> Iterator[SiteRule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def rule(self, name: str) -> SiteRule:
        """The rule of that name (NotFound otherwise)."""
        try:
            return self._rules[name]
        except KeyError:
            raise NotFound(f"no site rule {name!r}; there are: {', '.join(sorted(self._rules))}") from None

    def for_host(self, host: str) -> list[SiteRule]:
        """The rules that name the host or a domain above it, the closest name first."""
        host = host.lower().removesuffix(".")
        found: list[SiteRule] = []
        while host:
            found += [rule for rule in self._by_host.get(host, ()) if rule not in found]
            host = host.partition(".")[2]
        return found

    def fitting(self, url: str, html: str = "", *, may_be_problem: bool = True) -> list[SiteRule]:
        """The rules to ask for a page: those of its host, then those of a software whose mark stands in ``html``.

        Judges' software is looked for only where there may be a problem: most pages are spared the search.
        """
        found = self.for_host(urlsplit(url).hostname or "")
        asked = [rule for rule in self._marked if rule not in found and (may_be_problem or rule.type != "problem")]
        return found + [rule for rule in asked if any(mark in html for mark in rule.marks)]

    @cached_property
    def _by_host(self) -> dict[str, list[SiteRule]]:
        hosts: dict[str, list[SiteRule]] = {}
        for rule in self:
            for host in rule.hosts:
                hosts.setdefault(host.lower().removeprefix("*."), []).append(rule)
        return hosts

    @cached_property
    def _marked(self) -> list[SiteRule]:
        return [rule for rule in self if rule.marks]


@lru_cache(maxsize=1)
def _builtin() -> tuple[SiteRule, ...]:
    folder = resources.files("lorehound.sites") / "rules"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(parse_rule(file.read_text("utf-8"), file.name) for file in files)
