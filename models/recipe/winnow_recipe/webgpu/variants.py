"""The three libraries made from one model definition."""

from dataclasses import dataclass

from tvm import tirx

from ..decoder_weights import DecoderConfig
from . import software_kernels


@dataclass(frozen=True)
class Kernels:
    """products: `many` rows or `one`, each also with a residual `added`; head: one row to float32 logits."""

    products: dict[str, tirx.PrimFunc]
    head: tirx.PrimFunc
    norm: tirx.PrimFunc
    norm_last: tirx.PrimFunc
    attend: tirx.PrimFunc
    needs_scratch: bool


@dataclass(frozen=True)
class Variant:
    name: str
    # Element type of activations and of keys and values; sums are always float32.
    dtype: str
    # Most positions in one forward call.
    chunk_tokens: int

    def kernels(self, config: DecoderConfig) -> Kernels:
        products = software_kernels.products()
        return Kernels(
            products=products,
            head=products["one"],
            norm=software_kernels.rms_norm(config.norm_epsilon),
            norm_last=software_kernels.rms_norm(config.norm_epsilon, last_row_only=True),
            attend=software_kernels.attend(config.head_count, config.kv_head_count, config.head_size),
            needs_scratch=True,
        )


VARIANTS = (Variant("software", "float32", 64),)
