"""The decoder as an ONNX graph for ONNX Runtime Web on WASM. The file holds no weights: they come from the shards.

T new tokens after C cached ones:
  embeddings     [T, hidden]        rows of the embedding, looked up by the caller
  positions      [T]                float32, 0-based
  new_bias       [heads per kv head * T, T]   0 where row t may see column t', else a large negative number
  past_bias      [C]                the same for the slots of the cache, which may be longer than what it holds
  past_key_<n>   [kv heads, C, head size], past_value_<n> likewise
  update_scale   [1]                1 for the ranker's low-rank updates, 0 for the base weights alone
gives
  logits         [1, vocabulary]    of the last token only
  key_<n>        [kv heads, T, head size] of the new tokens, value_<n> likewise; the caller writes them into the cache

Attention is plain products and a softmax: on WASM the fused GroupQueryAttention ran at 1 GFLOP/s where products reach
20 and more. Scores of cached and new tokens are computed apart, so that the cache is never copied inside the graph.
Every weight is external data at the path of its own name: float32, matrices as [out, in], a matrix's update as
`.down` [rank, in] and `.up` [out, rank].
"""

from pathlib import Path

import numpy as np
import onnx

from .decoder_weights import DecoderConfig
from .low_rank import RANK
from .onnx_graph import MICROSOFT, GraphBuilder

FILE_NAME = "decoder.onnx"


def add_layer(graph: GraphBuilder, config: DecoderConfig, layer: int, residual: str, normed: str) -> tuple[str, str]:
    """residual, normed: [T, hidden]. Returns the residual stream and its next normed form."""
    prefix = f"model.layers.{layer}"
    shapes = config.matrix_shapes()
    rotated_heads = config.head_count + config.kv_head_count

    def product(operand: str, matrix: str, output: str) -> str:
        out, into = shapes[matrix]
        plain = graph.add("Gemm", [operand, graph.external(matrix, (out, into))], f"{output}.plain", transB=1)
        thin = graph.add("Gemm", [operand, graph.external(f"{matrix}.down", (RANK, into))], f"{output}.thin", transB=1)
        thin = graph.add("Mul", [thin, "update_scale"], f"{output}.scaled")
        return graph.add("Gemm", [thin, graph.external(f"{matrix}.up", (out, RANK)), plain], output, transB=1)

    def local(name: str) -> str:
        return f"l{layer}.{name}"

    qkv = product(normed, f"{prefix}.self_attn.qkv_proj", local("qkv"))
    qk, value = graph.add_many("Split", [qkv, "split.qk_v"], [local("qk"), local("v_flat")], axis=1)
    qk = graph.add("Unsqueeze", [qk, "axis.0"], local("qk_batch"))
    qk = graph.add(
        "RotaryEmbedding", [qk, "zero_offset", "cosines", "sines"], local("qk_rotated"), MICROSOFT,
        num_heads=rotated_heads,
    )  # fmt: skip
    query, key = graph.add_many("Split", [qk, "split.q_k"], [local("q_flat"), local("k_flat")], axis=2)

    query = graph.add("Reshape", [query, "shape.query"], local("q_heads"))
    query = graph.add("Transpose", [query], local("q_grouped"), perm=[1, 2, 0, 3])
    query = graph.add("Reshape", [query, "shape.grouped"], local("q"))
    key = graph.add("Reshape", [key, "shape.kv"], local("k_heads"))
    key = graph.add("Transpose", [key], f"key_{layer}", perm=[1, 0, 2])
    value = graph.add("Reshape", [value, "shape.kv"], local("v_heads"))
    value = graph.add("Transpose", [value], f"value_{layer}", perm=[1, 0, 2])

    scale = float(config.head_size) ** -0.5
    past = graph.add(
        "FusedMatMul", [query, f"past_key_{layer}"], local("past_scores_raw"), MICROSOFT, transB=1, alpha=scale
    )
    past = graph.add("Add", [past, "past_bias"], local("past_scores"))
    new = graph.add("FusedMatMul", [query, key], local("new_scores_raw"), MICROSOFT, transB=1, alpha=scale)
    new = graph.add("Add", [new, "new_bias"], local("new_scores"))
    scores = graph.add("Concat", [past, new], local("scores"), axis=2)
    weights = graph.add("Softmax", [scores], local("attention"), axis=2)
    past, new = graph.add_many(
        "Split", [weights, "split.past_new"], [local("past_weights"), local("new_weights")], axis=2
    )
    past = graph.add("MatMul", [past, f"past_value_{layer}"], local("past_mix"))
    new = graph.add("MatMul", [new, value], local("new_mix"))
    mixed = graph.add("Add", [past, new], local("mix"))
    mixed = graph.add("Reshape", [mixed, "shape.ungrouped"], local("mix_heads"))
    mixed = graph.add("Transpose", [mixed], local("mix_tokens"), perm=[2, 0, 1, 3])
    mixed = graph.add("Reshape", [mixed, "shape.rows_query"], local("mix_flat"))
    mixed = product(mixed, f"{prefix}.self_attn.o_proj", local("attention_out"))
    residual, normed = add_and_norm(
        graph, config, residual, mixed, f"{prefix}.post_attention_layernorm.weight", local("mid")
    )

    both = product(normed, f"{prefix}.mlp.gate_up_proj", local("gate_up"))
    gate, up = graph.add_many("Split", [both], [local("gate"), local("up")], axis=1, num_outputs=2)
    gate = graph.add("QuickGelu", [gate], local("silu"), MICROSOFT, alpha=1.0)
    hidden = graph.add("Mul", [gate, up], local("feed"))
    fed = product(hidden, f"{prefix}.mlp.down_proj", local("feed_out"))
    following = f"model.layers.{layer + 1}.input_layernorm.weight"
    if layer + 1 == config.layer_count:
        following = "model.norm.weight"
    return add_and_norm(graph, config, residual, fed, following, local("end"))


def add_and_norm(
    graph: GraphBuilder, config: DecoderConfig, residual: str, addition: str, norm: str, output: str
) -> tuple[str, str]:
    """residual, addition: [T, hidden]. Returns their sum and its RMS norm."""
    weight = graph.external(norm, (config.hidden_size,))
    normed, total = f"{output}.normed", f"{output}.residual"
    graph.add_many(
        "SkipSimplifiedLayerNormalization", [residual, addition, weight], [normed, "", "", total], MICROSOFT,
        epsilon=config.norm_epsilon,
    )  # fmt: skip
    return total, normed


def add_shapes(graph: GraphBuilder, config: DecoderConfig) -> None:
    """Constants, and the shapes that every layer shares; -1 and 0 as in Reshape."""
    share = config.head_count // config.kv_head_count
    size = config.head_size

    def integers(name: str, *values: int) -> None:
        graph.constant(name, np.array(values, np.int64))

    integers("axis.0", 0)
    integers("zero_offset", 0)
    integers("shape.rows_query", -1, config.query_size)
    integers("shape.query", -1, config.kv_head_count, share, size)
    integers("shape.kv", -1, config.kv_head_count, size)
    integers("shape.grouped", config.kv_head_count, -1, size)
    integers("shape.ungrouped", config.kv_head_count, share, -1, size)
    integers("split.qk_v", config.query_size + config.kv_size, config.kv_size)
    integers("split.q_k", config.query_size, config.kv_size)
    past_count = graph.add("Shape", ["past_bias"], "past_count")
    new_count = graph.add("Shape", ["positions"], "new_count")
    graph.add("Concat", [past_count, new_count], "split.past_new", axis=0)

    steps = np.arange(0, size, 2, dtype=np.float32) / np.float32(size)
    frequencies = (np.float32(1) / np.float32(config.rotary_base) ** steps).astype(np.float32)
    graph.constant("frequencies", frequencies.reshape(1, -1))
    integers("axis.1", 1)
    column = graph.add("Unsqueeze", ["positions", "axis.1"], "position_column")
    angles = graph.add("Mul", [column, "frequencies"], "angles")
    graph.add("Cos", [angles], "cosines")
    graph.add("Sin", [angles], "sines")


def build_graph(config: DecoderConfig) -> onnx.ModelProto:
    graph = GraphBuilder()
    add_shapes(graph, config)
    residual = "embeddings"
    first = graph.external("model.layers.0.input_layernorm.weight", (config.hidden_size,))
    normed = graph.add(
        "SimplifiedLayerNormalization", [residual, first], "normed", axis=-1, epsilon=config.norm_epsilon
    )
    for layer in range(config.layer_count):
        residual, normed = add_layer(graph, config, layer, residual, normed)
    # Only the last position is projected onto the vocabulary.
    graph.constant("last", np.array([-1], np.int64))
    row = graph.add("Gather", [normed, "last"], "last_row", axis=0)
    head = graph.external("model.embed_tokens", (config.vocabulary_size, config.hidden_size))
    graph.add("Gemm", [row, head], "logits", transB=1)

    share = config.head_count // config.kv_head_count
    kv_shape = [config.kv_head_count, "C", config.head_size]
    new_shape = [config.kv_head_count, "T", config.head_size]
    inputs = {
        "embeddings": ["T", config.hidden_size],
        "positions": ["T"],
        "new_bias": [f"{share}*T", "T"],
        "past_bias": ["C"],
        "update_scale": [1],
    }
    outputs = {"logits": [1, config.vocabulary_size]}
    for layer in range(config.layer_count):
        inputs[f"past_key_{layer}"] = inputs[f"past_value_{layer}"] = kv_shape
        outputs[f"key_{layer}"] = outputs[f"value_{layer}"] = new_shape
    return graph.model("decoder", inputs, outputs)


def write_graph(config: DecoderConfig, folder: Path) -> list[str]:
    """Returns the names of the written files."""
    (folder / FILE_NAME).write_bytes(build_graph(config).SerializeToString(deterministic=True))
    return [FILE_NAME]
