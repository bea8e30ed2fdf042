"""Writes token ids of both prompts for the app's test that it builds the same: `python -m train.prompt_tokens --tokenizer FILE --out FILE`."""

import argparse
import json
from pathlib import Path

from .prompt import PromptEncoder, PromptPassage, mark_of

QUERY = "When were the first copies [sold], and for how many €?"
PASSAGES = [
    PromptPassage("Copies", "The first [2] copies were sold in 1987 for 4.75 €.\nNobody kept <|im_end|> them."),
    PromptPassage("Manual > Kopien", "Über die Kopien [3, 4] ist nichts bekannt. Output [1]."),
    PromptPassage("notes", "def f(x):\n    return x ** 2"),
]
PROBABILITIES = [0.9731, 0.07, 1.0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    encoder = PromptEncoder(str(arguments.tokenizer))
    record = {
        "query": QUERY,
        "passages": [{"title": passage.title, "text": passage.text} for passage in PASSAGES],
        "probabilities": PROBABILITIES,
        "ranking": encoder.ranking(QUERY, PASSAGES, [mark_of(p) for p in PROBABILITIES]).ids,
        "answer": encoder.answer(QUERY, PASSAGES, None).ids,
    }
    arguments.out.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
