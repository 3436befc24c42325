#!/usr/bin/env python3
"""Makes the two networks that tests use in place of trained ones, with weights that were thought out: pip install onnx.

`bag`      gives each token the vector that is one at the token's number, so that pooling can be read off the vectors.
`overlap`  is a cross-encoder: how often tokens of the one text stand in the other, marks and unknown words aside.
"""
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto as T, checker, helper as h, numpy_helper, save

HERE = Path(__file__).parent
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = "where is the kettle on stove boat in harbour anna green red lamp query : passage".split()
VOCABULARY = MARKS + WORDS
SIZE = len(VOCABULARY)


def tokenizer():
    number = {word: at for at, word in enumerate(VOCABULARY)}
    special = lambda word, of: {"SpecialToken": {"id": word, "type_id": of}}
    text = lambda which, of: {"Sequence": {"id": which, "type_id": of}}
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {"id": number[word], "content": word, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True} for word in MARKS],
        "normalizer": None,
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [special("[CLS]", 0), text("A", 0), special("[SEP]", 0)],
            "pair": [special("[CLS]", 0), text("A", 0), special("[SEP]", 0), text("B", 1), special("[SEP]", 1)],
            "special_tokens": {word: {"id": word, "ids": [number[word]], "tokens": [word]} for word in MARKS}},
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": number, "unk_token": "[UNK]"}}


def inputs(*names):
    return [h.make_tensor_value_info(name, T.INT64, ["batch", "sequence"]) for name in names]


def constant(name, value):
    return numpy_helper.from_array(np.array(value), name)


def write(name, nodes, takes, gives, constants, **config):
    directory = HERE / name
    directory.mkdir(exist_ok=True)
    graph = h.make_graph(nodes, name, takes, gives, constants)
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model)
    save(model, directory / "model.onnx")
    for file, content in (("tokenizer.json", tokenizer()), ("config.json", config)):
        (directory / file).write_text(json.dumps(content, indent=1) + "\n")


def bag():
    table = constant("table", np.eye(SIZE, dtype=np.float32))
    gather = h.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
    gives = [h.make_tensor_value_info("last_hidden_state", T.FLOAT, ["batch", "sequence", SIZE])]
    write("bag", [gather], inputs("input_ids", "attention_mask"), gives, [table],
          model_type="bert", hidden_size=SIZE, max_position_embeddings=16)


def overlap():
    counted = np.eye(SIZE, dtype=np.float32)
    counted[:len(MARKS)] = 0
    nodes = [
        h.make_node("Gather", ["table", "input_ids"], ["rows"]),
        h.make_node("Cast", ["token_type_ids"], ["types"], to=T.FLOAT),
        h.make_node("Unsqueeze", ["types", "two"], ["of_passage"]),
        h.make_node("Sub", ["one", "of_passage"], ["of_question"]),
        h.make_node("Mul", ["rows", "of_passage"], ["passage_rows"]),
        h.make_node("Mul", ["rows", "of_question"], ["question_rows"]),
        h.make_node("ReduceSum", ["passage_rows", "axis"], ["passage"], keepdims=0),
        h.make_node("ReduceSum", ["question_rows", "axis"], ["question"], keepdims=0),
        h.make_node("Mul", ["passage", "question"], ["both"]),
        h.make_node("ReduceSum", ["both", "axis"], ["logits"], keepdims=1)]
    constants = [constant("table", counted), constant("two", np.array([2], np.int64)),
                 constant("one", np.float32(1)), constant("axis", np.array([1], np.int64))]
    gives = [h.make_tensor_value_info("logits", T.FLOAT, ["batch", 1])]
    write("overlap", nodes, inputs("input_ids", "attention_mask", "token_type_ids"), gives, constants,
          model_type="bert", max_position_embeddings=64)


bag()
overlap()
