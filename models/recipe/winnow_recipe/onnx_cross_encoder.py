"""The cross-encoder as one int8 ONNX file: a question and a passage in, the probability that the passage helps out.

  input_ids       [T] int64: [CLS] question [SEP] passage [SEP], T at most 224
  token_type_ids  [T] int64: 0 up to the first [SEP], 1 behind it
  probability     [1] float32: sigmoid of a linear layer over the mean over tokens
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto

from train.cross_encoder_model import MAX_TOKENS, CrossEncoder, Pair, PairEncoder

from .activation_peaks import channel_peaks, sample_texts
from .onnx_bert import Source, add_constants, add_encoder, add_places, add_words, source_folder, write_tokenizer
from .onnx_graph import GraphBuilder

MODEL_ID = "minilm-cross-encoder-int8"
FILE_NAME = "cross-encoder.onnx"
# Words of a neighbouring text that stand for a question where the activations are measured.
SAMPLE_QUESTION_WORDS = 12


def load_checkpoint(path: Path) -> CrossEncoder:
    """path: what `python -m train.cross_encoder` wrote."""
    model = CrossEncoder()
    model.load_state_dict(torch.load(path, weights_only=True)["model"])
    return model.eval()


def pair_inputs(pair: Pair) -> dict[str, torch.Tensor]:
    return {"input_ids": torch.tensor([pair.ids]), "token_type_ids": torch.tensor([pair.types])}


def sample_inputs() -> list[dict[str, torch.Tensor]]:
    """Each text under a question made of its own beginning, and of its neighbour's."""
    encoder = PairEncoder(source_folder() / "tokenizer.json")
    texts = sample_texts()
    inputs = []
    for position, text in enumerate(texts):
        for asked in (text, texts[position - 1]):
            question = " ".join(asked.split()[:SAMPLE_QUESTION_WORDS])
            inputs.append(pair_inputs(encoder.pair(encoder.words(question), encoder.words(text))))
    return inputs


def build_graph(source: Source, weight: np.ndarray, bias: np.ndarray) -> onnx.ModelProto:
    """weight: [1, 384], bias: [1], of the linear layer."""
    graph = GraphBuilder()
    add_constants(graph)
    words = add_words(graph, source)
    places = add_places(graph, source.tensors["embeddings.position_embeddings.weight"][:MAX_TOKENS])
    types = graph.constant("types", source.tensors["embeddings.token_type_embeddings.weight"])
    types = graph.add("Gather", [types, "token_type_ids"], "type_vectors", axis=0)
    mean = add_encoder(graph, source, words, graph.add("Add", [places, types], "typed_places"))
    logit = graph.add("MatMul", [mean, graph.constant("useful", np.ascontiguousarray(weight.T))], "product")
    logit = graph.add("Add", [logit, graph.constant("useful.bias", bias)], "logit")
    graph.add("Sigmoid", [logit], "probability")
    inputs = {"input_ids": ["T"], "token_type_ids": ["T"]}
    types_of_inputs = dict.fromkeys(inputs, TensorProto.INT64)
    return graph.model("cross-encoder", inputs, {"probability": [1]}, **types_of_inputs)


def write_cross_encoder(model: CrossEncoder, folder: Path) -> list[str]:
    """Returns the names of the written files."""
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: tensor.numpy() for name, tensor in model.bert.state_dict().items()}
    source = Source(tensors, channel_peaks(model.bert, sample_inputs()))
    graph = build_graph(source, model.useful.weight.detach().numpy(), model.useful.bias.detach().numpy())
    (folder / FILE_NAME).write_bytes(graph.SerializeToString(deterministic=True))
    return [FILE_NAME, write_tokenizer(folder)]
