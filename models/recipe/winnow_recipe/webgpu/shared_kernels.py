"""Kernels that every variant uses as they are: no barriers, little work."""

import math

from tvm import tirx
from tvm.tirx.script import builder as T

from .kernel import (
    Registers,
    cast,
    code_at,
    div,
    f32,
    high_half,
    invocations,
    kernel,
    loop,
    low_half,
    mod,
    register,
    store,
    u32,
    when,
)

# Of the sorted probabilities, this many are kept; the rest count as zero.
SORTED_COUNT = 64
# Invocations that share the vocabulary when it is scanned.
SCAN_PARTS = 192


def embed() -> tirx.PrimFunc:
    """Rows of the 4-bit embedding, eight values an invocation."""

    def body(ids, weight, scale, out, rows, words, groups, width, **_):
        with invocations(rows * words, 64) as index:
            row = register(div(index, words), "int32", "row")
            word = register(mod(index, words), "int32", "word")
            token = register(ids[row], "int32", "token")
            codes = register(weight[token * words + word], "uint32", "codes")
            pair = register(scale[token * groups + div(word, 4)], "uint32", "pair")
            step = register(low_half(pair), "float32", "step")
            offset = register(high_half(pair), "float32", "offset")
            for j in range(8):
                code = code_at(codes, j)
                store(out, row * width + word * 8 + j, code * step + offset)

    return kernel(
        "embed_rows",
        {
            "ids": (("rows",), "int32"),
            "weight": (("vocabulary", "words"), "uint32"),
            "scale": (("vocabulary", "groups"), "uint32"),
            "out": (("rows", "width"), "float32"),
        },
        body,
    )


def silu_gate(inner: str) -> tirx.PrimFunc:
    """silu(first half of a row) times its second half."""

    def body(gate_up, out, rows, width, **_):
        with invocations(rows * width, 64) as index:
            row = register(div(index, width), "int32", "row")
            gate = register(cast("float32", gate_up[index + row * width]), "float32", "gate")
            up = cast("float32", gate_up[index + row * width + width])
            store(out, index, cast(inner, gate / (f32(1) + T.exp(f32(0) - gate)) * up))

    return kernel(
        "silu_gate",
        {"gate_up": (("rows", "double_width"), inner), "out": (("rows", "width"), inner)},
        body,
    )


def rotate_and_append(heads: int, kv_heads: int, head_size: int, inner: str) -> tirx.PrimFunc:
    """Rotary embedding (rotate-half) of query and key; key and value go into the cache at `start`."""
    half = head_size // 2
    query, keys = heads * head_size, kv_heads * head_size
    row_size = query + 2 * keys

    def body(qkv, cache, table, start, rows, capacity, **_):
        per_row = (heads + 2 * kv_heads) * half
        with invocations(rows * per_row, 64) as index:
            row = register(div(index, per_row), "int32", "row")
            place = register(mod(index, per_row), "int32", "place")
            head = register(div(place, half), "int32", "head")
            pair = register(mod(place, half), "int32", "pair")
            at = register(row * row_size + head * head_size + pair, "int32", "at")
            first = register(cast("float32", qkv[at]), "float32", "first")
            second = register(cast("float32", qkv[at + half]), "float32", "second")
            position = register(start + row, "int32", "position")
            cosine = register(table[position * head_size + pair], "float32", "cosine")
            sine = register(table[position * head_size + half + pair], "float32", "sine")
            rotated = Registers(2, "float32", "rotated")
            rotated[0] = first * cosine - second * sine
            rotated[1] = second * cosine + first * sine
            to = register(position * keys + (head - heads) * head_size + pair, "int32", "to")
            with when(head < heads):
                store(qkv, at, cast(inner, rotated[0]))
                store(qkv, at + half, cast(inner, rotated[1]))
            with when(tirx.all(head >= heads, head < heads + kv_heads)):
                store(cache, to, cast(inner, rotated[0]))
                store(cache, to + half, cast(inner, rotated[1]))
            with when(head >= heads + kv_heads):
                value = register(to - keys + capacity * keys, "int32", "value")
                store(cache, value, cast(inner, first))
                store(cache, value + half, cast(inner, second))

    return kernel(
        "rotate_and_append",
        {
            "qkv": (("rows", row_size), inner),
            "cache": ((2, "capacity", keys), inner),
            "table": (("table_rows", head_size), "float32"),
            "start": "int32",
        },
        body,
    )


def softmax_with_temperature(vocabulary: int) -> tirx.PrimFunc:
    """Probabilities of one row of logits: parts of the maximum and sum first, then every part combines them all."""
    part = math.ceil(vocabulary / SCAN_PARTS)

    def body(logits, temperature, partial, out, **_):
        with invocations(SCAN_PARTS, 32) as index:
            best = register(f32(-3.0e38), "float32", "best")
            total = Registers(1, "float32", "total")
            total[0] = f32(0)
            maximum = Registers(1, "float32", "maximum")
            maximum[0] = best
            with loop(part) as i:
                with when(index * part + i < vocabulary):
                    value = register(logits[index * part + i] / temperature[0], "float32", "value")
                    with when(value > maximum[0]):
                        total[0] = total[0] * T.exp(maximum[0] - value)
                        maximum[0] = value
                    total[0] = total[0] + T.exp(value - maximum[0])
            store(partial, index * 2, maximum[0])
            store(partial, index * 2 + 1, total[0])
        with invocations(SCAN_PARTS, 32) as index:
            maximum = Registers(1, "float32", "maximum")
            maximum[0] = f32(-3.0e38)
            total = Registers(1, "float32", "total")
            total[0] = f32(0)
            with loop(SCAN_PARTS) as i:
                maximum[0] = T.max(maximum[0], partial[i * 2])
            with loop(SCAN_PARTS) as i:
                total[0] = total[0] + partial[i * 2 + 1] * T.exp(partial[i * 2] - maximum[0])
            with loop(part) as i:
                at = register(index * part + i, "int32", "at")
                with when(at < vocabulary):
                    store(out, at, T.exp(logits[at] / temperature[0] - maximum[0]) / total[0])

    return kernel(
        "softmax_row",
        {
            "logits": ((1, 1, vocabulary), "float32"),
            "temperature": ((1,), "float32"),
            "partial": ((SCAN_PARTS, 2), "float32"),
            "out": ((1, 1, vocabulary), "float32"),
        },
        body,
    )


def sort_probabilities(vocabulary: int) -> tirx.PrimFunc:
    """The SORTED_COUNT greatest probabilities, descending, ties by lower index; zero after that.

    Each part of the row names its greatest entry. One invocation then takes the greatest of those again and again
    and asks the part it came from for its next one; it stops at the first zero.
    """
    part = math.ceil(vocabulary / SCAN_PARTS)

    def scan_part(probabilities, index, below, after, best, best_at):
        """Greatest entry that comes after (below, after) in the order; -1 where there is none."""
        best[0] = f32(-1)
        best_at[0] = tirx.const(-1, "int32")
        with loop(part) as i:
            at = register(index * part + i, "int32", "at")
            with when(at < vocabulary):
                value = register(probabilities[at], "float32", "value")
                follows = tirx.any(value < below, tirx.all(value == below, at > after))
                with when(tirx.all(follows, value > best[0])):
                    best[0] = value
                    best_at[0] = at

    def body(probabilities, part_value, part_index, values, indices, **_):
        with invocations(SCAN_PARTS, 32) as index:
            best = Registers(1, "float32", "best")
            best_at = Registers(1, "int32", "best_at")
            scan_part(probabilities, index, f32(2), tirx.const(-1, "int32"), best, best_at)
            store(part_value, index, best[0])
            store(part_index, index, best_at[0])
        with invocations(vocabulary, 64) as index:
            store(values, index, f32(0))
            store(indices, index, index)
        with invocations(tirx.const(1, "int32"), 1):
            done = Registers(1, "int32", "done")
            done[0] = tirx.const(0, "int32")
            best = Registers(1, "float32", "best")
            best_at = Registers(1, "int32", "best_at")
            with loop(SORTED_COUNT) as rank:
                with when(done[0] == 0):
                    greatest = Registers(1, "float32", "greatest")
                    winner = Registers(1, "int32", "winner")
                    greatest[0] = f32(0)
                    winner[0] = tirx.const(-1, "int32")
                    with loop(SCAN_PARTS) as i:
                        value = register(part_value[i], "float32", "value")
                        with when(value > greatest[0]):
                            greatest[0] = value
                            winner[0] = i
                    with when(winner[0] < 0):
                        done[0] = tirx.const(1, "int32")
                    with when(winner[0] >= 0):
                        at = register(part_index[winner[0]], "int32", "winner_at")
                        store(values, rank, greatest[0])
                        store(indices, rank, at)
                        scan_part(probabilities, winner[0], greatest[0], at, best, best_at)
                        store(part_value, winner[0], best[0])
                        store(part_index, winner[0], best_at[0])

    return kernel(
        "sort_row",
        {
            "probabilities": ((1, vocabulary), "float32"),
            "part_value": ((SCAN_PARTS,), "float32"),
            "part_index": ((SCAN_PARTS,), "int32"),
            "values": ((1, vocabulary), "float32"),
            "indices": ((1, vocabulary), "int32"),
        },
        body,
    )


def sample_top_p(vocabulary: int) -> tirx.PrimFunc:
    """The entry at which the running sum of sorted probabilities passes uniform sample × mass within top p."""

    def body(values, indices, uniform, rows, top_p, out, **_):
        with invocations(tirx.const(1, "int32"), 1):
            row = register(rows[0], "int32", "row")
            mass = Registers(1, "float32", "mass")
            mass[0] = f32(0)
            with loop(SORTED_COUNT) as i:
                with when(mass[0] < top_p[row]):
                    mass[0] = mass[0] + values[row * vocabulary + i]
            target = register(uniform[0] * mass[0], "float32", "target")
            running = Registers(1, "float32", "running")
            running[0] = f32(0)
            chosen = Registers(1, "int32", "chosen")
            chosen[0] = tirx.const(-1, "int32")
            with loop(SORTED_COUNT) as i:
                running[0] = running[0] + values[row * vocabulary + i]
                with when(tirx.all(chosen[0] < 0, running[0] > target)):
                    chosen[0] = indices[row * vocabulary + i]
            # Rounding can leave the whole sum at the target.
            with when(chosen[0] < 0):
                chosen[0] = indices[row * vocabulary]
            store(out, 0, chosen[0])

    return kernel(
        "sample_row",
        {
            "values": ((1, vocabulary), "float32"),
            "indices": ((1, vocabulary), "int32"),
            "uniform": ((1,), "float32"),
            "rows": ((1,), "int32"),
            "top_p": ((1,), "float32"),
            "out": ((1,), "int32"),
        },
        body,
    )


def apply_bias(vocabulary: int) -> tirx.PrimFunc:
    """logits[rows[i], tokens[i]] += bias[i]"""

    def body(logits, rows, tokens, bias, count, **_):
        with invocations(count, 64) as index:
            at = register(rows[index] * vocabulary + tokens[index], "int32", "at")
            store(logits, at, logits[at] + bias[index])

    return kernel(
        "bias_logits",
        {
            "logits": (("batch", vocabulary), "float32"),
            "rows": (("count",), "int32"),
            "tokens": (("count",), "int32"),
            "bias": (("count",), "float32"),
        },
        body,
    )


def apply_penalty(vocabulary: int) -> tirx.PrimFunc:
    """Presence, frequency and repetition penalty of tokens that occurred; penalties is [sequences, 3] in that order."""

    def body(logits, sequences, rows, tokens, counts, penalties, count, **_):
        with invocations(count, 64) as index:
            row = register(rows[index], "int32", "row")
            at = register(sequences[row] * vocabulary + tokens[index], "int32", "at")
            value = Registers(1, "float32", "value")
            value[0] = logits[at] - penalties[row * 3] - cast("float32", counts[index]) * penalties[row * 3 + 1]
            repetition = register(penalties[row * 3 + 2], "float32", "repetition")
            with when(value[0] > f32(0)):
                store(logits, at, value[0] / repetition)
            with when(value[0] <= f32(0)):
                store(logits, at, value[0] * repetition)

    return kernel(
        "penalise_logits",
        {
            "logits": (("batch", vocabulary), "float32"),
            "sequences": (("sequence_count",), "int32"),
            "rows": (("count",), "int32"),
            "tokens": (("count",), "int32"),
            "counts": (("count",), "int32"),
            "penalties": (("sequence_count", 3), "float32"),
        },
        body,
    )


def apply_bitmask(vocabulary: int) -> tirx.PrimFunc:
    """Tokens whose bit is 0 get the lowest logit there is."""
    words = (vocabulary + 31) // 32

    def body(logits, sequences, mask, sequence_count, **_):
        with invocations(sequence_count * vocabulary, 64) as index:
            row = register(sequences[div(index, vocabulary)], "int32", "row")
            token = register(mod(index, vocabulary), "int32", "token")
            bits = cast("uint32", mask[row * words + div(token, 32)])
            with when(((bits >> cast("uint32", mod(token, 32))) & u32(1)) == u32(0)):
                store(logits, row * vocabulary + token, f32(-3.4028234663852886e38))

    return kernel(
        "mask_logits",
        {
            "logits": (("batch", vocabulary), "float32"),
            "sequences": (("sequence_count",), "int32"),
            "mask": (("batch", words), "int32"),
        },
        body,
    )
