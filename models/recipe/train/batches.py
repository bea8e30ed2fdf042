"""An endless, repeatable stream of batches: examples of like length together, in few shapes, so that compiled layers serve them all."""

import random
from collections.abc import Iterator

from .objective import Target
from .prompt import PromptEncoder
from .samples import Ranking, training_answer, training_ranking

# Padded length in tokens → rows.
SHAPES = {256: 8, 384: 6, 512: 4, 768: 3, 1024: 2}


def ranking_target(encoder: PromptEncoder, example: Ranking) -> Target:
    elsewhere = {label for labels in example.alternatives for label in labels} - set(example.gold)
    encoded = encoder.ranking(example.query, example.passages, example.marks, for_training=True)
    keep = [
        None if label in elsewhere else int(label in example.gold) for label in range(1, len(example.passages) + 1)
    ]
    return Target(encoded, [*keep, int(bool(example.gold)), *keep])


class BatchStream:
    """`drawn` examples have been looked at; a stream made with that number goes on after them."""

    def __init__(self, samples: list[dict], scores: dict[str, list[float]], encoder: PromptEncoder, seed: int, drawn: int, answer_share: float):
        self.samples = [sample for sample in samples if sample["id"] in scores]
        self.scores, self.encoder, self.seed, self.drawn = scores, encoder, seed, drawn
        self.answer_share = answer_share
        self.waiting: dict[int, list[Target]] = {length: [] for length in SHAPES}

    def example(self) -> Target | None:
        rng = random.Random(self.seed * 1_000_003 + self.drawn)
        epoch, place = divmod(self.drawn, len(self.samples))
        order = random.Random(self.seed + epoch).sample(range(len(self.samples)), len(self.samples))
        sample = self.samples[order[place]]
        self.drawn += 1
        scores = self.scores[sample["id"]]
        if rng.random() < self.answer_share:
            answer = training_answer(sample, scores, rng)
            if answer:
                return Target(self.encoder.answer(answer.query, answer.passages, answer.reply), [])
        return ranking_target(self.encoder, training_ranking(sample, scores, rng))

    def __iter__(self) -> Iterator[tuple[int, list[Target]]]:
        while True:
            target = self.example()
            length = next((length for length in SHAPES if target and len(target.encoded.ids) <= length), None)
            if target is None or length is None:  # longer than any shape: rare, and left out
                continue
            self.waiting[length].append(target)
            if len(self.waiting[length]) == SHAPES[length]:
                batch, self.waiting[length] = self.waiting[length], []
                yield length, batch
