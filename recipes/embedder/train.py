#!/usr/bin/env python3
"""Trains the last layers of the embedding model further: train.py BASE OUT. See README.md for what BASE is.

A question is to be closer to the passage that answers it than to any other of its batch, of which many are of the same memory: the softmax of
the right one against the wrong ones, over cosines (van den Oord et al., "Representation Learning with Contrastive Predictive Coding", 2018;
for questions and passages, Karpukhin et al., "Dense Passage Retrieval", 2020). The first layers stay as they are, so what they make of each text
is computed once. A quarter of an hour on two cores.
"""
import random
import sys
import time
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import BertConfig, BertModel

import examples

# So many of the six layers stay as they are.
FROZEN = 4
MOST_TOKENS = 160
# How many questions a batch has at least, how many batches there are, and how fast they teach.
QUESTIONS, BATCHES, RATE = 96, 900, 2e-4
WARMING_UP = 0.08
# A cosine divided by it is a logit.
TEMPERATURE = 0.05
# How many other passages of a memory stand in a batch beside those that answer: of a short one, and of a long one.
OTHERS, OTHERS_OF_LONG, LONG = 5, 14, 12


class Embedder:
    """The whole model, and what its frozen layers make of texts."""

    def __init__(self, base):
        self.tokenizer = Tokenizer.from_file(str(Path(base) / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(MOST_TOKENS)
        self.bert = BertModel(BertConfig(hidden_size=384, num_hidden_layers=6, intermediate_size=1536), add_pooling_layer=False)
        self.bert.load_state_dict(load_file(Path(base) / "model.safetensors"), strict=False)
        self.bert.eval()
        for parameter in self.bert.parameters():
            parameter.requires_grad = False
        self.layers = self.bert.encoder.layer[FROZEN:]
        self.read = {}

    def read_ahead(self, texts):
        """What the frozen layers make of texts that are not known yet."""
        texts = sorted({text for text in texts if text not in self.read}, key=len)
        for first in range(0, len(texts), 128):
            part = texts[first:first + 128]
            encoded = [row.ids for row in self.tokenizer.encode_batch(part)]
            ids, mask = torch.zeros(len(part), max(map(len, encoded)), dtype=torch.long), torch.zeros(len(part), max(map(len, encoded)))
            for row, tokens in enumerate(encoded):
                ids[row, :len(tokens)], mask[row, :len(tokens)] = torch.tensor(tokens), 1
            with torch.no_grad():
                hidden = through(self.bert.encoder.layer[:FROZEN], self.bert.embeddings(input_ids=ids), mask)
            for text, rows, tokens in zip(part, hidden, encoded):
                self.read[text] = rows[:len(tokens)].to(torch.bfloat16).clone()

    def vectors(self, texts):
        """A row of length 1 for each text, in order; texts of about the same length go through the layers together."""
        order = sorted(range(len(texts)), key=lambda at: len(self.read[texts[at]]))
        ends = [0, len(order) // 2, len(order) * 4 // 5, len(order)]
        parts = [self.batch([texts[at] for at in order[begin:end]]) for begin, end in zip(ends, ends[1:]) if begin < end]
        return torch.zeros(len(texts), 384).index_copy(0, torch.tensor(order), torch.cat(parts))

    def batch(self, texts):
        rows = [self.read[text] for text in texts]
        hidden, mask = torch.zeros(len(rows), max(map(len, rows)), 384), torch.zeros(len(rows), max(map(len, rows)))
        for at, row in enumerate(rows):
            hidden[at, :len(row)], mask[at, :len(row)] = row.float(), 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = through(self.layers, hidden, mask).float()
        mean = (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return functional.normalize(mean, dim=-1)


def through(layers, hidden, mask):
    unseen = (1 - mask)[:, None, None, :] * -1e9
    for layer in layers:
        hidden = layer(hidden, attention_mask=unseen)
        hidden = hidden[0] if isinstance(hidden, tuple) else hidden
    return hidden


def main():
    base, out = sys.argv[1:]
    torch.manual_seed(1)
    rng = random.Random(7)
    embedder = Embedder(base)
    asked = examples.asked(examples.memories() + 2 * examples.dialogues("dialogues.jsonl"), rng)
    apart = examples.dialogues("dialogues_kept_apart.jsonl")
    for memories in (asked, apart):
        embedder.read_ahead([question for memory in memories for question, _ in memory.questions])
        embedder.read_ahead([passage for memory in memories for passage in memory.passages])
    tell(embedder, apart)
    train(embedder, asked, rng)
    tell(embedder, apart)
    torch.save(embedder.bert.state_dict(), out)


def train(embedder, asked, rng):
    trained = list(embedder.layers.parameters())
    for parameter in trained:
        parameter.requires_grad = True
    optimizer = torch.optim.AdamW(trained, lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (BATCHES * WARMING_UP), max(0.02, (BATCHES - step) / (BATCHES * (1 - WARMING_UP)))))
    embedder.layers.train()
    begun, mean = time.time(), None
    for number, batch in zip(range(BATCHES), examples.batches(asked, QUESTIONS, rng)):
        loss = loss_of(embedder, batch, rng)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        mean = loss.item() if mean is None else 0.97 * mean + 0.03 * loss.item()
        if number % 50 == 0:
            print(f"{number} of {BATCHES}: loss {mean:.3f}, {time.time() - begun:.0f} s", flush=True)
    embedder.layers.eval()


def loss_of(embedder, batch, rng):
    """Each passage that answers a question, against all that do not."""
    questions, passages, answers = [], [], []
    for memory in batch:
        others = OTHERS if len(memory.passages) < LONG else OTHERS_OF_LONG
        drawn = rng.sample(range(len(memory.passages)), min(len(memory.passages), others))
        kept = sorted({at for _, right in memory.questions for at in right} | set(drawn))
        place = {at: len(passages) + number for number, at in enumerate(kept)}
        passages += [memory.passages[at] for at in kept]
        for question, right in memory.questions:
            questions.append(question)
            answers.append([place[at] for at in right])
    logits = embedder.vectors(questions) @ embedder.vectors(passages).T / TEMPERATURE
    is_right = torch.zeros_like(logits)
    for row, right in enumerate(answers):
        is_right[row, right] = 1
    wrong = logits.masked_fill(is_right > 0, -1e4).logsumexp(1, keepdim=True)
    return (((torch.logaddexp(logits, wrong) - logits) * is_right).sum(1) / is_right.sum(1)).mean()


def tell(embedder, memories):
    """For how many questions any, and all, of the passages that answer are among the ten nearest of their memory."""
    found = []
    with torch.no_grad():
        for memory in memories:
            near = embedder.vectors([question for question, _ in memory.questions]) @ embedder.vectors(memory.passages).T
            for row, (_, right) in zip(near, memory.questions):
                nearest = set(row.topk(min(10, len(row))).indices.tolist())
                found.append((bool(nearest & set(right)), nearest >= set(right)))
    any_of, all_of = (100 * sum(column) / len(found) for column in zip(*found))
    print(f"{len(found)} questions kept apart: any of the answers among the nearest ten {any_of:.1f} %, all {all_of:.1f} %", flush=True)


if __name__ == "__main__":
    main()
