"""Forward pass of a batch of one padded length, and the losses at the positions that matter: decision slots and replies.
The head over 49,152 ids is run on those only."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from transformers import LlamaForCausalLM

from .prompt import Encoded, PromptEncoder

# Useful passages are the rarer class.
USEFUL_WEIGHT = 1.5


@dataclass(frozen=True)
class Target:
    """keep: one a slot; 1 keep, 0 drop, None where another right set decides otherwise."""

    encoded: Encoded
    keep: list[int | None]


def hidden_states(model: LlamaForCausalLM, rows: list[list[int]], length: int) -> torch.Tensor:
    """[rows, length, hidden]. Rows are padded behind, where causal attention never looks."""
    ids = torch.tensor([row + [0] * (length - len(row)) for row in rows])
    return model.model(input_ids=ids, use_cache=False).last_hidden_state


def class_logits(model: LlamaForCausalLM, hidden: torch.Tensor, encoder: PromptEncoder) -> torch.Tensor:
    """[n, 2]: drop, keep."""
    rows = torch.tensor([encoder.drop_id, encoder.keep_id])
    return hidden.float() @ model.lm_head.weight[rows].float().T


def losses(
    model: LlamaForCausalLM, encoder: PromptEncoder, targets: list[Target], length: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """(sum over rows of the mean reply loss a token, sum over rows of the mean keep-or-drop loss a slot)."""
    hidden = hidden_states(model, [target.encoded.ids for target in targets], length)
    reply = keep = torch.zeros(())
    for row, target in enumerate(targets):
        encoded = target.encoded
        end = len(encoded.ids)
        logits = F.linear(hidden[row, encoded.reply_start - 1 : end - 1], model.lm_head.weight).float()
        reply = reply + F.cross_entropy(logits, torch.tensor(encoded.ids[encoded.reply_start :]))
        slots = [(slot, label) for slot, label in zip(encoded.slots, target.keep, strict=True) if label is not None]
        if slots:
            keep = keep + F.cross_entropy(
                class_logits(model, hidden[row, [slot for slot, _ in slots]], encoder),
                torch.tensor([label for _, label in slots]),
                weight=torch.tensor([1.0, USEFUL_WEIGHT]),
            )
    return reply, keep
