"""Which probability to keep at, on training pools that neither model learned from:
`python -m train.choose_threshold --split train.jsonl.gz --scores FILE --checkpoint FILE --out slots.jsonl …`. Resumable.

The slots of every pool are read once and kept in `--out`; the table over thresholds is printed from there.
"""

import argparse
import json
from pathlib import Path

from .evaluate import cut, keep_probabilities, scores_of, spread
from .evaluate_checkpoint import load_checkpoint
from .prompt import PromptEncoder
from .samples import eval_ranking, load, load_scores

THRESHOLDS = [round(0.05 * step, 2) for step in range(3, 15)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", type=Path, required=True)
    parser.add_argument("--scores", type=Path, required=True, help="of the pools to read (score_pools)")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=None, help="the same share of every source; all by default")
    arguments = parser.parse_args()
    scores = load_scores(arguments.scores)
    samples = [sample for sample in load(arguments.split) if sample["id"] in scores]
    if arguments.samples:
        samples = spread(samples, arguments.samples)
    known = load_scores(arguments.out) if arguments.out.exists() else {}
    encoder = PromptEncoder(str(arguments.tokenizer))
    model, _ = load_checkpoint(arguments.checkpoint)
    examples = [eval_ranking(sample, scores[sample["id"]]) for sample in samples]
    with arguments.out.open("a", encoding="utf8") as out:
        for example in examples:
            if example.id not in known:
                known[example.id] = [round(p, 5) for p in keep_probabilities(model, encoder, example)]
                out.write(json.dumps({"id": example.id, "scores": known[example.id]}) + "\n")
                out.flush()
    for threshold in THRESHOLDS:
        print(threshold, scores_of([cut(known[example.id], threshold) for example in examples], examples))


if __name__ == "__main__":
    main()
