"""A site rule: data that says how to read one site, or every site that runs one software."""

import re
import tomllib
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from lorehound.errors import BadRule
from lorehound.model.resource import TYPES

FieldName = Literal[
    "title", "problem_id", "contest", "background", "statement", "input", "output", "constraints", "note",
    "time", "memory", "limits", "input_file", "output_file", "interactive", "difficulty", "tags", "authors", "source",
    "description", "published", "modified", "license", "publisher", "keywords", "main",
]  # fmt: skip
"""What a selector may fill. ``limits`` is a text with both limits; ``main`` is the main text of a page that is no
problem, and the last six are for such pages too."""

SECTIONS = (
    "background", "statement", "input", "output", "constraints", "note", "interaction", "source",
    "tags", "time", "memory", "sample_input", "sample_output", "sample", "explanation", "skip",
)  # fmt: skip
"""What a heading may open."""


def parse_rule(text: str, where: str) -> "SiteRule":
    """The rule that the TOML ``text`` of file ``where`` says (BadRule: one line a fault, with value and remedy)."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRule(f"{where}: not TOML: {error}") from None
    try:
        return SiteRule.model_validate(data)
    except ValidationError as error:
        raise BadRule("\n".join(f"{where}: {_fault(one)}" for one in error.errors())) from None


def _fault(error: Any) -> str:
    place = ".".join(str(step) for step in error["loc"] if not str(step).startswith("function-")) or "the rule"
    value = error.get("input")
    match error["type"]:
        case "missing":
            return f"{place} is missing; add it"
        case "extra_forbidden":
            return f"{place} is no key of a site rule; take it out or mend its name (docs/rules.md lists them)"
        case "literal_error":
            return f"{place} is {value!r}; it takes one of {error['ctx']['expected']}"
    message = error["msg"].removeprefix("Value error, ")
    return f"{place}: {message}" if isinstance(value, dict) else f"{place} is {value!r}: {message}"


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | dict) else value


def _css(selector: str) -> str:
    try:
        _PROBE.css(selector)
    except SelectolaxError:
        raise ValueError("not a CSS selector") from None
    return selector


def _regex(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from None
    return pattern


_PROBE = LexborHTMLParser("<p></p>")
Css = Annotated[str, AfterValidator(_css)]
Regex = Annotated[str, AfterValidator(_regex)]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Selector(_Frozen):
    """Where a field stands: the first element that ``css`` finds; a plain string is the selector alone.

    ``attr`` takes an attribute instead of the content, ``own`` only the element's own words (not those of elements
    inside), ``all`` every element found. ``match`` keeps what the expression's first group (or the whole) finds, and
    nothing when it finds nothing. ``drop`` names elements inside that do not belong to the field. ``value`` gives a
    fixed text when the element is there, ``unit`` is added to a bare number, ``line_break`` stands for a line break.
    """

    css: Css
    attr: str = ""
    own: bool = False
    all: bool = False
    match: Regex = ""
    drop: Css = ""
    value: str = ""
    unit: str = ""
    line_break: str = " "

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"css": value} if isinstance(value, str) else value


Selectors = Annotated[tuple[Selector, ...], BeforeValidator(_listed)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Patterns = Annotated[tuple[Regex, ...], BeforeValidator(_listed)]


class Pages(_Frozen):
    """Which addresses of the site are what. Patterns are regular expressions searched for in path and query.

    Their named groups fill ``address`` (the address of a resource page, from ``{group}``) and ``id`` (the name that
    the site gives it). ``links`` finds the links to resource pages on a list page; without it every link that fits
    ``resource`` is one. ``ids`` finds bare ids there: its ``match`` has the groups that ``address`` wants, and
    ``json_ids`` the same in a list that is sent as JSON (a regular expression over the reply). ``next`` finds links to
    further list pages; every link that fits ``list`` is one as well.
    """

    resource: Patterns = ()
    list: Patterns = ()
    address: str = ""
    id: str = ""
    links: Css = ""
    ids: Selector | None = None
    json_ids: Regex = ""
    next: Css = ""


class Sections(_Frozen):
    """Parts opened by headings, for sites whose parts have no names of their own.

    A section is what follows a ``heading`` up to the next one inside ``within`` (the first selector that finds
    anything); ``body`` narrows it to what that selector finds, ``drop`` takes elements out. What stands
    before the first heading is the statement where no heading opens one. ``names`` says which section an unusual
    heading opens; the usual words of five languages are known.
    """

    heading: Css
    within: Annotated[tuple[Css, ...], BeforeValidator(_listed)] = ("body",)
    body: Css = ""
    drop: Css = ""
    names: dict[str, Literal[SECTIONS]] = Field(default_factory=dict)  # type: ignore[valid-type]


class Samples(_Frozen):
    """Where the samples are: inputs and outputs in pairs, or (``alternating``) one after the other."""

    input: Selectors = ()
    output: Selectors = ()
    alternating: Selectors = ()
    explanation: Css = ""


class Politeness(_Frozen):
    """How the site wants to be asked: seconds between requests, requests at once."""

    delay: float = Field(default=1.0, ge=0, le=3600)
    concurrency: int = Field(default=2, ge=1, le=64)


@dataclass(frozen=True, slots=True)
class Formulas:
    """How a site writes formulas besides the usual ways: elements that hold one, a sign that stands around one."""

    css: str = ""
    sign: str = ""


USUAL = Formulas()


class SiteRule(_Frozen):
    """How to read a site: which hosts, which pages, which fields.

    A rule without ``hosts`` is for a software that runs on many: it applies to pages that hold one of ``marks``.
    ``reader`` names a reader of ``sites/judges`` for what selectors cannot say. ``tex`` finds elements whose words are
    a formula, ``tex_sign`` is what formulas in the text stand between. ``difficulty_scale`` is a name of
    ``sites/difficulty.py``.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")
    title: str = ""
    hosts: Texts = ()
    marks: Texts = ()
    type: Literal[TYPES]  # type: ignore[valid-type]
    reader: str = ""
    pages: Pages = Pages()
    fields: dict[FieldName, Selectors] = Field(default_factory=dict)
    sections: Sections | None = None
    samples: Samples | None = None
    tex: Css = ""
    tex_sign: str = Field(default="", max_length=3)
    difficulty_scale: str = ""
    politeness: Politeness = Politeness()

    @model_validator(mode="after")
    def _says_when(self) -> "SiteRule":
        if not (self.hosts or self.marks):
            raise ValueError("neither hosts nor marks: the rule would never apply; say hosts = [...]")
        return self

    @property
    def formulas(self) -> Formulas:
        """How this site writes formulas."""
        return Formulas(self.tex, self.tex_sign)

    @property
    def judge(self) -> str:
        """The site's name as people write it."""
        return self.title or self.name


FIELDS = get_args(FieldName)
