"""Trains the link ranker and the judge of pages, and prints what they are worth on sites that they have not seen.

python -m training --cache DIR [--archives DIR] [--out DIR] [--processes 2]
python -m training --cache DIR --without PACKAGE ... --out DIR      (from stored states, after a full run)
"""

import argparse
import json
import pickle
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from lorehound.focus.fixed import Fixed
from lorehound.focus.relevance import FixedJudge, TrainedJudge
from lorehound.model.trees import Trees
from training import sites
from training.fit import Boosted, fit, fit_judge
from training.judging import judging_table, left_out_scores
from training.lists import faults, read_lists
from training.states import Models, States, alone, collect, harvest
from training.table import HEAD, Results, line, refusals, splits
from training.tasks import FOLDS, Job, Material, variant
from training.trees import from_lightgbm
from training.workers import over

MODELS = Path(__file__).parents[1] / "src" / "lorehound" / "focus" / "model"


def main() -> None:
    """Reads the command line and trains."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, required=True, help="folder for packages, read pages and states")
    parser.add_argument("--archives", type=Path, help="folder with the archives that sites.tsv names")
    parser.add_argument("--out", type=Path, default=MODELS, help="where the models go (default: into the package)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--without", nargs="+", default=[], metavar="PACKAGE", help="leave these packages' sites out")
    asked = parser.parse_args()
    wrong = faults(read_lists(), frozenset(site.package for site in sites.listed()))
    if wrong:
        parser.error("; ".join(wrong))
    asked.cache.mkdir(parents=True, exist_ok=True)
    material = Material(asked.cache, asked.archives)
    if asked.without:
        train_without(material, frozenset(asked.without), asked.out)
    else:
        train(material, asked.out, asked.processes)


def train(material: Material, out: Path, processes: int) -> None:
    """States from fixed weights, then from the ranker on left-out sites; fit; table; models of all sites."""
    say = _Clock()
    with get_context("fork").Pool(processes) as pool:
        pool.map(partial(_read, cache=material.cache, archives=material.archives), sites.listed(), chunksize=1)
    for host in material.hosts:
        material.common(material.left_out(host))
    say(f"{len(material.hosts)} sites, {len(material.tasks)} topics, {len(material.jobs())} crawls")
    rounds: list[dict[Job, States]] = []
    models = [Models(Fixed(), FixedJudge())] * FOLDS
    for number in range(ROUNDS):
        jobs = variant(material.jobs(), number + 1)
        rounds.append(over(material, jobs, partial(_collect, models, number + 1), processes))
        # What the first round's judge made of pages is no guide to the outcomes that a trained one sees.
        models = _fit_folds(material, rounds[1:] or rounds, processes)
        say(f"round {number}: {sum(len(part.rows) for part in rounds[-1].values())} rows")
    (material.cache / "states.pickle").write_bytes(pickle.dumps(rounds, protocol=5))
    table, wrong = _evaluate(material, models, processes)
    scores = left_out_scores(material, rounds[-1])
    table += "\n\n## Verdict\n\n" + judging_table(rounds[-1], scores)
    print(table)
    say("evaluated")
    if wrong:
        print("The ranker does not ship: " + "; ".join(wrong))
    _write(material, rounds, out, frozenset(), table, ranker=not wrong)


def train_without(material: Material, packages: frozenset[str], out: Path) -> None:
    """Models from the stored states of all sites but those of ``packages``."""
    rounds = pickle.loads((material.cache / "states.pickle").read_bytes())
    hosts = frozenset(site.host for site in sites.listed() if site.package in packages)
    _write(material, rounds, out, hosts, f"without {', '.join(sorted(packages))}")


def _write(
    material: Material,
    rounds: list[dict[Job, States]],
    out: Path,
    without: frozenset[str],
    table: str,
    *,
    ranker: bool = True,
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    parts = [part for states in rounds[1:] for job, part in states.items() if job.task.host not in without]
    if ranker:
        (out / "ranker.npz").write_bytes(from_lightgbm(fit(parts), notes=table[:2000]).dump())
    judged = [part for job, part in rounds[-1].items() if job.task.host not in without]
    judged += [
        alone(material, job) for job in variant(material.jobs(), 0) if not job.portal and job.task.host not in without
    ]
    (out / "judge.npz").write_bytes(fit_judge(judged).dump())
    shares = material.shares(without)
    ids = np.array(sorted(shares), np.uint32)
    np.savez_compressed(
        out / "background.npz", ids=ids, shares=np.array([shares[at] for at in ids.tolist()], np.float16)
    )
    (out / "results.md").write_text(table + "\n", encoding="utf-8")


def _evaluate(material: Material, models: list[Models], processes: int) -> tuple[str, list[str]]:
    fixed = [Models(Fixed(), FixedJudge())] * FOLDS
    orders = {
        "breadth-first": (fixed, "breadth-first"), "shark-search": (fixed, "shark-search"),
        "fixed weights": (fixed, "best-first"), "trained ranker": (models, "best-first"),
    }  # fmt: skip
    told: list[str] = []
    kept: dict[str, dict[str, Results]] = {}
    for words in ("full", "title"):
        named: dict[str, Results] = {}
        for name, (used, order) in orders.items():
            if words == "full" or order == "best-first":
                named[name] = over(material, material.jobs(words), partial(_harvest, used, order), processes)
        kept[words] = named
        told += [f"\n## {_WORDS[words]}\n", HEAD]
        told += [line(name, results, named["fixed weights"]) for name, results in named.items()]
        told += ["", splits(named)]
    _store(material.cache / "harvests.json", kept)
    pairs = [(kept[words]["trained ranker"], kept[words]["fixed weights"]) for words in ("full", "title")]
    return "\n".join(told), refusals(pairs[0], pairs[1])


def _store(path: Path, kept: dict[str, dict[str, Results]]) -> None:
    plain = {
        words: {name: {job.id: values for job, values in results.items()} for name, results in named.items()}
        for words, named in kept.items()
    }
    path.write_text(json.dumps(plain, indent=1), encoding="utf-8")


def _fit_folds(material: Material, rounds: list[dict[Job, States]], processes: int) -> list[Models]:
    global _PARTS
    _PARTS = [(material.folds[job.task.host], part) for states in rounds for job, part in states.items()]
    with get_context("fork").Pool(processes) as pool:
        found = pool.map(_fit_fold, range(FOLDS), chunksize=1)
    return [Models(Boosted(text), TrainedJudge(Trees.load(trees))) for text, trees in found]


def _fit_fold(fold: int) -> tuple[str, bytes]:
    parts = [part for of, part in _PARTS if of != fold]
    return fit(parts), fit_judge(parts).dump()


def _collect(models: list[Models], seed: int, material: Material, job: Job) -> States:
    return collect(material, job, models[material.folds[job.task.host]], noise=0.1, seed=seed)


def _harvest(models: list[Models], order: str, material: Material, job: Job) -> list[float]:
    return harvest(material, job, models[material.folds[job.task.host]], order)


def _read(site: sites.Site, cache: Path, archives: Path | None) -> int:
    return len(sites.read(site, cache, archives))


class _Clock:
    def __init__(self) -> None:
        self._start = time.monotonic()

    def __call__(self, said: str) -> None:
        print(f"[{time.monotonic() - self._start:4.0f} s] {said}", flush=True)


ROUNDS = 3
_PARTS: list[tuple[int, States]] = []
_WORDS = {"full": "All keywords", "title": "The title alone"}

if __name__ == "__main__":
    main()
