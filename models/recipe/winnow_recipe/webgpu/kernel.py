"""A thin layer over TVM's IR builder in which kernels are written as ordinary Python that unrolls itself.

Two habits keep the generated WGSL small. Anything used twice lives in a register (a local buffer), because TVM
substitutes plain bindings back into every use. And buffers are indexed flat, from base offsets held in registers.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import tvm
from tvm import tirx
from tvm.script.ir_builder import IRBuilder
from tvm.tirx.script import builder as T

Expr = tvm.ir.Expr


def f32(value: float) -> Expr:
    return tirx.const(value, "float32")


def u32(value: int) -> Expr:
    return tirx.const(value, "uint32")


def i32(value: int) -> Expr:
    return tirx.const(value, "int32")


def cast(dtype: str, value: Expr) -> Expr:
    return T.cast(value, dtype)


def div(a: Expr, b: Expr | int) -> Expr:
    """Quotient of two numbers that are not negative."""
    return tirx.truncdiv(a, b)


def mod(a: Expr, b: Expr | int) -> Expr:
    return tirx.truncmod(a, b)


def ceil_div(a: Expr, b: int) -> Expr:
    return tirx.truncdiv(a + (b - 1), b)


class Registers:
    """Values one invocation keeps to itself: `r[i]` reads, `r[i] = v` writes. Indices are plain integers."""

    def __init__(self, count: int, dtype: str, name: str):
        # Longer arrays are not taken apart into registers by the shader compilers that were looked at.
        self._parts = [T.alloc_buffer((min(64, count - start),), dtype, scope="local") for start in range(0, count, 64)]
        for index, part in enumerate(self._parts):
            IRBuilder.name(f"{name}{index}", part)

    def __getitem__(self, index: int) -> Expr:
        return self._parts[index // 64][index % 64]

    def __setitem__(self, index: int, value: Expr) -> None:
        T.buffer_store(self._parts[index // 64], value, [index % 64])


def register(value: Expr, dtype: str, name: str) -> Expr:
    """One value, computed once."""
    cell = Registers(1, dtype, name)
    cell[0] = value
    return cell[0]


@contextmanager
def when(condition: Expr) -> Iterator[None]:
    with T.If(condition):
        with T.Then():
            yield


@contextmanager
def invocations(count: Expr, workgroup: int) -> Iterator[Expr]:
    """Runs the body once for each number below `count`, `workgroup` to a workgroup, without barriers."""
    with T.thread_binding(ceil_div(count, workgroup), thread="blockIdx.x") as block:
        with T.thread_binding(workgroup, thread="threadIdx.x") as thread:
            index = register(block * workgroup + thread, "int32", "id")
            with when(index < count):
                yield index


@contextmanager
def workgroups(count: Expr, size: int) -> Iterator[tuple[Expr, Expr]]:
    """`count` workgroups of `size` invocations that work together: yields (workgroup, invocation in it).

    The body may call `barrier`, so every invocation has to reach the same ones.
    """
    with T.thread_binding(count, thread="blockIdx.x") as block:
        with T.thread_binding(size, thread="threadIdx.x") as thread:
            yield block, thread


def shared(count: int, dtype: str, name: str) -> tirx.Buffer:
    """Memory of one workgroup."""
    buffer = T.alloc_buffer((count,), dtype, scope="shared")
    IRBuilder.name(name, buffer)
    return buffer


def barrier() -> None:
    T.evaluate(T.tvm_storage_sync("shared"))


def flat(buffer: tirx.Buffer, name: str) -> tirx.Buffer:
    """The same memory with one index."""
    size: Expr = i32(1)
    for extent in buffer.shape:
        size = size * extent
    alias = T.decl_buffer((size,), buffer.dtype, data=buffer.data)
    IRBuilder.name(name, alias)
    return alias


def kernel(name: str, parameters: dict[str, tuple[tuple, str] | str], body: Callable) -> tirx.PrimFunc:
    """A device function.

    parameters: name -> (shape, dtype) of a buffer, whose extents are integers or names of sizes read from the
    argument, or the dtype of a number. body is called with all buffers (flat), numbers and sizes by name.
    """
    with IRBuilder() as ib:
        with T.prim_func():
            T.func_name(name)
            T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True, "global_symbol": name})
            values: dict[str, object] = {}
            handles = {}
            for key, kind in parameters.items():
                if isinstance(kind, str):
                    values[key] = T.arg(key, T.var(kind, key))
                else:
                    handles[key] = T.arg(key, T.handle())
            matched = {}
            for key, kind in parameters.items():
                if isinstance(kind, str):
                    continue
                shape, dtype = kind
                for extent in shape:
                    if isinstance(extent, str) and extent not in values:
                        values[extent] = T.var("int32", extent)
                extents = tuple(values[extent] if isinstance(extent, str) else extent for extent in shape)
                matched[key] = T.match_buffer(handles[key], extents, dtype)
                IRBuilder.name(key, matched[key])
            for key, buffer in matched.items():
                values[key] = flat(buffer, f"{key}_flat")
            body(**values)
    return ib.get()


def store(buffer: tirx.Buffer, index: Expr, value: Expr) -> None:
    T.buffer_store(buffer, value, [index])


def loop(count: Expr | int):
    """`with loop(n) as i:` a loop that stays a loop."""
    return T.serial(0, count)


def code_at(codes: Expr, place: int) -> Expr:
    """The 4-bit code at `place` of a word, as float32."""
    value = raw_code_at(codes, place)
    if place == 0:
        return value
    return value * f32(CODE_FACTORS[place]) + f32(8) if place == 7 else value * f32(CODE_FACTORS[place])


# code = raw code * factor, plus 8 at the last place.
CODE_FACTORS = tuple(16.0**-place for place in range(8))


def raw_code_at(codes: Expr, place: int) -> Expr:
    """The code as it stands in the word, so 16^place times too large, as float32.

    Written for software adapters, which shift vectors one element at a time and convert unsigned integers slowly: the
    code is only masked and converted as a signed integer; scaling by a power of two is exact.
    """
    bits = codes & u32(15 << (4 * place))
    # The last code covers the sign bit; flipping that bit takes 8 from the code.
    return cast("float32", cast("int32", bits ^ u32(0x80000000) if place == 7 else bits))


# Powers of two that lift a half's exponent into a float's, exact for zero and for every normal half.
_HALF_TO_FLOAT = f32(2.0**112)


def low_half(pair: Expr) -> Expr:
    """float32 value of the half in the low 16 bits; needs no half-precision support. Subnormal halves become zero."""
    # Products instead of shifts, for the sake of software adapters.
    magnitude = (pair & u32(0x7FFF)) * u32(1 << 13)
    sign = (pair & u32(0x8000)) * u32(1 << 16)
    return T.reinterpret("float32", magnitude | sign) * _HALF_TO_FLOAT


def high_half(pair: Expr) -> Expr:
    """The same for the high 16 bits."""
    magnitude = (pair & u32(0x7FFF0000)) >> u32(3)
    return T.reinterpret("float32", magnitude | (pair & u32(0x80000000))) * _HALF_TO_FLOAT
