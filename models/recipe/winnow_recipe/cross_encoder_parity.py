"""`parity.json` beside the cross-encoder: questions and passages with the probabilities of the float32 model on PyTorch."""

import json
from pathlib import Path

import torch

from train.cross_encoder_model import CrossEncoder, PairEncoder

from .onnx_cross_encoder import pair_inputs
from .parity import FILE_NAME, source_text

PASSAGES = [
    "Tenancy agreement > Rent: The rent is 840 euros a month, due on the third working day. Heating is not included.",
    "Tenancy agreement > Deposit: The deposit is three months' rent and is paid back within six months of moving out.",
    "Bicycle rules: Bicycles must have two brakes that work independently, a bell, and a white light at the front.",
    "Manual: The battery lasts 11.5 hours; charging from 20 % to 80 % takes 45 minutes with the adapter supplied.",
    "The defendant shall pay the costs of the proceedings within thirty days of the judgment.",
    "Lentil soup: Wash the lentils, cover them with water and simmer for twenty minutes. Add salt at the end.",
    "Café, naïve, Ångström: ÀÉÎÕÜ are stripped of their accents. 日本語 is split into signs. 🎉 is unknown.",
]
QUESTIONS = [
    "How much is the rent?",
    "When do I get my deposit back?",
    "What lights does a bicycle need?",
    "how long does charging take",
]
# Of the licence, in characters; the last is longer than the model reads.
CUTS = [(900, 1500), (5000, 9000)]
LICENCE_QUESTION = "Does each contributor grant a copyright licence, and is it revocable?"
# Longer than the model lets a question be.
LONG_QUESTION = " ".join(["What does the text say about copies of the work, and about notices in them?"] * 6)


def parity_pairs() -> list[tuple[str, str]]:
    """Every passage under a question about it or not, the first question for all of them, and long ones."""
    cuts = [source_text()[start:end] for start, end in CUTS]
    pairs = [(QUESTIONS[place % len(QUESTIONS)], passage) for place, passage in enumerate(PASSAGES)]
    pairs += [(QUESTIONS[0], passage) for passage in PASSAGES[1:]]
    pairs += [(QUESTIONS[1], PASSAGES[0]), (QUESTIONS[2], PASSAGES[3]), ("", PASSAGES[0]), (QUESTIONS[0], "")]
    pairs += [(question, cut) for question in (LICENCE_QUESTION, LONG_QUESTION) for cut in cuts]
    return list(dict.fromkeys(pairs))


def write_cross_encoder_parity(model: CrossEncoder, folder: Path) -> Path:
    torch.set_num_threads(1)
    encoder = PairEncoder(folder / "tokenizer.json")
    cases = []
    for question, passage in parity_pairs():
        pair = encoder.pair(encoder.words(question), encoder.words(passage))
        with torch.no_grad():
            given = pair_inputs(pair)
            logit = model(given["input_ids"], given["token_type_ids"], torch.ones(1, len(pair.ids)))
        probability = round(torch.sigmoid(logit).item(), 5)
        cases.append({"question": question, "passage": passage, "ids": pair.ids, "probability": probability})
    path = folder / FILE_NAME
    path.write_text(json.dumps(cases, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    return path
