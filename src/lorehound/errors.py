"""Every error that Lorehound raises on purpose, as one small tree.

A message says what was wrong, with the value, and what to do about it. The command line prints it as one line and
exits 1 (2 for a wrong command line). Add an error here, with its one sentence, before raising it anywhere.
"""

from collections.abc import Iterable


class LorehoundError(Exception):
    """Something the user can mend; the message names the value and the remedy."""


class BadAddress(LorehoundError):
    """A text that was given as an address is none that can be fetched."""


class BadTopic(LorehoundError):
    """A topic file or topic edit has faults, one line each."""

    def __init__(self, where: str, faults: Iterable[str]) -> None:
        self.where = where
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{where}: {fault}" for fault in self.faults))


class BadSetting(LorehoundError):
    """A value in ``lorehound.toml``, the environment or an option cannot be used."""


class BadImport(LorehoundError):
    """A file given for import cannot be read as what it was said to be."""


class BadRule(LorehoundError):
    """A site rule has faults, or no rule fits."""


class NotFound(LorehoundError):
    """No topic, seed, resource, run or page has the name that was given."""


class WorkspaceBusy(LorehoundError):
    """Another crawl is running on this workspace."""


class Damaged(LorehoundError):
    """A database or page store cannot be read; the message says what could be saved and how."""


class StorageFull(LorehoundError):
    """The disk, or the cap set for the page store, is full."""


class FetchFailed(LorehoundError):
    """A page that was asked for by hand could not be fetched."""


class MissingExtra(LorehoundError):
    """An optional package is needed; the message names the extra to install."""
