"""Schedules for software adapters: one invocation keeps a tile of results in registers; no barriers, no shared memory.

A software adapter runs four invocations as one vector on the CPU and gathers every load of theirs one by one, so what
counts is multiply-adds a load. A tile of 8 rows by 16 columns needs 8 activations and 2 packed words for 128.
"""

from tvm import tirx
from tvm.tirx.script import builder as T

from .kernel import (
    CODE_FACTORS,
    Registers,
    cast,
    ceil_div,
    code_at,
    div,
    f32,
    high_half,
    i32,
    invocations,
    kernel,
    loop,
    low_half,
    mod,
    raw_code_at,
    register,
    store,
    when,
)

ROWS, COLUMNS = 8, 16


def rms_norm(epsilon: float, last_row_only: bool = False) -> tirx.PrimFunc:
    """Rows scaled to unit mean square, times a weight; one invocation a row."""

    def body(x, weight, out, width, rows, **_):
        with invocations(i32(1) if last_row_only else rows, 4) as index:
            base = register((rows - 1 if last_row_only else index) * width, "int32", "base")
            total = Registers(4, "float32", "total")
            for j in range(4):
                total[j] = f32(0)
            with loop(div(width, 4)) as i:
                for j in range(4):
                    value = register(x[base + i * 4 + j], "float32", f"value{j}")
                    total[j] = total[j] + value * value
            mean = (total[0] + total[1] + (total[2] + total[3])) / cast("float32", width)
            factor = register(f32(1) / T.sqrt(mean + f32(epsilon)), "float32", "factor")
            with loop(width) as i:
                store(out, index * width + i, x[base + i] * factor * weight[i])

    return kernel(
        "norm_last_row" if last_row_only else "norm_rows",
        {
            "x": (("rows", "width"), "float32"),
            "weight": (("width",), "float32"),
            "out": ((1 if last_row_only else "rows", "width"), "float32"),
        },
        body,
    )


def product(name: str, rows_a_tile: int, columns_a_tile: int, workgroup: int, residual: bool) -> tirx.PrimFunc:
    """out = x · weightᵀ (+ residual), weight 4-bit in groups of 32. Columns must divide by columns_a_tile."""
    R, C = rows_a_tile, columns_a_tile

    def body(x, weight, scale, out, rows, columns, words, groups, depth, added=None, **_):
        tiles_across = div(columns, C)
        with invocations(ceil_div(rows, R) * tiles_across, workgroup) as index:
            row = register(div(index, tiles_across) * R, "int32", "row")
            column = register(mod(index, tiles_across) * C, "int32", "column")
            x_at = Registers(R, "int32", "x_at")
            for r in range(R):
                # Rows past the end repeat the last one and are not stored.
                x_at[r] = T.min(row + r, rows - 1) * depth
            w_at = Registers(C, "int32", "w_at")
            s_at = Registers(C, "int32", "s_at")
            for c in range(C):
                w_at[c] = (column + c) * words
                s_at[c] = (column + c) * groups
            sums = Registers(R * C, "float32", "sums")
            for i in range(R * C):
                sums[i] = f32(0)
            values = Registers(R, "float32", "values")
            codes = Registers(C, "uint32", "codes")
            steps = Registers(C, "float32", "steps")
            offsets = Registers(C, "float32", "offsets")
            weights = Registers(C, "float32", "weights")
            with loop(groups) as group:
                for c in range(C):
                    pair = register(scale[s_at[c] + group], "uint32", f"pair{c}_")
                    steps[c] = low_half(pair)
                    offsets[c] = high_half(pair)
                with loop(4) as word:
                    at = register(group * 4 + word, "int32", "at")
                    for c in range(C):
                        codes[c] = weight[w_at[c] + at]
                    for j in range(8):
                        for r in range(R):
                            values[r] = x[x_at[r] + at * 8 + j]
                        for c in range(C):
                            code = code_at(codes[c], j)
                            weights[c] = code * steps[c] + offsets[c]
                        for r in range(R):
                            for c in range(C):
                                sums[r * C + c] = sums[r * C + c] + values[r] * weights[c]
            for r in range(R):
                with when(row + r < rows):
                    for c in range(C):
                        to = (row + r) * columns + column + c
                        value = sums[r * C + c]
                        store(out, to, value + added[to] if residual else value)

    parameters = {
        "x": (("rows", "depth"), "float32"),
        "weight": (("columns", "words"), "uint32"),
        "scale": (("columns", "groups"), "uint32"),
    }
    if residual:
        parameters["added"] = (("rows", "columns"), "float32")
    parameters["out"] = (("rows", "columns"), "float32")
    return kernel(name, parameters, body)


def product_one(name: str, columns_a_tile: int, workgroup: int, residual: bool) -> tirx.PrimFunc:
    """The same for a single row, where unpacking is most of the work.

    Within a group, sum(x * (code * step + offset)) = step * sum(x * code) + offset * sum(x), and the factor that a raw
    code lacks is put on x, once for all columns.
    """
    C = columns_a_tile

    def body(x, weight, scale, out, columns, words, groups, added=None, **_):
        with invocations(div(columns, C), workgroup) as index:
            column = register(index * C, "int32", "column")
            w_at = Registers(C, "int32", "w_at")
            s_at = Registers(C, "int32", "s_at")
            sums = Registers(C, "float32", "sums")
            for c in range(C):
                w_at[c] = (column + c) * words
                s_at[c] = (column + c) * groups
                sums[c] = f32(0)
            codes = Registers(C, "uint32", "codes")
            group_sums = Registers(C, "float32", "group_sums")
            value = Registers(1, "float32", "value")
            scaled = Registers(1, "float32", "scaled")
            whole = Registers(1, "float32", "whole")
            last = Registers(1, "float32", "last")
            with loop(groups) as group:
                whole[0] = f32(0)
                last[0] = f32(0)
                for c in range(C):
                    group_sums[c] = f32(0)
                with loop(4) as word:
                    at = register(group * 4 + word, "int32", "at")
                    for c in range(C):
                        codes[c] = weight[w_at[c] + at]
                    for j in range(8):
                        value[0] = x[at * 8 + j]
                        whole[0] = whole[0] + value[0]
                        scaled[0] = value[0] * f32(CODE_FACTORS[j])
                        for c in range(C):
                            group_sums[c] = group_sums[c] + scaled[0] * raw_code_at(codes[c], j)
                    last[0] = last[0] + value[0]
                for c in range(C):
                    pair = register(scale[s_at[c] + group], "uint32", f"pair{c}_")
                    full = group_sums[c] + f32(8) * last[0]
                    sums[c] = sums[c] + low_half(pair) * full + high_half(pair) * whole[0]
            for c in range(C):
                store(out, column + c, sums[c] + added[column + c] if residual else sums[c])

    parameters = {
        "x": ((1, "depth"), "float32"),
        "weight": (("columns", "words"), "uint32"),
        "scale": (("columns", "groups"), "uint32"),
    }
    if residual:
        parameters["added"] = ((1, "columns"), "float32")
    parameters["out"] = ((1, "columns"), "float32")
    return kernel(name, parameters, body)


def products() -> dict[str, tirx.PrimFunc]:
    """`many`: two rows or more; `one`: a single row."""
    return {
        "many": product("product_many", ROWS, COLUMNS, 16, residual=False),
        "many_added": product("product_many_added", ROWS, COLUMNS, 16, residual=True),
        "one": product_one("product_one", 16, 8, residual=False),
        "one_added": product_one("product_one_added", 16, 8, residual=True),
    }


def attend(heads: int, kv_heads: int, head_size: int) -> tirx.PrimFunc:
    """Causal attention as two tiled products with a softmax between, through a scratch buffer of scores.

    A tile is every query head of one key-value head × 4 rows against 4 positions (or 4 entries of the value), so
    that a loaded key serves 4 rows of `heads / kv_heads` heads.
    """
    shared = heads // kv_heads
    query, keys = heads * head_size, kv_heads * head_size
    row_size = query + 2 * keys
    R, P = 4, 4
    queries = shared * R

    def body(qkv, cache, start, scratch, out, rows, capacity, **_):
        row_tiles = ceil_div(rows, R)
        total = start + rows

        def tile_queries(kv_head, row_tile):
            """(row clamped to the last, head) of every query of a tile."""
            for r in range(R):
                row = T.min(row_tile * R + r, rows - 1)
                for h in range(shared):
                    yield row, kv_head * shared + h

        position_tiles = ceil_div(total, P)
        with invocations(row_tiles * kv_heads * position_tiles, 16) as index:
            position = register(mod(index, position_tiles) * P, "int32", "position")
            tile = register(div(index, position_tiles), "int32", "tile")
            kv_head = register(mod(tile, kv_heads), "int32", "kv_head")
            row_tile = register(div(tile, kv_heads), "int32", "row_tile")
            with when(position <= start + row_tile * R + (R - 1)):
                q_at = Registers(queries, "int32", "q_at")
                to = Registers(queries, "int32", "to")
                for i, (row, head) in enumerate(tile_queries(kv_head, row_tile)):
                    q_at[i] = row * row_size + head * head_size
                    to[i] = (head * rows + row) * total + position
                k_at = Registers(P, "int32", "k_at")
                for p in range(P):
                    k_at[p] = T.min(position + p, total - 1) * keys + kv_head * head_size
                sums = Registers(queries * P, "float32", "sums")
                for i in range(queries * P):
                    sums[i] = f32(0)
                left = Registers(queries, "float32", "left")
                right = Registers(P, "float32", "right")
                with loop(head_size) as d:
                    for i in range(queries):
                        left[i] = qkv[q_at[i] + d]
                    for p in range(P):
                        right[p] = cache[k_at[p] + d]
                    for i in range(queries):
                        for p in range(P):
                            sums[i * P + p] = sums[i * P + p] + left[i] * right[p]
                for p in range(P):
                    with when(position + p < total):
                        for i in range(queries):
                            store(scratch, to[i] + p, sums[i * P + p] * f32(head_size**-0.5))

        with invocations(heads * rows, 4) as index:
            base = register(index * total, "int32", "base")
            seen = register(start + mod(index, rows) + 1, "int32", "seen")
            greatest = Registers(1, "float32", "greatest")
            greatest[0] = scratch[base]
            with loop(seen) as p:
                greatest[0] = T.max(greatest[0], scratch[base + p])
            mass = Registers(1, "float32", "mass")
            mass[0] = f32(0)
            with loop(seen) as p:
                value = register(T.exp(scratch[base + p] - greatest[0]), "float32", "value")
                mass[0] = mass[0] + value
                store(scratch, base + p, value)
            with loop(seen) as p:
                store(scratch, base + p, scratch[base + p] / mass[0])
            with loop(total - seen) as p:
                store(scratch, base + seen + p, f32(0))

        value_tiles = head_size // P
        with invocations(row_tiles * kv_heads * value_tiles, 16) as index:
            entry = register(mod(index, value_tiles) * P, "int32", "entry")
            tile = register(div(index, value_tiles), "int32", "tile")
            kv_head = register(mod(tile, kv_heads), "int32", "kv_head")
            row_tile = register(div(tile, kv_heads), "int32", "row_tile")
            s_at = Registers(queries, "int32", "s_at")
            to = Registers(queries, "int32", "to")
            for i, (row, head) in enumerate(tile_queries(kv_head, row_tile)):
                s_at[i] = (head * rows + row) * total
                to[i] = row * query + head * head_size + entry
            v_at = register(capacity * keys + kv_head * head_size + entry, "int32", "v_at")
            sums = Registers(queries * P, "float32", "sums")
            for i in range(queries * P):
                sums[i] = f32(0)
            left = Registers(queries, "float32", "left")
            right = Registers(P, "float32", "right")
            with loop(T.min(start + row_tile * R + R, total)) as p:
                for i in range(queries):
                    left[i] = scratch[s_at[i] + p]
                for e in range(P):
                    right[e] = cache[v_at + p * keys + e]
                for i in range(queries):
                    for e in range(P):
                        sums[i * P + e] = sums[i * P + e] + left[i] * right[e]
            for i in range(queries):
                with when(row_tile * R + i // shared < rows):
                    for e in range(P):
                        store(out, to[i] + e, sums[i * P + e])

    return kernel(
        "attend",
        {
            "qkv": (("rows", row_size), "float32"),
            "cache": ((2, "capacity", keys), "float32"),
            "start": "int32",
            "scratch": (("scratch_size",), "float32"),
            "out": (("rows", query), "float32"),
        },
        body,
    )
