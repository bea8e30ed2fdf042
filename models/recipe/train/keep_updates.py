"""What a run has learned, without its optimiser, as one small file: `python -m train.keep_updates --checkpoint FILE --out FILE`.

Low-rank updates in float16, as they ship, by the names of training's parameters.
"""

import argparse
from pathlib import Path

import torch
from safetensors.torch import save_file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True, help="of train.stage1")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    trained = torch.load(arguments.checkpoint, weights_only=True)["masters"]
    save_file(
        {name: tensor.half() for name, tensor in trained.items()},
        arguments.out,
    )


if __name__ == "__main__":
    main()
