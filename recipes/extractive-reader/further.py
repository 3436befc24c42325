#!/usr/bin/env python3
"""Trains the reader of answers further on hurried notes: further.py BASE READER.onnx OUT.pt.

READER.onnx is the file that train.py and export.py made; its weights are taken out of their int8. What is learned on `notes.jsonl`, with some of
the other texts again, is averaged with what was there, weight by weight (Wortsman et al., "Model soups", 2022): that answers more of the notes and
no less of the rest than either does. An hour on two cores that do other work, too.
"""
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import examples
import train

HERE = Path(__file__).resolve().parent
# How much of the sets and of the texts is read again, and how many questions over memories.
SETS, TEXTS, MEMORIES = 0.25, 0.2, 400
# How fast, after how many batches it ends, and of how many tokens each is; the second goes on from the first, with other groups and rows.
FIRST = (8e-5, 650, 2800)
SECOND = (3.5e-5, 322, 2400)
SECOND_GROUPS, SECOND_ROWS = 900, (3600, 1200, 1200)


def main():
    base, read, out = sys.argv[1:]
    tokenizer, reader = begin(base, read)
    before = {name: value.clone() for name, value in reader.state_dict().items()}
    rng = random.Random(3)
    asked = examples.questions_of(examples.lines(HERE / "memories.jsonl"), rng)
    rng.shuffle(asked)
    of_notes = examples.questions_of(memories(examples.lines(HERE / "notes.jsonl")), rng)
    notes, sets, texts = read_before(rng)
    groups = [[train.encoded(tokenizer, *one) for one in examples.group(question, rng)] for question in asked[:MEMORIES] + of_notes]
    groups = [group for group in groups if all(group)]
    rows = notes + rng.sample(sets, int(len(sets) * SETS)) + rng.sample(texts, int(len(texts) * TEXTS))
    rate, count, tokens = FIRST
    train.train(reader, train.batched(groups + train.singles(tokenizer, rows), tokens)[:count], rate)
    rows = drawn((notes, sets, texts), SECOND_ROWS, rng)
    rate, count, tokens = SECOND
    again = rng.sample(groups, SECOND_GROUPS) + train.singles(tokenizer, rows)
    train.train(reader, train.batched(again, tokens)[:count], rate)
    learned = reader.state_dict()
    reader.load_state_dict({name: (value + learned[name]) / 2 for name, value in before.items()})
    torch.save(reader.state_dict(), out)
    train.tell(reader, tokenizer, examples.personal(HERE / "notes_kept_apart.jsonl"))


def begin(base, read):
    """As train.begin, with the weights of an exported reader."""
    torch.set_flush_denormal(True)
    tokenizer, reader = train.begin(base)
    reader.load_state_dict(weights(read), strict=False)
    return tokenizer, reader


def read_before(rng):
    """Each question of the notes, of the sets and of the texts, and some asked of others."""
    # What one note does not tell another of its set may.
    examples.NOT_TOLD_ELSEWHERE = 0
    notes = examples.sets(HERE / "notes.jsonl", rng)
    examples.NOT_TOLD_ELSEWHERE = 0.4
    return notes, examples.sets(HERE / "sets.jsonl", rng), examples.personal(HERE / "texts.jsonl")


def drawn(kinds, counts, rng):
    """So many of each kind."""
    return [row for kind, most in zip(kinds, counts) for row in rng.sample(kind, min(most, len(kind)))]


def memories(notes):
    """Sets of notes in the form of memories."""
    of_set = defaultdict(list)
    for note in notes:
        of_set[note["set"]].append(note)
    for entries in of_set.values():
        told = [{"question": question, "text": number, "answer": answer}
                for number, entry in enumerate(entries) for question, answer in entry["qa"]]
        yield {"kind": "notes", "texts": [{"text": entry["text"], "at": entry["at"]} for entry in entries], "told": told, "untold": []}


def weights(path):
    """The weights of an exported reader, as export.py names them."""
    stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}

    def values(name):
        if name in stored:
            return stored[name].astype(np.float32)
        zero = stored[f"{name}_zero_point"].astype(np.float32)
        return (stored[f"{name}_quantized"].astype(np.float32) - zero) * stored[f"{name}_scale"]

    found = {"out.weight": values("logits.weight").T, "out.bias": values("logits.bias")}
    for layer in range(6):
        key, name = f"bert.encoder.layer.{layer}", f"layer{layer}"
        linear = {f"attention.self.{part}": f"attention.{part}" for part in ("query", "key", "value")}
        linear |= {"attention.output.dense": "attention.out", "intermediate.dense": "wide", "output.dense": "narrow"}
        for ours, theirs in linear.items():
            found[f"{key}.{ours}.weight"] = values(f"{name}.{theirs}.weight").T
            found[f"{key}.{ours}.bias"] = values(f"{name}.{theirs}.bias")
        for ours, theirs in (("attention.output", "attention.norm"), ("output", "norm")):
            found[f"{key}.{ours}.LayerNorm.weight"] = values(f"{name}.{theirs}.scale")
            found[f"{key}.{ours}.LayerNorm.bias"] = values(f"{name}.{theirs}.bias")
    return {name: torch.tensor(np.ascontiguousarray(value)) for name, value in found.items()}


if __name__ == "__main__":
    main()
