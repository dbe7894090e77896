"""The near-duplicate index at full size, and how well nearly equal texts are told.

    python -m benchmarks.near_duplicates [--fingerprints 1000000] [--texts FOLDER ...] [--index memory,sqlite]

First part: fingerprints, some planted within the distance or sharing a band; time of a lookup, memory, and whether
every one within the distance is found, against brute force. Second part: texts (*.txt, *.html; Chinese or English) with
0, 1, 3 and 10 of 100 words changed, and problems of a series made from problem-like ones, beside the recipe that
compares SimHashes of the 20 heaviest jieba keywords at distance 3.
"""

import argparse
import random
import re
import resource
import sqlite3
import statistics
import tempfile
import time
from importlib.resources import files
from pathlib import Path

import numpy as np
import rjieba
from rich.console import Console
from rich.table import Table

from lorehound.library.near_duplicates.compare import compare
from lorehound.library.near_duplicates.contract import DISTANCE, NearIndex
from lorehound.library.near_duplicates.memory import MemoryNearIndex
from lorehound.library.near_duplicates.sqlite import SqliteNearIndex
from lorehound.model.page import Page
from lorehound.text.clean import clean
from lorehound.text.simhash import SimHash
from lorehound.text.sketch import BANDS, Sketch

console = Console()
QUESTIONS = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fingerprints", type=int, default=1_000_000)
    parser.add_argument("--texts", type=Path, nargs="*", default=[Path("examples/site")])
    parser.add_argument("--most-texts", type=int, default=400, help="of each folder")
    parser.add_argument("--index", default="memory,sqlite")
    options = parser.parse_args()
    for name in filter(None, options.index.split(",")):
        lookups(name, options.fingerprints)
    for folder in options.texts:
        edits(folder, options.most_texts)


def lookups(name: str, count: int) -> None:
    noise = np.random.default_rng(1)
    simhashes = noise.integers(0, 2**64, count, np.uint64)
    bands = noise.integers(0, 2**59, (count, BANDS), np.int64) << 3 | np.arange(BANDS)
    minima = noise.integers(0, 2**16, (count, 32), np.uint16)
    asked = noise.integers(0, count, QUESTIONS)
    questions = []
    for number in asked.tolist():
        flips = noise.choice(64, noise.integers(0, DISTANCE + 1), replace=False)
        near = int(simhashes[number]) ^ sum(1 << int(bit) for bit in flips)
        questions.append(Sketch(near, tuple(bands[number].tolist()), noise.bytes(64)))
    with tempfile.TemporaryDirectory() as folder:
        connection = sqlite3.connect(Path(folder) / "near.db", isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        index: NearIndex
        if name == "memory":
            index = MemoryNearIndex()
        else:
            connection.executescript((files("lorehound.library.sqlite") / "steps" / "near_duplicates.sql").read_text())
            index = SqliteNearIndex(connection)
        started = time.perf_counter()
        for start in range(0, count, 10_000):
            connection.execute("BEGIN")
            for number in range(start, min(start + 10_000, count)):
                sketch = Sketch(int(simhashes[number]), tuple(bands[number].tolist()), minima[number].tobytes())
                index.add(number, sketch)
            connection.execute("COMMIT")
        filled = time.perf_counter() - started
        memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        on_disk = (Path(folder) / "near.db").stat().st_size / 1e6
        times, answers = [], []
        for question in questions:
            started = time.perf_counter()
            answers.append(index.near(question))
            times.append(time.perf_counter() - started)
        missed = 0
        for question, answer in zip(questions[:300], answers, strict=False):
            distances = np.bitwise_count(simhashes ^ np.uint64(question.simhash))
            missed += len(set(np.flatnonzero(distances <= DISTANCE).tolist()) - set(answer))
        connection.close()
    table = Table(
        "index", "fingerprints", "add µs", "lookup median ms", "p95 ms", "missed of 300", "memory MB", "file MB"
    )
    table.add_row(
        name, f"{count:,}", f"{filled / count * 1e6:.1f}", f"{statistics.median(times) * 1e3:.3f}",
        f"{np.percentile(times, 95) * 1e3:.3f}", str(missed), f"{memory:.0f}", f"{on_disk:.0f}",
    )  # fmt: skip
    console.print(table)


def edits(folder: Path, most: int) -> None:
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in (".txt", ".html", ".htm")]
    files = files[:: max(1, len(files) // most)]
    texts = [text for file in files if len(text := read(file)) > 200][:most]
    if not texts:
        return
    chance = random.Random(1)
    known = sorted({word for text in texts[:200] for word, counts in split(text) if counts and not word[0].isdigit()})
    table = Table("words changed", "pairs", "recall", "recall of keywords' SimHash", title=str(folder))
    for share in (0.0, 0.01, 0.03, 0.1):
        pairs = [(text, edit(text, share, chance, known)) for text in texts]
        ours = sum(compare(one, other).same for one, other in pairs) / len(pairs)
        theirs = sum(keywords_equal(one, other) for one, other in pairs) / len(pairs)
        table.add_row(f"{share:.0%}", str(len(pairs)), f"{ours:.3f}", f"{theirs:.3f}")
    console.print(table)
    others = [tuple(chance.sample(texts, 2)) for _ in range(2000)] if len(texts) > 1 else []
    merged = [(one, other) for one, other in others if compare(one, other).same]
    theirs = sum(keywords_equal(one, other) for one, other in others[:200])
    console.print(f"different texts merged: {len(merged)} of {len(others)}; by keywords {theirs} of 200")
    series = [pair for text in texts for pair in in_series(text, chance)]
    kept = sum(not compare(one, other, problems=True).same for one, other in series)
    theirs = sum(keywords_equal(one, other) for one, other in series)
    console.print(f"problems of a series merged: {len(series) - kept} of {len(series)}; by keywords {theirs}")


def read(file: Path) -> str:
    if file.suffix in (".html", ".htm"):
        return clean(Page(file.absolute().as_uri(), file.read_bytes(), headers={"content-type": "text/html"})).text
    return file.read_text("utf-8", "replace") if file.suffix == ".txt" else ""


def split(text: str) -> list[tuple[str, bool]]:
    parts: list[tuple[str, bool]] = []
    for chinese, word, other in re.findall(r"([\u3400-\u9fff]+)|([A-Za-z0-9]+)|([^\u3400-\u9fffA-Za-z0-9]+)", text):
        parts += [(piece, True) for piece in rjieba.cut(chinese)] if chinese else [(word or other, bool(word))]
    return parts


def edit(text: str, share: float, chance: random.Random, known: list[str]) -> str:
    parts = split(text)
    places = [at for at, (_, counts) in enumerate(parts) if counts]
    changed = set(chance.sample(places, round(len(places) * share)))
    return "".join(chance.choice(known) if at in changed else word for at, (word, _) in enumerate(parts))


def in_series(text: str, chance: random.Random) -> list[tuple[str, str]]:
    """The text with another number, another task word, or another last sentence."""
    made = []
    numbers = list(re.finditer(r"(?<![\d.,])\d{1,6}(?![\d.,])", text))
    if numbers:
        found = chance.choice(numbers)
        made.append(text[: found.start()] + str(int(found.group()) + 3) + text[found.end() :])
    for old, new in (("最大", "最小"), ("最小", "最大"), (" minimum ", " maximum "), (" maximum ", " minimum ")):
        if old in text:
            made.append(text.replace(old, new))
            break
    return [(text, other) for other in made]


KEYWORDS = SimHash(tokenizer=lambda text: keywords(text))


def keywords(text: str) -> list[str]:
    import jieba.analyse

    return [str(word) for word in jieba.analyse.extract_tags(text, topK=20)]


def keywords_equal(one: str, other: str) -> bool:
    first, second = KEYWORDS(one), KEYWORDS(other)
    return first is not None and second is not None and KEYWORDS.is_equal(first, second)


if __name__ == "__main__":
    main()
