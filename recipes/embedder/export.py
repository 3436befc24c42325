#!/usr/bin/env python3
"""Writes the layers that train.py changed as the model that is built into the binary: export.py TRAINED OUT.onnx

Its input is what the frozen layers make of the tokens of one text, [1, tokens, 384]; its output is the same of the last layer. The products
of its layers are in int8.
"""
import sys
from pathlib import Path

import torch

sys.path.append(str(Path(__file__).resolve().parents[1]))
from onnx_layers import WIDTH, Graph

FROZEN, LAYERS = 4, 6


def main():
    trained, out = sys.argv[1:]
    graph = Graph({key: value.float().numpy() for key, value in torch.load(trained).items()})
    value = graph.layers("hidden", "", range(FROZEN, LAYERS))
    graph.write(out, "embedder", "hidden", (value, WIDTH))


if __name__ == "__main__":
    main()
