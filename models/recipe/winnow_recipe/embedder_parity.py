"""`parity.json` beside the embedder: texts, their token ids, and the unit vectors of the float32 model on PyTorch."""

import json
from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers import BertModel

from .onnx_embedder import MAX_TOKENS, MODEL_ID, source_folder
from .parity import FILE_NAME, source_text

TEXTS = [
    "hi",
    "What does the licence say about copies?",
    "Each contributor grants a perpetual, worldwide, no-charge copyright licence.",
    "The battery lasts 11.5 hours; charging from 20 % to 80 % takes 45 minutes.",
    "Café, naïve, Ångström: ÀÉÎÕÜ are stripped of their accents. 日本語 is split into signs.",
    "def f(x):\n    return x ** 2\n\n\tTabs, newlines   and spaces",
    "The defendant shall pay the costs of the proceedings within thirty days.",
    "Wash the lentils, cover them with water and simmer for twenty minutes.",
]
# Of the licence, in characters; the last is longer than the model reads.
CUTS = [(0, 300), (900, 1700), (3000, 3600), (5000, 12000)]


def write_embedder_parity(models: Path) -> Path:
    torch.set_num_threads(1)
    folder = models / MODEL_ID
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS)
    model = BertModel.from_pretrained(source_folder(), add_pooling_layer=False).eval()
    cases = []
    for text in [*TEXTS, *(source_text()[start:end] for start, end in CUTS)]:
        ids = tokenizer.encode(text).ids
        with torch.no_grad():
            mean = model(torch.tensor([ids])).last_hidden_state[0].mean(dim=0)
        vector = (mean / mean.norm()).tolist()
        cases.append({"text": text, "ids": ids, "vector": [round(value, 5) for value in vector]})
    path = folder / FILE_NAME
    path.write_text(json.dumps(cases, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return path
