"""Members of clusters in memory."""

from collections import Counter
from dataclasses import replace

from lorehound.library.near_duplicates.members import Member


class MemoryMembers:
    """See ``Members``."""

    def __init__(self) -> None:
        self._by_key: dict[str, Member] = {}
        self._by_number: dict[int, str] = {}
        self._apart: set[tuple[str, str]] = set()
        self._next = 1

    def put(self, member: Member) -> int:
        """Adds or replaces."""
        known = self._by_key.get(member.key)
        number = known.number if known else self._next
        self._next += not known
        self._by_key[member.key] = replace(member, number=number)
        self._by_number[number] = member.key
        return number

    def get(self, key: str) -> Member | None:
        """By key."""
        return self._by_key.get(key)

    def at(self, number: int) -> Member | None:
        """By number."""
        return self._by_key.get(self._by_number.get(number, ""))

    def named(self, name: str) -> Member | None:
        """By key or address."""
        return self._by_key.get(name) or next((each for each in self._by_key.values() if each.url == name), None)

    def of(self, cluster: str) -> list[Member]:
        """Those of one cluster."""
        return sorted((each for each in self._by_key.values() if each.cluster == cluster), key=lambda each: each.number)

    def drop(self, key: str) -> None:
        """Forgets a member."""
        member = self._by_key.pop(key, None)
        if member:
            del self._by_number[member.number]

    def clusters(self, after: str, n: int) -> list[str]:
        """Clusters with more than one member."""
        counts = Counter(each.cluster for each in self._by_key.values())
        return sorted(cluster for cluster, count in counts.items() if count > 1 and cluster > after)[:n]

    def keep_apart(self, key: str, cluster: str) -> None:
        """Notes a person's decision."""
        self._apart.add((key, cluster))

    def apart(self, key: str) -> set[str]:
        """The clusters it is kept out of."""
        return {cluster for each, cluster in self._apart if each == key}

    def let_together(self, key: str, cluster: str) -> None:
        """Takes the decision back."""
        self._apart.discard((key, cluster))
