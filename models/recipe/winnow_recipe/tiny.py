"""A two-layer decoder with fixed-seed random weights and SmolLM2's tokenizer: what tests load when words do not matter."""

import numpy as np

from .decoder_weights import DecoderConfig, DecoderWeights
from .low_rank import RANK, low_rank_update
from .quantise import quantise

SEED = 20260


def tiny_weights(base: DecoderConfig) -> DecoderWeights:
    """base: the real model's configuration, for what the two share."""
    config = DecoderConfig(
        layer_count=2,
        hidden_size=64,
        head_count=2,
        kv_head_count=1,
        head_size=64,
        feed_forward_size=128,
        vocabulary_size=base.vocabulary_size,
        rotary_base=base.rotary_base,
        norm_epsilon=base.norm_epsilon,
        context_tokens=base.context_tokens,
        end_token_id=base.end_token_id,
    )
    random = np.random.default_rng(SEED)
    matrices = {}
    for name, (rows, columns) in config.matrix_shapes().items():
        # Larger than usual, so that the logits spread and arg-max is decided by more than rounding.
        spread = 1.0 if name == "model.embed_tokens" else 2.0 / np.sqrt(columns)
        matrices[name] = quantise(random.normal(0, spread, (rows, columns)).astype(np.float32))
    norms = {name: random.uniform(0.5, 1.5, config.hidden_size).astype(np.float32) for name in config.norm_names()}
    updates = {
        # About as large as the matrix itself, so that leaving it out is seen.
        name: low_rank_update(
            random.normal(0, 1 / np.sqrt(into), (RANK, into)), random.normal(0, 2 / np.sqrt(RANK), (out, RANK))
        )
        for name, (out, into) in config.updated_shapes().items()
    }
    weights = DecoderWeights(config, matrices, updates, norms)
    weights.check_shapes()
    return weights
