"""What a waiting candidate becomes when its address is found once more."""

from dataclasses import replace

from lorehound.model.page import Candidate


def merge(waiting: Candidate, found: Candidate) -> Candidate:
    """``waiting`` itself when it scores as well as ``found`` and is no deeper.

    Else what is known of a link comes from its better referrer; a seed or revisit takes only the score. Its depth is
    that of the shortest way to it, whatever the referrer: a page is not out of bounds because a far one praises it.
    """
    depth = min(waiting.depth, found.depth)
    if found.score <= waiting.score:
        return waiting if depth == waiting.depth else replace(waiting, depth=depth)
    if waiting.kind == "link":
        return replace(found, url=waiting.url, host=waiting.host, tries=waiting.tries, depth=depth)
    return replace(waiting, score=found.score, depth=depth)
