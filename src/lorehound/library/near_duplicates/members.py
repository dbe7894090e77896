"""Which address belongs to which resource: the members of clusters of nearly equal texts."""

from dataclasses import dataclass
from typing import Protocol

from lorehound.model.resource import Resource


@dataclass(frozen=True, slots=True)
class Member:
    """An address (by its dedupe key) whose text is that of resource ``cluster``.

    The one that is shown has no ``record``; the others keep theirs, with the ``reason`` (a code of ``model/words.py``)
    and the resemblance that made them members. ``number`` is set when it is put.
    """

    key: str
    url: str
    cluster: str
    reason: str = ""
    resemblance: float = 1.0
    record: Resource | None = None
    number: int = 0

    @property
    def shown(self) -> bool:
        """Whether the cluster's resource is this one."""
        return self.record is None


@dataclass(frozen=True, slots=True)
class Cluster:
    """A resource and the other addresses of its text."""

    shown: Resource
    others: tuple[Member, ...]


class Members(Protocol):
    """Members by key, and which keys a person keeps out of which clusters."""

    def put(self, member: Member) -> int:
        """Adds or replaces the member with this key; answers its number, which stays."""

    def get(self, key: str) -> Member | None:
        """By key."""

    def at(self, number: int) -> Member | None:
        """By number."""

    def named(self, name: str) -> Member | None:
        """By key or by address."""

    def of(self, cluster: str) -> list[Member]:
        """In order of their numbers."""

    def drop(self, key: str) -> None:
        """Forgets a member; one that is not there is passed over."""

    def clusters(self, after: str, n: int) -> list[str]:
        """The ids, from after ``after`` in order, of clusters with more than one member."""

    def keep_apart(self, key: str, cluster: str) -> None:
        """Notes that ``key`` never becomes a member of ``cluster`` by itself."""

    def apart(self, key: str) -> set[str]:
        """The clusters that ``key`` is kept out of."""

    def let_together(self, key: str, cluster: str) -> None:
        """Ends ``keep_apart``."""
