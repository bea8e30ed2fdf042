"""`mlc-chat-config.json`: what WebLLM 0.2.86 reads before it loads a library and its weights."""

import json

from .decoder_weights import DecoderConfig

# What the libraries are compiled for and the graph is measured up to; the weights themselves were trained for 8,192.
CONTEXT_TOKENS = 4096
SYSTEM_MESSAGE = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def chat_config_json(config: DecoderConfig) -> str:
    content = {
        "version": "0.1.0",
        "model_type": "llama",
        "quantization": "q4s",
        "model_config": {
            "hidden_size": config.hidden_size,
            "intermediate_size": config.feed_forward_size,
            "num_hidden_layers": config.layer_count,
            "num_attention_heads": config.head_count,
            "num_key_value_heads": config.kv_head_count,
            "head_dim": config.head_size,
            "rms_norm_eps": config.norm_epsilon,
            "position_embedding_base": config.rotary_base,
            "vocab_size": config.vocabulary_size,
            "tie_word_embeddings": True,
        },
        "vocab_size": config.vocabulary_size,
        "context_window_size": CONTEXT_TOKENS,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "temperature": 0.0,
        "top_p": 1.0,
        "repetition_penalty": 1.0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "bos_token_id": 1,
        "eos_token_id": config.end_token_id,
        "pad_token_id": config.end_token_id,
        "tokenizer_files": ["tokenizer.json"],
        "tokenizer_info": {
            "token_postproc_method": "byte_level",
            "prepend_space_in_encode": False,
            "strip_space_in_decode": False,
        },
        "conv_template": {
            "name": "chatml",
            "system_template": "<|im_start|>system\n{system_message}<|im_end|>\n",
            "system_message": SYSTEM_MESSAGE,
            "add_role_after_system_message": True,
            "roles": {"user": "<|im_start|>user", "assistant": "<|im_start|>assistant", "tool": "<|im_start|>tool"},
            "role_templates": {"user": "{user_message}", "assistant": "{assistant_message}", "tool": "{tool_message}"},
            "seps": ["<|im_end|>\n"],
            "role_content_sep": "\n",
            "role_empty_sep": "\n",
            "stop_str": ["<|im_end|>"],
            "stop_token_ids": [config.end_token_id],
        },
    }
    return json.dumps(content, indent=1) + "\n"
