"""The three libraries made from one model definition."""

from dataclasses import dataclass

from tvm import tirx

from ..decoder_weights import DecoderConfig
from . import gpu_kernels, low_rank_kernels, software_kernels


@dataclass(frozen=True)
class Kernels:
    """products: `many` rows or `one`, each also with a residual `added`; head: one row to float32 logits.
    low_rank_down: by `many` and `one`; low_rank_up_workgroup: invocations of a workgroup of the second thin product."""

    products: dict[str, tirx.PrimFunc]
    low_rank_down: dict[str, tirx.PrimFunc]
    low_rank_up_workgroup: int
    head: tirx.PrimFunc
    norm: tirx.PrimFunc
    norm_last: tirx.PrimFunc
    attend: tirx.PrimFunc
    needs_scratch: bool


@dataclass(frozen=True)
class Variant:
    name: str
    # Element type of what lies between two additions to the residual stream, keys and values included.
    inner: str
    # Most positions in one forward call.
    chunk_tokens: int

    def kernels(self, config: DecoderConfig) -> Kernels:
        epsilon = config.norm_epsilon
        heads = (config.head_count, config.kv_head_count, config.head_size)
        if self.name == "software":
            products = software_kernels.products()
            return Kernels(
                products=products,
                low_rank_down={
                    size: low_rank_kernels.software_down(is_single)
                    for size, is_single in (("one", True), ("many", False))
                },
                low_rank_up_workgroup=8,
                head=products["one"],
                norm=software_kernels.rms_norm(epsilon),
                norm_last=software_kernels.rms_norm(epsilon, last_row_only=True),
                attend=software_kernels.attend(*heads),
                needs_scratch=True,
            )
        products = gpu_kernels.products(self.inner)
        half = self.inner != "float32"
        return Kernels(
            products=products,
            low_rank_down={
                size: low_rank_kernels.gpu_down(self.inner, is_single)
                for size, is_single in (("one", True), ("many", False))
            },
            low_rank_up_workgroup=64,
            head=gpu_kernels.product_one("head", self.inner, "float32", residual=False) if half else products["one"],
            norm=gpu_kernels.rms_norm(epsilon, self.inner),
            norm_last=gpu_kernels.rms_norm(epsilon, self.inner, last_row_only=True),
            attend=gpu_kernels.attend(*heads, self.inner),
            needs_scratch=False,
        )


VARIANTS = (
    Variant("software", "float32", 64),
    Variant("gpu-f32", "float32", 256),
    Variant("gpu-f16", "float16", 256),
)
