"""The headers that go with every request of a topic."""

from collections.abc import Sequence

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5"


def headers_for(agent: str, languages: Sequence[str]) -> dict[str, str]:
    """User-Agent, Accept and Accept-Language; the topic's languages come first, in its order."""
    wanted = [*dict.fromkeys(languages), "*"]
    ranked = [wanted[0], *(f"{name};q={max(1, 9 - place) / 10}" for place, name in enumerate(wanted[1:]))]
    return {"User-Agent": agent, "Accept": ACCEPT, "Accept-Language": ", ".join(ranked)}
