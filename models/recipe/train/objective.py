"""Forward pass of a batch of one padded length, and the losses at the positions that matter: decision slots and replies.
The head over 49,152 ids is run on those only."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from transformers import LlamaForCausalLM

from .prompt import Encoded, PromptEncoder

# Useful passages are the rarer class.
USEFUL_WEIGHT = 1.5
# Of the slot that asks whether any passage is needed; the slots behind the passages together weigh 1, so do the last ones.
ANY_WEIGHT = 0.5


@dataclass(frozen=True)
class Target:
    """keep: one a slot; 1 keep (any: some passage is), 0 drop, None where another right set decides otherwise."""

    encoded: Encoded
    keep: list[int | None]


def hidden_states(model: LlamaForCausalLM, rows: list[list[int]], length: int) -> torch.Tensor:
    """[rows, length, hidden]. Rows are padded behind, where causal attention never looks."""
    ids = torch.tensor([row + [0] * (length - len(row)) for row in rows])
    # Up to here plain products are faster than PyTorch's fused attention (0.50 against 0.62 s for 500 tokens, forward
    # and backward); at 1,024 tokens a row they take 1.22 against 0.64 s.
    model.config._attn_implementation = "eager" if length <= 512 else "sdpa"
    return model.model(input_ids=ids, use_cache=False).last_hidden_state


def class_logits(model: LlamaForCausalLM, hidden: torch.Tensor, encoder: PromptEncoder) -> torch.Tensor:
    """[n, 2]: drop, keep."""
    rows = torch.tensor([encoder.drop_id, encoder.keep_id])
    return hidden.float() @ model.lm_head.weight[rows].float().T


def losses(
    model: LlamaForCausalLM, encoder: PromptEncoder, targets: list[Target], length: int
) -> tuple[torch.Tensor, torch.Tensor]:
    """(sum over rows of the mean reply loss a token, sum over rows of the weighted keep-or-drop losses of the slots)."""
    hidden = hidden_states(model, [target.encoded.ids for target in targets], length)
    replies: list[tuple[int, int, int, float]] = []  # row, position, next id, weight
    slots: list[tuple[int, int, int, float]] = []  # row, position, class, weight
    for row, target in enumerate(targets):
        ids, start = target.encoded.ids, target.encoded.reply_start
        replies += [(row, at - 1, ids[at], 1 / (len(ids) - start)) for at in range(start, len(ids))]
        decided = list(zip(target.encoded.slots, target.keep, strict=True))
        count = len(decided) // 2
        for group, share in ((decided[:count], 1.0), (decided[count : count + 1], ANY_WEIGHT), (decided[count + 1 :], 1.0)):
            known = [(at, label, USEFUL_WEIGHT if label else 1.0) for at, label in group if label is not None]
            total = sum(weight for *_, weight in known)
            slots += [(row, at, label, share * weight / total) for at, label, weight in known]

    def loss(places: list[tuple[int, int, int, float]], logits_of) -> torch.Tensor:
        if not places:
            return torch.zeros(())
        rows, positions, classes, weights = zip(*places, strict=True)
        # All at once: for a few rows the product with the head costs as much as for hundreds.
        logits = logits_of(hidden[list(rows), list(positions)])
        return (F.cross_entropy(logits, torch.tensor(classes), reduction="none") * torch.tensor(weights)).sum()

    return (
        loss(replies, lambda chosen: F.linear(chosen, model.lm_head.weight).float()),
        loss(slots, lambda chosen: class_logits(model, chosen, encoder)),
    )
