"""Sections of a page put together as the parts and samples of a problem."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from selectolax.lexbor import LexborNode

from lorehound.model.resource import Sample
from lorehound.sites.document import Document, exact, fragment, plain
from lorehound.sites.markup import clean_html
from lorehound.sites.rule import USUAL, Formulas
from lorehound.sites.sections import Section

PARTS = ("background", "statement", "input", "output", "constraints", "note")


@dataclass(slots=True)
class Assembled:
    """What the sections gave: clean HTML by part, samples, plain words (source, tags, time, memory)."""

    parts: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    samples: tuple[Sample, ...] = ()
    interactive: bool = False


def assemble(sections: Iterable[Section], document: Document, tex: Formulas = USUAL) -> Assembled:
    """The sections as parts and samples.

    After a heading for samples in general, "Input" and "Output" mean those of a sample; so does a second one that holds
    nothing but ``pre``.
    """
    done = Assembled()
    inputs: list[str] = []
    outputs: list[str] = []
    explanations: dict[int, str] = {}
    in_samples = False
    for section in sections:
        kind = section.kind
        if kind in ("input", "output") and (in_samples or (kind in done.parts and _only_code(section.nodes))):
            kind = f"sample_{kind}"
        in_samples = kind.startswith("sample") or (kind == "explanation" and in_samples)
        match kind:
            case "sample_input" | "sample_output":
                taken, rest = _sample_texts(section.nodes)
                (inputs if kind == "sample_input" else outputs).extend(taken)
                if rest and kind == "sample_output" and taken and (html := clean_html(rest, document, tex)):
                    explanations[len(outputs) - 1] = html
            case "sample":
                taken, rest = _sample_texts(section.nodes)
                for sample in split_samples(taken):
                    inputs.append(sample.input)
                    outputs.append(sample.output)
                    explanations[len(outputs) - 1] = sample.explanation
                if len(taken) > 1 and (html := clean_html(rest, document, tex)):
                    explanations[len(outputs) - 1] = html
            case "explanation":
                html = clean_html(section.nodes, document, tex)
                last = len(outputs) - 1
                explanations[last] = explanations.get(last, "") + html
            case "interaction":
                done.interactive = True
                _add(done.parts, "input", clean_html(section.nodes, document, tex))
            case "source" | "tags" | "time" | "memory":
                done.words.setdefault(kind, " ".join(filter(None, (_words(node) for node in section.nodes))))
            case _ if kind in PARTS:
                _add(done.parts, kind, clean_html(section.nodes, document, tex))
    pairs = zip_longest(inputs, outputs, fillvalue="")
    done.samples = tuple(Sample(given, wanted, explanations.get(n, "")) for n, (given, wanted) in enumerate(pairs))
    if -1 in explanations or (explanations and not done.samples):
        _add(done.parts, "note", "".join(explanations.values()))
    return done


def split_samples(texts: Sequence[str]) -> list[Sample]:
    """Samples from blocks of code: blocks that say "Input: ... Output: ..." inside, else blocks in pairs."""
    split = [found for text in texts if (found := _split_one(text))]
    if split:
        return split
    return [Sample(given, wanted) for given, wanted in zip(texts[::2], texts[1::2], strict=False)]


def sample_text(node: LexborNode) -> str:
    """The exact text of one sample: of the ``pre`` in the element, else of the element without its edges' layout."""
    inner = node if node.tag == "pre" else node.css_first("pre")
    if inner is not None:
        return exact(inner)
    if node.tag in ("code", "textarea"):
        return exact(node)
    return re.sub(r"^(?:[ \t]*\n)+|\s+$", "", exact(node))


_LABEL = r"^\s*(?:sample\s+)?(?:{})\s*(?:\d+)?\s*[:：]?[ \t]*\n?"
_MARKED = re.compile(
    _LABEL.format("input|输入|入力|입력")
    + "(.*?)"
    + _LABEL.format("output|输出|出力|출력")
    + r"(.*?)(?:^\s*(?:explanation|解释|解釋)\s*[:：](.*))?\Z",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)


def _split_one(text: str) -> Sample | None:
    found = _MARKED.match(text)
    if not found:
        return None
    return Sample(found[1].rstrip("\n"), found[2].rstrip("\n"), (found[3] or "").strip())


def _add(parts: dict[str, str], name: str, html: str) -> None:
    if html:
        parts[name] = f"{parts[name]}\n{html}" if name in parts else html


def _words(node: LexborNode) -> str:
    return " ".join((node.text_content or "").split()) if node.is_text_node else plain(node)


def _codes(nodes: Iterable[LexborNode]) -> list[LexborNode]:
    found: list[LexborNode] = []
    for node in nodes:
        if node.is_text_node:
            continue
        found += [node] if node.tag == "pre" else node.css("pre")
    return found


def _only_code(nodes: Sequence[LexborNode]) -> bool:
    codes = _codes(nodes)
    return bool(codes) and "".join(map(_words, nodes)).replace(" ", "") == "".join(map(plain, codes)).replace(" ", "")


def _sample_texts(nodes: Sequence[LexborNode]) -> tuple[list[str], list[LexborNode]]:
    """The samples in a section of samples, and what stands after the last of them."""
    codes = _codes(nodes)
    if codes:
        last = codes[-1].mem_id
        for n, node in enumerate(nodes):
            inside = [] if node.is_text_node else [node, *node.css("pre")]
            if any(one.mem_id == last for one in inside):
                rest = [one for one in nodes[n + 1 :] if _words(one) or one.tag == "img"]
                return [exact(code) for code in codes], rest
    holder = fragment("".join(node.html or "" for node in nodes))
    text = re.sub(r"^(?:[ \t]*\n)+|\s+$", "", exact(holder))
    return ([text] if text else []), []
