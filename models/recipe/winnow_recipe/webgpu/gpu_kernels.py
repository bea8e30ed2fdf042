"""Schedules for real devices: workgroups of 64 share tiles through workgroup memory.

The residual stream is always float32. `inner` is the element type of everything else that is stored (normed rows,
queries, keys, values, gates); sums are float32.
"""

from tvm import tirx
from tvm.tirx.script import builder as T

from .kernel import (
    Registers,
    barrier,
    cast,
    ceil_div,
    code_at,
    div,
    f32,
    high_half,
    i32,
    kernel,
    loop,
    low_half,
    mod,
    register,
    shared,
    store,
    when,
    workgroups,
)

SIZE = 64
# One row: lanes that share a column, and columns of a workgroup.
LANES = 16
# Many rows: rows and columns of a workgroup's tile, and of one invocation's part of it.
TILE_ROWS, TILE_COLUMNS = 32, 64
PART_ROWS, PART_COLUMNS = 4, 8
GROUP = 32


def rms_norm(epsilon: float, inner: str, last_row_only: bool = False) -> tirx.PrimFunc:
    """Rows scaled to unit mean square, times a weight; one workgroup a row."""

    def body(x, weight, out, width, rows, **_):
        with workgroups(i32(1) if last_row_only else rows, SIZE) as (row, lane):
            base = register((rows - 1 if last_row_only else row) * width, "int32", "base")
            sums = shared(SIZE, "float32", "sums")
            total = Registers(1, "float32", "total")
            total[0] = f32(0)
            with loop(ceil_div(width, SIZE)) as i:
                with when(i * SIZE + lane < width):
                    value = register(x[base + i * SIZE + lane], "float32", "value")
                    total[0] = total[0] + value * value
            store(sums, lane, total[0])
            barrier()
            total[0] = f32(0)
            with loop(SIZE) as i:
                total[0] = total[0] + sums[i]
            factor = register(f32(1) / T.sqrt(total[0] / cast("float32", width) + f32(epsilon)), "float32", "factor")
            with loop(ceil_div(width, SIZE)) as i:
                at = register(i * SIZE + lane, "int32", "at")
                with when(at < width):
                    store(out, row * width + at, cast(inner, x[base + at] * factor * weight[at]))

    return kernel(
        "norm_last_row" if last_row_only else "norm_rows",
        {
            "x": (("rows", "width"), "float32"),
            "weight": (("width",), "float32"),
            "out": ((1 if last_row_only else "rows", "width"), inner),
        },
        body,
    )


def _product(name: str, inner: str, out_dtype: str, residual: bool, rows: int | str, body) -> tirx.PrimFunc:
    parameters = {
        "x": ((rows, "depth"), inner),
        "weight": (("columns", "words"), "uint32"),
        "scale": (("columns", "groups"), "uint32"),
    }
    if residual:
        parameters["added"] = ((rows, "columns"), "float32")
    parameters["out"] = ((rows, "columns"), out_dtype)
    return kernel(name, parameters, body)


def product_one(name: str, inner: str, out_dtype: str, residual: bool) -> tirx.PrimFunc:
    """One row times a 4-bit matrix. LANES invocations split each column's words; columns must divide by 4."""
    columns_each = SIZE // LANES

    def body(x, weight, scale, out, columns, words, groups, added=None, **_):
        with workgroups(div(columns, columns_each), SIZE) as (block, thread):
            lane = register(mod(thread, LANES), "int32", "lane")
            column = register(block * columns_each + div(thread, LANES), "int32", "column")
            sums = shared(SIZE, "float32", "sums")
            total = Registers(1, "float32", "total")
            total[0] = f32(0)
            with loop(ceil_div(words, LANES)) as i:
                word = register(i * LANES + lane, "int32", "word")
                with when(word < words):
                    codes = register(weight[column * words + word], "uint32", "codes")
                    pair = register(scale[column * groups + div(word, 4)], "uint32", "pair")
                    step = register(low_half(pair), "float32", "step")
                    offset = register(high_half(pair), "float32", "offset")
                    for j in range(8):
                        code = code_at(codes, j)
                        total[0] = total[0] + (code * step + offset) * cast("float32", x[word * 8 + j])
            store(sums, thread, total[0])
            barrier()
            total[0] = f32(0)
            with loop(LANES) as i:
                total[0] = total[0] + sums[thread - lane + i]
            with when(lane == 0):
                value = total[0] + added[column] if residual else total[0]
                store(out, column, cast(out_dtype, value))

    return _product(name, inner, out_dtype, residual, 1, body)


def product_many(name: str, inner: str, out_dtype: str, residual: bool) -> tirx.PrimFunc:
    """Many rows times a 4-bit matrix, a group of 32 along the input at a time. Columns must divide by 64."""
    across = TILE_COLUMNS // PART_COLUMNS

    def body(x, weight, scale, out, rows, columns, words, groups, depth, added=None, **_):
        tiles_across = div(columns, TILE_COLUMNS)
        with workgroups(ceil_div(rows, TILE_ROWS) * tiles_across, SIZE) as (block, thread):
            row_base = register(div(block, tiles_across) * TILE_ROWS, "int32", "row_base")
            column_base = register(mod(block, tiles_across) * TILE_COLUMNS, "int32", "column_base")
            part_row = register(div(thread, across) * PART_ROWS, "int32", "part_row")
            part_column = register(mod(thread, across), "int32", "part_column")
            left = shared(TILE_ROWS * GROUP, inner, "left")
            # One more than the columns, so that the invocations that fill a column meet different banks.
            pitch = TILE_COLUMNS + 1
            right = shared(GROUP * pitch, inner, "right")
            sums = Registers(PART_ROWS * PART_COLUMNS, "float32", "sums")
            for i in range(PART_ROWS * PART_COLUMNS):
                sums[i] = f32(0)
            row_values = Registers(PART_ROWS, "float32", "row_values")
            column_values = Registers(PART_COLUMNS, "float32", "column_values")
            with loop(groups) as group:
                with loop(TILE_ROWS * GROUP // SIZE) as i:
                    place = register(i * SIZE + thread, "int32", "place")
                    row = register(T.min(row_base + div(place, GROUP), rows - 1), "int32", "row")
                    store(left, place, x[row * depth + group * GROUP + mod(place, GROUP)])
                # One invocation a column: its four words share one scale.
                column = register(column_base + thread, "int32", "column")
                pair = register(scale[column * groups + group], "uint32", "pair")
                step = register(low_half(pair), "float32", "step")
                offset = register(high_half(pair), "float32", "offset")
                with loop(4) as word:
                    codes = register(weight[column * words + group * 4 + word], "uint32", "codes")
                    for j in range(8):
                        code = code_at(codes, j)
                        store(right, (word * 8 + j) * pitch + thread, cast(inner, code * step + offset))
                barrier()
                with loop(GROUP) as k:
                    for r in range(PART_ROWS):
                        row_values[r] = cast("float32", left[(part_row + r) * GROUP + k])
                    for c in range(PART_COLUMNS):
                        column_values[c] = cast("float32", right[k * pitch + part_column + c * across])
                    for r in range(PART_ROWS):
                        for c in range(PART_COLUMNS):
                            at = r * PART_COLUMNS + c
                            sums[at] = sums[at] + row_values[r] * column_values[c]
                barrier()
            for r in range(PART_ROWS):
                with when(row_base + part_row + r < rows):
                    for c in range(PART_COLUMNS):
                        to = (row_base + part_row + r) * columns + column_base + part_column + c * across
                        value = sums[r * PART_COLUMNS + c]
                        store(out, to, cast(out_dtype, value + added[to] if residual else value))

    return _product(name, inner, out_dtype, residual, "rows", body)


def products(inner: str) -> dict[str, tirx.PrimFunc]:
    """`many`: two rows or more; `one`: a single row; `added` ones add to the residual stream."""
    return {
        "many": product_many("product_many", inner, inner, residual=False),
        "many_added": product_many("product_many_added", inner, "float32", residual=True),
        "one": product_one("product_one", inner, inner, residual=False),
        "one_added": product_one("product_one_added", inner, "float32", residual=True),
    }


def attend(heads: int, kv_heads: int, head_size: int, inner: str) -> tirx.PrimFunc:
    """Causal attention in one pass, one workgroup for a row of a head; softmax is kept up to date block by block."""
    shared_by = heads // kv_heads
    query, keys = heads * head_size, kv_heads * head_size
    row_size = query + 2 * keys
    if head_size != SIZE:
        raise ValueError(f"the attention kernel has one invocation an entry, {SIZE}; the head size is {head_size}")

    def body(qkv, cache, start, out, rows, capacity, **_):
        with workgroups(rows * heads, SIZE) as (block, thread):
            row = register(div(block, heads), "int32", "row")
            head = register(mod(block, heads), "int32", "head")
            kv_at = register(div(head, shared_by) * head_size, "int32", "kv_at")
            q = shared(SIZE, "float32", "q")
            scores = shared(SIZE, "float32", "scores")
            weights = shared(SIZE, "float32", "weights")
            store(q, thread, cast("float32", qkv[row * row_size + head * head_size + thread]))
            barrier()
            greatest = Registers(1, "float32", "greatest")
            greatest[0] = f32(-3.0e38)
            mass = Registers(1, "float32", "mass")
            mass[0] = f32(0)
            entry = Registers(1, "float32", "entry")
            entry[0] = f32(0)
            score = Registers(1, "float32", "score")
            new_greatest = Registers(1, "float32", "new_greatest")
            # Not registers: a barrier's loop has to be visibly the same for all invocations.
            with loop(div(start + div(block, heads) + SIZE, SIZE)) as part:
                position = register(part * SIZE + thread, "int32", "position")
                score[0] = f32(0)
                # Positions past the end repeat the last one seen and get no weight.
                k_at = register(T.min(position, start + row) * keys + kv_at, "int32", "k_at")
                with loop(head_size) as d:
                    score[0] = score[0] + q[d] * cast("float32", cache[k_at + d])
                score[0] = score[0] * f32(head_size**-0.5)
                store(scores, thread, score[0])
                barrier()
                new_greatest[0] = greatest[0]
                with loop(SIZE) as j:
                    new_greatest[0] = T.max(new_greatest[0], scores[j])
                weight = T.exp(score[0] - new_greatest[0])
                store(weights, thread, T.Select(position <= start + row, weight, f32(0)))
                barrier()
                shrink = register(T.exp(greatest[0] - new_greatest[0]), "float32", "shrink")
                greatest[0] = new_greatest[0]
                mass[0] = mass[0] * shrink
                entry[0] = entry[0] * shrink
                with loop(SIZE) as j:
                    held = register(weights[j], "float32", "held")
                    v_row = T.min(part * SIZE + j, start + row) + capacity
                    mass[0] = mass[0] + held
                    entry[0] = entry[0] + held * cast("float32", cache[v_row * keys + kv_at + thread])
            store(out, row * query + head * head_size + thread, cast(inner, entry[0] / mass[0]))

    return kernel(
        "attend",
        {
            "qkv": (("rows", row_size), inner),
            "cache": ((2, "capacity", keys), inner),
            "start": "int32",
            "scratch": (("scratch_size",), "float32"),
            "out": (("rows", query), inner),
        },
        body,
    )
