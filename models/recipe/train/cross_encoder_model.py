"""The pointwise model: all-MiniLM-L6-v2 reading query and passage together, one logit a pair (useful against not)."""

from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from winnow_recipe.onnx_embedder import source_folder

# Longest pair, in tokens: 110 words with title and query fit in 99 of 100 pairs.
MAX_TOKENS = 224
MAX_QUERY_TOKENS = 64


class CrossEncoder(torch.nn.Module):
    """input_ids, token_type_ids, attention_mask [n, T] → logits [n]. Mean over tokens, as the base model was trained."""

    def __init__(self) -> None:
        super().__init__()
        config = BertConfig.from_pretrained(source_folder())
        config._attn_implementation = "eager"
        config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
        self.bert = BertModel(config, add_pooling_layer=False)
        state = load_file(source_folder() / "model.safetensors")
        self.bert.load_state_dict(
            {name: tensor for name, tensor in state.items() if not name.startswith("pooler.")}, strict=False
        )
        self.useful = torch.nn.Linear(config.hidden_size, 1)
        torch.nn.init.normal_(self.useful.weight, std=0.02)
        torch.nn.init.constant_(self.useful.bias, -1.5)  # about one passage in six is useful

    def forward(self, ids: torch.Tensor, types: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        hidden = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        weights = mask.to(hidden.dtype).unsqueeze(-1)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return self.useful(mean).squeeze(-1)


@dataclass(frozen=True)
class Pair:
    ids: list[int]
    types: list[int]


class PairEncoder:
    """[CLS] query [SEP] passage [SEP]; the passage is cut, the query only past MAX_QUERY_TOKENS."""

    def __init__(self, tokenizer_path: Path) -> None:
        self.tokenizer = Tokenizer.from_file(str(tokenizer_path))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.start, self.end = self.tokenizer.token_to_id("[CLS]"), self.tokenizer.token_to_id("[SEP]")

    def words(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def pair(self, query: list[int], passage: list[int]) -> Pair:
        first = [self.start, *query[:MAX_QUERY_TOKENS], self.end]
        second = [*passage[: MAX_TOKENS - len(first) - 1], self.end]
        return Pair(first + second, [0] * len(first) + [1] * len(second))


def padded(pairs: list[Pair], length: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    def rows(values: list[list[int]]) -> torch.Tensor:
        return torch.tensor([row + [0] * (length - len(row)) for row in values])

    return (
        rows([pair.ids for pair in pairs]),
        rows([pair.types for pair in pairs]),
        rows([[1] * len(pair.ids) for pair in pairs]),
    )


def batches(pairs: list[Pair], tokens: int) -> list[tuple[int, list[int]]]:
    """(padded length, positions in `pairs`): pairs of like length together, about `tokens` tokens a batch."""
    lengths = (48, 80, 112, 160, MAX_TOKENS)
    by_length: dict[int, list[int]] = {length: [] for length in lengths}
    for position, pair in enumerate(pairs):
        by_length[next(length for length in lengths if len(pair.ids) <= length)].append(position)
    result = []
    for length, positions in by_length.items():
        size = max(1, tokens // length)
        result += [(length, positions[i : i + size]) for i in range(0, len(positions), size)]
    return result
