"""Set metrics of thresholded keep probabilities, on a fixed spread of the eval split."""

import random
from collections import defaultdict

import torch
from transformers import LlamaForCausalLM

from .objective import class_logits, hidden_states
from .prompt import PromptEncoder
from .samples import Ranking, eval_ranking


def set_f1(predicted: list[int], right: list[int], missing: int = 0) -> float:
    """None against none counts as 1. missing: right passages that were not among the shown."""
    if not predicted and not right and not missing:
        return 1.0
    both = len(set(predicted) & set(right))
    return 2 * both / (len(predicted) + len(right) + missing) if both else 0.0


def spread(samples: list[dict], count: int, seed: int = 7) -> list[dict]:
    """The same share of every source."""
    by_source = defaultdict(list)
    for sample in samples:
        by_source[sample["source"]].append(sample)
    rng = random.Random(seed)
    chosen = []
    for source in sorted(by_source):
        pool = by_source[source]
        chosen += rng.sample(pool, max(1, round(count * len(pool) / len(samples))))
    return chosen


@torch.no_grad()
def keep_probabilities(model: LlamaForCausalLM, encoder: PromptEncoder, example: Ranking) -> list[float]:
    encoded = encoder.ranking(example.query, example.passages, example.marks)
    hidden = hidden_states(model, [encoded.ids], len(encoded.ids))[0]
    return class_logits(model, hidden[encoded.slots], encoder).softmax(-1)[:, 1].tolist()


def scores_of(predictions: list[list[int]], examples: list[Ranking]) -> dict[str, float]:
    def mean(values: list[float]) -> float:
        return sum(values) / max(1, len(values))

    def right(example: Ranking) -> list[list[int]]:
        return [example.gold, *example.alternatives]

    pairs = list(zip(predictions, examples, strict=True))
    nones = [(not p, not e.gold and not e.missing) for p, e in pairs]
    return {
        "f1": mean([max(set_f1(p, s, e.missing) for s in right(e)) for p, e in pairs]),
        "em": mean([float(not e.missing and p in right(e)) for p, e in pairs]),
        "none_precision": mean([float(is_none) for p, is_none in nones if p]),
        "none_recall": mean([float(p) for p, is_none in nones if is_none]),
        "size": mean([float(len(p)) for p in predictions]),
    }


def cut(probabilities: list[float], threshold: float) -> list[int]:
    return [label for label, p in enumerate(probabilities, start=1) if p >= threshold]


def evaluate(
    model: LlamaForCausalLM,
    encoder: PromptEncoder,
    samples: list[dict],
    scores: dict[str, list[float]],
    with_marks: bool = True,
) -> dict[str, float]:
    model.eval()
    # Prompts have every length; compiled layers would be compiled for each.
    torch.compiler.set_stance("force_eager")
    examples = [eval_ranking(sample, scores[sample["id"]], with_marks) for sample in samples]
    probabilities = [keep_probabilities(model, encoder, example) for example in examples]
    result: dict[str, float] = {}
    for threshold in (0.3, 0.4, 0.5, 0.6):
        for name, value in scores_of([cut(row, threshold) for row in probabilities], examples).items():
            result[f"keep@{threshold}_{name}"] = value
    model.train()
    torch.compiler.set_stance("default")
    return {name: round(value, 4) for name, value in result.items()}
