"""The decoder as this recipe handles it: a configuration, quantised matrices and float32 norm weights.

Matrices are [out, in], named as in Hugging Face's Llama classes, with two fusions that save a product per layer:
`self_attn.qkv_proj` holds the rows of q, then k, then v; `mlp.gate_up_proj` those of gate, then up.
"""

from dataclasses import dataclass

import numpy as np

from .low_rank import RANK, LowRankUpdate
from .quantise import QuantisedMatrix


@dataclass(frozen=True)
class DecoderConfig:
    layer_count: int
    hidden_size: int
    head_count: int
    kv_head_count: int
    head_size: int
    feed_forward_size: int
    vocabulary_size: int
    rotary_base: float
    norm_epsilon: float
    context_tokens: int
    end_token_id: int

    @property
    def query_size(self) -> int:
        return self.head_count * self.head_size

    @property
    def kv_size(self) -> int:
        return self.kv_head_count * self.head_size

    def matrix_shapes(self) -> dict[str, tuple[int, int]]:
        """Every quantised matrix in storage order, as [out, in]."""
        shapes = {"model.embed_tokens": (self.vocabulary_size, self.hidden_size)}
        for layer in range(self.layer_count):
            prefix = f"model.layers.{layer}"
            shapes[f"{prefix}.self_attn.qkv_proj"] = (self.query_size + 2 * self.kv_size, self.hidden_size)
            shapes[f"{prefix}.self_attn.o_proj"] = (self.hidden_size, self.query_size)
            shapes[f"{prefix}.mlp.gate_up_proj"] = (2 * self.feed_forward_size, self.hidden_size)
            shapes[f"{prefix}.mlp.down_proj"] = (self.hidden_size, self.feed_forward_size)
        return shapes

    def updated_shapes(self) -> dict[str, tuple[int, int]]:
        """The matrices that have a low-rank update beside them (decision 14): all but the embedding."""
        return {name: shape for name, shape in self.matrix_shapes().items() if name != "model.embed_tokens"}

    def norm_names(self) -> list[str]:
        names = []
        for layer in range(self.layer_count):
            names.append(f"model.layers.{layer}.input_layernorm.weight")
            names.append(f"model.layers.{layer}.post_attention_layernorm.weight")
        names.append("model.norm.weight")
        return names


@dataclass(frozen=True)
class DecoderWeights:
    """matrices: name -> [out, in]; norms: name -> float32 [hidden]. The head is the embedding.

    updates: the ranker's, by matrix; empty for the base model as it was read.
    """

    config: DecoderConfig
    matrices: dict[str, QuantisedMatrix]
    updates: dict[str, LowRankUpdate]
    norms: dict[str, np.ndarray]

    def check_shapes(self) -> None:
        for name, shape in self.config.matrix_shapes().items():
            if self.matrices[name].shape != shape:
                raise ValueError(f"{name} has shape {self.matrices[name].shape}, expected {shape}")
        shapes = self.config.updated_shapes()
        for name, update in self.updates.items():
            out, into = shapes[name]
            if update.down.shape != (RANK, into) or update.up.shape != (out, RANK):
                raise ValueError(f"the update of {name} has shapes {update.down.shape} and {update.up.shape}")

    def to_hugging_face(self) -> dict[str, np.ndarray]:
        """The dequantised and updated weights under the names of transformers' LlamaForCausalLM, fusions undone."""
        config = self.config
        plain = {name: matrix.dequantise() for name, matrix in self.matrices.items()}
        plain |= {name: plain[name] + update.product() for name, update in self.updates.items()}
        state = dict(self.norms)
        state["model.embed_tokens.weight"] = plain["model.embed_tokens"]
        state["lm_head.weight"] = plain["model.embed_tokens"]
        for layer in range(config.layer_count):
            prefix = f"model.layers.{layer}"
            qkv = plain[f"{prefix}.self_attn.qkv_proj"]
            q, k, v = np.split(qkv, [config.query_size, config.query_size + config.kv_size])
            gate, up = np.split(plain[f"{prefix}.mlp.gate_up_proj"], 2)
            state[f"{prefix}.self_attn.q_proj.weight"] = q
            state[f"{prefix}.self_attn.k_proj.weight"] = k
            state[f"{prefix}.self_attn.v_proj.weight"] = v
            state[f"{prefix}.self_attn.o_proj.weight"] = plain[f"{prefix}.self_attn.o_proj"]
            state[f"{prefix}.mlp.gate_proj.weight"] = gate
            state[f"{prefix}.mlp.up_proj.weight"] = up
            state[f"{prefix}.mlp.down_proj.weight"] = plain[f"{prefix}.mlp.down_proj"]
        return state
