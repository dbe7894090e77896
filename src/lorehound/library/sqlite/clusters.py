"""The resources of this library as a shelf with clusters over it."""

import sqlite3

from lorehound.library.contract import Stored
from lorehound.library.near_duplicates.clustering import Clustering
from lorehound.library.near_duplicates.sqlite import SqliteNearIndex
from lorehound.library.near_duplicates.sqlite_members import SqliteMembers
from lorehound.library.sqlite import resources
from lorehound.model.resource import Resource


def clustering(connection: sqlite3.Connection) -> Clustering:
    """Clusters inside the transaction of ``connection``."""
    return Clustering(SqliteShelf(connection), SqliteMembers(connection), SqliteNearIndex(connection))


class SqliteShelf:
    """See ``near_duplicates.clustering.Shelf``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def get(self, resource_id: str) -> Resource:
        """For the topic where it scores best."""
        return resources.get(self._connection, resource_id, "")

    def memberships(self, resource_id: str) -> list[Resource]:
        """As each of its topics sees it."""
        return resources.memberships(self._connection, resource_id)

    def put(self, resource: Resource) -> Stored:
        """Stores by key and text hash."""
        return resources.upsert(self._connection, resource)

    def join(self, resource_id: str, resource: Resource) -> None:
        """Another address of it."""
        resources.join(self._connection, resource_id, resource)

    def detach(self, resource_id: str, url: str) -> None:
        """No longer another address of it."""
        resources.detach(self._connection, resource_id, url)

    def remove(self, resource_id: str, topic: str) -> None:
        """Out of a topic."""
        resources.remove(self._connection, resource_id, topic)
