"""A scanned page cut into blocks: the least pieces that are kept or dropped as a whole."""

from functools import cached_property

import numpy as np

from lorehound.text import lexicon
from lorehound.text.formulas import END
from lorehound.text.scan import BLOCK, ID, LINE_NUMBERS, Flags, Ints, Scan, table, unescape

SPACE, LETTER, CAPITAL, DIGIT, IDEOGRAPH, STOP, COMMA, SIGN = range(8)
"""Classes of characters that are counted."""

PERMALINKS = frozenset("¶#§🔗")
"""Signs that headings carry to link to themselves."""


class Blocks:
    """The blocks of a page in order, and what its text runs count.

    Run ``r`` is the text before tag ``r``. A block is a stretch of runs between two tags of block elements; two ``br``
    part blocks, a ``pre`` and a plain table row are one block each.
    """

    def __init__(self, scan: Scan) -> None:
        self.scan = scan
        count = len(scan.tags)
        texts = scan.parts[0::2]
        joined = "\x00".join(texts)
        if "&" in joined:
            joined = unescape(joined)
            texts = joined.split("\x00")
        self.texts: list[str] = texts
        codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _KINDS.take(codes, mode="clip")
        lengths = np.fromiter(map(len, texts), np.int64, count + 1) + 1
        lengths[-1] -= 1
        run_of = np.repeat(np.arange(count + 1), lengths)
        self._kinds, self._run_ends = kinds, np.cumsum(lengths)
        self.counts: Ints = np.bincount(run_of * 8 + kinds, minlength=8 * (count + 1)).reshape(-1, 8)
        """Characters of each class in each run: runs x classes."""
        in_word = (kinds >= LETTER) & (kinds <= DIGIT)
        begins = in_word.copy()
        begins[1:] &= ~in_word[:-1]
        ideograph = kinds == IDEOGRAPH
        begins |= ideograph
        places, groups = lexicon.occurrences(codes, in_word, ideograph)
        cells = run_of[places] * len(lexicon.GROUPS) + groups
        phrases = np.bincount(cells, minlength=len(lexicon.GROUPS) * (count + 1))
        self.phrases: Ints = phrases.reshape(count + 1, -1)
        """How often words of each group of ``lexicon`` stand in each run."""
        self.words: Ints = np.bincount(run_of[begins], minlength=count + 1)
        """Words of each run; every ideograph is one."""

        shown = np.zeros(count + 1, np.bool_)
        body = np.flatnonzero((scan.names == ID["body"]) & scan.opens)
        start, end = (int(body[0]), int(scan.ends[body[0]])) if len(body) else (0, count)
        shown[start + 1 : end + 1] = True
        self.solid: Ints = lengths - self.counts[:, SPACE]
        """Characters that are no white space, of each shown run."""
        single = np.flatnonzero((self.counts[:, SIGN] == 1) & (self.solid == 1))
        after = np.maximum(single - 1, 0)
        single = single[(single > 0) & scan.opens[after] & (scan.names[after] == ID["a"])]
        shown[[run for run in single.tolist() if texts[run].strip() in PERMALINKS]] = False
        numbers = scan.opens & (scan.codes & LINE_NUMBERS > 0)
        if numbers.any():
            shown &= ~scan.runs_inside(numbers)
        for run in np.flatnonzero(~shown).tolist():
            texts[run] = ""
        self.counts[~shown, LETTER:] = 0
        self.words[~shown] = 0
        self.solid[~shown] = 0

        self.in_pre: Flags = scan.inside(scan.opens & (scan.names == ID["pre"]))
        self.rows: Flags = self._plain_rows()
        self.borders: Flags = self._borders()
        """Which tags part blocks."""
        block_of = np.concatenate(([0], np.cumsum(self.borders)))
        full = np.flatnonzero(self.solid > 0)
        numbers, first = np.unique(block_of[full], return_index=True)
        self.first: Ints = full[first]
        """First run with text of each block."""
        last = np.concatenate((first[1:], [len(full)])) - 1 if len(first) else first
        self.last: Ints = full[last]
        self.block_of: Ints = np.searchsorted(numbers, block_of)
        """The block of each run; only for runs with text."""
        self.count = len(self.first)
        self.owner: Ints = self._owners()
        """The element that each block stands in: one of the tags that part blocks."""

    def edges(self) -> "tuple[np.ndarray[tuple[int], np.dtype[np.uint8]], np.ndarray[tuple[int], np.dtype[np.uint8]]]":
        """The class of the first and of the last character of each block that is no white space."""
        solid = np.flatnonzero(self._kinds > SPACE)
        starts = self._run_ends[self.first - 1] * (self.first > 0)
        first = solid[np.searchsorted(solid, starts)]
        last = solid[np.searchsorted(solid, self._run_ends[self.last]) - 1]
        return self._kinds[first], self._kinds[last]

    @cached_property
    def formulas(self) -> Flags:
        """Which blocks hold a formula."""
        if not any(END in text for text in self.texts):
            return np.zeros(self.count, np.bool_)
        runs = np.fromiter((END in text for text in self.texts), np.int64, len(self.texts))
        held: Flags = np.add.reduceat(runs, self.first) > 0
        return held

    @cached_property
    def solid_until(self) -> Ints:
        """Characters that are no white space in the runs up to and with each tag's."""
        until: Ints = np.cumsum(self.solid)
        return until

    def _plain_rows(self) -> Flags:
        """Table rows whose cells hold nothing but text, or each a paragraph of it."""
        scan = self.scan
        rows = np.flatnonzero((scan.names == ID["tr"]) & scan.opens)
        plain = np.zeros(len(scan.tags), np.bool_)
        if len(rows):
            block = (scan.codes & BLOCK > 0) & ~scan.closes
            ends = scan.ends[rows]
            parting, paragraphs, cells = (
                np.concatenate(([0], np.cumsum(some)))
                for some in (block & ~_IN_ROW[scan.names], block & _PARAGRAPH[scan.names], block & _CELL[scan.names])
            )
            many = paragraphs[ends] - paragraphs[rows] > cells[ends] - cells[rows]
            long = self.solid_until[ends] - self.solid_until[rows] > _LONGEST_ROW
            plain[rows] = (parting[ends] - parting[rows + 1] == 0) & ~many & ~long
        return plain

    def _borders(self) -> Flags:
        scan = self.scan
        inside = self.in_pre & (scan.names != ID["pre"])
        if self.rows.any():
            rows = np.flatnonzero(self.rows)
            within = scan.inside(self.rows)
            within[rows] = False
            within[scan.ends[rows]] = False
            inside |= within
        breaks = scan.names == ID["br"]
        borders: Flags = (scan.codes & BLOCK > 0) & ~breaks & ~inside
        at = np.flatnonzero(breaks & ~inside)
        if len(at) > 1:
            filled = np.concatenate(([0], np.cumsum(self.solid)))
            double = filled[at[1:] + 1] == filled[at[:-1] + 1]
            borders[at[1:][double]] = True
        return borders

    def _owners(self) -> Ints:
        scan = self.scan
        before = np.maximum(self.first - 1, 0)
        at = np.where(scan.opens[before], before, scan.parents[before])
        while len(lost := np.flatnonzero((at > 0) & ~self.borders[at])):
            at[lost] = scan.parents[at[lost]]
        return np.maximum(at, 0)

    @cached_property
    def flat(self) -> list[str]:
        """Texts with, between them, what a tag is worth: a space, a line (\\x01) for br, a tab between cells."""
        scan = self.scan
        kinds = (scan.codes & BLOCK > 0).astype(np.intp)
        kinds[self.in_pre & scan.opens & (scan.names != ID["pre"])] = 0
        lines = (scan.names == ID["br"]) | (self.in_pre & ~scan.opens & (kinds > 0) & (scan.names != ID["pre"]))
        kinds[lines] = 2
        kinds[_CELL[scan.names] & scan.closes & (scan.parents >= 0) & self.rows[scan.parents]] = 3
        flat: list[str] = [""] * (2 * len(scan.tags) + 1)
        flat[0::2] = self.texts
        flat[1::2] = np.array(["", " ", "\x01", "\t"], dtype=object)[kinds].tolist()
        return flat


_CELL = table("td", "th")
_PARAGRAPH = table("p", "div")
_IN_ROW = table("td", "th", "p", "div", "br")
_LONGEST_ROW = 1500


def _character_kinds() -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    kinds = np.full(0x10000, SIGN, np.uint8)
    for code in range(0x3000):
        character = chr(code)
        if character.isspace() or code < 0x20:
            kinds[code] = SPACE
        elif character.isdigit():
            kinds[code] = DIGIT
        elif character.isupper():
            kinds[code] = CAPITAL
        elif character.isalpha():
            kinds[code] = LETTER
    kinds[0x3041:0x3100] = kinds[0x3400:0xA000] = kinds[0xF900:0xFB00] = IDEOGRAPH
    kinds[0xA000:0xD800] = LETTER
    kinds[0xFFFF] = IDEOGRAPH
    kinds[[ord(character) for character in ".!?。！？…"]] = STOP
    kinds[[ord(character) for character in ",;:，、；："]] = COMMA
    kinds[[0, 0x200B, 0x3000, 0xFEFF]] = SPACE
    return kinds


_KINDS = _character_kinds()
