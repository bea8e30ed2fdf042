"""SmolLM2-135M-Instruct as a transformers model, from the same reader that the shipped weights come from."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

from winnow_recipe.read_gguf import open_gguf, read_weights


def base_model() -> LlamaForCausalLM:
    weights = read_weights(open_gguf())
    c = weights.config
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=c.vocabulary_size,
            hidden_size=c.hidden_size,
            intermediate_size=c.feed_forward_size,
            num_hidden_layers=c.layer_count,
            num_attention_heads=c.head_count,
            num_key_value_heads=c.kv_head_count,
            head_dim=c.head_size,
            rope_parameters={"rope_type": "default", "rope_theta": float(c.rotary_base)},
            rms_norm_eps=c.norm_epsilon,
            max_position_embeddings=c.context_tokens,
            tie_word_embeddings=True,
        )
    )
    state = {name: torch.from_numpy(value.copy()) for name, value in weights.to_hugging_face().items()}
    model.load_state_dict(state)
    model.tie_weights()
    return model
