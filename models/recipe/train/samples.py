"""Listwise samples → training examples: pools of a drawn size, evidence sometimes removed, the best by the
cross-encoder shown best first; and answers to be written from a few passages."""

import gzip
import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from .prompt import ABSTENTION, READ_CANDIDATES, PromptPassage, mark_of, neutralise_labels

# Words of a passage that are shown; the sets' passages are cut to 110 words round the evidence.
PASSAGE_WORDS = 110
# Longest sentence that an answer quotes.
QUOTED_WORDS = 45
# Sources whose `answers` are words that a reader would write; the others hold verdicts or nothing.
ANSWER_SOURCES = frozenset({"hotpotqa", "hotpotqa_fullwiki", "2wiki", "musique", "squad1", "squad2", "multihop_rag"})


@dataclass(frozen=True)
class Ranking:
    """labels are 1-based places in `passages`."""

    id: str
    source: str
    query: str
    passages: list[PromptPassage]
    marks: list[str]
    gold: list[int]  # ascending; empty: none
    alternatives: list[list[int]]  # other right sets
    pool_size: int
    missing: int  # gold passages of the pool that are not shown


@dataclass(frozen=True)
class Answer:
    query: str
    passages: list[PromptPassage]
    reply: str


def load(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf8") as lines:
        return [sample for sample in map(json.loads, lines) if sample["kind"] != "partial"]


def load_scores(path: Path) -> dict[str, list[float]]:
    """Cross-encoder probabilities by sample id, in the sample's candidate order."""
    with path.open(encoding="utf8") as lines:
        return {record["id"]: record["scores"] for record in map(json.loads, lines)}


def shown_passage(candidate: dict) -> PromptPassage:
    return PromptPassage(candidate["title"], " ".join(candidate["text"].split()[:PASSAGE_WORDS]))


def passage_text(candidate: dict) -> str:
    """What the cross-encoder reads."""
    passage = shown_passage(candidate)
    return f"{passage.title}: {passage.text}" if passage.title else passage.text


def right_sets(sample: dict) -> list[list[int]]:
    """0-based places; the first is the annotated one."""
    return [[label - 1 for label in labels] for labels in [sample["gold"], *sample.get("alt_gold", [])]]


def ranking(sample: dict, scores: list[float], order: list[int], with_marks: bool = True) -> Ranking:
    """order: places of the pool's candidates; the first READ_CANDIDATES of them are shown, in that order."""
    shown = order[:READ_CANDIDATES]
    label_of = {place: label for label, place in enumerate(shown, start=1)}
    inside = [sorted(label_of[p] for p in places if p in label_of) for places in right_sets(sample)]
    whole = [
        labels for labels, places in zip(inside, right_sets(sample), strict=True) if len(labels) == len(places)
    ]
    sets = whole or [max(inside, key=len)]
    # Among right sets the one that the cross-encoder prefers: an arbitrary one would be a coin to guess.
    sets.sort(key=lambda labels: -sum(scores[shown[label - 1]] for label in labels) / max(1, len(labels)))
    return Ranking(
        id=sample["id"],
        source=sample["source"],
        query=sample["query"],
        passages=[shown_passage(sample["candidates"][place]) for place in shown],
        marks=[mark_of(scores[place]) if with_marks else "" for place in shown],
        gold=sets[0],
        alternatives=sets[1:],
        pool_size=len(order),
        missing=min(len(places) - len(labels) for labels, places in zip(inside, right_sets(sample), strict=True)),
    )


def best_first(places: list[int], scores: list[float]) -> list[int]:
    return sorted(places, key=lambda place: (-scores[place], place))


def training_ranking(sample: dict, scores: list[float], rng: random.Random) -> Ranking:
    """One in eight pools with evidence loses all of it and becomes `[0]`; one in eight is shown in any order, one in
    eight without marks: so that the ranker reads, too, and does not only count on its first stage."""
    useful = {place for places in right_sets(sample) for place in places}
    others = [place for place in range(len(sample["candidates"])) if place not in useful]
    rng.shuffle(others)
    is_robbed = bool(useful) and len(others) >= 2 and rng.random() < 0.125
    kept = [] if is_robbed else sorted(useful)
    others = others[: rng.randint(min(len(others), 3), len(others))]
    order = best_first([*kept, *others], scores)
    if rng.random() < 0.125:
        order = order[:READ_CANDIDATES]
        rng.shuffle(order)
    if is_robbed:
        sample = {**sample, "gold": [], "alt_gold": []}
    return ranking(sample, scores, order, with_marks=rng.random() >= 0.125)


def eval_ranking(sample: dict, scores: list[float], with_marks: bool = True) -> Ranking:
    return ranking(sample, scores, best_first(list(range(len(scores))), scores), with_marks)


def answering_sentence(sample: dict, evidence: list[tuple[int, int]], answer: str) -> str | None:
    """The shortest sentence that holds the answer, with its label. evidence: (label, place of the candidate)."""
    found = [
        (sentence, label)
        for label, place in evidence
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(])", shown_passage(sample["candidates"][place]).text)
        if answer.lower() in sentence.lower() and len(sentence.split()) <= QUOTED_WORDS
    ]
    if not found:
        return None
    sentence, label = min(found, key=lambda pair: len(pair[0]))
    return f"{neutralise_labels(sentence.strip().rstrip('.'))} [{label}]."


def training_answer(sample: dict, scores: list[float], rng: random.Random) -> Answer | None:
    """From the evidence and at most two passages beside it; one in six without the evidence, which is to be said.

    The reply is the sentence of the evidence that holds the answer, word for word: a model of this size copies far better
    than it words, and a copied figure is right. Where no sentence holds it, or too long a one, it is the annotated answer.
    """
    if sample["source"] not in ANSWER_SOURCES or not sample["answers"] or not sample["gold"]:
        return None
    evidence = right_sets(sample)[0]
    useful = {place for places in right_sets(sample) for place in places}
    others = best_first([place for place in range(len(scores)) if place not in useful], scores)[:4]
    is_robbed = len(others) >= 2 and rng.random() < 1 / 6
    beside = rng.sample(others, min(len(others), rng.choice([1, 2]) if is_robbed else rng.choice([0, 0, 1, 2])))
    shown = [*([] if is_robbed else evidence), *beside]
    if len(shown) > 5:
        return None
    rng.shuffle(shown)
    labels = sorted(label for label, place in enumerate(shown, start=1) if place in evidence)
    cited = "".join(f"[{label}]" for label in labels)
    answer = sample["answers"][0].strip().rstrip(".")
    quoted = None if is_robbed else answering_sentence(sample, [(n, p) for n, p in enumerate(shown, 1) if p in evidence], answer)
    reply = ABSTENTION if is_robbed else quoted or f"{answer} {cited}."
    return Answer(sample["query"], [shown_passage(sample["candidates"][place]) for place in shown], reply)
