"""What word overlap knows of a pool, as two digits a passage: `a` = BM25 relative to the best of the pool, `b` = share of
the query's idf mass that the passage covers. Computed from the pool alone, so app and training agree exactly."""

import math
import re
from collections import Counter

WORD = re.compile(r"\w+")
STOP = frozenset(
    "a an the of in on at to for and or is are was were be been by with from as it its that this which who whom what "
    "when where how did do does has have had not".split()
)
K1, B = 0.9, 0.4


def words(text: str) -> list[str]:
    return [word for word in WORD.findall(text.lower()) if word not in STOP]


def lexical_scores(query: str, passages: list[str]) -> list[tuple[float, float]]:
    """(BM25 score, covered share of idf mass 0..1) for each passage, with the pool as the collection."""
    bags = [Counter(words(passage)) for passage in passages]
    query_words = set(words(query))
    count = len(bags)
    average = sum(sum(bag.values()) for bag in bags) / max(1, count)
    document_frequency = Counter(word for bag in bags for word in bag)
    idf = {
        word: math.log(1 + (count - document_frequency[word] + 0.5) / (document_frequency[word] + 0.5))
        for word in query_words
    }
    mass = sum(idf.values()) or 1.0
    scores = []
    for bag in bags:
        length = sum(bag.values())
        bm25 = covered = 0.0
        for word in query_words:
            tf = bag[word]
            if tf:
                bm25 += idf[word] * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length / max(1e-9, average)))
                covered += idf[word]
        scores.append((bm25, covered / mass))
    return scores


def marks_of(scores: list[tuple[float, float]]) -> list[str]:
    """` ab` a passage; digits 0–9."""
    best = max((bm25 for bm25, _ in scores), default=0.0) or 1.0
    return [f" {min(9, int(10 * bm25 / best))}{min(9, int(10 * covered))}" for bm25, covered in scores]
