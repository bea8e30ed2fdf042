"""Set metrics of keep probabilities and of constrained greedy replies, on a fixed spread of the eval split."""

import random
from collections import defaultdict

import torch

from .objective import class_logits, hidden_states
from .prompt import PromptEncoder
from .samples import Example, eval_example


def set_f1(predicted: list[int], right: list[int]) -> float:
    """None against none counts as 1."""
    if not predicted and not right:
        return 1.0
    both = len(set(predicted) & set(right))
    return 2 * both / (len(predicted) + len(right)) if both else 0.0


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
def keep_probabilities(model, encoder: PromptEncoder, example: Example) -> list[float]:
    encoded = encoder.encode(example.query, example.passages, example.marks, None)
    hidden = hidden_states(model, encoded.ids)
    return class_logits(model, hidden[encoded.slots], encoder).softmax(-1)[:, 0].tolist()


@torch.no_grad()
def constrained_reply(model, encoder: PromptEncoder, example: Example) -> list[int]:
    """Greedy ascending list of labels, or none. Each step compares whole labels by the log probability of their tokens."""
    prompt = encoder.encode(example.query, example.passages, example.marks, None).ids
    with torch.autocast("cpu", dtype=torch.bfloat16):
        out = model(input_ids=torch.tensor([prompt]), use_cache=True, logits_to_keep=1)
    cache, logits = out.past_key_values, out.logits[0, -1].float()
    digits = [encoder.text(str(d))[0] for d in range(10)]
    opening, next_opening, closing = (encoder.text(t)[0] for t in ("[", " [", "]"))
    end = encoder.control["<|im_end|>"]
    chosen: list[int] = []

    def feed(token: int) -> torch.Tensor:
        nonlocal cache
        with torch.autocast("cpu", dtype=torch.bfloat16):
            step = model(input_ids=torch.tensor([[token]]), past_key_values=cache, use_cache=True)
        cache = step.past_key_values
        return step.logits[0, -1].float()

    logits = feed(opening)
    count = len(example.passages)
    while True:
        last = chosen[-1] if chosen else 0
        open_labels = [*range(last + 1, count + 1)] + ([0] if not chosen else [])
        text = ""
        while True:
            following = {
                str(label)[len(text)] if len(str(label)) > len(text) else "]"
                for label in open_labels
                if str(label).startswith(text)
            }
            options = {symbol: closing if symbol == "]" else digits[int(symbol)] for symbol in following}
            symbol = max(options, key=lambda s: logits[options[s]].item())
            logits = feed(options[symbol])
            if symbol == "]":
                break
            text += symbol
        if text == "0":
            return []
        chosen.append(int(text))
        if chosen[-1] == count or logits[end] >= logits[next_opening]:
            return chosen
        logits = feed(next_opening)


def evaluate(model, encoder: PromptEncoder, samples: list[dict], with_replies: bool = True) -> dict[str, float]:
    model.eval()
    probabilities, rights, replies = [], [], []
    for sample in samples:
        example = eval_example(sample)
        probabilities.append(keep_probabilities(model, encoder, example))
        rights.append([example.gold, *example.alternatives])
        if with_replies:
            replies.append(constrained_reply(model, encoder, example))
    model.train()

    def best(predicted: list[int], sets: list[list[int]]) -> tuple[float, float]:
        return max(set_f1(predicted, s) for s in sets), float(any(sorted(s) == sorted(predicted) for s in sets))

    def mean(values: list[float]) -> float:
        return sum(values) / max(1, len(values))

    result: dict[str, float] = {}
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7):
        cut = [[i + 1 for i, p in enumerate(row) if p >= threshold] for row in probabilities]
        result[f"keep_f1@{threshold}"] = mean([best(c, r)[0] for c, r in zip(cut, rights, strict=True)])
    top = [
        sorted(sorted(range(1, len(row) + 1), key=lambda i: -row[i - 1])[: len(r[0])])
        for row, r in zip(probabilities, rights, strict=True)
    ]
    answerable = [(t, r) for t, r in zip(top, rights, strict=True) if r[0]]
    result["r_precision"] = mean([best(t, r)[0] for t, r in answerable])
    if with_replies:
        scored = [best(p, r) for p, r in zip(replies, rights, strict=True)]
        result["reply_f1"] = mean([f1 for f1, _ in scored])
        result["reply_em"] = mean([em for _, em in scored])
        nones = [(not p, not r[0]) for p, r in zip(replies, rights, strict=True)]
        result["none_precision"] = mean([float(g) for p, g in nones if p])
        result["none_recall"] = mean([float(p) for p, g in nones if g])
        result["mean_size"] = mean([float(len(p)) for p in replies])
    return {name: round(value, 4) for name, value in result.items()}
