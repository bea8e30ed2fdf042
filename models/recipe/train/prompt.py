"""The distilled ranker's prompt, token by token as the app builds it (prompt version `distilled-1`).

Parts are encoded one by one, so that text of a document can never become a control token. Each passage ends in a
decision slot (`<file_sep>`): the logits there, ` yes` against ` no`, say keep or drop before the reply is written. (The
reserved tokens 7–16 all have one embedding row in the base model, so they cannot serve as two classes.)
"""

from dataclasses import dataclass

from tokenizers import Tokenizer

PROMPT_VERSION = "distilled-1"
SLOT = "<file_sep>"
KEEP, DROP = " yes", " no"
START, END = "<|im_start|>", "<|im_end|>"


@dataclass(frozen=True)
class Encoded:
    """ids: prompt and reply; slots: position of each passage's decision slot; reply_start: first reply position."""

    ids: list[int]
    slots: list[int]
    reply_start: int


class PromptEncoder:
    def __init__(self, tokenizer_path: str):
        self.tokenizer = Tokenizer.from_file(tokenizer_path)
        self.tokenizer.encode_special_tokens = True
        self.control = {
            name: self.tokenizer.token_to_id(name) for name in (SLOT, START, END)
        }
        missing = [name for name, token in self.control.items() if token is None]
        if missing:
            raise ValueError(f"the tokenizer has no control token {missing}")
        self.keep_id, self.drop_id = self.text(KEEP)[0], self.text(DROP)[0]

    def text(self, text: str) -> list[int]:
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def encode(self, query: str, passages: list[str], marks: list[str], reply: str | None) -> Encoded:
        """marks: one short text a passage (may be empty). reply: None leaves the prompt open for generation."""
        ids = [self.control[START], *self.text("user\nQuestion: "), *self.text(query)]
        slots = []
        for label, (passage, mark) in enumerate(zip(passages, marks, strict=True), start=1):
            ids += self.text(f"\n[{label}]{mark} ")
            ids += self.text(passage)
            slots.append(len(ids))
            ids.append(self.control[SLOT])
        ids += self.text("\nQuestion: ") + self.text(query) + [self.control[END]]
        ids += self.text("\n") + [self.control[START]] + self.text("assistant\n")
        reply_start = len(ids)
        if reply is not None:
            ids += self.text(reply) + [self.control[END]]
        return Encoded(ids, slots, reply_start)


def reply_of(labels: list[int]) -> str:
    """`[2] [5]`; `[0]` for none."""
    return " ".join(f"[{label}]" for label in labels) if labels else "[0]"
