"""Reads a page by a site rule's selectors, sections and samples."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from selectolax.lexbor import LexborNode

from lorehound.model.resource import Problem, Sample
from lorehound.sites.assemble import PARTS, Assembled, assemble, sample_text, split_samples
from lorehound.sites.difficulty import normal_difficulty
from lorehound.sites.document import Document, elements, without
from lorehound.sites.fallback import UseFallback
from lorehound.sites.headings import heading_kind
from lorehound.sites.judges import READERS
from lorehound.sites.limits import find_limits, memory_kib, of, time_ms
from lorehound.sites.markup import clean_html, images
from lorehound.sites.problem import split_tags
from lorehound.sites.rule import Sections, Selector, SiteRule
from lorehound.sites.sections import cut

_MANY = ("tags", "authors", "keywords")


def read_by_rule(rule: SiteRule, document: Document, parts: dict[str, str]) -> tuple[Problem | None, dict[str, str]]:
    """The problem (for a rule of type ``problem``), or the fields of another page, that ``rule`` reads.

    ``parts`` are the named groups of the page's address. UseFallback says what the page lacks.
    """
    if rule.type != "problem":
        return None, _fields(rule, document)
    read = READERS[rule.reader](document, parts) if rule.reader else None
    problem = read or read_problem_by_rule(rule, document)
    if not problem.title:
        raise UseFallback("no title")
    if not (problem.statement or problem.samples or problem.time_ms):
        raise UseFallback("no statement, sample or limit")
    made = re.sub(r"\{(\w+)\}", lambda name: parts.get(name[1], ""), rule.pages.id) if parts else ""
    raw = problem.difficulty_raw
    return replace(
        problem,
        judge=problem.judge or rule.judge,
        problem_id=problem.problem_id or made or parts.get("id", ""),
        contest=problem.contest or parts.get("contest", ""),
        difficulty=normal_difficulty(raw, rule.difficulty_scale) if problem.difficulty is None else problem.difficulty,
        parser=rule.name,
    ), {}


def read_problem_by_rule(rule: SiteRule, document: Document) -> Problem:
    """What the rule's own selectors, sections and samples give, without what the address says."""
    fields = dict[str, tuple[Selector, ...]](rule.fields.items())
    read = _sections(rule, rule.sections, document) if rule.sections else Assembled()
    for name in PARTS:
        nodes = document.nodes(fields.get(name, ()))
        if html := clean_html((node.inner_html or "" for node in nodes), document, rule.formulas):
            read.parts[name] = html
    words = {name: document.text(selectors) for name, selectors in fields.items() if name not in (*PARTS, *_MANY)}
    many = {name: tuple(document.texts(fields[name])) for name in _MANY if name in fields}
    samples = _samples(rule, document) or read.samples
    if len(samples) == len(read.samples):
        told = [sample.explanation for sample in read.samples]
        samples = tuple(
            replace(one, explanation=one.explanation or note) for one, note in zip(samples, told, strict=True)
        )
    limits = of(
        time_ms(words.get("time", "") or read.words.get("time", "")),
        memory_kib(words.get("memory", "") or read.words.get("memory", "")),
    )
    if both := words.get("limits", ""):
        found = find_limits(both)
        if limits.time_ms is None:
            limits = replace(limits, time_ms=found.time_ms, time_ms_min=found.time_ms_min)
        if limits.memory_kib is None:
            limits = replace(limits, memory_kib=found.memory_kib, memory_kib_min=found.memory_kib_min)
    tags = many.get("tags", ())
    if len(tags) < 2 and not any(selector.all for selector in fields.get("tags", ())):
        tags = split_tags("".join(tags) or read.words.get("tags", ""))
    return Problem(
        title=words.get("title", ""),
        problem_id=words.get("problem_id", ""),
        contest=words.get("contest", ""),
        samples=samples,
        time_ms=limits.time_ms,
        time_ms_min=limits.time_ms_min,
        memory_kib=limits.memory_kib,
        memory_kib_min=limits.memory_kib_min,
        input_file=words.get("input_file", ""),
        output_file=words.get("output_file", ""),
        interactive=read.interactive or bool(words.get("interactive")),
        difficulty_raw=words.get("difficulty", ""),
        tags=tuple(dict.fromkeys(tags)),
        authors=many.get("authors", ()),
        source=words.get("source", "") or read.words.get("source", ""),
        images=images(*read.parts.values()),
        **read.parts,  # type: ignore[arg-type]
    )


def _sections(rule: SiteRule, spec: Sections, document: Document) -> Assembled:
    root = next((node for css in spec.within if (node := document.first(css)) is not None), None)
    if root is None:
        return Assembled()
    root = without(root, spec.drop)
    names = {" ".join(words.split()).lower(): kind for words, kind in spec.names.items()}

    def kind(node: LexborNode) -> str:
        words = " ".join((node.text() or "").split())
        return names.get(words.lower()) or names.get(words.lower().strip(" :：")) or heading_kind(words) or "skip"

    marks = [(node, kind(node)) for node in elements(root, spec.heading)]
    sections = cut(root, marks)
    if spec.body:
        sections = [replace(one, nodes=_bodies(one.nodes, spec.body)) for one in sections]
    read = assemble(sections, document, rule.formulas)
    if "statement" not in read.parts and marks:
        lead = _before(root, marks[0][0])
        if html := clean_html([lead], document, rule.formulas):
            read.parts["statement"] = html
    elif not marks and (html := clean_html([root.inner_html or ""], document, rule.formulas)):
        read.parts["statement"] = html
    return read


def _bodies(nodes: Iterable[LexborNode], css: str) -> tuple[LexborNode, ...]:
    found: list[LexborNode] = []
    for node in nodes:
        if not node.is_text_node:
            found += [node] if node.css_matches(css) else elements(node, css)
    return tuple(found)


def _before(root: LexborNode, first: LexborNode) -> str:
    """The HTML of what stands in ``root`` before its first heading."""
    found: list[str] = []

    def walk(node: LexborNode) -> bool:
        for child in node.iter(include_text=True):
            if child.mem_id == first.mem_id:
                return True
            if not child.is_text_node and any(one.mem_id == first.mem_id for one in child.css("*")):
                walk(child)
                return True
            found.append(child.html or "")
        return False

    return "".join(found) if walk(root) else ""


def _samples(rule: SiteRule, document: Document) -> tuple[Sample, ...]:
    spec = rule.samples
    if spec is None:
        return ()
    texts = {
        name: _sample_texts(document, selectors)
        for name, selectors in (("input", spec.input), ("output", spec.output), ("alternating", spec.alternating))
    }
    if texts["alternating"]:
        return tuple(split_samples(texts["alternating"]))
    told = elements(document.tree, spec.explanation)
    notes = [clean_html([node.inner_html or ""], document, rule.formulas) for node in told]
    rows = zip_longest(texts["input"], texts["output"], notes, fillvalue="")
    return tuple(Sample(given, wanted, note) for given, wanted, note in rows if given or wanted)


def _sample_texts(document: Document, selectors: tuple[Selector, ...]) -> list[str]:
    for selector in selectors:
        if found := elements(document.tree, selector.css):
            if selector.attr:
                return [(node.attributes.get(selector.attr) or "").replace("\r\n", "\n") for node in found]
            return [sample_text(without(node, selector.drop)) for node in found]
    return []


def _fields(rule: SiteRule, document: Document) -> dict[str, str]:
    """The fields of a page that is no problem; UseFallback when the rule has some and not one is there."""
    found: dict[str, str] = {}
    for name, selectors in rule.fields.items():
        if name == "main":
            value = clean_html((node.html or "" for node in document.nodes(selectors)), document, rule.formulas)
        elif name in _MANY:
            value = "\n".join(document.texts(selectors))
        else:
            value = document.text(selectors)
        if value:
            found[name] = value
    if rule.fields and not found:
        raise UseFallback("none of its fields is there")
    return found
