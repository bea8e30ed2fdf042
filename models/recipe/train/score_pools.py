"""Probabilities of whole pools by the cross-encoder as it ships: `python -m train.score_pools --split train.jsonl.gz …`. Resumable.

Training samples are those that the cross-encoder has not learned from, in one fixed shuffled order.
"""

import argparse
import json
import random
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime

from .cross_encoder_model import PairEncoder
from .folds import is_for_cross_encoder
from .samples import load, load_scores, passage_text


class PoolScorer:
    """The int8 file on one thread, pair by pair, as the app runs it."""

    def __init__(self, folder: Path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(folder / "cross-encoder.onnx", options)
        self.encoder = PairEncoder(folder / "tokenizer.json")

    def probabilities(self, sample: dict) -> list[float]:
        """One a candidate."""
        query = self.encoder.words(sample["query"])
        result = []
        for candidate in sample["candidates"]:
            pair = self.encoder.pair(query, self.encoder.words(passage_text(candidate)))
            inputs = {"input_ids": np.array(pair.ids), "token_type_ids": np.array(pair.types)}
            result.append(round(float(self.session.run(["probability"], inputs)[0][0]), 5))
        return result


scorer: PoolScorer | None = None


def score(folder: Path, sample: dict) -> dict:
    """In a process of its own, which keeps its session."""
    global scorer
    scorer = scorer or PoolScorer(folder)
    return {"id": sample["id"], "scores": scorer.probabilities(sample)}


def pools_of(split: Path, seed: int = 3) -> list[dict]:
    samples = load(split)
    if split.name.startswith("train"):
        samples = [sample for sample in samples if not is_for_cross_encoder(sample["id"])]
        random.Random(seed).shuffle(samples)
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="folder of the shipped cross-encoder")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None)
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    known = load_scores(arguments.out) if arguments.out.exists() else {}
    samples = [s for s in pools_of(arguments.split)[: arguments.limit] if s["id"] not in known]
    with arguments.out.open("a", encoding="utf8") as out, ProcessPoolExecutor(arguments.processes) as processes:
        for record in processes.map(partial(score, arguments.model), samples, chunksize=8):
            out.write(json.dumps(record) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
