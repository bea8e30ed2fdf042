"""Set metrics of a checkpoint on the eval split: `python -m train.evaluate_checkpoint --checkpoint FILE …`."""

import argparse
import json
from pathlib import Path

import torch

from .backbone import base_model
from .evaluate import evaluate, spread
from .lora import trained_parameters
from .prompt import PromptEncoder
from .samples import load, load_scores


def load_checkpoint(path: Path) -> tuple[torch.nn.Module, int]:
    """(the model in bfloat16, updates it has seen)"""
    model = base_model()
    saved = torch.load(path, weights_only=True, mmap=True)
    with torch.no_grad():
        for name, parameter in trained_parameters(model).items():
            parameter.copy_(saved["masters"][name])
    return model.to(torch.bfloat16).eval(), saved["update"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--scores", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--samples", type=int, default=None, help="the same share of every source; all by default")
    parser.add_argument("--without-marks", action="store_true")
    arguments = parser.parse_args()
    model, update = load_checkpoint(arguments.checkpoint)
    samples = load(arguments.data / "eval.jsonl.gz")
    if arguments.samples:
        samples = spread(samples, arguments.samples)
    result = evaluate(
        model,
        PromptEncoder(str(arguments.tokenizer)),
        samples,
        load_scores(arguments.scores / "eval.jsonl"),
        with_marks=not arguments.without_marks,
    )
    print(json.dumps({"update": update, "samples": len(samples), **result}, indent=1))


if __name__ == "__main__":
    main()
