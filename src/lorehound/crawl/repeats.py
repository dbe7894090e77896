"""Calendars, sort orders, search pages: kinds of addresses whose pages say the same again and again."""

import hashlib
import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field

from lorehound.url.traps import template

ENOUGH = 8
"""Pages of one kind before it is judged."""

SHARE = 0.5
"""Share of repeats among a kind's last pages from which its addresses are put off."""

PENALTY = 1000.0
"""What a score loses: such addresses come after all others, and are never dropped."""

_KINDS, _LAST = 20_000, 32
_DIGITS = re.compile(r"\d+")


@dataclass(slots=True)
class _Kind:
    texts: deque[bytes] = field(default_factory=lambda: deque(maxlen=_LAST))
    repeats: deque[bool] = field(default_factory=lambda: deque(maxlen=_LAST))


class Repeats:
    """Watches the pages of each kind of address (``url.traps.template``), 20,000 kinds at most."""

    def __init__(self) -> None:
        self._kinds: OrderedDict[str, _Kind] = OrderedDict()

    def page(self, url: str, text: str, *, duplicate: bool) -> None:
        """A page was read; it repeats another when it is a duplicate or its text differs in digits only."""
        kind = self._kinds.setdefault(template(url), _Kind())
        self._kinds.move_to_end(template(url))
        if len(self._kinds) > _KINDS:
            self._kinds.popitem(last=False)
        print_ = hashlib.blake2b(_DIGITS.sub("#", text).encode("utf-8", "replace"), digest_size=8).digest()
        kind.repeats.append(duplicate or print_ in kind.texts)
        kind.texts.append(print_)

    def penalty(self, url: str) -> float:
        """What to take off the score of an address."""
        if not self._kinds:
            return 0.0
        kind = self._kinds.get(template(url))
        if kind is None or len(kind.repeats) < ENOUGH:
            return 0.0
        return PENALTY if sum(kind.repeats) > SHARE * len(kind.repeats) else 0.0
