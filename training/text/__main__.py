"""Trains ``lorehound/text/model/main_text_N.npz`` and prints how good it is on pages of sites it has not seen.

    python -m training.text --data FOLDER

FOLDER has ``web-pages`` (WCXB, CC-BY-4.0) and ``zh-pages`` (Chinese Web Content Extraction Dataset, MIT).
"""

import argparse
import json
import time
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import lightgbm
import numpy as np
import trafilatura
from resiliparse.extract.html2text import extract_plain_text

from lorehound.text.blocks import Blocks
from lorehound.text.choice import MODEL, likely, made_whole, word_counts
from lorehound.text.features import COLUMNS, features
from lorehound.text.render import block_texts
from lorehound.text.scan import Scan
from training.text.labels import labels
from training.text.pages import KnownPage, web_pages, zh_pages
from training.text.score import f1, tokens
from training.trees import from_lightgbm

FOLDS = 5
ROUNDS = 150
SETTINGS = {
    "objective": "cross_entropy", "num_leaves": 31, "max_depth": 6, "learning_rate": 0.08, "min_data_in_leaf": 60,
    "feature_fraction": 0.4, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 5, "max_bin": 63, "seed": 1,
    "deterministic": True, "verbose": -1,
}  # fmt: skip
CHINESE_WEIGHT = 3.0
"""There are 44 times as many other pages."""


@dataclass
class Example:
    page: KnownPage
    texts: list[str]
    rows: np.ndarray
    shares: np.ndarray
    words: np.ndarray
    chances: np.ndarray | None = None

    @property
    def fold(self) -> int:
        return zlib.crc32(self.page.site.encode()) % FOLDS

    @property
    def weights(self) -> np.ndarray:
        """Each page counts alike, however long; a frame much longer than the text counts no more than three times."""
        of_page = np.minimum(np.maximum(self.words, 1) / max(30, len(tokens(self.page.truth))), 3.0)
        return of_page * (CHINESE_WEIGHT if self.page.kind == "zh" else 1.0)

    def text(self) -> str:
        blocks = Blocks(Scan(self.page.html))
        chosen = made_whole(blocks, likely(self.chances, word_counts(blocks)))
        return "\n".join(text for text, keep in zip(self.texts, chosen, strict=True) if keep)


def example(page: KnownPage) -> Example:
    blocks = Blocks(Scan(page.html))
    texts = block_texts(blocks)
    shares, words = labels(texts, page.truth)
    return Example(page, texts, features(blocks), shares, words)


def train(examples: list[Example], threads: int) -> lightgbm.Booster:
    filled = [one for one in examples if len(one.words)]
    data = lightgbm.Dataset(
        np.concatenate([one.rows for one in filled]),
        np.clip(np.concatenate([one.shares for one in filled]), 0, 1),
        weight=np.concatenate([one.weights for one in filled]),
        feature_name=[f"c{number}" for number in range(len(COLUMNS))],
    )
    return lightgbm.train({**SETTINGS, "num_threads": threads}, data, ROUNDS)


def cross_validate(examples: list[Example], threads: int) -> None:
    for fold in range(FOLDS):
        booster = train([one for one in examples if one.fold != fold], threads)
        for one in examples:
            if one.fold == fold:
                one.chances = (
                    1 / (1 + np.exp(-booster.predict(one.rows, raw_score=True))) if len(one.words) else np.zeros(0)
                )


def table(examples: list[Example]) -> dict[str, dict[str, float]]:
    """Mean F1 by kind of page: the model on unseen sites, trafilatura, resiliparse, and the best any choice can do."""
    sums: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for one in examples:
        truth, html = one.page.truth, one.page.html
        ideal = "\n".join(text for text, share in zip(one.texts, one.shares, strict=True) if share > 0.5)
        row = (
            f1(one.text(), truth),
            f1(trafilatura.extract(html) or "", truth) if html.strip() else 0.0,
            f1(extract_plain_text(html, main_content=True), truth),
            f1(ideal, truth),
        )
        sums[one.page.kind].append(row)
        if one.page.kind != "zh":
            sums["all but zh"].append(row)
    names = ("blocks", "trafilatura", "resiliparse", "ceiling")
    means: dict[str, dict[str, float]] = {}
    for kind, rows in sorted(sums.items()):
        columns = np.array(rows).mean(axis=0)
        means[kind] = {"pages": len(rows), **{name: round(float(f), 4) for name, f in zip(names, columns, strict=True)}}
    return means


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.text", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True, help="folder with web-pages and zh-pages")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--no-folds", action="store_true", help="only make the model, without the table")
    arguments = parser.parse_args()
    started = time.time()
    pages = [*web_pages(arguments.data / "web-pages"), *zh_pages(arguments.data / "zh-pages")]
    examples = [example(page) for page in pages]
    print(f"{len(examples)} pages, {sum(len(one.words) for one in examples)} blocks, {len(COLUMNS)} columns")
    notes = {"pages": len(examples), "data": "WCXB development split (CC-BY-4.0); Chinese Web Content Extraction (MIT)"}
    if not arguments.no_folds:
        cross_validate(examples, arguments.threads)
        scores = table(examples)
        print(f"{'kind':16}{'pages':>7}{'blocks':>9}{'trafilatura':>13}{'resiliparse':>13}{'ceiling':>9}")
        for kind, row in scores.items():
            print(
                f"{kind:16}{row['pages']:7}{row['blocks']:9.3f}{row['trafilatura']:13.3f}{row['resiliparse']:13.3f}"
                f"{row['ceiling']:9.3f}"
            )
        print(json.dumps(scores))
        notes["f1_unseen_sites"] = {kind: row["blocks"] for kind, row in scores.items()}
    booster = train(examples, arguments.threads)
    trees = from_lightgbm(booster.model_to_string(), json.dumps(notes))
    trees = type(trees)(
        trees.feature, trees.threshold, trees.left, trees.right, trees.value, trees.roots, COLUMNS, trees.notes
    )
    sample = next(one.rows for one in examples if len(one.rows) > 50)
    apart = np.abs(trees.score(sample) - booster.predict(sample, raw_score=True)).max()
    if apart > 1e-4:
        raise SystemExit(f"the stored trees score {apart:.2g} apart from LightGBM's")
    target = Path(__file__).parents[2] / "src" / "lorehound" / "text" / "model" / MODEL
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(trees.dump())
    print(f"{target} ({target.stat().st_size / 1024:.0f} KB) in {time.time() - started:.0f} s")


if __name__ == "__main__":
    main()
