"""The files of one decoder model that every engine shares: shards, tokenizer, chat configuration."""

from pathlib import Path

from gguf import GGUFReader

from .chat_config import chat_config_json
from .decoder_weights import DecoderWeights
from .read_gguf import open_gguf, read_config, read_weights
from .shards import write_shards
from .tiny import tiny_weights
from .tokenizer_file import tokenizer_json
from .trained_weights import with_updates

REAL_ID = "smollm2-135m-instruct-q4"
TINY_ID = "tiny-test"
UPDATES = Path(__file__).resolve().parents[1] / "train" / "updates.safetensors"


def load_decoders() -> tuple[GGUFReader, dict[str, DecoderWeights]]:
    """The decoders of this recipe by model id; the real one with the updates that training kept."""
    reader = open_gguf()
    real = with_updates(read_weights(reader), UPDATES)
    real.check_shapes()
    return reader, {REAL_ID: real, TINY_ID: tiny_weights(read_config(reader))}


def write_shared_files(reader: GGUFReader, weights: DecoderWeights, folder: Path) -> list[str]:
    """Returns the names of the written files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokenizer.json").write_text(tokenizer_json(reader), encoding="utf-8")
    (folder / "mlc-chat-config.json").write_text(chat_config_json(weights.config))
    return [*write_shards(weights, folder), "tokenizer.json", "mlc-chat-config.json"]
