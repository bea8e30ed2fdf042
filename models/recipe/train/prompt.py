"""The ranker's and the writer's prompts, token by token as the app builds them (`src/core/domain/prompt-template.ts`).

Parts are encoded one by one, so that text of a document can never become a control token. In the ranker's prompt each
passage ends in a decision slot (`<file_sep>`): the logits there, ` yes` against ` no`, say keep or drop before the reply
is written. (The reserved tokens 7–16 all have one embedding row in the base model, so they cannot serve as two classes.)
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
    """ids: prompt and reply; slots: position of each passage's decision slot; reply_start: first reply position."""

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

    def finish(self, ids: list[int], slots: list[int], reply: str | None) -> Encoded:
        ids = [*ids, self.control[END], *self.text("\n"), self.control[START], *self.text("assistant\n")]
        reply_start = len(ids)
        if reply is not None:
            ids += [*self.text(reply), self.control[END]]
        return Encoded(ids, slots, reply_start)

    def ranking(self, query: str, passages: list[PromptPassage], marks: list[str], reply: str | None) -> Encoded:
        """marks: one a passage, '' where there is none. reply: None leaves the prompt open for generation."""
        ids = [self.control[START], *self.text("user\n"), *self.text("Question: "), *self.untrusted(query)]
        ids += self.text("\n")
        slots = []
        for label, (passage, mark) in enumerate(zip(passages, marks, strict=True), start=1):
            ids += [*self.text("["), *self.text(str(label)), *self.text("]"), *self.text(mark), *self.text("\n")]
            ids += [*self.untrusted(passage.title), *self.text("\n"), *self.untrusted(passage.text)]
            slots.append(len(ids))
            ids.append(self.control[SLOT])
        ids += [*self.text("Question: "), *self.untrusted(query)]
        return self.finish(ids, slots, reply)

    def answer(self, query: str, passages: list[PromptPassage], reply: str | None) -> Encoded:
        """The app's prompt `answer/2`."""
        ids = [self.control[START], *self.text("user\n"), *self.text(ANSWER_BEFORE)]
        for label, passage in enumerate(passages, start=1):
            ids += [*self.text("["), *self.text(str(label)), *self.text("] "), *self.untrusted(passage.title)]
            ids += [*self.text(": "), *self.untrusted(passage.text), *self.text("\n")]
        ids += [*self.text(ANSWER_AFTER), *self.untrusted(query)]
        return self.finish(ids, [], reply)


def reply_of(labels: list[int]) -> str:
    """`[2] [5]`; `[0]` for none."""
    return " ".join(f"[{label}]" for label in labels) if labels else "[0]"
