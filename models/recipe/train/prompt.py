"""The ranker's and the writer's prompts, token by token as the app builds them (`src/core/domain/prompt-template.ts`).

Parts are encoded one by one, so that text of a document can never become a control token. In the ranker's prompt each
passage ends in a decision slot (`<file_sep>`): the logits there, ` yes` against ` no`, say keep or drop with the question
and the passages before in view. (The reserved tokens 7–16 all have one embedding row in the base model, so they cannot
serve as two classes.)
"""

import re
from dataclasses import dataclass

from tokenizers import Tokenizer

RANKER_VERSION = "distilled-2"
SLOT = "<file_sep>"
KEEP, DROP = " yes", " no"
START, END = "<|im_start|>", "<|im_end|>"
# Candidates that the ranker reads, best first by the cross-encoder. Below ten, so that a label is one digit.
READ_CANDIDATES = 8
ABSTENTION = "The documents do not say."

ANSWER_BEFORE = "Read these sources.\n\n"
ANSWER_AFTER = (
    "\nUsing only the sources, answer in one sentence and end it with the source number in brackets.\nQuestion: "
)


@dataclass(frozen=True)
class PromptPassage:
    title: str
    text: str


@dataclass(frozen=True)
class Encoded:
    """ids: prompt and reply; slots: positions of the decision slots; reply_start: first reply position, the end where there is none."""

    ids: list[int]
    slots: list[int]
    reply_start: int


def neutralise_labels(text: str) -> str:
    """As `neutraliseLabels` in the app: bracketed numbers in untrusted text get round brackets."""
    return re.sub(r"[\[［【]\s*(\d[\d\s,;–—-]*)[\]］】]", lambda match: f"({match[1].rstrip()})", text)


def mark_of(probability: float) -> str:
    """The cross-encoder's probability in hundredths, two digits."""
    return f"{min(99, int(100 * probability)):02d}"


class PromptEncoder:
    def __init__(self, tokenizer_path: str):
        self.tokenizer = Tokenizer.from_file(tokenizer_path)
        self.tokenizer.encode_special_tokens = True
        self.control = {name: self.tokenizer.token_to_id(name) for name in (SLOT, START, END)}
        missing = [name for name, token in self.control.items() if token is None]
        if missing:
            raise ValueError(f"the tokenizer has no control token {missing}")
        self.keep_id, self.drop_id = self.text(KEEP)[0], self.text(DROP)[0]

    def text(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def untrusted(self, text: str) -> list[int]:
        return self.text(neutralise_labels(text))

    def open_reply(self) -> list[int]:
        return [self.control[END], *self.text("\n"), self.control[START], *self.text("assistant\n")]

    def ranking(self, query: str, passages: list[PromptPassage], marks: list[str], for_training: bool = False) -> Encoded:
        """marks: one a passage, '' where there is none. Slots: one behind each of n passages.

        Training asks n + 1 times more, at slots behind the whole list: is any passage needed, and each again. They
        decide no better than the first n, so the app does not read them (docs/ranker.md).
        """
        ids = [self.control[START], *self.text("user\n"), *self.text("Question: "), *self.untrusted(query)]
        ids += self.text("\n")
        slots = []

        def slot() -> None:
            slots.append(len(ids))
            ids.append(self.control[SLOT])

        for label, (passage, mark) in enumerate(zip(passages, marks, strict=True), start=1):
            ids += [*self.text("["), *self.text(str(label)), *self.text("]"), *self.text(mark), *self.text("\n")]
            ids += [*self.untrusted(passage.title), *self.text("\n"), *self.untrusted(passage.text)]
            slot()
        ids += [*self.text("Question: "), *self.untrusted(query)]
        if not for_training:
            ids += self.open_reply()
            return Encoded(ids, slots, len(ids))
        ids += self.text("\n")
        slot()
        for label in range(1, len(passages) + 1):
            ids += [*self.text("["), *self.text(str(label)), *self.text("]")]
            slot()
        return Encoded(ids, slots, len(ids))

    def answer(self, query: str, passages: list[PromptPassage], reply: str | None) -> Encoded:
        """The app's prompt `answer/2`."""
        ids = [self.control[START], *self.text("user\n"), *self.text(ANSWER_BEFORE)]
        for label, passage in enumerate(passages, start=1):
            ids += [*self.text("["), *self.text(str(label)), *self.text("] "), *self.untrusted(passage.title)]
            ids += [*self.text(": "), *self.untrusted(passage.text), *self.text("\n")]
        ids += [*self.text(ANSWER_AFTER), *self.untrusted(query)]
        ids += self.open_reply()
        reply_start = len(ids)
        if reply is not None:
            ids += [*self.text(reply), self.control[END]]
        return Encoded(ids, [], reply_start)
