"""`python -m winnow_recipe <step>`: `build` runs every step, in the order below."""

import argparse
import hashlib
import os
import shutil
from functools import partial
from pathlib import Path

MODELS = Path(__file__).resolve().parents[2]


def build_decoders(models: Path) -> None:
    from .decoder_files import load_decoders, write_shared_files
    from .onnx_decoder import write_graph

    reader, decoders = load_decoders()
    for model_id, weights in decoders.items():
        folder = models / model_id
        names = write_shared_files(reader, weights, folder) + write_graph(weights.config, folder)
        report([folder / name for name in names])


def build_embedder(models: Path) -> None:
    from .onnx_embedder import MODEL_ID, write_embedder

    folder = models / MODEL_ID
    report([folder / name for name in write_embedder(folder)])


def build_cross_encoder(models: Path, checkpoint: Path | None) -> None:
    """Its weights come from a training run, not from a registry package: without one the files stay as they are."""
    from .cross_encoder_parity import write_cross_encoder_parity
    from .onnx_cross_encoder import MODEL_ID, load_checkpoint, write_cross_encoder

    folder = models / MODEL_ID
    if checkpoint is not None:
        model = load_checkpoint(checkpoint)
        names = write_cross_encoder(model, folder)
        report([*(folder / name for name in names), write_cross_encoder_parity(model, folder)])
    elif models.resolve() != MODELS:
        shutil.copytree(MODELS / MODEL_ID, folder, dirs_exist_ok=True)


def build_libraries(models: Path) -> None:
    from .webgpu import build

    report(build(models))


def build_parity(models: Path) -> None:
    from .embedder_parity import write_embedder_parity
    from .parity import write_parity

    report([*write_parity(models), write_embedder_parity(models)])


def build_catalog(models: Path) -> None:
    from .catalog import write_catalog

    report([write_catalog(models)])


def report(paths: list[Path]) -> None:
    for path in paths:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{digest}  {path.stat().st_size:>10}  {path.parent.name}/{path.name}", flush=True)


# Steps import what they need themselves: some of it takes long to load.
STEPS = {
    "decoders": build_decoders,
    "embedder": build_embedder,
    "cross-encoder": build_cross_encoder,
    "libraries": build_libraries,
    "parity": build_parity,
    "catalog": build_catalog,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="winnow_recipe", description="Builds Winnow's model files.")
    parser.add_argument("step", choices=["build", *STEPS], help="build: all of them, in this order")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder that gets <model-id>/ and catalog.json")
    parser.add_argument("--checkpoint", type=Path, help="of train.cross_encoder; without it the cross-encoder is kept")
    arguments = parser.parse_args()
    if arguments.step == "cross-encoder" and arguments.checkpoint is None:
        parser.error("the step cross-encoder needs --checkpoint PATH")
    # It reports the pooler that the embedder does not use as a fault.
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    steps = STEPS | {"cross-encoder": partial(build_cross_encoder, checkpoint=arguments.checkpoint)}
    for name, step in steps.items():
        if arguments.step in ("build", name):
            step(arguments.models)


if __name__ == "__main__":
    main()
