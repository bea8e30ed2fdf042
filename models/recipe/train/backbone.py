"""SmolLM2-135M-Instruct as a transformers model, from the same reader that the shipped weights come from."""

from transformers import LlamaForCausalLM

from winnow_recipe.parity import reference_model
from winnow_recipe.read_gguf import open_gguf, read_weights


def base_model() -> LlamaForCausalLM:
    """Ready to train: float32, head and embedding are one tensor."""
    return reference_model(read_weights(open_gguf())).train()
