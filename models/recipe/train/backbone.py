"""SmolLM2-135M-Instruct as a transformers model, from the same reader that the shipped weights come from."""

from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import LlamaForCausalLM

from winnow_recipe.parity import reference_model
from winnow_recipe.read_gguf import open_gguf, read_weights

from .lora import add_low_rank, trained_parameters


def base_model(start_from: Path | None = None) -> LlamaForCausalLM:
    """float32, with low-rank updates beside its matrices. Head and embedding are one tensor, which is not trained.

    start_from: a file of `train.keep_updates`; without it the updates add nothing yet.
    """
    model = reference_model(read_weights(open_gguf()))
    add_low_rank(model)
    if start_from is not None:
        trained = load_file(start_from)
        with torch.no_grad():
            for name, parameter in trained_parameters(model).items():
                parameter.copy_(trained[name])
    return model


def compile_layers(model: LlamaForCausalLM) -> None:
    """One compiled layer for all thirty, once for each shape. On two cores 1.4 times the speed without."""
    torch._dynamo.config.cache_size_limit = 64
    for layer in model.model.layers:
        layer.compile(dynamic=False)
