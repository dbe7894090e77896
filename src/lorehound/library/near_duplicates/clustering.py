"""Storing resources so that nearly equal texts are one resource with several addresses.

A cluster has the id of the resource that came first, whichever version is shown, so that reviews and reading lists
keep what they name. Every member's record is kept: nothing is thrown away, and a split needs no fetch.
"""

from dataclasses import replace
from typing import Protocol

from lorehound.errors import BadSetting, NotFound
from lorehound.library.contract import Stored
from lorehound.library.near_duplicates.better import is_better
from lorehound.library.near_duplicates.compare import Comparison, compare_resources
from lorehound.library.near_duplicates.contract import NearIndex
from lorehound.library.near_duplicates.members import Cluster, Member, Members
from lorehound.model.resource import Resource
from lorehound.text.sketch import Sketch, sketch


class Shelf(Protocol):
    """What a library does with resources when it looks at equal texts only."""

    def get(self, resource_id: str) -> Resource:
        """For the topic where it scores best (NotFound)."""

    def memberships(self, resource_id: str) -> list[Resource]:
        """As each of its topics sees it."""

    def put(self, resource: Resource) -> Stored:
        """Stores by key; a text that is there already makes a new key a duplicate."""

    def join(self, resource_id: str, resource: Resource) -> None:
        """Makes the address of ``resource`` another one of ``resource_id``, which joins its topic."""

    def detach(self, resource_id: str, url: str) -> None:
        """Ends that ``url`` is another address of it."""

    def remove(self, resource_id: str, topic: str) -> None:
        """Takes it out of a topic."""


class Clustering:
    """A shelf with clusters over it; each call belongs into one transaction of all three parts."""

    def __init__(self, shelf: Shelf, members: Members, index: NearIndex) -> None:
        self._shelf = shelf
        self._members = members
        self._index = index

    def store(self, resource: Resource) -> Stored:
        """Stores a resource: new, changed, unchanged, or a duplicate with the reason."""
        mine = self._members.get(resource.key)
        if mine is not None and mine.shown:
            return self._update(mine, resource)
        if mine is not None and mine.reason == "merged":
            return self._join(mine.cluster, resource, Comparison(True, mine.resemblance, "merged"))
        looked_up = _sketch(resource)
        found = self._nearest(resource, looked_up) if looked_up else None
        if found is not None and not self._is_equal_text(found[0], resource):
            return self._join(found[0].cluster, resource, found[1])
        if mine is not None:
            self._forget(mine)
        stored = self._shelf.put(resource)
        if stored.outcome == "duplicate":
            reason = found[1].reason if found else stored.reason
            self._note(Member(resource.key, resource.url, stored.id, reason, 1.0, resource), looked_up)
            return replace(stored, reason=reason)
        self._note(Member(resource.key, resource.url, stored.id), looked_up)
        return stored

    def clusters(self, after: str = "", n: int = 100) -> list[Cluster]:
        """Resources with several addresses, by id from after ``after``."""
        return [self.cluster(name) for name in self._members.clusters(after, n)]

    def cluster(self, resource_id: str) -> Cluster:
        """One resource with the other addresses of its text (NotFound)."""
        shown = self._shelf.get(resource_id)
        return Cluster(shown, tuple(each for each in self._members.of(resource_id) if not each.shown))

    def split(self, name: str) -> str:
        """Makes another address (or its key) a resource of its own, for good; answers its id.

        NotFound when it is no other address of anything, BadSetting when its text is the very same.
        """
        member = self._members.named(name)
        if member is None:
            raise NotFound(f"{name!r} is no other address of a resource; see: lorehound library duplicates")
        if member.record is None:
            raise BadSetting(f"{name!r} is the version that is shown; name one of the other addresses")
        shown = self._shelf.get(member.cluster)
        if member.record.fingerprints.text_hash == shown.fingerprints.text_hash:
            raise BadSetting(f"{name!r} has the very same text as {shown.url}, so it cannot be another resource")
        self._forget(member)
        self._members.keep_apart(member.key, member.cluster)
        self._shelf.detach(member.cluster, member.url)
        stored = self._shelf.put(member.record)
        self._note(Member(member.key, member.url, stored.id), _sketch(member.record))
        return stored.id

    def merge(self, kept: str, other: str) -> None:
        """Makes resource ``other`` another address of resource ``kept``, for good (NotFound, BadSetting)."""
        if kept == other:
            raise BadSetting(f"{other!r} is that resource itself; name two resources")
        seen = self._shelf.memberships(other)
        self._shelf.get(kept)
        moved = self._members.of(other)
        if not any(member.shown for member in moved):
            moved = [*moved, Member(seen[0].key, seen[0].url, other)]
        for view in seen:
            self._shelf.remove(other, view.topic)
        for member in moved:
            record = member.record or replace(seen[0], key=member.key)
            self._members.let_together(member.key, kept)
            self._note(replace(member, cluster=kept, reason="merged", record=record), _sketch(record))
            for view in seen if member.shown else ():
                self._shelf.join(kept, replace(view, key=member.key))
            if not member.shown:
                self._shelf.join(kept, record)

    def forget(self, resource_id: str) -> None:
        """Forgets the cluster of a resource that is gone."""
        for member in self._members.of(resource_id):
            self._forget(member)

    def _update(self, mine: Member, resource: Resource) -> Stored:
        key = self._shelf.get(mine.cluster).key
        stored = self._shelf.put(replace(resource, key=key))
        if stored.outcome == "changed":
            self._note(replace(mine, url=resource.url), _sketch(resource))
        return stored

    def _nearest(self, resource: Resource, looked_up: Sketch) -> tuple[Member, Comparison] | None:
        """The member with the most alike text that counts as the same."""
        best: tuple[Member, Comparison] | None = None
        apart = self._members.apart(resource.key)
        for number in self._index.near(looked_up):
            member = self._members.at(number)
            if member is None or member.key == resource.key or member.cluster in apart:
                continue
            compared = compare_resources(member.record or self._shelf.get(member.cluster), resource)
            if compared.same and (best is None or compared.resemblance > best[1].resemblance):
                best = member, compared
        return best

    def _is_equal_text(self, member: Member, resource: Resource) -> bool:
        shown = self._shelf.get(member.cluster)
        return shown.fingerprints.text_hash == resource.fingerprints.text_hash

    def _join(self, cluster: str, resource: Resource, compared: Comparison) -> Stored:
        shown = self._shelf.get(cluster)
        if compared.reason != "merged" and is_better(resource, shown):
            self._show(cluster, shown, resource, compared)
        else:
            member = Member(resource.key, resource.url, cluster, compared.reason, compared.resemblance, resource)
            self._note(member, _sketch(resource))
            self._shelf.join(cluster, resource)
        return Stored("duplicate", cluster, compared.reason)

    def _show(self, cluster: str, shown: Resource, resource: Resource, compared: Comparison) -> None:
        """Lets ``resource`` take the place of what was shown, which becomes another address."""
        [before] = [member for member in self._members.of(cluster) if member.shown]
        record = replace(shown, key=before.key)
        self._members.put(replace(before, reason=compared.reason, resemblance=compared.resemblance, record=record))
        self._note(Member(resource.key, resource.url, cluster), _sketch(resource))
        self._shelf.join(cluster, resource)
        self._shelf.detach(cluster, resource.url)
        self._shelf.put(replace(resource, key=shown.key))
        self._shelf.join(cluster, record)

    def _note(self, member: Member, looked_up: Sketch | None) -> None:
        number = self._members.put(member)
        if looked_up is None:
            self._index.remove(number)
        else:
            self._index.add(number, looked_up)

    def _forget(self, member: Member) -> None:
        self._index.remove(member.number)
        self._members.drop(member.key)


def _sketch(resource: Resource) -> Sketch | None:
    simhash = resource.fingerprints.simhash
    return None if simhash is None else sketch(resource.text, simhash)
