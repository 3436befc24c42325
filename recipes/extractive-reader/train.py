#!/usr/bin/env python3
"""Trains the reader of answers: train.py BASE SQUAD HOTPOT 2WIKI OUT. See README.md for what each is and where it comes from.

The six layers of all-MiniLM-L6-v2 are trained further to tell where in a text an answer begins and ends, after Devlin et al.,
BERT (2019), 4.3: no answer is the first token. Its embeddings of tokens stay as they are, since the service has them already.
First one pass over encyclopedic examples, kept in OUT.first, from which another run goes on; then one over the personal texts, and two over those
that come in sets, with some of the others again. Of the texts of one memory among which an answer is looked for, some are also normalised
together, after Clark and Gardner, "Simple and Effective Multi-Paragraph Reading Comprehension" (2018), 3.4, so that what is read in different texts can be
compared. An hour and a half on two cores.
"""
import random
import sys
import time
from collections import Counter
from pathlib import Path

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional
from transformers import BertConfig, BertModel

import examples

HERE = Path(__file__).resolve().parent
MOST_TOKENS = 200
LONGEST_ANSWER = 24
SEPARATOR = 102
WARMING_UP = 0.06
# So many encyclopedic examples, how many tokens a batch has of them, and how fast.
FIRST, FIRST_TOKENS, FIRST_RATE = 72_000, 3200, 1.5e-4
# How many tokens a batch has of personal texts, and how fast.
TOKENS, RATE = 2800, 1.2e-4
# The passes over sets: how much of the texts beside them, how many questions with several texts of a memory, and after how many batches a pass
# ends, if before its end.
PASSES = ((0.5, 1200, 600), (0.25, 350, None))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel(BertConfig(hidden_size=384, num_hidden_layers=6, intermediate_size=1536), add_pooling_layer=False)
        self.out = nn.Linear(384, 2)

    def forward(self, ids, types, mask, may_be):
        hidden = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        return self.out(hidden).float().masked_fill(~may_be.unsqueeze(-1), -1e4)


def main():
    base, squad, hotpot, two_wiki, out = sys.argv[1:]
    tokenizer, reader = begin(base)
    first = Path(f"{out}.first")
    if first.exists():
        reader.load_state_dict(torch.load(first))
    else:
        rows = examples.squad(squad) + examples.encyclopedic(hotpot, 5500) + examples.encyclopedic(two_wiki, 2500)
        random.shuffle(rows)
        train(reader, batched(singles(tokenizer, rows[:FIRST]), FIRST_TOKENS), FIRST_RATE)
        torch.save(reader.state_dict(), first)
    rng = random.Random(3)
    asked = examples.questions_of(examples.lines(HERE / "memories.jsonl"), rng)
    rng.shuffle(asked)
    texts = examples.personal(HERE / "texts.jsonl")
    batches = batched(singles(tokenizer, texts), TOKENS)
    for share, count, most in PASSES:
        groups = [[encoded(tokenizer, *one) for one in examples.group(question, rng)] for question in asked[:count]]
        again = rng.sample(texts, int(len(texts) * share))
        rows = singles(tokenizer, again + examples.sets(HERE / "sets.jsonl", rng))
        batches += batched([group for group in groups if all(group)] + rows, TOKENS)[:most]
    train(reader, batches, RATE)
    torch.save(reader.state_dict(), out)
    tell(reader, tokenizer, examples.personal(HERE / "kept_apart.jsonl"))


def begin(base):
    """The tokenizer and a reader with the weights that training begins with, whose embeddings of tokens stay as they are."""
    torch.manual_seed(1)
    random.seed(7)
    tokenizer = Tokenizer.from_file(str(Path(base) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    reader = Reader()
    reader.bert.load_state_dict(load_file(Path(base) / "model.safetensors"), strict=False)
    for parameter in reader.bert.embeddings.parameters():
        parameter.requires_grad = False
    return tokenizer, reader


def train(reader, batches, rate):
    trained = [parameter for parameter in reader.parameters() if parameter.requires_grad]
    decayed = [{"params": [p for p in trained if p.dim() > 1], "weight_decay": 0.01},
               {"params": [p for p in trained if p.dim() < 2], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(decayed, lr=rate)
    count, begun, mean = len(batches), time.time(), None
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (count * WARMING_UP), max(0.02, (count - step) / (count * (1 - WARMING_UP)))))
    reader.train()
    for number, groups in enumerate(batches):
        loss = loss_of(reader, groups)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        if number % 50 == 0:
            print(f"{number} of {count}: loss {mean:.3f}, {time.time() - begun:.0f} s", flush=True)


def loss_of(reader, groups):
    """That of each text by itself, and that of the texts of a group together, where "no answer" is one for all of them."""
    ids, types, mask, may_be, starts, ends = tensors([view for group in groups for view in group])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = reader(ids, types, mask, may_be)
    loss = functional.cross_entropy(logits[..., 0], starts) + functional.cross_entropy(logits[..., 1], ends)
    shared, count, first = 0.0, 0, 0
    for group in groups:
        rows = slice(first, first + len(group))
        first += len(group)
        if len(group) == 1:
            continue
        count += 1
        for scores, places in ((logits[rows, :, 0], starts[rows]), (logits[rows, :, 1], ends[rows])):
            above_none = (scores[:, 1:] - scores[:, :1]).flatten()
            right = [1 + row * (scores.shape[1] - 1) + place - 1 for row, place in enumerate(places.tolist()) if place > 0]
            together = torch.cat([torch.zeros(1), above_none])
            shared = shared + functional.cross_entropy(together[None], torch.tensor(right[:1] or [0]))
    return loss + shared / count if count else loss


def encoded(tokenizer, question, text, begins, start, end):
    """The tokens, what each is of, which may be of an answer, and the first and last of the answer; nothing where it is cut off."""
    pair = tokenizer.encode(question, text)
    may_be = [of == 1 and begun >= begins and ended > begun for (begun, ended), of in zip(pair.offsets, pair.type_ids)]
    first = last = 0
    if start >= 0:
        inside = [at for at, (begun, ended) in enumerate(pair.offsets) if may_be[at] and begun < end and ended > start]
        if not inside or inside[-1] >= MOST_TOKENS - 1:
            return None
        first, last = inside[0], inside[-1]
    return pair.ids[:MOST_TOKENS], pair.type_ids[:MOST_TOKENS], may_be[:MOST_TOKENS], first, last


def singles(tokenizer, rows):
    """Each as a group of its own."""
    views = (encoded(tokenizer, question, text, 0, start, end) for question, text, start, end in rows)
    return [[view] for view in views if view]


def batched(groups, tokens):
    """Batches of groups of about the same length, in any order."""
    def longest(group):
        return max(len(view[0]) for view in group)

    random.shuffle(groups)
    batches = []
    for start in range(0, len(groups), 1024):
        batch = []
        for group in sorted(groups[start:start + 1024], key=longest):
            views = sum(len(one) for one in batch) + len(group)
            if batch and longest(group) * views > tokens:
                batches.append(batch)
                batch = []
            batch.append(group)
        batches.append(batch)
    random.shuffle(batches)
    return batches


def tensors(views):
    longest = max(len(view[0]) for view in views)
    padded = [torch.tensor([list(row) + [0] * (longest - len(row)) for row in rows])
              for rows in ([view[0] for view in views], [view[1] for view in views], [[1] * len(view[0]) for view in views],
                           [[int(may) for may in view[2]] for view in views])]
    may_be = padded[3].bool()
    may_be[:, 0] = True
    return *padded[:3], may_be, torch.tensor([view[3] for view in views]), torch.tensor([view[4] for view in views])


@torch.no_grad()
def best_span(reader, tokenizer, question, text):
    """The words that answer best, and by how much more than none."""
    pair = tokenizer.encode(question, text)
    view = encoded(tokenizer, question, text, 0, -1, -1)
    logits = reader(*tensors([view])[:4])[0]
    first = view[1].index(1)
    scores = logits[first:, 0, None] + logits[None, first:, 1]
    allowed = torch.ones_like(scores).triu().tril(LONGEST_ANSWER - 1).bool()
    score, at = scores.masked_fill(~allowed, -1e4).flatten().max(0)
    begins, ends = divmod(at.item(), scores.shape[1])
    words = text[pair.offsets[first + begins][0]:pair.offsets[first + ends][1]]
    return words, (score - logits[0].sum()).item()


def tell(reader, tokenizer, data):
    """How many answers are right (token F1 of a half or more), and of how many at which precision."""
    reader.eval()
    judged, answerable = [], 0
    for question, text, start, end in data:
        words, margin = best_span(reader, tokenizer, question, text)
        is_right = start >= 0 and overlap(words, text[start:end]) >= 0.5
        judged.append((margin, is_right))
        answerable += start >= 0
    judged.sort(reverse=True)
    print(f"best span right: {sum(right for _, right in judged) / answerable:.3f} of {answerable}")
    for wanted in (0.9, 0.85, 0.8, 0.7):
        right, best = 0, None
        for count, (margin, is_right) in enumerate(judged, 1):
            right += is_right
            best = (right, margin) if right / count >= wanted else best
        if best:
            print(f"  precision {wanted}: {best[0] / answerable:.3f} answered rightly, margin {best[1]:.2f}")


def overlap(one, other):
    first, second = (Counter(text.lower().split()) for text in (one, other))
    common = (first & second).total()
    return 2 * common / (first.total() + second.total()) if common else 0.0


if __name__ == "__main__":
    main()
