"""Two halves of the training split. The cross-encoder learns from one; its scores of the other are the marks that the
listwise ranker learns from. On samples that it has learned itself it would be surer than it is on new ones."""

import hashlib

CROSS_ENCODER_SHARE = 0.4


def is_for_cross_encoder(sample_id: str) -> bool:
    first = int.from_bytes(hashlib.sha256(sample_id.encode()).digest()[:4], "big")
    return first < CROSS_ENCODER_SHARE * 2**32
