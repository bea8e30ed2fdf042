"""Stage 1: structure and relevance. Resumable: `python -m train.stage1 --out RUN` goes on where RUN stopped.

Short pools first: the cap on candidates and on tokens grows over the first `--grow` updates. The learning rate warms up,
stays, and decays only with `--decay-from`, so that the run's length need not be known beforehand.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch

from .backbone import base_model
from .evaluate import evaluate, spread
from .objective import losses
from .prompt import PromptEncoder, reply_of
from .samples import load, training_example


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with train.jsonl.gz and eval.jsonl.gz")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=30)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--grow", type=int, default=1200, help="updates until pools have their full size")
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--decay-from", type=int, default=None, help="update from which the rate falls linearly to 0")
    parser.add_argument("--eval-every", type=int, default=250)
    parser.add_argument("--eval-samples", type=int, default=100)
    parser.add_argument("--save-minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def caps(update: int, grow: int) -> tuple[int, int]:
    """(most candidates, most tokens) of an example."""
    share = min(1.0, update / grow)
    return round(3 + 17 * share), round(300 + 900 * share)


def rate_factor(update: int, updates: int, decay_from: int | None) -> float:
    warm = min(1.0, (update + 1) / 60)
    if decay_from is None or update < decay_from:
        return warm
    return max(0.0, (updates - update) / max(1, updates - decay_from))


def main() -> None:
    arguments = parse_arguments()
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    encoder = PromptEncoder(str(arguments.tokenizer))
    train = load(arguments.data / "train.jsonl.gz")
    held_out = spread(load(arguments.data / "eval.jsonl.gz"), arguments.eval_samples)

    torch.manual_seed(arguments.seed)
    model = base_model()
    model.model.layers = model.model.layers[: arguments.layers]
    model.config.num_hidden_layers = arguments.layers
    # The embedding is a fifth of the parameters and knows its words already.
    model.model.embed_tokens.weight.requires_grad_(False)
    trained = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(trained, lr=arguments.rate, betas=(0.9, 0.98), weight_decay=0.01)

    checkpoint_path = out / "checkpoint.pt"
    update = 0
    if checkpoint_path.exists():
        saved = torch.load(checkpoint_path, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        update = saved["update"]
    log = (out / "log.jsonl").open("a", encoding="utf8")

    def write(record: dict) -> None:
        log.write(json.dumps({"time": round(time.time()), "update": update, **record}) + "\n")
        log.flush()

    def save() -> None:
        partial = out / "checkpoint.partial"
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "update": update}, partial)
        partial.rename(checkpoint_path)

    write({"event": "start", **{k: str(v) for k, v in vars(arguments).items()}})
    model.train()
    saved_at = time.time()
    sums = {"reply": 0.0, "keep": 0.0, "tokens": 0, "examples": 0}
    since = time.time()
    while update < arguments.updates:
        rng = random.Random(arguments.seed * 1_000_003 + update)  # the same examples after a resume
        pool_cap, token_cap = caps(update, arguments.grow)
        done = 0
        while done < arguments.batch:
            example = training_example(rng.choice(train), pool_cap, rng)
            encoded = encoder.encode(example.query, example.passages, example.marks, reply_of(example.gold))
            if len(encoded.ids) > token_cap:
                continue
            reply, keep = losses(model, encoder, encoded, example.gold)
            ((reply + keep) / arguments.batch).backward()
            sums["reply"] += reply.item()
            sums["keep"] += keep.item()
            sums["tokens"] += len(encoded.ids)
            sums["examples"] += 1
            done += 1
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * rate_factor(update, arguments.updates, arguments.decay_from)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        update += 1
        if update % 25 == 0:
            n = sums["examples"]
            write(
                {
                    "reply": round(sums["reply"] / n, 4),
                    "keep": round(sums["keep"] / n, 4),
                    "tokens": sums["tokens"] // n,
                    "pool_cap": pool_cap,
                    "seconds_an_update": round((time.time() - since) / 25, 2),
                }
            )
            sums, since = {"reply": 0.0, "keep": 0.0, "tokens": 0, "examples": 0}, time.time()
        if update % arguments.eval_every == 0:
            write({"event": "eval", **evaluate(model, encoder, held_out)})
            since = time.time()
        if time.time() - saved_at > 60 * arguments.save_minutes:
            save()
            saved_at = time.time()
    save()
    write({"event": "end", **evaluate(model, encoder, held_out)})


if __name__ == "__main__":
    main()
