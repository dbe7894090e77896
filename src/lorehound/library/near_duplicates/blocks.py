"""A SimHash in four blocks: two within three bits of each other agree in one (Manku, Jain, Sarma 2007)."""

BLOCKS = 4
BITS = 16


def blocks(simhash: int) -> tuple[int, ...]:
    """The block values, each named by its place, so that no two places share values: below 2**18."""
    return tuple(place << BITS | simhash >> place * BITS & 0xFFFF for place in range(BLOCKS))
