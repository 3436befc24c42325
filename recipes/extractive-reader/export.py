#!/usr/bin/env python3
"""Writes what train.py made as the model that is built into the binary: export.py TRAINED OUT.onnx

Its input is the embeddings of the tokens of one question and one text, [1, tokens, 384], as all-MiniLM-L6-v2 makes them in front of its
first layer; its output is two numbers for each, [1, tokens, 2]. The products of its layers are in int8.
"""
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from onnx_layers import Graph

LAYERS = 6


def main():
    trained, out = sys.argv[1:]
    graph = Graph({key: value.float().numpy() for key, value in torch.load(trained).items()})
    value = graph.layers("embedded", "bert.", range(LAYERS))
    logits = graph.linear(value, "out", "logits")
    graph.write(out, "extractive-reader", "embedded", (logits, 2), exact=["logits.product"])


if __name__ == "__main__":
    main()
