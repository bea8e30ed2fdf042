"""Cross-encoder probabilities of whole pools: `python -m train.score_pools --split train.jsonl.gz --limit N …`. Resumable.

Training samples are those that the cross-encoder has not learned from, in one fixed shuffled order.
"""

import argparse
import json
import random
from pathlib import Path

import torch

from .cross_encoder_model import CrossEncoder, PairEncoder, batches, padded
from .folds import is_for_cross_encoder
from .samples import load, load_scores, passage_text

POOLS_AT_ONCE = 32


def pools_of(split: Path, seed: int = 3) -> list[dict]:
    samples = load(split)
    if split.name.startswith("train"):
        samples = [sample for sample in samples if not is_for_cross_encoder(sample["id"])]
        random.Random(seed).shuffle(samples)
    return samples


@torch.no_grad()
def probabilities(model: CrossEncoder, encoder: PairEncoder, samples: list[dict]) -> list[list[float]]:
    """For each sample one a candidate. Many pools at once fill the batches of like length."""
    places, pairs = [], []
    for row, sample in enumerate(samples):
        query = encoder.words(sample["query"])
        for place, candidate in enumerate(sample["candidates"]):
            places.append((row, place))
            pairs.append(encoder.pair(query, encoder.words(passage_text(candidate))))
    result = [[0.0] * len(sample["candidates"]) for sample in samples]
    for length, positions in batches(pairs, 4096):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = model(*padded([pairs[i] for i in positions], length)).float()
        for position, probability in zip(positions, logits.sigmoid().tolist(), strict=True):
            row, place = places[position]
            result[row][place] = round(probability, 5)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=None)
    arguments = parser.parse_args()
    model = CrossEncoder()
    model.load_state_dict(torch.load(arguments.checkpoint, weights_only=True)["model"])
    model.eval()
    encoder = PairEncoder(arguments.tokenizer)
    known = load_scores(arguments.out) if arguments.out.exists() else {}
    with arguments.out.open("a", encoding="utf8") as out:
        samples = [s for s in pools_of(arguments.split)[: arguments.limit] if s["id"] not in known]
        for start in range(0, len(samples), POOLS_AT_ONCE):
            some = samples[start : start + POOLS_AT_ONCE]
            for sample, scores in zip(some, probabilities(model, encoder, some), strict=True):
                out.write(json.dumps({"id": sample["id"], "scores": scores}) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
