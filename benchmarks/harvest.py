"""Harvest of real crawls by the command line, counted from the server's own log, against perfect knowledge.

    python -m benchmarks.harvest --miniweb DIR --courses FILE --root DIR --port N --cache DIR [--words full|title]
                                 [--orders best-first shark-search breadth-first] [--courses-only NAME ...]

``--miniweb`` holds miniweb.py and graph.py; ``--root`` is a running web of theirs with its graph recorded
(``graph.py graph``). The ranker and the judge of each course are trained without the packages of its on-topic sites
(``python -m training --without``, from the states that a full training left in ``--cache``).
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {
    "postgresql.test": "postgresql-doc-15", "sqlite.test": "sqlite3-doc", "django.test": "python-django-doc",
    "docs.python.test": "python3.11-doc", "sklearn.test": "python-sklearn-doc", "apache.test": "apache2-doc",
    "install-guide.test": "installation-guide-amd64", "debref-zh.test": "debian-reference-zh-cn",
    "debfaq-zh.test": "debian-faq-zh-cn", "trpl-zh.test": "trpl-zh.tar.xz",
}  # fmt: skip


_RUN = """
import sys
from pathlib import Path
from lorehound.focus import shipped
shipped.FOLDER = Path(sys.argv.pop(1))
from lorehound.cli.main import main
main()
"""


@dataclass(frozen=True)
class Point:
    """A budget: pages on topic among the first so many pages, ours and with perfect knowledge."""

    course: str
    order: str
    pages: int
    ours: float
    best: float

    @property
    def ratio(self) -> float:
        return min(1.0, self.ours / self.best) if self.best else 0.0


def main() -> None:
    """Reads the command line, crawls, and prints a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.harvest", description=__doc__.splitlines()[0])
    parser.add_argument("--miniweb", type=Path, required=True)
    parser.add_argument("--courses", type=Path, required=True)
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--cache", type=Path, default=Path("build/training"))
    parser.add_argument(
        "--models", type=Path, help="one folder of models for every course (an empty one: fixed weights)"
    )
    parser.add_argument("--words", choices=("full", "title"), default="full")
    parser.add_argument("--orders", nargs="+", default=["best-first", "shark-search", "breadth-first"])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--most", type=int, default=10_000, help="leave out budgets above so many pages")
    asked = parser.parse_args()
    courses = tomllib.loads(asked.courses.read_text(encoding="utf-8"))
    points: list[Point] = []
    for name, course in courses.items():
        if asked.only and name not in asked.only:
            continue
        course["budgets"] = [pages for pages in course["budgets"] if pages <= asked.most]
        best = {pages: rate for pages, rate in _best(asked, name).items() if pages in course["budgets"]}
        models = asked.models or _models(asked, course)
        for order in asked.orders:
            _crawl(asked, name, course, order, models)
            found = _score(asked, name, order, best)
            points += found
            shown = "  ".join(f"{point.pages}: {point.ratio:.3f}" for point in found)
            print(f"{name:24} {order:14} {shown}", flush=True)
    for order in asked.orders:
        ratios = [point.ratio for point in points if point.order == order]
        print(f"{order}: mean {sum(ratios) / len(ratios):.3f}, least {min(ratios):.3f} over {len(ratios)} budgets")


def _best(asked: argparse.Namespace, name: str) -> dict[int, float]:
    """Harvest of perfect knowledge by budget; its order does not depend on ours, so it is kept beside the graph."""
    kept = asked.root / f"bound-{name}.txt"
    if not kept.is_file():
        command = [asked.miniweb / "graph.py", "bound", "--root", asked.root, "--courses", asked.courses, name]
        told = subprocess.run([sys.executable, *command], check=True, capture_output=True, text=True)
        kept.write_text(told.stdout)
    return {
        int(pages): float(rate) for pages, rate in re.findall(r"after (\d+) pages harvest ([\d.]+)", kept.read_text())
    }


def _models(asked: argparse.Namespace, course: dict) -> Path:
    """The folder of models trained without the packages of the course's own sites."""
    own = sorted(
        {package for host, package in PACKAGES.items() if any(_names(one, host) for one in course["on_topic"])}
    )
    folder = asked.cache / ("models-without-" + "-".join(package.split(".")[0] for package in own))
    newest = (asked.cache / "states.pickle").stat().st_mtime
    if not (folder / "ranker.npz").is_file() or (folder / "ranker.npz").stat().st_mtime < newest:
        subprocess.run(
            [sys.executable, "-m", "training", "--cache", asked.cache, "--out", folder, "--without", *own],
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    return folder


def _names(pattern: str, host: str) -> bool:
    return pattern.removeprefix("^").startswith(re.escape(host))


def _crawl(asked: argparse.Namespace, name: str, course: dict, order: str, models: Path) -> None:
    """One crawl in a fresh workspace, with the log emptied before it."""
    subprocess.run([sys.executable, asked.miniweb / "miniweb.py", "mark", "--root", asked.root], check=True)
    topic = {
        "topic": {
            "id": name,
            "title": course["title"],
            "seeds": course["seeds"],
            "languages": course.get("languages", []),
            "keywords": course["keywords"] if asked.words == "full" else [],
        }
    }
    budget = max(course["budgets"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.toml"
        rows = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in topic["topic"].items()]
        file.write_text("\n".join(["[topic]", *rows, "[scope]", "max_pages = 0"]), encoding="utf-8")
        told = subprocess.run(
            [
                sys.executable, "-c", _RUN, models, "crawl", file, "--workspace", Path(folder) / "w", "--proxy",
                f"http://127.0.0.1:{asked.port}", "--max-pages", str(int(1.3 * budget) + 10), "--delay", "0",
                "--concurrency", "1", "--allow-private", "--strategy", order, "--json",
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if told.returncode:
            print(told.stdout[-400:], told.stderr[-400:], file=sys.stderr)


def _score(asked: argparse.Namespace, name: str, order: str, best: dict[int, float]) -> list[Point]:
    told = subprocess.run(
        [sys.executable, asked.miniweb / "miniweb.py", "score", "--root", asked.root, asked.courses, name],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    fetched = re.search(r"fetched (\d+) on-topic (\d+)", told)
    found = {int(pages): float(rate) for pages, rate in re.findall(r"after (\d+) pages harvest ([\d.]+)", told)}
    points = []
    for pages, rate in best.items():
        hits = found.get(pages, 0.0) * pages
        if pages not in found and fetched:  # the crawl ended before this budget: what it has is what it gets
            hits = float(fetched.group(2))
        points.append(Point(name, order, pages, hits, rate * pages))
    return points


if __name__ == "__main__":
    main()
