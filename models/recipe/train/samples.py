"""Listwise samples → training examples: pool cut to a size, order shuffled or as retrieved, evidence sometimes removed."""

import gzip
import json
import random
from dataclasses import dataclass
from pathlib import Path

from .lexical_marks import lexical_scores, marks_of

# Words of a passage that are shown; the sets' passages are cut to 110 words round the evidence.
PASSAGE_WORDS = 110


@dataclass(frozen=True)
class Example:
    id: str
    source: str
    query: str
    passages: list[str]
    marks: list[str]
    gold: list[int]  # 1-based labels, ascending; empty: none
    alternatives: list[list[int]]  # other right sets


def load(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf8") as lines:
        return [sample for sample in map(json.loads, lines) if sample["kind"] != "partial"]


def passage_text(candidate: dict) -> str:
    text = " ".join(candidate["text"].split()[:PASSAGE_WORDS])
    return f"{candidate['title']}: {text}" if candidate["title"] else text


def build(sample: dict, order: list[int], with_marks: bool, in_retrieval_order: bool) -> Example:
    """order: 0-based positions in the sample's pool that are shown."""
    passages = [passage_text(sample["candidates"][position]) for position in order]
    scores = lexical_scores(sample["query"], passages)
    if in_retrieval_order:
        by_score = sorted(range(len(order)), key=lambda i: -scores[i][0])
        order = [order[i] for i in by_score]
        passages = [passages[i] for i in by_score]
        scores = [scores[i] for i in by_score]
    label_of = {position + 1: label for label, position in enumerate(order, start=1)}

    def relabel(labels: list[int]) -> list[int]:
        return sorted(label_of[label] for label in labels)

    shown = [s for s in [sample["gold"], *sample.get("alt_gold", [])] if all(label in label_of for label in s)]
    sets = [relabel(labels) for labels in shown] or [[]]
    marks = marks_of(scores) if with_marks else [""] * len(order)
    return Example(sample["id"], sample["source"], sample["query"], passages, marks, sets[0], sets[1:])


def training_example(sample: dict, pool_cap: int, rng: random.Random) -> Example:
    """A pool of at most pool_cap candidates; one in eight loses all of its evidence and becomes `[0]`."""
    gold = {label - 1 for labels in [sample["gold"], *sample.get("alt_gold", [])] for label in labels}
    first = {label - 1 for label in sample["gold"]}
    others = [position for position in range(len(sample["candidates"])) if position not in gold]
    rng.shuffle(others)
    drop_evidence = bool(gold) and len(others) >= 2 and rng.random() < 0.125
    kept = [] if drop_evidence else sorted(first)
    size = max(len(kept) + 1, rng.randint(max(2, pool_cap // 2), pool_cap))
    order = kept + others[: max(0, size - len(kept))]
    rng.shuffle(order)
    return build(sample, order, with_marks=rng.random() < 0.85, in_retrieval_order=rng.random() < 0.6)


def eval_example(sample: dict, with_marks: bool = True, in_retrieval_order: bool = True) -> Example:
    return build(sample, list(range(len(sample["candidates"]))), with_marks, in_retrieval_order)
