#!/usr/bin/env python3
"""Trains the reader of answers further on whole memories: lives.py BASE READER.onnx OUT.pt.

READER.onnx is the file that further.py and export.py made. What is learned is to tell, of the texts that a search finds for a question, the
one that answers it: each question comes with that text and with others that the service found for it (`found`, the best first), which
do not, and all are normalised together. Some of what was learned before is read again.
"""
import random
import sys
from pathlib import Path

import torch

import examples
import further
import train

HERE = Path(__file__).resolve().parent
# How fast, of how many tokens a batch is, and how often the memories are read, each time with others of the texts that were found.
RATE, TOKENS, PASSES = 9e-5, 2800, 2
# How many of the texts that were found are drawn from, how many are always read, and how many others there are.
NEAREST, ALWAYS, OTHERS = 6, 2, 3
# How many of the questions over other memories and over notes are read again, and how many of the notes, the sets and the texts.
AGAIN, ROWS = 350, (1000, 2200, 1400)
# How much less the words of a text count for each text that was found before it.
LATER = 2.4


def main():
    base, read, out = sys.argv[1:]
    tokenizer, reader = further.begin(base, read)
    rng = random.Random(11)
    lives = examples.lines(HERE / "lives.jsonl")
    passes = [encoded(tokenizer, groups(lives, rng)) for _ in range(PASSES)]
    again = encoded(tokenizer, before(rng))
    singles = train.singles(tokenizer, further.drawn(further.read_before(rng), ROWS, rng))
    batches = []
    for number, read_now in enumerate(passes):
        batches += train.batched(read_now + again[number::PASSES] + singles[number::PASSES], TOKENS)
    train.train(reader, batches, RATE)
    torch.save(reader.state_dict(), out)
    tell(reader, tokenizer, examples.lines(HERE / "lives_kept_apart.jsonl"))


def groups(lives, rng):
    """Each question of some memories: the text that answers it, if one does, and others that were found for it."""
    for memory in lives:
        texts = [one["text"] for one in memory["texts"]]
        asked = [(one["question"], one["text"], one["answer"]) for one in memory["told"]] + [(question, None, None) for question in memory["untold"]]
        for (question, answering, answer), found in zip(asked, memory["found"]):
            others = [number for number in found
                      if answer is None or number != answering and answer.lower() not in texts[number].lower()][:NEAREST]
            drawn = others[:ALWAYS] + rng.sample(others[ALWAYS:], min(OTHERS - ALWAYS, len(others[ALWAYS:])))
            yield examples.views(memory, question, answering, answer, drawn, rng)


def before(rng):
    """Questions over the other memories and over notes, in groups as they were read before."""
    memories = examples.questions_of(examples.lines(HERE / "memories.jsonl"), rng)
    notes = examples.questions_of(further.memories(examples.lines(HERE / "notes.jsonl")), rng)
    for asked in (memories, notes):
        for question in rng.sample(asked, AGAIN):
            yield examples.group(question, rng)


def encoded(tokenizer, groups):
    read = ([train.encoded(tokenizer, *view) for view in views] for views in groups)
    return [group for group in read if group and all(group)]


@torch.no_grad()
def tell(reader, tokenizer, lives):
    """Of the questions, how many are answered best by words that are right (token F1 of a half or more), among five texts that were found, and of how many
    of all questions the likeliest answers are right."""
    reader.eval()
    judged, told = [], 0
    for memory in lives:
        texts = [one["text"] for one in memory["texts"]]
        answers = [one["answer"] for one in memory["told"]] + [None] * len(memory["untold"])
        questions = [one["question"] for one in memory["told"]] + memory["untold"]
        for question, answer, found in zip(questions, answers, memory["found"]):
            spans = (train.best_span(reader, tokenizer, question, texts[number]) for number in found[:5])
            scored = [(margin - LATER * rank, words) for rank, (words, margin) in enumerate(spans)]
            score, words = max(scored, default=(float("-inf"), ""))
            told += answer is not None
            judged.append((score, answer is not None and train.overlap(words, answer) >= 0.5))
    judged.sort(reverse=True)
    print(f"best span right: {sum(right for _, right in judged) / told:.3f} of {told}")
    for part in (0.2, 0.3, 0.4, 0.5):
        first = judged[:int(part * len(judged))]
        print(f"  {part} of all questions answered: {sum(right for _, right in first) / len(first):.3f} right")


if __name__ == "__main__":
    main()
