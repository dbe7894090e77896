"""Which blocks of a page are its main text."""

import numpy as np

from lorehound.text.blocks import Blocks
from lorehound.text.scan import ID, Flags


def choose(blocks: Blocks) -> Flags:
    """A flag for each block: whether it belongs to the main text."""
    scan = blocks.scan
    linked = np.concatenate(([False], scan.inside(scan.opens & (scan.names == ID["a"]))))
    until = blocks.solid_until
    before = np.concatenate(([0], until))
    linked_before = np.concatenate(([0], np.cumsum(np.where(linked, blocks.solid, 0))))
    solid = before[blocks.last + 1] - before[blocks.first]
    share = (linked_before[blocks.last + 1] - linked_before[blocks.first]) / np.maximum(solid, 1)
    chosen: Flags = ~scan.menu[blocks.owner] & (share < 0.6)
    return chosen
