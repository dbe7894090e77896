"""Which of two versions of one text is shown."""

from lorehound.model.resource import Resource


def is_better(new: Resource, shown: Resource) -> bool:
    """Whether ``new`` is the version to show: clearly longer, else from a better source, else newer.

    What a person has looked at stays. A source is better when it was read as what it is (a problem with its parts, a
    licence that is known). Newer is what says so of itself, not what was fetched later.
    """
    if shown.review_state != "pending":
        return False
    lengths = len(new.text), len(shown.text)
    if lengths[0] > lengths[1] * CLEARLY:
        return True
    if lengths[1] > lengths[0] * CLEARLY:
        return False
    sources = _source(new), _source(shown)
    if sources[0] != sources[1]:
        return sources[0] > sources[1]
    dates = new.modified or new.published, shown.modified or shown.published
    return all(dates) and dates[0][:10] > dates[1][:10]


CLEARLY = 1.1
"""Times as long, so that a line of furniture more does not decide."""


def _source(resource: Resource) -> tuple[bool, bool]:
    return resource.problem is not None, resource.license.id != "unknown"
