"""FPS files read as they come: any order of children, missing units and tests, gbk; broken items are told."""

import codecs
import html as entities
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import IO

from lxml import etree

from lorehound.errors import BadImport
from lorehound.model.resource import Code, EmbeddedFile, Sample, Trial
from lorehound.processing.xml_text import xml_text

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class FpsItem:
    """One problem of an FPS file, as the file has it; ``line`` is where it begins. Statement parts are HTML."""

    line: int
    title: str
    url: str = ""
    time_ms: int | None = None
    memory_kib: int | None = None
    description: str = ""
    input: str = ""
    output: str = ""
    hint: str = ""
    source: str = ""
    samples: tuple[Sample, ...] = ()
    tests: tuple[Trial, ...] = ()
    codes: tuple[Code, ...] = ()
    files: tuple[EmbeddedFile, ...] = ()
    remote_oj: str = ""
    remote_id: str = ""


@dataclass(frozen=True, slots=True)
class BrokenItem:
    """An item that cannot be read: the line where it begins, and what is wrong (with the line of the fault)."""

    line: int
    fault: str


def read_items(stream: IO[bytes]) -> Iterator[FpsItem | BrokenItem]:
    """Every item of the file in turn, one in memory at a time.

    BadImport: the file is no FPS, or declares entities (a way to read other files, or to grow without end).
    """
    for line, text in _split(_decoded(stream)):
        try:
            yield _read(line, text)
        except ValueError as fault:
            yield BrokenItem(line, str(fault))


def _decoded(stream: IO[bytes]) -> Iterator[str]:
    """The text in pieces. A label that does not fit the bytes is put right: much FPS is gbk under other names."""
    first = stream.read(_CHUNK)
    codec = _codec(first)
    decoder = codecs.getincrementaldecoder(codec)("replace")
    chunk = first
    while chunk:
        yield decoder.decode(chunk)
        chunk = stream.read(_CHUNK)
    yield decoder.decode(b"", final=True)


def _codec(first: bytes) -> str:
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    label = re.search(rb"""^\s*<\?xml[^>]*\bencoding=["']([\w.:-]+)""", first.removeprefix(codecs.BOM_UTF8))
    name = label[1].decode("ascii", "replace").lower() if label else "utf-8"
    if name in ("gb2312", "gbk", "gb18030", "cp936"):
        return "gb18030" if not _fits(first, "utf-8") or first.isascii() else "utf-8-sig"
    try:
        codecs.lookup(name)
    except LookupError:
        name = "utf-8"
    if not _fits(first, name):
        name = next((other for other in ("utf-8", "gb18030") if _fits(first, other)), name)
    return "utf-8-sig" if name.replace("_", "-") in ("utf-8", "utf8") else name


def _fits(first: bytes, codec: str) -> bool:
    try:
        codecs.getincrementaldecoder(codec)().decode(first)
    except UnicodeDecodeError:
        return False
    return True


_TOKEN = re.compile(r"<!\[CDATA\[|<!--|<item(?=[\s>])|</item\s*>|<item\s*/>")
_ENDS = {"<![CDATA[": "]]>", "<!--": "-->"}


def _split(pieces: Iterator[str]) -> Iterator[tuple[int, str]]:
    """The line and the text of each ``item``; what looks like one inside CDATA or a comment is none."""
    buffer, at, start, line, head = "", 0, -1, 1, True
    for piece in pieces:
        buffer += piece
        if head:
            head = not _checked_head(buffer)
            if head:
                continue
        while (token := _TOKEN.search(buffer, at)) is not None:
            if end := _ENDS.get(token[0]):
                closed = buffer.find(end, token.end())
                if closed < 0:
                    at = token.start()
                    break
                at = closed + len(end)
            elif token[0].startswith("</"):
                if start >= 0:
                    yield line + buffer.count("\n", 0, start), buffer[start : token.end()]
                line += buffer.count("\n", 0, token.end())
                buffer, at, start = buffer[token.end() :], 0, -1
            else:
                start = token.start() if start < 0 else start
                at = token.end()
        else:
            at = max(at, len(buffer) - len("<![CDATA["))
        if start < 0 and token is None:
            line += buffer.count("\n", 0, at)
            buffer, at = buffer[at:], 0
    if head:
        raise BadImport("no <fps> element is in the file; give an FPS file (an XML file of problems)")
    if start >= 0:
        yield line + buffer.count("\n", 0, start), buffer[start:]


def _checked_head(text: str) -> bool:
    """True when the root element has begun (BadImport for what must not stand before it)."""
    root = re.search(r"<fps[\s>/]", text)
    before = text[: root.start()] if root else text
    if "<!ENTITY" in before:
        number = before.count("\n", 0, before.index("<!ENTITY")) + 1
        raise BadImport(f"line {number} declares an entity, which is refused; take the declaration out of the DOCTYPE")
    if not root and len(text) > 100_000:
        raise BadImport("no <fps> element is in the file's first 100,000 characters; give an FPS file")
    return root is not None


_PARSER_OPTIONS = {"resolve_entities": False, "load_dtd": False, "no_network": True, "huge_tree": True}


def _read(line: int, text: str) -> FpsItem:
    """ValueError says what is wrong, with its line in the file."""
    text = xml_text(text)
    try:
        element = etree.fromstring(text, etree.XMLParser(**_PARSER_OPTIONS))
    except etree.XMLSyntaxError:
        element = _mended(line, text)
    children: dict[str, list[etree._Element]] = {}
    for child in element:
        if isinstance(child.tag, str):
            children.setdefault(child.tag.lower(), []).append(child)

    def first(name: str) -> str:
        return _content(children[name][0]) if name in children else ""

    title = first("title").strip()
    if not title:
        raise ValueError(f"line {line}: the item has no title")
    return FpsItem(
        line=line,
        title=title,
        url=first("url").strip(),
        time_ms=_limit(children.get("time_limit"), _TIME, Decimal(1000)),
        memory_kib=_limit(children.get("memory_limit"), _MEMORY, Decimal(1024)),
        description=first("description"),
        input=first("input"),
        output=first("output"),
        hint=first("hint"),
        source=first("source").strip(),
        samples=_samples(children),
        tests=_tests(children),
        codes=tuple(
            Code(kind, child.get("language", ""), _content(child))
            for kind in ("solution", "prepend", "template", "append", "spj", "tpj")
            for child in children.get(kind, ())
            if _content(child)
        ),
        files=tuple(
            EmbeddedFile((child.findtext("src") or "").strip(), "".join((child.findtext("base64") or "").split()))
            for child in children.get("img", ())
        ),
        remote_oj=first("remote_oj").strip(),
        remote_id=first("remote_id").strip(),
    )


_PLAIN = re.compile(r"(<!\[CDATA\[.*?\]\]>)|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)(\w+;)?", re.DOTALL)


def _mended(line: int, text: str) -> etree._Element:
    """The element with HTML's own entities and bare ampersands put right, as sloppy writers leave them."""

    def mend(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        character = entities.unescape(found[0])
        return entities.escape(character) if character != found[0] else "&amp;" + (found[2] or "")

    try:
        return etree.fromstring(_PLAIN.sub(mend, text), etree.XMLParser(**_PARSER_OPTIONS))
    except etree.XMLSyntaxError as error:
        at = line + (error.lineno or 1) - 1
        raise ValueError(f"line {at}: {error.msg.split(', line')[0]}") from None


def _content(element: etree._Element) -> str:
    """The text; elements that a writer forgot to escape are HTML and come back as such."""
    if len(element) == 0:
        return element.text or ""
    inner = [etree.tostring(child, encoding="unicode", method="html") for child in element]
    return (entities.escape(element.text or "", quote=False)) + "".join(inner)


_TIME = {"s": Decimal(1000), "sec": Decimal(1000), "ms": Decimal(1)}
_MEMORY = {
    **dict.fromkeys(("mb", "m", "mib"), Decimal(1024)),
    **dict.fromkeys(("kb", "k", "kib"), Decimal(1)),
    **dict.fromkeys(("b", "byte", "bytes"), Decimal(1) / 1024),
    "gb": Decimal(1024 * 1024),
}


def _limit(elements: list[etree._Element] | None, units: dict[str, Decimal], usual: Decimal) -> int | None:
    """The first limit in the smallest unit; without a unit seconds and megabytes are meant."""
    for element in elements or ():
        found = re.search(r"(\d+(?:\.\d+)?|\.\d+)\s*([A-Za-z]*)", element.text or "")
        if found:
            unit = (element.get("unit") or found[2] or "").strip().lower()
            try:
                return int(Decimal(found[1]) * units.get(unit, usual)) or None
            except InvalidOperation:
                return None
    return None


def _samples(children: dict[str, list[etree._Element]]) -> tuple[Sample, ...]:
    pairs = _pairs(children, "sample_input", "sample_output", _content)
    return tuple(Sample(given, wanted) for given, wanted in pairs if given or wanted)


def _tests(children: dict[str, list[etree._Element]]) -> tuple[Trial, ...]:
    names = [child.get("name") or child.get("filename") or "" for child in children.get("test_input", ())]
    pairs = list(_pairs(children, "test_input", "test_output", _content))
    if not children.get("test_output") and len(names) > 1 and len(names) % 2 == 0:
        # Some writers put inputs and outputs alike into test_input, one after the other.
        texts = [_content(child) for child in children["test_input"]]
        pairs, names = list(zip(texts[::2], texts[1::2], strict=True)), names[::2]
    return tuple(Trial(_name(names, n), given, wanted) for n, (given, wanted) in enumerate(pairs))


def _name(names: list[str], n: int) -> str:
    return (names[n] if n < len(names) else "") or f"test{n + 1}"


def _pairs(
    children: dict[str, list[etree._Element]], one: str, other: str, read: Callable[[etree._Element], str]
) -> Iterator[tuple[str, str]]:
    inputs, outputs = children.get(one, []), children.get(other, [])
    for n in range(max(len(inputs), len(outputs))):
        yield read(inputs[n]) if n < len(inputs) else "", read(outputs[n]) if n < len(outputs) else ""
