"""Readers for judges whose pages selectors alone cannot say: each takes a document and its address's parts.

A reader answers None for pages that the rule's selectors read well enough.
"""

from collections.abc import Callable, Mapping

from lorehound.model.resource import Problem
from lorehound.sites.document import Document
from lorehound.sites.judges import dmoj, hydro, leetcode, luogu, lyrio, qduoj, uva, vjudge

Reader = Callable[[Document, Mapping[str, str]], Problem | None]

READERS: dict[str, Reader] = {
    "dmoj": dmoj.read,
    "hydro": hydro.read,
    "leetcode": leetcode.read,
    "luogu": luogu.read,
    "lyrio": lyrio.read,
    "qduoj": qduoj.read,
    "uva": uva.read,
    "vjudge": vjudge.read,
}
"""By the name that a rule's ``reader`` gives."""
