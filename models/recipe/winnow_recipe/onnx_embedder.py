"""all-MiniLM-L6-v2 as one int8 ONNX file: token ids of one text in, its unit vector out.

  input_ids  [T] int64, with [CLS] and [SEP], T at most 256
  vector     [384] float32: mean over tokens, length 1
"""

from pathlib import Path

import onnx
import torch
from onnx import TensorProto
from safetensors.numpy import load_file
from tokenizers import Tokenizer
from transformers import BertModel

from .activation_peaks import channel_peaks, sample_texts
from .onnx_bert import (
    HIDDEN,
    Source,
    add_constants,
    add_encoder,
    add_places,
    add_words,
    source_folder,
    write_tokenizer,
)
from .onnx_graph import GraphBuilder

MODEL_ID = "all-minilm-l6-v2-int8"
FILE_NAME = "embedder.onnx"
MAX_TOKENS = 256


def build_graph(source: Source) -> onnx.ModelProto:
    graph, tensors = GraphBuilder(), source.tensors
    add_constants(graph)
    words = add_words(graph, source)
    # Every text is of token type 0, so its vector is added to the positions once and for all.
    places = tensors["embeddings.position_embeddings.weight"][:MAX_TOKENS]
    places = add_places(graph, places + tensors["embeddings.token_type_embeddings.weight"][0])
    mean = add_encoder(graph, source, words, places)
    graph.add("LpNormalization", [mean], "vector", axis=0, p=2)
    return graph.model("embedder", {"input_ids": ["T"]}, {"vector": [HIDDEN]}, input_ids=TensorProto.INT64)


def load_source() -> Source:
    folder = source_folder()
    model = BertModel.from_pretrained(folder, add_pooling_layer=False).eval()
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    inputs = [{"input_ids": torch.tensor([tokenizer.encode(text).ids])} for text in sample_texts()]
    return Source(load_file(folder / "model.safetensors"), channel_peaks(model, inputs))


def write_embedder(folder: Path) -> list[str]:
    """Returns the names of the written files."""
    folder.mkdir(parents=True, exist_ok=True)
    model = build_graph(load_source())
    (folder / FILE_NAME).write_bytes(model.SerializeToString(deterministic=True))
    return [FILE_NAME, write_tokenizer(folder)]
