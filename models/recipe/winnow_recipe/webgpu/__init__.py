"""WebGPU libraries for WebLLM: own kernels, TVM's code generator and virtual machine, one wasm file a variant."""

from pathlib import Path

from ..decoder_files import load_decoders
from .library import build_libraries


def build(models: Path) -> list[Path]:
    """Writes the libraries of every decoder into its folder and returns their paths."""
    _, decoders = load_decoders()
    return build_libraries({models / model_id: weights.config for model_id, weights in decoders.items()})
