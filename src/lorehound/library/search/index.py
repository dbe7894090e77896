"""The search index: derived data in a folder of its own that follows a library's changes and can be made anew."""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import tantivy
from filelock import FileLock, Timeout

from lorehound.errors import StorageFull, WorkspaceBusy
from lorehound.library.contract import Query
from lorehound.library.order import GRADES, grade
from lorehound.library.search.ask import Asker, Points
from lorehound.library.search.fields import FORMAT, ORDERS, WHOLE_LIBRARY, entries, schema
from lorehound.library.search.suggest import spelling, suggest
from lorehound.model.resource import Resource

Changes = Callable[[int, int], Sequence[tuple[int, str, bool]]]
"""(since, n) -> (seq, resource id, removed?): what a library's ``changes`` gives."""

Seen = Callable[[str], Sequence[Resource]]
"""A resource as each of its topics sees it, the best first; nothing when it is gone."""

_MEMORY = 64_000_000
_BATCH = 2000
_WAIT_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Hit:
    """A resource found, the topic it is seen for, and where the page after it begins."""

    id: str
    seen_for: str
    place: int


class SearchIndex:
    """An index in ``folder``, read by any number of processes and written by one at a time.

    ``identity`` names the library that it is made from: the index of another is thrown away.
    """

    def __init__(self, folder: Path, identity: str) -> None:
        self._folder = folder
        self._identity = identity
        self._opened: tuple[int, tantivy.Index] | None = None

    def follow(self, last: int, changes: Changes, seen: Seen) -> None:
        """Takes in what changed up to change ``last`` of the library (WorkspaceBusy, StorageFull)."""
        position = self._position()
        if position is not None and last <= position and self._folder.is_dir():
            return
        with self._writing():
            position = self._position()
            if position is None or position > last:
                self._begin_anew()
                position = 0
            if position < last:
                self._take(position, last, changes, seen)

    def page(self, query: Query, points: Points, after: int | None, n: int) -> list[Hit]:
        """Up to ``n`` hits in the order of the query's sort.

        ``after`` is the place of the last hit before: for relevance and titles a count, which holds while nothing is
        added, else a number of the order itself, which always holds.
        """
        index, searcher = self._searcher()
        asker = Asker(index.schema, searcher)
        question = asker.question(query, points)
        if query.sort in ORDERS:
            field = f"by_{query.sort}"
            if after is not None:
                question = asker.after(question, field, after)
            found = searcher.search(question, n, count=False, order_by_field=field, order=tantivy.Order.Asc).hits
            places = [int(place) for place, _ in found]
        else:
            offset = after or 0
            title = "by_title" if query.sort == "title" else None
            order = tantivy.Order.Asc if title else tantivy.Order.Desc
            found = searcher.search(question, n, count=False, order_by_field=title, offset=offset, order=order).hits
            places = list(range(offset + 1, offset + len(found) + 1))
        documents = (searcher.doc(address) for _, address in found)
        return [
            Hit(each.get_first("id"), each.get_first("seen_for"), place)  # type: ignore[arg-type]
            for each, place in zip(documents, places, strict=True)
        ]

    def count(self, query: Query, points: Points) -> int:
        """How many resources fit."""
        index, searcher = self._searcher()
        return _count(searcher, Asker(index.schema, searcher).question(query, points))

    def facets(
        self, query: Query, points: Points, names: Sequence[str], branches: Mapping[str, Points]
    ) -> dict[str, dict[str, int]]:
        """Counts by value; ``branches`` says what each knowledge point stands for."""
        index, searcher = self._searcher()
        asker = Asker(index.schema, searcher)
        question = asker.question(query, points)
        found: dict[str, dict[str, int]] = {}
        for name in names:
            if name == "point":
                counts = {
                    point: _count(searcher, asker.with_points(question, branch)) for point, branch in branches.items()
                }
            elif name == "difficulty":
                counts = {
                    grade((number + 0.5) / GRADES): _count(searcher, asker.with_grade(question, number))
                    for number in range(GRADES)
                }
            else:
                wanted = {"values": {"terms": {"field": name, "size": 10_000}}}
                buckets = searcher.aggregate(question, wanted)["values"]["buckets"]
                counts = {bucket["key"]: bucket["doc_count"] for bucket in buckets}
            found[name] = {value: number for value, number in counts.items() if number and value != WHOLE_LIBRARY}
        return found

    def suggestion(self, text: str, load: Callable[[str], Resource]) -> str:
        """What the words of ``text`` that stand nowhere were probably meant to be; empty for nothing better.

        ``load`` gives a resource by id, from which the spelling of a word is taken.
        """
        index, searcher = self._searcher()
        asker = Asker(index.schema, searcher)

        def spelt(token: str) -> str:
            hits = searcher.search(asker.word(token), 1, count=False).hits
            if not hits:
                return ""
            found = load(str(searcher.doc(hits[0][1]).get_first("id")))
            return spelling(token, f"{found.title}\n{found.text}")

        return suggest(text, asker.frequency, spelt)

    def _take(self, position: int, last: int, changes: Changes, seen: Seen) -> None:
        index = self._open(position)
        writer = index.writer(_MEMORY, 1)
        try:
            while position < last and (rows := changes(position, _BATCH)):
                searcher = index.searcher()
                for _, resource_id, removed in rows:
                    found = [] if removed else seen(resource_id)
                    known = _known(index, searcher, resource_id) if found else None
                    writer.delete_documents_by_term("id", resource_id)
                    for entry in entries(found, known) if found else ():
                        writer.add_document(entry)
                position = rows[-1][0]
                writer.commit()
                self._note(position)
                index.reload()
        except BaseException:
            writer.rollback()
            raise
        writer.wait_merging_threads()

    def _searcher(self) -> tuple[tantivy.Index, tantivy.Searcher]:
        index = self._open(self._position() or 0)
        return index, index.searcher()

    def _open(self, position: int) -> tantivy.Index:
        """The index as it is on disk at ``position``."""
        if self._opened is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._opened = (position, tantivy.Index(schema(), path=str(self._folder / "index"), reuse=True))
        elif self._opened[0] != position:
            self._opened[1].reload()
            self._opened = (position, self._opened[1])
        return self._opened[1]

    def _begin_anew(self) -> None:
        self._opened = None
        shutil.rmtree(self._folder / "index", ignore_errors=True)
        (self._folder / "index").mkdir(parents=True)
        self._note(0)

    def _position(self) -> int | None:
        """The change that the index has followed to; None for no index, or one of another library or format."""
        try:
            noted = json.loads((self._folder / "position.json").read_text("utf-8"))
            whole = tantivy.Index.exists(str(self._folder / "index")) or noted["seq"] == 0
            mine = whole and (noted["format"], noted["library"]) == (FORMAT, self._identity)
            if mine:
                self._open(int(noted["seq"]))
            return int(noted["seq"]) if mine else None
        except (OSError, ValueError, KeyError, TypeError):
            # Damaged, torn, or of something else: derived data is not mended but made anew.
            return None

    def _note(self, position: int) -> None:
        part = self._folder / "position.part"
        part.write_text(json.dumps({"format": FORMAT, "library": self._identity, "seq": position}), "utf-8")
        part.replace(self._folder / "position.json")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self._folder / "writing.lock", timeout=_WAIT_SECONDS):
                yield
        except Timeout:
            raise WorkspaceBusy(
                f"another process has been bringing the search index {self._folder} up to date for "
                f"{_WAIT_SECONDS:.0f} s; search again when it is done"
            ) from None
        except ValueError as error:
            if "No space left" not in str(error):
                raise
            raise StorageFull(f"the disk of {self._folder} is full; make room and search again") from error


def _count(searcher: tantivy.Searcher, question: tantivy.Query) -> int:
    return int(searcher.search(question, 1, count=True).count or 0)  # type: ignore[attr-defined]


def _known(index: tantivy.Index, searcher: tantivy.Searcher, resource_id: str) -> Mapping[str, Sequence[str]] | None:
    hits = searcher.search(tantivy.Query.term_query(index.schema, "id", resource_id, "basic"), 1, count=False).hits
    return searcher.doc(hits[0][1]).to_dict() if hits else None
