"""Readers for judges whose pages selectors alone cannot say: each takes a document and its address's parts."""

from collections.abc import Callable, Mapping

from lorehound.model.resource import Problem
from lorehound.sites.document import Document

Reader = Callable[[Document, Mapping[str, str]], Problem]

READERS: dict[str, Reader] = {}
"""By the name that a rule's ``reader`` gives."""
