"""Weights as the shards that WebLLM loads: `tensor-cache.json` and `params_shard_<n>.bin`.

The format is that of TVM's tensor cache, written here in a fixed order so that equal weights give equal bytes.
"""

import hashlib
import json
from pathlib import Path

import numpy as np

from .decoder_weights import DecoderWeights

SHARD_CAP_BYTES = 32 * 1024 * 1024


def shard_tensors(weights: DecoderWeights) -> dict[str, np.ndarray]:
    """Every stored tensor by name, in file order. Also the order of the parameters in the WebGPU library."""
    tensors: dict[str, np.ndarray] = {}
    for name in weights.config.matrix_shapes():
        tensors[f"{name}.q_weight"] = weights.matrices[name].q_weight
        tensors[f"{name}.q_scale"] = weights.matrices[name].q_scale
    for name in weights.config.norm_names():
        tensors[name] = weights.norms[name]
    for name in weights.config.updated_shapes():
        tensors |= {f"{name}.{part}": values for part, values in weights.updates[name].packed().items()}
    return tensors


def write_shards(weights: DecoderWeights, folder: Path) -> list[str]:
    """Returns the names of the written files."""
    shards: list[tuple[bytearray, list[dict]]] = [(bytearray(), [])]
    tensors = shard_tensors(weights)
    for name, tensor in tensors.items():
        data = np.ascontiguousarray(tensor).astype(tensor.dtype.newbyteorder("<")).tobytes()
        if len(data) > SHARD_CAP_BYTES:
            raise ValueError(f"{name} has {len(data)} bytes, more than a shard's {SHARD_CAP_BYTES}")
        if len(shards[-1][0]) + len(data) > SHARD_CAP_BYTES:
            shards.append((bytearray(), []))
        content, records = shards[-1]
        records.append(
            {
                "name": name,
                "shape": list(tensor.shape),
                "dtype": str(tensor.dtype),
                "format": "raw",
                "nbytes": len(data),
                "byteOffset": len(content),
            }
        )
        content += data
    files = []
    entries = []
    for index, (content, records) in enumerate(shards):
        path = f"params_shard_{index}.bin"
        (folder / path).write_bytes(content)
        files.append(path)
        entries.append(
            {
                "dataPath": path,
                "format": "raw-shard",
                "nbytes": len(content),
                "records": records,
                "md5sum": hashlib.md5(content, usedforsecurity=False).hexdigest(),
            }
        )
    total_bytes = sum(entry["nbytes"] for entry in entries)
    total_weights = sum(out * into for out, into in weights.config.matrix_shapes().values())
    total_weights += sum(norm.size for norm in weights.norms.values())
    total_weights += sum(update.down.size + update.up.size for update in weights.updates.values())
    metadata = {
        "ParamSize": len(tensors),
        "ParamBytes": total_bytes,
        "BitsPerParam": round(8 * total_bytes / total_weights, 4),
    }
    cache = json.dumps({"metadata": metadata, "records": entries}, indent=1) + "\n"
    (folder / "tensor-cache.json").write_text(cache)
    return ["tensor-cache.json", *files]
