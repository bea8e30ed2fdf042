"""`python -m winnow_recipe <step>`: `build` runs every step, in the order below."""

import argparse
import hashlib
from pathlib import Path

from .decoder_files import load_decoders, write_shared_files

MODELS = Path(__file__).resolve().parents[2]


def build_shards(models: Path) -> None:
    reader, decoders = load_decoders()
    for model_id, weights in decoders.items():
        for name in write_shared_files(reader, weights, models / model_id):
            report(models / model_id / name)


def report(path: Path) -> None:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    print(f"{digest}  {path.stat().st_size:>10}  {path.parent.name}/{path.name}", flush=True)


STEPS = {"shards": build_shards}


def main() -> None:
    parser = argparse.ArgumentParser(prog="winnow_recipe")
    parser.add_argument("step", choices=["build", *STEPS])
    parser.add_argument("--models", type=Path, default=MODELS, help="folder that gets <model-id>/ and catalog.json")
    arguments = parser.parse_args()
    for name, step in STEPS.items():
        if arguments.step in ("build", name):
            step(arguments.models)


if __name__ == "__main__":
    main()
