"""The decoder as a Relax module: every function that WebLLM 0.2.86 looks up, calling kernels that are already scheduled."""

import json
from dataclasses import dataclass

import tvm
from tvm import relax, tirx
from tvm.relax import TensorType as Tensor

from ..decoder_weights import DecoderConfig
from ..low_rank import RANK
from . import low_rank_kernels, shared_kernels
from .variants import Variant

LIBRARY_VERSION = 1


@dataclass(frozen=True)
class Parameter:
    name: str
    shape: tuple[int, ...]
    dtype: str


def parameters(config: DecoderConfig) -> list[Parameter]:
    """All weights in the order in which the library takes them, which is the order of the shards."""
    result = []
    for name, (out, into) in config.matrix_shapes().items():
        result.append(Parameter(f"{name}.q_weight", (out, into // 8), "uint32"))
        result.append(Parameter(f"{name}.q_scale", (out, into // 32), "uint32"))
    for name in config.norm_names():
        result.append(Parameter(name, (config.hidden_size,), "float32"))
    for name, (out, into) in config.updated_shapes().items():
        result.append(Parameter(f"{name}.down", (RANK, into // 2), "uint32"))
        result.append(Parameter(f"{name}.up", (out, RANK // 2), "uint32"))
    return result


class ModelBuilder:
    def __init__(self, config: DecoderConfig, variant: Variant):
        self.config = config
        self.variant = variant
        self.inner = variant.inner
        self.bb = relax.BlockBuilder()
        self.kernels = {}

    def kernel(self, function: tirx.PrimFunc) -> relax.GlobalVar:
        name = str(function.attrs["global_symbol"])
        if name not in self.kernels:
            self.kernels[name] = self.bb.add_func(function.without_attr("global_symbol"), name)
        return self.kernels[name]

    def call(self, function: tirx.PrimFunc, inputs: list, outputs: list[Tensor] | Tensor):
        return self.bb.emit(relax.call_tir(self.kernel(function), inputs, outputs))

    def build(self) -> tvm.IRModule:
        self.embed()
        for suffix, is_updated in {"": False, "_ranker": True}.items():
            self.forward(f"prefill{suffix}", single=False, is_updated=is_updated)
            self.forward(f"decode{suffix}", single=True, is_updated=is_updated)
        self.create_cache()
        self.sampling()
        self.metadata()
        return self.bb.finalize()

    def bounds(self) -> dict:
        """Function attributes by which memory is planned for a full chunk at most."""
        return {"tir_var_upper_bound": {"rows": self.variant.chunk_tokens}}

    def weights(self):
        """The tuple of all weights, and a function that picks one by name."""
        listed = parameters(self.config)
        packed = relax.Var("params", relax.TupleType([Tensor(p.shape, p.dtype) for p in listed]))
        places = {p.name: i for i, p in enumerate(listed)}
        return packed, lambda name: self.bb.emit(relax.TupleGetItem(packed, places[name]))

    def embed(self) -> None:
        rows = tirx.Var("rows", "int64")
        ids = relax.Var("ids", Tensor([rows], "int32"))
        packed, pick = self.weights()
        with self.bb.function("embed", [ids, packed], attrs=self.bounds()):
            with self.bb.dataflow():
                out = self.call(
                    shared_kernels.embed(),
                    [ids, pick("model.embed_tokens.q_weight"), pick("model.embed_tokens.q_scale")],
                    Tensor([rows, self.config.hidden_size], "float32"),
                )
                result = self.bb.emit_output(out)
            self.bb.emit_func_output(result)

    def forward(self, name: str, single: bool, is_updated: bool) -> None:
        """(embeddings [1, rows, hidden], cache, weights) -> (logits of the last row [1, 1, vocabulary], cache)

        is_updated: with the ranker's low-rank updates, or with the base weights alone.
        """
        config, inner = self.config, self.inner
        kernels = self.variant.kernels(config)
        rows = 1 if single else tirx.Var("rows", "int64")
        size = "one" if single else "many"
        embeddings = relax.Var("embeddings", Tensor([1, rows, config.hidden_size], "float32"))
        cache = relax.Var("cache", relax.AnyType())
        packed, pick = self.weights()

        def product(matrix: str, x, columns: int, added=None):
            operands = [x, pick(f"{matrix}.q_weight"), pick(f"{matrix}.q_scale")]
            if added is None:
                y, dtype = self.call(kernels.products[size], operands, Tensor([rows, columns], inner)), inner
            else:
                y = self.call(kernels.products[f"{size}_added"], [*operands, added], Tensor([rows, columns], "float32"))
                dtype = "float32"
            if not is_updated:
                return y
            z = self.call(kernels.low_rank_down[size], [x, pick(f"{matrix}.down")], Tensor([rows, RANK], "float32"))
            up = low_rank_kernels.up(dtype, single, kernels.low_rank_up_workgroup)
            return self.call(up, [z, pick(f"{matrix}.up"), y], Tensor([rows, columns], dtype))

        def norm(weight: str, x):
            return self.call(kernels.norm, [x, pick(weight)], Tensor([rows, config.hidden_size], inner))

        with self.bb.function(name, [embeddings, cache, packed], attrs={"relax.force_pure": True, **self.bounds()}):
            with self.bb.dataflow():
                hidden = self.bb.emit(relax.op.reshape(embeddings, (rows, config.hidden_size)))
                for layer in range(config.layer_count):
                    prefix = f"model.layers.{layer}"
                    normed = norm(f"{prefix}.input_layernorm.weight", hidden)
                    qkv = product(f"{prefix}.self_attn.qkv_proj", normed, config.query_size + 2 * config.kv_size)
                    attended = self.bb.emit(
                        relax.call_dps_packed(
                            "winnow.kv_state_attend",
                            [cache, relax.prim_value(layer), qkv],
                            Tensor([rows, config.query_size], inner),
                        )
                    )
                    hidden = product(f"{prefix}.self_attn.o_proj", attended, config.hidden_size, hidden)
                    normed = norm(f"{prefix}.post_attention_layernorm.weight", hidden)
                    gate_up = product(f"{prefix}.mlp.gate_up_proj", normed, 2 * config.feed_forward_size)
                    gated = self.call(
                        shared_kernels.silu_gate(inner), [gate_up], Tensor([rows, config.feed_forward_size], inner)
                    )
                    hidden = product(f"{prefix}.mlp.down_proj", gated, config.hidden_size, hidden)
                last = self.call(
                    kernels.norm_last, [hidden, pick("model.norm.weight")], Tensor([1, config.hidden_size], inner)
                )
                logits = self.call(
                    kernels.head,
                    [last, pick("model.embed_tokens.q_weight"), pick("model.embed_tokens.q_scale")],
                    Tensor([1, config.vocabulary_size], "float32"),
                )
                shaped = self.bb.emit(relax.op.reshape(logits, (1, 1, config.vocabulary_size)))
                result = self.bb.emit_output(relax.Tuple([shaped, cache]))
            self.bb.emit_func_output(result)

    def create_cache(self) -> None:
        """Called with five shapes of one number each; the first, fourth and fifth are fixed in this library."""
        config = self.config
        names = ["sequences", "capacity", "chunk", "page", "sliding"]
        shapes = [relax.Var(name, relax.ShapeType([tirx.Var(f"{name}_value", "int64")])) for name in names]
        kernels = self.variant.kernels(config)
        append = self.kernel(
            shared_kernels.rotate_and_append(config.head_count, config.kv_head_count, config.head_size, self.inner)
        )
        attend = self.kernel(kernels.attend)
        with self.bb.function("create_tir_paged_kv_cache", shapes, attrs={"relax.force_pure": True}):
            like = self.bb.emit(relax.op.builtin.alloc_tensor(relax.ShapeExpr([1]), self.inner, relax.prim_value(0)))
            cache = self.bb.emit(
                relax.call_pure_packed(
                    "winnow.kv_state_create",
                    shapes[1],
                    shapes[2],
                    relax.prim_value(config.layer_count),
                    relax.prim_value(config.kv_head_count),
                    relax.prim_value(config.head_size),
                    relax.prim_value(tirx.const(config.rotary_base, "float64")),
                    relax.prim_value(config.head_count if kernels.needs_scratch else 0),
                    like,
                    append,
                    attend,
                    ty_args=relax.AnyType(),
                )
            )
            self.bb.emit_func_output(cache)

    def sampling(self) -> None:
        vocabulary = self.config.vocabulary_size
        parts = shared_kernels.SCAN_PARTS
        logits = relax.Var("logits", Tensor([1, 1, vocabulary], "float32"))
        temperature = relax.Var("temperature", Tensor([1], "float32"))
        with self.bb.function("softmax_with_temperature", [logits, temperature]):
            both = self.call(
                shared_kernels.softmax_with_temperature(vocabulary),
                [logits, temperature],
                [Tensor([parts, 2], "float32"), Tensor([1, 1, vocabulary], "float32")],
            )
            self.bb.emit_func_output(self.bb.emit(relax.TupleGetItem(both, 1)))

        probabilities = relax.Var("probabilities", Tensor([1, vocabulary], "float32"))
        with self.bb.function("argsort_probs", [probabilities]):
            four = self.call(
                shared_kernels.sort_probabilities(vocabulary),
                [probabilities],
                [
                    Tensor([parts], "float32"),
                    Tensor([parts], "int32"),
                    Tensor([1, vocabulary], "float32"),
                    Tensor([1, vocabulary], "int32"),
                ],
            )
            values = self.bb.emit(relax.TupleGetItem(four, 2))
            indices = self.bb.emit(relax.TupleGetItem(four, 3))
            self.bb.emit_func_output(self.bb.emit(relax.Tuple([values, indices])))

        inputs = [
            relax.Var("values", Tensor([1, vocabulary], "float32")),
            relax.Var("indices", Tensor([1, vocabulary], "int32")),
            relax.Var("uniform", Tensor([1], "float32")),
            relax.Var("sample_rows", Tensor([1], "int32")),
            relax.Var("top_p", Tensor([1], "float32")),
        ]
        with self.bb.function("sample_with_top_p", inputs):
            out = self.call(shared_kernels.sample_top_p(vocabulary), inputs, Tensor([1], "int32"))
            self.bb.emit_func_output(out)

        count = tirx.Var("count", "int64")
        self.in_place(
            "apply_logit_bias_inplace",
            shared_kernels.apply_bias(vocabulary),
            {"rows": ([count], "int32"), "tokens": ([count], "int32"), "bias": ([count], "float32")},
        )
        self.in_place(
            "apply_penalty_inplace",
            shared_kernels.apply_penalty(vocabulary),
            {
                "sequences": ([1], "int32"),
                "rows": ([count], "int32"),
                "tokens": ([count], "int32"),
                "counts": ([count], "int32"),
                "penalties": ([1, 3], "float32"),
            },
        )
        self.in_place(
            "apply_bitmask_inplace",
            shared_kernels.apply_bitmask(vocabulary),
            {"sequences": ([1], "int32"), "mask": ([1, (vocabulary + 31) // 32], "int32")},
        )

    def in_place(self, name: str, function: tirx.PrimFunc, others: dict[str, tuple[list, str]]) -> None:
        """A function that changes its first argument, logits [1, vocabulary], and returns it."""
        info = Tensor([1, self.config.vocabulary_size], "float32")
        logits = relax.Var("logits", info)
        rest = [relax.Var(key, Tensor(shape, dtype)) for key, (shape, dtype) in others.items()]
        with self.bb.function(name, [logits, *rest]):
            out = self.bb.emit(relax.op.call_tir_inplace(self.kernel(function), [logits, *rest], [0], info))
            self.bb.emit_func_output(out)

    def metadata(self) -> None:
        content = {
            "model_type": "llama",
            "quantization": "q4s",
            "winnow_variant": self.variant.name,
            "winnow_library_version": LIBRARY_VERSION,
            "context_window_size": self.config.context_tokens,
            "sliding_window_size": -1,
            "attention_sink_size": -1,
            "prefill_chunk_size": self.variant.chunk_tokens,
            "max_batch_size": 1,
            "tensor_parallel_shards": 1,
            "kv_state_kind": "kv_cache",
            "params": [{"name": p.name, "shape": list(p.shape), "dtype": p.dtype} for p in parameters(self.config)],
        }
        with self.bb.function("_metadata", []):
            self.bb.emit_func_output(self.bb.emit(tvm.ir.StringImm(json.dumps(content))))
