"""tokenizer.json and chat template of SmolLM2 from the fields of its GGUF file.

Byte-level BPE over single digits and GPT-2 words, as GGUF's pre-tokeniser "smollm" prescribes.
"""

import json

from gguf import GGUFReader

from .read_gguf import field

CONTROL_TYPE = 3


def build_tokenizer(reader: GGUFReader) -> dict:
    """The content of tokenizer.json, in the format of Hugging Face tokenizers 0.20 and later."""
    kind = (field(reader, "tokenizer.ggml.model"), field(reader, "tokenizer.ggml.pre"))
    if kind != ("gpt2", "smollm"):
        raise ValueError(f"expected the tokenizer gpt2/smollm, found {kind}")
    tokens = field(reader, "tokenizer.ggml.tokens")
    types = field(reader, "tokenizer.ggml.token_type")
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": index, "content": token, **flags}
            for index, (token, kind) in enumerate(zip(tokens, types, strict=True))
            if kind == CONTROL_TYPE
        ],
        "normalizer": None,
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Digits", "individual_digits": True},
                {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
            ],
        },
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": {token: index for index, token in enumerate(tokens)},
            "merges": [merge.split(" ") for merge in field(reader, "tokenizer.ggml.merges")],
        },
    }


def tokenizer_json(reader: GGUFReader) -> str:
    return json.dumps(build_tokenizer(reader), ensure_ascii=False, separators=(",", ":"))


def chat_template(reader: GGUFReader) -> str:
    return field(reader, "tokenizer.chat_template")
