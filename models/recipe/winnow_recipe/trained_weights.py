"""The ranker's low-rank updates, out of a file of `train.keep_updates`."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from .decoder_weights import DecoderWeights
from .low_rank import low_rank_update

# Fused matrix → the parts that training keeps apart; they share the first part's `down`.
PARTS = {
    "self_attn.qkv_proj": ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
    "self_attn.o_proj": ("self_attn.o_proj",),
    "mlp.gate_up_proj": ("mlp.gate_proj", "mlp.up_proj"),
    "mlp.down_proj": ("mlp.down_proj",),
}


def with_updates(base: DecoderWeights, path: Path) -> DecoderWeights:
    """The base with what was trained. Raises KeyError where the file lacks a tensor."""
    trained = {name: tensor.astype(np.float32) for name, tensor in load_file(path).items()}
    updates = {}
    for layer in range(base.config.layer_count):
        prefix = f"model.layers.{layer}"
        for fused, parts in PARTS.items():
            up = np.concatenate([trained[f"{prefix}.{part}.up"] for part in parts])
            updates[f"{prefix}.{fused}"] = low_rank_update(trained[f"{prefix}.{parts[0]}.down"], up)
    return replace(base, updates=updates)
