"""The low-rank updates' two thin products (decision 14): z = x down', then y + z up'. Halves lie two to a word."""

from tvm import tirx
from tvm.tirx.script import builder as T

from ..low_rank import RANK
from .kernel import (
    Registers,
    barrier,
    cast,
    ceil_div,
    div,
    f32,
    high_half,
    i32,
    invocations,
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

GPU_LANES = 64
# A software adapter's tile of the first product, in ranks; of the second, on every adapter, in columns.
TILE_RANKS = 4
TILE_COLUMNS = 4


def _down(name: str, inner: str, rows: int | str, body) -> tirx.PrimFunc:
    parameters = {
        "x": ((rows, "depth"), inner),
        "down": ((RANK, "words"), "uint32"),
        "out": ((rows, RANK), "float32"),
    }
    return kernel(name, parameters, body)


def gpu_down(inner: str, is_single: bool) -> tirx.PrimFunc:
    """One workgroup a row and rank: few sums, each long, so that a single row keeps the device busy, too."""

    def body(x, down, out, depth, words, rows=1, **_):
        with workgroups(rows * RANK if not is_single else i32(RANK), GPU_LANES) as (block, lane):
            rank = register(mod(block, RANK) * words, "int32", "rank")
            base = register(div(block, RANK) * depth, "int32", "base")
            sums = shared(GPU_LANES, "float32", "sums")
            total = Registers(1, "float32", "total")
            total[0] = f32(0)
            with loop(ceil_div(words, GPU_LANES)) as i:
                word = register(i * GPU_LANES + lane, "int32", "word")
                with when(word < words):
                    pair = register(down[rank + word], "uint32", "pair")
                    total[0] = total[0] + low_half(pair) * cast("float32", x[base + 2 * word])
                    total[0] = total[0] + high_half(pair) * cast("float32", x[base + 2 * word + 1])
            store(sums, lane, total[0])
            barrier()
            with when(lane == 0):
                total[0] = f32(0)
                with loop(GPU_LANES) as i:
                    total[0] = total[0] + sums[i]
                store(out, block, total[0])

    return _down("low_rank_down_one" if is_single else "low_rank_down_many", inner, 1 if is_single else "rows", body)


def software_down(is_single: bool) -> tirx.PrimFunc:
    """A tile of rows by ranks in registers, without barriers."""
    R = 1 if is_single else 4
    parts = RANK // TILE_RANKS

    def body(x, down, out, depth, words, rows=1, **_):
        with invocations(ceil_div(rows, R) * parts if not is_single else i32(parts), 4) as index:
            row = register(div(index, parts) * R, "int32", "row")
            rank = register(mod(index, parts) * TILE_RANKS, "int32", "rank")
            bases = Registers(R, "int32", "bases")
            for r in range(R):
                bases[r] = (row + r if is_single else T.min(row + r, rows - 1)) * depth
            sums = Registers(R * TILE_RANKS, "float32", "sums")
            for i in range(R * TILE_RANKS):
                sums[i] = f32(0)
            left = Registers(2 * R, "float32", "left")
            with loop(words) as word:
                for r in range(R):
                    left[2 * r] = x[bases[r] + 2 * word]
                    left[2 * r + 1] = x[bases[r] + 2 * word + 1]
                for k in range(TILE_RANKS):
                    pair = register(down[(rank + k) * words + word], "uint32", f"pair{k}_")
                    low = register(low_half(pair), "float32", f"low{k}_")
                    high = register(high_half(pair), "float32", f"high{k}_")
                    for r in range(R):
                        at = r * TILE_RANKS + k
                        sums[at] = sums[at] + left[2 * r] * low + left[2 * r + 1] * high
            for r in range(R):
                with when(row + r < rows):
                    for k in range(TILE_RANKS):
                        store(out, (row + r) * RANK + rank + k, sums[r * TILE_RANKS + k])

    return _down("low_rank_down_one" if is_single else "low_rank_down_many", "float32", 1 if is_single else "rows", body)


def up(dtype: str, is_single: bool, workgroup: int) -> tirx.PrimFunc:
    """base + z up', a tile of rows by TILE_COLUMNS an invocation. dtype: of base and result. Columns divide by the tile."""
    R, C = (1 if is_single else 8), TILE_COLUMNS
    rows_or_one = 1 if is_single else "rows"

    def body(z, up, base, out, columns, rows=1, **_):
        across = div(columns, C)
        with invocations(across if is_single else ceil_div(rows, R) * across, workgroup) as index:
            row = register(div(index, across) * R, "int32", "row")
            column = register(mod(index, across) * C, "int32", "column")
            z_at = Registers(R, "int32", "z_at")
            for r in range(R):
                z_at[r] = (row + r if is_single else T.min(row + r, rows - 1)) * RANK
            sums = Registers(R * C, "float32", "sums")
            for i in range(R * C):
                sums[i] = f32(0)
            left = Registers(2 * R, "float32", "left")
            with loop(RANK // 2) as word:
                for r in range(R):
                    left[2 * r] = z[z_at[r] + 2 * word]
                    left[2 * r + 1] = z[z_at[r] + 2 * word + 1]
                for c in range(C):
                    pair = register(up[(column + c) * (RANK // 2) + word], "uint32", f"pair{c}_")
                    low = register(low_half(pair), "float32", f"low{c}_")
                    high = register(high_half(pair), "float32", f"high{c}_")
                    for r in range(R):
                        at = r * C + c
                        sums[at] = sums[at] + left[2 * r] * low + left[2 * r + 1] * high
            for r in range(R):
                with when(row + r < rows):
                    for c in range(C):
                        to = (row + r) * columns + column + c
                        store(out, to, cast(dtype, sums[r * C + c] + cast("float32", base[to])))

    return kernel(
        f"low_rank_up_{'one' if is_single else 'many'}_{dtype}",
        {
            "z": ((rows_or_one, RANK), "float32"),
            "up": (("columns", RANK // 2), "uint32"),
            "base": ((rows_or_one, "columns"), dtype),
            "out": ((rows_or_one, "columns"), dtype),
        },
        body,
    )
