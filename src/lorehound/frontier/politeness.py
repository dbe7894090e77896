"""How many more requests a host can take now, and when it can take the next one."""

from lorehound.frontier.contract import HostPolicy

NEVER = float("inf")
"""The host has given all the pages it may."""

HOST_FULL = 1e18
"""All leases of the host are out: the end of one opens it."""


def room(
    policy: HostPolicy, now: float, *, last_at: float, blocked_until: float, leased: int, pages: int
) -> tuple[int, float]:
    """Leases that may go out now, and when none may, the time from which one may.

    ``last_at``, ``blocked_until`` and ``leased`` are the host's over all topics; ``pages`` counts those leased or done
    for the topic.
    """
    if 0 < policy.max_pages <= pages:
        return 0, NEVER
    if leased >= policy.concurrency:
        return 0, HOST_FULL
    opens = max(last_at + policy.delay, blocked_until)
    if opens > now:
        return 0, opens
    if policy.delay > 0:
        return 1, now
    free = policy.concurrency - leased
    return (min(free, policy.max_pages - pages) if policy.max_pages else free), now
