"""Which of a pool of candidates are handed out."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

Host = TypeVar("Host", str, int)


def choose(
    scores: Sequence[float], hosts: Sequence[Host], orders: Sequence[int], rooms: Mapping[Host, int], n: int
) -> list[int]:
    """Indices of the best ``n`` by score, then by order of ``put``, with at most ``rooms[host]`` of each host."""
    left = dict(rooms)
    chosen: list[int] = []
    for i in sorted(range(len(scores)), key=lambda i: (-scores[i], orders[i])):
        if len(chosen) == n:
            break
        if left[hosts[i]] > 0:
            left[hosts[i]] -= 1
            chosen.append(i)
    return chosen
