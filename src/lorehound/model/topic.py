"""What to collect: a topic, its words, its bounds, and its outline of knowledge points."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

ID_PATTERN = r"^[a-z0-9][a-z0-9_-]{0,63}$"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class Titles(_Frozen):
    """A name in one or more languages; a plain string counts as the name in every language."""

    zh: str = ""
    en: str = ""

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"zh": value, "en": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _not_empty(self) -> "Titles":
        if not (self.zh or self.en):
            raise ValueError("a title is needed, in zh or en")
        return self

    def get(self, language: str = "en") -> str:
        """The name in ``language``, else in the other one."""
        return (self.zh or self.en) if language.startswith("zh") else (self.en or self.zh)

    def all(self) -> tuple[str, ...]:
        """Every distinct name."""
        return tuple(dict.fromkeys(name for name in (self.zh, self.en) if name))


class Keyword(_Frozen):
    """A word or phrase with a weight; a plain string has weight 1."""

    term: str = Field(min_length=1, max_length=200)
    weight: float = Field(default=1.0, gt=0, le=100)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"term": value} if isinstance(value, str) else value


class KnowledgePoint(_Frozen):
    """One node of a topic's outline."""

    id: str = Field(pattern=ID_PATTERN)
    title: Titles
    parent: str = ""
    keywords: tuple[Keyword, ...] = ()
    aliases: tuple[str, ...] = ()
    prerequisites: tuple[str, ...] = ()
    description: str = ""


class Scope(_Frozen):
    """Where a crawl may go and how far; an empty list or 0 sets no limit."""

    allow_hosts: tuple[str, ...] = ()
    deny_hosts: tuple[str, ...] = ()
    deny_urls: tuple[str, ...] = ()
    max_depth: int = Field(default=20, ge=0, le=1000)
    max_pages: int = Field(default=1000, ge=0)
    max_pages_per_host: int = Field(default=0, ge=0)


class Politeness(_Frozen):
    """How a site is asked: seconds between requests to one host, and who we say we are."""

    delay: float = Field(default=1.0, ge=0, le=3600)
    concurrency_per_host: int = Field(default=2, ge=1, le=64)
    user_agent: str = ""
    obey_robots: bool = True


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


class Topic(_Frozen):
    """A topic as the user wrote it, checked; what a crawl has learnt of it is kept apart."""

    id: str = Field(pattern=ID_PATTERN)
    title: Titles
    languages: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    exclude: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    counter_examples: tuple[str, ...] = ()
    threshold: float = Field(default=0.5, ge=0, le=1)
    seeds: Annotated[tuple[str, ...], BeforeValidator(_as_tuple)] = ()
    scope: Scope = Scope()
    politeness: Politeness = Politeness()
    knowledge_points: tuple[KnowledgePoint, ...] = ()

    @model_validator(mode="after")
    def _outline_is_a_tree(self) -> "Topic":
        parents = {point.id: point.parent for point in self.knowledge_points}
        if len(parents) < len(self.knowledge_points):
            raise ValueError("two knowledge points have the same id")
        for point in self.knowledge_points:
            for other in filter(None, (point.parent, *point.prerequisites)):
                if other not in parents:
                    raise ValueError(f"knowledge point {point.id!r} names {other!r}, which is not in the outline")
            seen, at = {point.id}, point.parent
            while at:
                if at in seen:
                    raise ValueError(f"knowledge point {point.id!r} is its own ancestor")
                seen.add(at)
                at = parents[at]
        return self
