"""Low-rank updates beside the base model's matrices (LoRA, Hu et al. 2021; on quantised weights: QLoRA, Dettmers et al. 2023).

The base weights exist in 4 bits only. Fine-tuning them freely moves each by 0.0015 on average after 155 updates, while
the 4-bit grid has steps of about 0.05: rounded back, not one weight in a hundred would have moved. So the base stays as it
ships, and what is learned is a product of two thin matrices beside it, which ships in float16. Nothing is lost by rounding.

Matrices that the engines fuse (query, key and value; gate and up) share the first thin matrix.
"""

import torch
import torch.nn.functional as F
from transformers import LlamaForCausalLM

RANK = 16
FUSED = (("self_attn", ("q_proj", "k_proj", "v_proj")), ("mlp", ("gate_proj", "up_proj")))
ALONE = (("self_attn", ("o_proj",)), ("mlp", ("down_proj",)))


class LowRankLinear(torch.nn.Module):
    """x W' + x down' up'. weight: frozen [out, in]; down: [RANK, in]; up: [out, RANK], 0 at first."""

    def __init__(self, weight: torch.Tensor, down: torch.nn.Parameter):
        super().__init__()
        self.weight = torch.nn.Parameter(weight, requires_grad=False)
        self.down = down
        self.up = torch.nn.Parameter(torch.zeros(weight.shape[0], RANK))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.linear(x, self.weight) + F.linear(F.linear(x, self.down), self.up)


def add_low_rank(model: LlamaForCausalLM) -> None:
    """Freezes everything but the thin matrices."""
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for layer in model.model.layers:
        for block_name, names in (*FUSED, *ALONE):
            block = getattr(layer, block_name)
            width = getattr(block, names[0]).weight.shape[1]
            down = torch.nn.Parameter(torch.randn(RANK, width) / width**0.5)
            for name in names:
                setattr(block, name, LowRankLinear(getattr(block, name).weight.data, down))


def trained_parameters(model: LlamaForCausalLM) -> dict[str, torch.nn.Parameter]:
    """By name; a shared matrix once, under its first name."""
    return {name: parameter for name, parameter in model.named_parameters() if parameter.requires_grad}
