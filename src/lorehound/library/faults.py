"""What is said, by every backend alike, when a name is not there or a question cannot be answered."""

from collections.abc import Iterable, Sequence

from lorehound.errors import BadSetting, NotFound
from lorehound.library.contract import Query
from lorehound.library.order import FACETS

MOST_AT_ONCE = 1000
"""Resources that one page of answers may hold."""


def no_topic(topic_id: str, known: Iterable[str]) -> NotFound:
    """The topic is not in the library."""
    names = sorted(known)
    shown = ", ".join(names[:8]) + (" ..." if len(names) > 8 else "")
    return NotFound(f"no topic {topic_id!r}; " + (f"the topics are: {shown}" if names else "there is none yet"))


def no_seed(topic_id: str, url: str) -> NotFound:
    """The topic has no such seed."""
    return NotFound(f"topic {topic_id} has no seed {url!r}; see: lorehound seed list {topic_id}")


def no_resource(name: str, topic: str = "") -> NotFound:
    """No resource has this id or address, or it is not in the topic."""
    where = f" in topic {topic}" if topic else ""
    return NotFound(f"no resource {name!r}{where}; find its id or address with: lorehound library search WORDS")


def no_run(run_id: str) -> NotFound:
    """No run has this id."""
    return NotFound(f"no run {run_id!r}; see: lorehound run list")


def no_review(resource_id: str, topic_id: str) -> NotFound:
    """There is no decision to take back."""
    return NotFound(f"no review of {resource_id!r} in topic {topic_id} to undo; see: lorehound review list {topic_id}")


def no_list(list_id: str) -> NotFound:
    """No reading list has this id."""
    return NotFound(f"no reading list {list_id!r}")


def check_query(query: Query) -> None:
    """BadSetting for a question that has no answer."""
    if query.sort == "relevance" and not query.text.strip():
        raise BadSetting("sort 'relevance' needs a text to search for; give one, or sort by score")


def check_page_size(n: int) -> None:
    """BadSetting for a page that holds nothing, or too much."""
    if not 1 <= n <= MOST_AT_ONCE:
        raise BadSetting(f"a page of {n} resources cannot be given; ask for 1 to {MOST_AT_ONCE}")


def check_facets(names: Sequence[str]) -> None:
    """BadSetting for a facet that is none."""
    for name in names:
        if name not in FACETS:
            raise BadSetting(f"no facet {name!r}; there are {', '.join(FACETS)}")
