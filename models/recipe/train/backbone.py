"""SmolLM2-135M-Instruct as a transformers model, from the same reader that the shipped weights come from."""

import torch
from transformers import LlamaForCausalLM

from winnow_recipe.parity import reference_model
from winnow_recipe.read_gguf import open_gguf, read_weights

from .lora import add_low_rank


def base_model() -> LlamaForCausalLM:
    """float32, with low-rank updates beside its matrices. Head and embedding are one tensor, which is not trained."""
    model = reference_model(read_weights(open_gguf()))
    add_low_rank(model)
    return model


def compile_layers(model: LlamaForCausalLM) -> None:
    """One compiled layer for all thirty, once for each shape. On two cores 1.4 times the speed without."""
    torch._dynamo.config.cache_size_limit = 64
    for layer in model.model.layers:
        layer.compile(dynamic=False)
