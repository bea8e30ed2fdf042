"""Trains the cross-encoder: `python -m train.cross_encoder --data FOLDER --tokenizer FILE --out RUN`. Resumable.

Binary cross-entropy a pair. A pool gives all of its useful passages and a few of the others, which weigh as much as all
others would: so the probabilities stay true for whole pools.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from .cross_encoder_model import CrossEncoder, PairEncoder, batches, padded
from .folds import is_for_cross_encoder
from .samples import load, passage_text


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--samples", type=int, default=8, help="pools an update")
    parser.add_argument("--others", type=int, default=4, help="passages of no use shown a pool")
    parser.add_argument("--epochs", type=float, default=1.0)
    parser.add_argument("--save-minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    encoder = PairEncoder(arguments.tokenizer)
    train = [s for s in load(arguments.data / "train.jsonl.gz") if is_for_cross_encoder(s["id"])]
    random.Random(arguments.seed).shuffle(train)
    updates = int(arguments.epochs * len(train) / arguments.samples)
    torch.manual_seed(arguments.seed)
    model = CrossEncoder().train()
    optimiser = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01)
    path = arguments.out / "checkpoint.pt"
    update = 0
    if path.exists():
        saved = torch.load(path, weights_only=True)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        update = saved["update"]
    log = (arguments.out / "log.jsonl").open("a", encoding="utf8")

    def save() -> None:
        partial = path.with_suffix(".partial")
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "update": update}, partial)
        partial.rename(path)

    saved_at = since = time.time()
    loss_sum = 0.0
    while update < updates:
        rng = random.Random(arguments.seed * 1_000_003 + update)
        pairs, targets, weights = [], [], []
        for offset in range(arguments.samples):
            sample = train[(update * arguments.samples + offset) % len(train)]
            query = encoder.words(sample["query"])
            useful = {label - 1 for labels in [sample["gold"], *sample.get("alt_gold", [])] for label in labels}
            others = [i for i in range(len(sample["candidates"])) if i not in useful]
            shown = rng.sample(others, min(len(others), arguments.others))
            for position in [*useful, *shown]:
                pairs.append(encoder.pair(query, encoder.words(passage_text(sample["candidates"][position]))))
                targets.append(1.0 if position in useful else 0.0)
                weights.append(1.0 if position in useful else len(others) / max(1, len(shown)))
        total = sum(weights)
        for length, positions in batches(pairs, 4096):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(*padded([pairs[i] for i in positions], length)).float()
            loss = F.binary_cross_entropy_with_logits(
                logits,
                torch.tensor([targets[i] for i in positions]),
                weight=torch.tensor([weights[i] for i in positions]),
                reduction="sum",
            )
            (loss / total).backward()
            loss_sum += loss.item() / total
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        share = (update + 1) / updates
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * min(1.0, (update + 1) / 60, (1 - share) / 0.5 + 0.02)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        update += 1
        if update % 20 == 0:
            record = {"update": update, "of": updates, "loss": round(loss_sum / 20, 4)}
            log.write(json.dumps({**record, "seconds_an_update": round((time.time() - since) / 20, 2)}) + "\n")
            log.flush()
            loss_sum, since = 0.0, time.time()
        if time.time() - saved_at > 60 * arguments.save_minutes:
            save()
            saved_at = time.time()
    save()


if __name__ == "__main__":
    main()
