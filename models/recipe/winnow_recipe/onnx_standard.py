"""The same decoder in the form that transformers.js generates with, to measure against: not shipped.

Inputs and outputs are named as in Hugging Face's exports, rotary embedding and attention are one GroupQueryAttention a
layer, as in those. The weights are the same external float32 data as in `onnx_decoder`.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto

from .decoder_weights import DecoderConfig
from .onnx_decoder import add_and_norm
from .onnx_graph import MICROSOFT, GraphBuilder


def add_layer(graph: GraphBuilder, config: DecoderConfig, layer: int, residual: str, normed: str) -> tuple[str, str]:
    """residual, normed: [T, hidden]. Returns the residual stream and its next normed form."""
    prefix = f"model.layers.{layer}"
    shapes = config.matrix_shapes()

    def product(operand: str, matrix: str, output: str) -> str:
        return graph.add("Gemm", [operand, graph.external(matrix, shapes[matrix])], output, transB=1)

    def local(name: str) -> str:
        return f"l{layer}.{name}"

    qkv = product(normed, f"{prefix}.self_attn.qkv_proj", local("qkv"))
    qkv = graph.add("Unsqueeze", [qkv, "axis.0"], local("qkv_batch"))
    past = [f"past_key_values.{layer}.{kind}" for kind in ("key", "value")]
    present = [f"present.{layer}.{kind}" for kind in ("key", "value")]
    graph.add_many(
        "GroupQueryAttention",
        [qkv, "", "", *past, "last_position", "total_length", "cosines", "sines"],
        [local("mix"), *present],
        MICROSOFT,
        num_heads=config.head_count,
        kv_num_heads=config.kv_head_count,
        do_rotary=1,
    )
    mixed = graph.add("Squeeze", [local("mix"), "axis.0"], local("mix_flat"))
    mixed = product(mixed, f"{prefix}.self_attn.o_proj", local("attention_out"))
    norm = f"{prefix}.post_attention_layernorm.weight"
    residual, normed = add_and_norm(graph, config, residual, mixed, norm, local("mid"))
    both = product(normed, f"{prefix}.mlp.gate_up_proj", local("gate_up"))
    gate, up = graph.add_many("Split", [both], [local("gate"), local("up")], axis=1, num_outputs=2)
    gate = graph.add("QuickGelu", [gate], local("silu"), MICROSOFT, alpha=1.0)
    fed = product(graph.add("Mul", [gate, up], local("feed")), f"{prefix}.mlp.down_proj", local("feed_out"))
    following = f"model.layers.{layer + 1}.input_layernorm.weight"
    if layer + 1 == config.layer_count:
        following = "model.norm.weight"
    return add_and_norm(graph, config, residual, fed, following, local("end"))


def add_positions(graph: GraphBuilder, config: DecoderConfig) -> None:
    """Lengths and rotary tables as GroupQueryAttention wants them."""
    graph.constant("axis.0", np.array([0], np.int64))
    graph.constant("axis.1", np.array([1], np.int64))
    graph.constant("one", np.array(1, np.int64))
    total = graph.add("Shape", ["attention_mask"], "mask_length", start=1)
    graph.add("Cast", [total], "total_length", to=TensorProto.INT32)
    seen = graph.add("ReduceSum", ["attention_mask", "axis.1"], "seen", keepdims=0)
    graph.add("Cast", [graph.add("Sub", [seen, "one"], "last_seen")], "last_position", to=TensorProto.INT32)
    for name, value in (("range.start", 0), ("range.end", config.context_tokens), ("range.step", 1)):
        graph.constant(name, np.array(value, np.float32))
    places = graph.add("Range", ["range.start", "range.end", "range.step"], "places")
    steps = np.arange(0, config.head_size, 2, dtype=np.float32) / np.float32(config.head_size)
    frequencies = np.float32(1) / np.float32(config.rotary_base) ** steps
    graph.constant("frequencies", frequencies.astype(np.float32).reshape(1, -1))
    angles = graph.add("Mul", [graph.add("Unsqueeze", [places, "axis.1"], "column"), "frequencies"], "angles")
    graph.add("Cos", [angles], "cosines")
    graph.add("Sin", [angles], "sines")


def build_graph(config: DecoderConfig) -> onnx.ModelProto:
    graph = GraphBuilder()
    add_positions(graph, config)
    head = graph.external("model.embed_tokens", (config.vocabulary_size, config.hidden_size))
    ids = graph.add("Squeeze", ["input_ids", "axis.0"], "ids")
    residual = graph.add("Gather", [head, ids], "residual", axis=0)
    first = graph.external("model.layers.0.input_layernorm.weight", (config.hidden_size,))
    normed = graph.add("SimplifiedLayerNormalization", [residual, first], "normed", axis=-1, epsilon=config.norm_epsilon)
    for layer in range(config.layer_count):
        residual, normed = add_layer(graph, config, layer, residual, normed)
    graph.constant("end", np.array([np.iinfo(np.int64).max], np.int64))
    start = graph.add("Neg", [graph.add("Unsqueeze", ["num_logits_to_keep", "axis.0"], "kept")], "first_kept")
    rows = graph.add("Slice", [normed, start, "end", "axis.0"], "kept_rows")
    graph.add("Unsqueeze", [graph.add("Gemm", [rows, head], "rows_logits", transB=1), "axis.0"], "logits")

    inputs: dict[str, list[int | str]] = {"input_ids": [1, "T"], "attention_mask": [1, "S"], "num_logits_to_keep": []}
    outputs: dict[str, list[int | str]] = {"logits": [1, "K", config.vocabulary_size]}
    for layer in range(config.layer_count):
        for kind in ("key", "value"):
            inputs[f"past_key_values.{layer}.{kind}"] = [1, config.kv_head_count, "P", config.head_size]
            outputs[f"present.{layer}.{kind}"] = [1, config.kv_head_count, "S", config.head_size]
    integers = {name: TensorProto.INT64 for name in ("input_ids", "attention_mask", "num_logits_to_keep")}
    return graph.model("decoder", inputs, outputs, **integers)


def write_standard_graph(config: DecoderConfig, path: Path) -> None:
    path.write_bytes(build_graph(config).SerializeToString(deterministic=True))
