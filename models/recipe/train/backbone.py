"""SmolLM2-135M-Instruct as a transformers model, from the same reader that the shipped weights come from."""

import torch
from transformers import LlamaForCausalLM

from winnow_recipe.parity import reference_model
from winnow_recipe.read_gguf import open_gguf, read_weights


def base_model() -> LlamaForCausalLM:
    """float32; head and embedding are one tensor, which is not trained: a fifth of the parameters, and it knows its words."""
    model = reference_model(read_weights(open_gguf()))
    # On this length the plain products are faster than PyTorch's fused attention: its backward pass took a third of the time.
    model.config._attn_implementation = "eager"
    model.model.embed_tokens.weight.requires_grad_(False)
    return model


def compile_layers(model: LlamaForCausalLM) -> None:
    """One compiled layer for all thirty, once for each shape. On two cores 1.4 times the speed without."""
    torch._dynamo.config.cache_size_limit = 64
    for layer in model.model.layers:
        layer.compile(dynamic=False)
