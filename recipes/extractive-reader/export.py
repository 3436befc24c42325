#!/usr/bin/env python3
"""Writes what train.py made as the model that is built into the binary: export.py TRAINED OUT.onnx

Its input is the embeddings of the tokens of one question and one text, [1, tokens, 384], as all-MiniLM-L6-v2 makes them in front of its
first layer; its output is two numbers for each, [1, tokens, 2]. The products of its layers are in int8.
"""
import sys
import tempfile

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

WIDTH, HEADS, LAYERS = 384, 12, 6


class Graph:
    def __init__(self, weights):
        self.weights, self.nodes, self.constants = weights, [], []

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


def main():
    trained, out = sys.argv[1:]
    graph = Graph({key: value.float().numpy() for key, value in torch.load(trained).items()})
    graph.constant("split", np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
    graph.constant("merge", np.array([0, 0, WIDTH], np.int64))
    for name, number in (("scale", (WIDTH / HEADS) ** -0.5), ("half", 0.5), ("one", 1.0), ("root", 2.0 ** 0.5)):
        graph.constant(name, np.array(number, np.float32))
    value = "embedded"
    for layer in range(LAYERS):
        key, name = f"bert.encoder.layer.{layer}", f"layer{layer}"
        value = graph.attention(value, f"{key}.attention", f"{name}.attention")
        wide = graph.gelu(graph.linear(value, f"{key}.intermediate.dense", f"{name}.wide"), f"{name}.gelu")
        value = graph.norm(graph.linear(wide, f"{key}.output.dense", f"{name}.narrow"), value, f"{key}.output.LayerNorm", f"{name}.norm")
    graph.linear(value, "out", "logits")
    inputs = [helper.make_tensor_value_info("embedded", TensorProto.FLOAT, [1, "tokens", WIDTH])]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, "tokens", 2])]
    made = helper.make_graph(graph.nodes, "extractive-reader", inputs, outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    with tempfile.NamedTemporaryFile(suffix=".onnx") as exact:
        onnx.save(model, exact.name)
        quantize_dynamic(exact.name, out, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul"],
                         nodes_to_exclude=["logits.product"], extra_options={"MatMulConstBOnly": True})


if __name__ == "__main__":
    main()
