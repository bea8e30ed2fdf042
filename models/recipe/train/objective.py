"""Forward pass at the positions that matter: decision slots and the reply. The head over 49,152 ids is run on those only."""

import torch
import torch.nn.functional as F

from .prompt import Encoded, PromptEncoder


def hidden_states(model, ids: list[int]) -> torch.Tensor:
    """[length, hidden], bf16 products on the CPU's matrix units."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return model.model(input_ids=torch.tensor([ids])).last_hidden_state[0]


def class_logits(model, hidden: torch.Tensor, encoder: PromptEncoder) -> torch.Tensor:
    """[n, 2]: keep, drop."""
    rows = torch.tensor([encoder.keep_id, encoder.drop_id])
    return hidden.float() @ model.lm_head.weight[rows].float().T


def losses(model, encoder: PromptEncoder, example: Encoded, gold: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """(reply loss a token, keep-or-drop loss a passage); positives weigh double, being the rarer class."""
    hidden = hidden_states(model, example.ids)
    reply_ids = torch.tensor(example.ids[example.reply_start :])
    reply_logits = F.linear(hidden[example.reply_start - 1 : -1], model.lm_head.weight.to(hidden.dtype)).float()
    reply = F.cross_entropy(reply_logits, reply_ids)
    target = torch.tensor([0 if label in set(gold) else 1 for label in range(1, len(example.slots) + 1)])
    keep = F.cross_entropy(
        class_logits(model, hidden[example.slots], encoder), target, weight=torch.tensor([2.0, 1.0])
    )
    return reply, keep
