"""What a waiting candidate becomes when its address is found once more."""

from dataclasses import replace

from lorehound.model.page import Candidate


def merge(waiting: Candidate, found: Candidate) -> Candidate:
    """``waiting`` itself when it scores as well as ``found``.

    Else what is known of a link comes from its better referrer; a seed or revisit takes only the score.
    """
    if found.score <= waiting.score:
        return waiting
    if waiting.kind == "link":
        return replace(found, url=waiting.url, host=waiting.host, tries=waiting.tries)
    return replace(waiting, score=found.score)
