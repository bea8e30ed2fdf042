"""Compiles the decoder for WebGPU and links it with the runtime into the wasm file that WebLLM loads."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import tvm
import tvm_ffi
from tvm import relax

from ..decoder_weights import DecoderConfig
from .model import ModelBuilder
from .variants import VARIANTS, Variant

RUNTIME = Path(__file__).parent / "runtime"
TARGET = {"kind": "webgpu", "host": {"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"}}

# Every kernel is already scheduled and nothing is left to legalise, so only the lowering remains.
PASSES = [
    relax.transform.ToNonDataflow(),
    relax.transform.RemovePurityChecking(),
    relax.transform.CallTIRRewrite(),
    relax.transform.StaticPlanBlockMemory(),
    relax.transform.LowerAllocTensor(),
    relax.transform.KillAfterLastUse(),
    relax.transform.LowerRuntimeBuiltin(),
    relax.transform.ComputePrimValue(),
    relax.transform.VMShapeLower(),
    relax.transform.AttachGlobalSymbol(),
]


def library_name(variant: Variant) -> str:
    return f"webgpu-{variant.name}.wasm"


def build_libraries(decoders: dict[Path, DecoderConfig]) -> list[Path]:
    """decoders: folder -> configuration. Writes one library a variant into each folder and returns the paths."""
    paths = []
    with tempfile.TemporaryDirectory(prefix="winnow-webgpu-") as scratch:
        runtime = compile_runtime(Path(scratch))
        for folder, config in decoders.items():
            for variant in VARIANTS:
                paths.append(folder / library_name(variant))
                link_library(config, variant, runtime, paths[-1])
    return paths


def compile_runtime(scratch: Path) -> Path:
    """The runtime as one object file. Lays the installed packages' sources and ours out as one source tree first."""
    packages = {module.__name__: Path(module.__file__).parent for module in (tvm, tvm_ffi)}
    tree = scratch / "tree"
    copies = [
        (packages["tvm"] / "src/runtime", "src/runtime"),
        (packages["tvm"] / "include/tvm", "include/tvm"),
        (packages["tvm"] / "web/emcc", "web/emcc"),
        (packages["tvm_ffi"] / "src", "3rdparty/tvm-ffi/src"),
        (packages["tvm_ffi"] / "include", "3rdparty/tvm-ffi/include"),
        (RUNTIME, "."),
    ]
    for source, place in copies:
        shutil.copytree(source, tree / place, dirs_exist_ok=True)
    includes = ["-I.", "-Iinclude", "-I3rdparty/tvm-ffi/include"]
    output = scratch / "winnow_runtime.o"
    run(
        ["emcc", "-Oz", "-std=c++17", "-Wno-ignored-attributes", *includes]
        + ["-c", "winnow_runtime.cc", "-o", str(output)],
        tree,
    )
    return output


def link_library(config: DecoderConfig, variant: Variant, runtime: Path, output: Path) -> None:
    module = ModelBuilder(config, variant).build()
    executable = tvm.compile(module, target=tvm.target.Target(TARGET), relax_pipeline=tvm.transform.Sequential(PASSES))

    def link(target: str, objects: list[str], **_: object) -> None:
        run(
            ["emcc", "-Oz", "--no-entry", "-s", "STANDALONE_WASM=1", "-s", "WASM_BIGINT=1"]
            + ["-s", "ALLOW_MEMORY_GROWTH=1", "-s", "INITIAL_MEMORY=32MB", "-s", "MAXIMUM_MEMORY=2GB"]
            # The two functions that the page provides are the only ones missing.
            + ["-s", "ERROR_ON_UNDEFINED_SYMBOLS=0", "-s", "WARN_ON_UNDEFINED_SYMBOLS=0"]
            + ["-o", target, str(runtime), *objects],
            output.parent,
        )

    link.object_format = "o"
    executable.export_library(str(output), fcompile=link)


def run(command: list[str], folder: Path) -> None:
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {result.returncode}:\n{result.stderr[-4000:]}")
