"""Trains the ranker, and with `--answer-share` a writer: `python -m train.stage1 --out RUN` goes on where RUN stopped.

Weights are bfloat16 in the passes and float32 in the optimiser. The learning rate warms up, stays, and decays only with
`--decay-from`, so that the run's length need not be known beforehand.
"""

import argparse
import json
import time
from pathlib import Path

import torch
from transformers import LlamaForCausalLM

from .backbone import base_model, compile_layers
from .batches import BatchStream
from .evaluate import evaluate, spread
from .lora import trained_parameters
from .objective import losses
from .prompt import PromptEncoder
from .samples import load, load_scores


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl.gz and eval.jsonl.gz")
    parser.add_argument("--scores", type=Path, required=True, help="folder with train.jsonl and eval.jsonl (score_pools)")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start-from", type=Path, help="updates to go on from (keep_updates)")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--answer-share", type=float, default=0.0, help="of the examples; the others choose")
    parser.add_argument("--batches", type=int, default=2, help="batches an update, about 2,000 tokens each")
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--decay-from", type=int, default=None, help="update from which the rate falls linearly to 0")
    parser.add_argument("--eval-every", type=int, default=200)
    parser.add_argument("--eval-samples", type=int, default=120)
    parser.add_argument("--save-minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def rate_factor(update: int, updates: int, decay_from: int | None) -> float:
    warm = min(1.0, (update + 1) / 50)
    if decay_from is None or update < decay_from:
        return warm
    return max(0.0, (updates - update) / max(1, updates - decay_from))


class MasterWeights:
    """float32 copies that the optimiser moves; a bfloat16 weight alone would lose small steps."""

    def __init__(self, model: LlamaForCausalLM, rate: float):
        named = trained_parameters(model)
        self.names, self.live = list(named), list(named.values())
        self.masters = [p.detach().float().clone() for p in self.live]
        self.optimiser = torch.optim.AdamW(self.masters, lr=rate, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
        model.to(torch.bfloat16)

    def step(self, rate: float) -> float:
        """Returns the gradient's norm before clipping to 1."""
        for live, master in zip(self.live, self.masters, strict=True):
            master.grad = live.grad.float()
            live.grad = None
        norm = torch.nn.utils.clip_grad_norm_(self.masters, 1.0).item()
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.step()
        self.publish()
        return norm

    @torch.no_grad()
    def publish(self) -> None:
        for live, master in zip(self.live, self.masters, strict=True):
            live.copy_(master)


def main() -> None:
    arguments = parse_arguments()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    encoder = PromptEncoder(str(arguments.tokenizer))
    train, train_scores = load(arguments.data / "train.jsonl.gz"), load_scores(arguments.scores / "train.jsonl")
    held_out = spread(load(arguments.data / "eval.jsonl.gz"), arguments.eval_samples)
    held_out_scores = load_scores(arguments.scores / "eval.jsonl")

    torch.manual_seed(arguments.seed)
    model = base_model(arguments.start_from).train()
    weights = MasterWeights(model, arguments.rate)
    checkpoint_path = out / "checkpoint.pt"
    update = drawn = 0
    if checkpoint_path.exists():
        saved = torch.load(checkpoint_path, weights_only=True)
        for name, master in zip(weights.names, weights.masters, strict=True):
            master.copy_(saved["masters"][name])
        weights.publish()
        weights.optimiser.load_state_dict(saved["optimiser"])
        update, drawn = saved["update"], saved["drawn"]
    compile_layers(model)
    stream = BatchStream(train, train_scores, encoder, arguments.seed, drawn, arguments.answer_share)
    log = (out / "log.jsonl").open("a", encoding="utf8")

    def write(record: dict) -> None:
        log.write(json.dumps({"time": round(time.time()), "update": update, **record}) + "\n")
        log.flush()

    def save() -> None:
        partial = out / "checkpoint.partial"
        state = {"masters": dict(zip(weights.names, weights.masters, strict=True)), "optimiser": weights.optimiser.state_dict()}
        torch.save({**state, "update": update, "drawn": stream.drawn}, partial)
        partial.rename(checkpoint_path)

    write({"event": "start", "samples": len(stream.samples), **{k: str(v) for k, v in vars(arguments).items()}})
    sums = {"reply": 0.0, "keep": 0.0, "norm": 0.0, "rows": 0, "ranked": 0, "tokens": 0}
    saved_at = since = time.time()
    batches = iter(stream)
    while update < arguments.updates:
        chosen = [next(batches) for _ in range(arguments.batches)]
        rows = sum(len(targets) for _, targets in chosen)
        for length, targets in chosen:
            reply, keep = losses(model, encoder, targets, length)
            ((reply + keep) / rows).backward()
            sums["reply"] += reply.item()
            sums["keep"] += keep.item()
            sums["ranked"] += sum(bool(target.keep) for target in targets)
            sums["tokens"] += sum(len(target.encoded.ids) for target in targets)
        sums["rows"] += rows
        rate = arguments.rate * rate_factor(update, arguments.updates, arguments.decay_from)
        sums["norm"] += weights.step(rate)
        update += 1
        if update % 20 == 0:
            write(
                {
                    "reply": round(sums["reply"] / sums["rows"], 4),
                    "keep": round(sums["keep"] / max(1, sums["ranked"]), 4),
                    "norm": round(sums["norm"] / 20, 2),
                    "examples": sums["rows"],
                    "tokens_a_second": round(sums["tokens"] / (time.time() - since)),
                    "drawn": stream.drawn,
                }
            )
            sums, since = dict.fromkeys(sums, 0), time.time()
        if update % arguments.eval_every == 0:
            write({"event": "eval", **evaluate(model, encoder, held_out, held_out_scores)})
            since = time.time()
        if time.time() - saved_at > 60 * arguments.save_minutes:
            save()
            saved_at = time.time()
    save()
    write({"event": "end", **evaluate(model, encoder, held_out, held_out_scores)})


if __name__ == "__main__":
    main()
