"""A library made from real texts: how fast it fills, lists at any depth, and searches.

    python -m benchmarks.library PAGES... [--resources 1000000] [--at FOLDER] [--json FILE]

``PAGES`` are folders of HTML pages. Each resource is two paragraphs of them under the title of a page, with a host,
type, licence, score and so on as libraries have them. Times are of the wall clock and of the processor. With ``--at``
the library is kept in that folder and taken again next time.
"""

import argparse
import hashlib
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from selectolax.lexbor import LexborHTMLParser

from lorehound.library.contract import Library, Query
from lorehound.library.cursor import write_cursor
from lorehound.library.open import open_library
from lorehound.library.sqlite.database import Database
from lorehound.library.sqlite.resources import upsert
from lorehound.model.resource import TYPES, Fingerprints, License, Placement, Resource, resource_id
from lorehound.model.topic import Topic
from lorehound.text.language import language_of
from lorehound.text.words import words

POINTS = [f"point-{number}" for number in range(40)]
LICENSES = ["unknown", "CC-BY-4.0", "MIT", "GFDL-1.3"]
SORTS = ("score", "newest", "quality", "difficulty", "title")


def main(arguments: Sequence[str] = ()) -> dict:
    parser = argparse.ArgumentParser(prog="benchmarks.library")
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--resources", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--at", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    dice = random.Random(11)
    paragraphs = list(read_paragraphs(options.pages))
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(options.at or temporary) / "library.db"
        path.parent.mkdir(parents=True, exist_ok=True)
        result: dict = {"benchmark": "library", "resources": options.resources}
        if not path.exists():
            result["fill_seconds"] = seconds(lambda: fill(path, paragraphs, options.resources, dice))
        library = open_library(path)
        result["index_seconds"] = seconds(lambda: library.count(Query(text="index")))
        result["file_mb"] = path.stat().st_size >> 20
        index = path.with_suffix(".search")
        result["index_mb"] = sum(file.stat().st_size for file in index.rglob("*") if file.is_file()) >> 20
        result["milliseconds"] = measure(library, paragraphs, options.questions, dice)
        library.close()
    result["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    Console().print(table(result))
    text = json.dumps(result)
    if options.json:
        options.json.write_text(text)
    print(text)
    return result


def measure(library: Library, paragraphs: Sequence[tuple[str, str]], count: int, dice: random.Random) -> dict:
    """Question -> its times."""
    found = {}
    queries = [any_query(dice) for _ in range(count)]
    cursors = [any_cursor(query, dice) for query in queries]
    pages = zip(queries, cursors, strict=True)
    found["a filtered page, any depth"] = times(
        lambda query=query, cursor=cursor: library.query(query, cursor=cursor, bodies=False) for query, cursor in pages
    )
    counted = Counter(word for _, text in paragraphs[:20_000] for word in set(words(text)))
    frequent = [word for word, _ in counted.most_common(150)]
    others = [word for word, _ in counted.most_common(4000)[500:]]
    searches = {
        "a frequent word": lambda: Query(text=dice.choice(frequent), sort="relevance"),
        "two frequent words": lambda: Query(text=" ".join(dice.sample(frequent, 2)), sort="relevance"),
        "a frequent word and another": lambda: Query(
            text=f"{dice.choice(frequent)} {dice.choice(others)}", sort="relevance"
        ),
        "a frequent word, one type": lambda: Query(text=dice.choice(frequent), types=("tutorial",), sort="relevance"),
        "a frequent word, newest first": lambda: Query(text=dice.choice(frequent), sort="newest"),
    }
    for name, make in searches.items():
        found[f"search: {name}"] = times(
            lambda query=query: library.query(query, n=20, bodies=False)
            for query in [make() for _ in range(count // 3)]
        )
    changed = library.query(Query(), n=1).resources[0]

    def change() -> None:
        library.place(changed.id, changed.topic, [Placement(dice.choice(POINTS), round(dice.random(), 3))])
        library.count(Query(text="index"))

    found["a search after a change"] = times(change for _ in range(20))
    return found


def times(calls: Iterable[Callable[[], object]]) -> dict:
    """Milliseconds at the median, at 95 of 100, and at most."""
    wall, cpu = [], []
    for call in calls:
        started, spent = time.perf_counter(), time.thread_time()
        call()
        wall.append(1000 * (time.perf_counter() - started))
        cpu.append(1000 * (time.thread_time() - spent))
    wall.sort()
    cpu.sort()
    return {
        "p50": round(wall[len(wall) // 2], 2),
        "p95": round(wall[int(len(wall) * 0.95)], 2),
        "max": round(wall[-1], 2),
        "cpu_p95": round(cpu[int(len(cpu) * 0.95)], 2),
    }


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return round(time.perf_counter() - started, 1)


def table(result: dict) -> Table:
    shown = Table("milliseconds", "p50", "p95", "max", "CPU p95", title=f"{result['resources']} resources")
    for name, numbers in result["milliseconds"].items():
        shown.add_row(name, *(str(numbers[column]) for column in ("p50", "p95", "max", "cpu_p95")))
    return shown


def read_paragraphs(folders: Sequence[Path], most: int = 150_000) -> Iterator[tuple[str, str]]:
    """(title, text) of paragraphs of the pages, in a fixed disorder."""
    files = sorted(file for folder in folders for file in folder.rglob("*.htm*") if file.is_file())
    random.Random(7).shuffle(files)
    count = 0
    for file in files:
        tree = LexborHTMLParser(file.read_bytes()[:300_000].decode("utf-8", "replace"))
        title = tree.css_first("title")
        for node in tree.css("p, li, dd"):
            text = " ".join(node.text(separator=" ").split())
            if 80 < len(text) < 1500:
                yield (title.text() if title else file.stem), text
                count += 1
        if count > most:
            return


def fill(path: Path, paragraphs: Sequence[tuple[str, str]], count: int, dice: random.Random) -> None:
    library = open_library(path)
    for topic_id in ("one", "two"):
        points = [
            {"id": point, "title": point, "parent": POINTS[number // 3 - 1] if number > 2 else ""}
            for number, point in enumerate(POINTS)
        ]
        library.put_topic(Topic.model_validate({"id": topic_id, "title": topic_id, "knowledge_points": points}))
    library.close()
    database = Database(path)
    for start in range(0, count, 1000):
        with database.writing() as connection:
            for number in range(start, min(start + 1000, count)):
                upsert(connection, made(number, paragraphs, dice))
    database.close()


def made(number: int, paragraphs: Sequence[tuple[str, str]], dice: random.Random) -> Resource:
    (title, first), (_, second) = dice.choice(paragraphs), dice.choice(paragraphs)
    text = f"{first}\n{second}"
    key = f"http://host-{min(int(dice.expovariate(1) * 800), 4999)}.test/{number}"
    return Resource(
        id=resource_id(key),
        key=key,
        url=key,
        topic=dice.choices(("one", "two"), (7, 3))[0],
        title=title,
        host=key.split("/")[2],
        type=TYPES[min(int(dice.expovariate(0.5)), len(TYPES) - 1)],
        language=language_of(text),
        text=text,
        markdown=text,
        license=License(LICENSES[min(int(dice.expovariate(1)), 3)]),
        score=round(dice.random(), 4),
        label="unsure" if dice.random() < 0.1 else "on",
        knowledge_points=(Placement(dice.choice(POINTS), 0.7),) if dice.random() < 0.6 else (),
        difficulty=round(dice.random(), 2) if dice.random() < 0.3 else None,
        quality=round(dice.random(), 3) if dice.random() < 0.2 else 0.0,
        review_state="accepted" if dice.random() < 0.1 else "pending",
        fingerprints=Fingerprints(hashlib.sha256(f"{number}{text}".encode()).hexdigest()),
        fetched_at=1.7e9 + dice.random() * 1e7,
    )


def any_query(dice: random.Random) -> Query:
    def maybe(share: float, *values: str) -> tuple[str, ...]:
        return (dice.choice(values),) if dice.random() < share else ()

    ranged = dice.random() < 0.1
    return Query(
        topic=dice.choice(("", "one", "two")),
        types=maybe(0.4, *TYPES),
        languages=maybe(0.3, "en", "zh"),
        hosts=maybe(0.15, *(f"host-{number}.test" for number in range(3000))),
        licenses=maybe(0.15, *LICENSES),
        review_states=maybe(0.15, "accepted", "pending"),
        point=dice.choice(POINTS) if dice.random() < 0.2 else "",
        difficulty_min=0.3 if ranged else None,
        difficulty_max=0.6 if ranged else None,
        sort=dice.choice(SORTS),  # type: ignore[arg-type]
    )


def any_cursor(query: Query, dice: random.Random) -> str:
    """A cursor as a page somewhere in the middle would have given it; none for a first page in three."""
    if dice.random() < 1 / 3:
        return ""
    depth = dice.random()
    place = {
        "score": -depth,
        "newest": -(1.7e9 + depth * 1e7),
        "quality": -depth * 0.2,
        "difficulty": depth * 2,
        "title": chr(ord("a") + int(depth * 25)),
    }[query.sort]
    return write_cursor(query, (place, 0))


if __name__ == "__main__":
    main(sys.argv[1:])
