"""How much of each block belongs to the known main text."""

from collections import defaultdict

import numpy as np

from training.text.score import tokens

_GRAM = 5
_MOST_PLACES = 12
_LONG = 40


def labels(texts: list[str], truth: str) -> tuple[np.ndarray, np.ndarray]:
    """For each block's text the share of it that is in ``truth``, and its number of words.

    A block counts where it lies on the heaviest chain of blocks that stand in the same order in the truth; one of 40
    and more characters off the chain keeps nine tenths of its share.
    """
    wanted = tokens(truth)
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for size in range(1, _GRAM + 1):
        for at in range(len(wanted) - size + 1):
            known = places[tuple(wanted[at : at + size])]
            if len(known) < _MOST_PLACES:
                known.append(at)
    words = [tokens(text) for text in texts]
    shares = np.zeros(len(texts))
    candidates = []
    for number, block in enumerate(words):
        size = min(_GRAM, len(block))
        if not size:
            candidates.append([])
            continue
        grams = [tuple(block[at : at + size]) for at in range(len(block) - size + 1)]
        hits = [bool(places.get(gram)) for gram in grams]
        covered = np.zeros(len(block), bool)
        for at, hit in enumerate(hits):
            if hit:
                covered[at : at + size] = True
        shares[number] = covered.mean()
        first = next((at for at, hit in enumerate(hits) if hit), None)
        candidates.append([place - first for place in places[grams[first]]] if first is not None else [])
    chain = _heaviest_chain(
        candidates, [share * len(block) for share, block in zip(shares, words, strict=True)], len(wanted)
    )
    long = np.array([len(text) >= _LONG for text in texts])
    lengths = np.array([len(block) for block in words])
    return np.where(chain, shares, np.where(long, 0.9 * shares, 0.0)), lengths


def _heaviest_chain(candidates: list[list[int]], weights: list[float], end: int) -> np.ndarray:
    """Which blocks lie on the heaviest chain of rising places; each block takes one of its candidate places."""
    shift, size = _GRAM + 1000, end + 2 * (_GRAM + 1000)
    best = np.zeros(size + 1)
    back = np.full(size + 1, -1)
    nodes: list[tuple[int, int]] = []
    for number, places in enumerate(candidates):
        found = []
        for place in places:
            at = min(max(place + shift, 1), size)
            value, node, step = 0.0, -1, at
            while step > 0:
                if best[step] > value:
                    value, node = best[step], back[step]
                step -= step & -step
            found.append((at, value + weights[number], node))
        for at, value, before in found:
            nodes.append((number, int(before)))
            step = at
            while step <= size:
                if value > best[step]:
                    best[step], back[step] = value, len(nodes) - 1
                step += step & -step
    on_chain = np.zeros(len(candidates), bool)
    at, value, node = size, 0.0, -1
    while at > 0:
        if best[at] > value:
            value, node = best[at], back[at]
        at -= at & -at
    while node >= 0:
        number, node = nodes[node]
        on_chain[number] = True
    return on_chain
