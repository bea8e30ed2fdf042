"""Collects the nodes and weights of an ONNX graph."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MICROSOFT = "com.microsoft"
OPSET = 21


class GraphBuilder:
    """Collects nodes and initialisers; every method returns the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: list[onnx.TensorProto] = []

    def add(self, op: str, inputs: list[str], output: str, domain: str = "", **attributes) -> str:
        self.add_many(op, inputs, [output], domain, **attributes)
        return output

    def add_many(self, op: str, inputs: list[str], outputs: list[str], domain: str = "", **attributes) -> list[str]:
        node = helper.make_node(op, inputs, outputs, name=outputs[0], domain=domain, **attributes)
        self.nodes.append(node)
        return outputs

    def constant(self, name: str, values: np.ndarray) -> str:
        self.initializers.append(numpy_helper.from_array(values, name))
        return name

    def external(self, name: str, shape: tuple[int, ...]) -> str:
        """A float32 weight whose bytes the caller supplies under the path `name`."""
        tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=shape, data_location=TensorProto.EXTERNAL)
        byte_count = 4 * int(np.prod(shape))
        for key, value in (("location", name), ("offset", "0"), ("length", str(byte_count))):
            tensor.external_data.add(key=key, value=value)
        self.initializers.append(tensor)
        return name

    def model(
        self, name: str, inputs: dict[str, list[int | str]], outputs: dict[str, list[int | str]], **input_types: int
    ) -> onnx.ModelProto:
        """inputs, outputs: name -> shape, in order; float32 unless `input_types` says otherwise."""
        proto = helper.make_graph(
            self.nodes,
            name,
            [
                helper.make_tensor_value_info(key, input_types.get(key, TensorProto.FLOAT), shape)
                for key, shape in inputs.items()
            ],
            [helper.make_tensor_value_info(key, TensorProto.FLOAT, shape) for key, shape in outputs.items()],
            self.initializers,
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
        return helper.make_model(proto, opset_imports=opsets, ir_version=10, producer_name="winnow-recipe")
