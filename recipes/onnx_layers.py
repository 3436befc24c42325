"""Layers of a small BERT as a graph in ONNX, with the products of its layers in int8."""
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

WIDTH, HEADS = 384, 12


class Graph:
    """`weights` are those of the network, by their names."""

    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], []
        self.constant("split", np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
        self.constant("merge", np.array([0, 0, WIDTH], np.int64))
        for name, number in (("scale", (WIDTH / HEADS) ** -0.5), ("half", 0.5), ("one", 1.0), ("root", 2.0 ** 0.5)):
            self.constant(name, np.array(number, np.float32))

    def constant(self, name, values):
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind, inputs, name, **settings):
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def linear(self, value, key, name):
        weight = self.constant(f"{name}.weight", self.weights[f"{key}.weight"].T)
        bias = self.constant(f"{name}.bias", self.weights[f"{key}.bias"])
        return self.node("Add", [self.node("MatMul", [value, weight], f"{name}.product"), bias], name)

    def norm(self, one, other, key, name):
        value = self.node("Add", [one, other], f"{name}.sum")
        scale = self.constant(f"{name}.scale", self.weights[f"{key}.weight"])
        bias = self.constant(f"{name}.bias", self.weights[f"{key}.bias"])
        return self.node("LayerNormalization", [value, scale, bias], name, axis=-1, epsilon=1e-12)

    def attention(self, value, key, name):
        parts = {}
        for part in ("query", "key", "value"):
            split = self.node("Reshape", [self.linear(value, f"{key}.self.{part}", f"{name}.{part}"), "split"], f"{name}.{part}.split")
            order = [0, 2, 3, 1] if part == "key" else [0, 2, 1, 3]
            parts[part] = self.node("Transpose", [split], f"{name}.{part}.heads", perm=order)
        scores = self.node("MatMul", [parts["query"], parts["key"]], f"{name}.dots")
        scores = self.node("Softmax", [self.node("Mul", [scores, "scale"], f"{name}.scaled")], f"{name}.weights", axis=-1)
        mixed = self.node("MatMul", [scores, parts["value"]], f"{name}.mixed")
        mixed = self.node("Transpose", [mixed], f"{name}.together", perm=[0, 2, 1, 3])
        mixed = self.node("Reshape", [mixed, "merge"], f"{name}.merged")
        return self.norm(self.linear(mixed, f"{key}.output.dense", f"{name}.out"), value, f"{key}.output.LayerNorm", f"{name}.norm")

    def gelu(self, value, name):
        error = self.node("Erf", [self.node("Div", [value, "root"], f"{name}.inner")], f"{name}.erf")
        product = self.node("Mul", [value, self.node("Add", [error, "one"], f"{name}.share")], f"{name}.double")
        return self.node("Mul", [product, "half"], name)

    def layers(self, value, prefix, numbers):
        """Those of these numbers, one after the other, each named after its own."""
        for number in numbers:
            key, name = f"{prefix}encoder.layer.{number}", f"layer{number}"
            value = self.attention(value, f"{key}.attention", f"{name}.attention")
            wide = self.gelu(self.linear(value, f"{key}.intermediate.dense", f"{name}.wide"), f"{name}.gelu")
            value = self.norm(self.linear(wide, f"{key}.output.dense", f"{name}.narrow"), value, f"{key}.output.LayerNorm", f"{name}.norm")
        return value

    def write(self, out, name, given, made, exact=()):
        """A model from `given`, rows of `WIDTH` for the tokens of one text, to `made`, a value of this graph and its width; the
        products of `exact` stay as they are."""
        value, width = made
        inputs = [helper.make_tensor_value_info(given, TensorProto.FLOAT, [1, "tokens", WIDTH])]
        outputs = [helper.make_tensor_value_info(value, TensorProto.FLOAT, [1, "tokens", width])]
        graph = helper.make_graph(self.nodes, name, inputs, outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.checker.check_model(model)
        with tempfile.NamedTemporaryFile(suffix=".onnx") as written:
            onnx.save(model, written.name)
            quantize_dynamic(written.name, out, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul"],
                             nodes_to_exclude=list(exact), extra_options={"MatMulConstBOnly": True})
