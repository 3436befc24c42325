#!/usr/bin/env python3
"""Trains the reader of answers: train.py BASE HOTPOT 2WIKI OUT. See README.md for what each is and where it comes from.

The six layers of all-MiniLM-L6-v2 are trained further to tell where in a text an answer begins and ends, after Devlin et al.,
BERT (2019), 4.3: no answer is the first token. Its embeddings of tokens stay as they are, since the service has them already.
First one pass over encyclopedic examples, then three over personal ones, the first two over the first of them alone. Forty minutes on two cores.
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
TOKENS_OF_A_BATCH = 2800
SEPARATOR = 102
WARMING_UP = 0.06
# So many of the texts, and how fast.
PASSES = ((801, 8e-5), (1191, 9e-5), (1346, 7e-5))


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel(BertConfig(hidden_size=384, num_hidden_layers=6, intermediate_size=1536), add_pooling_layer=False)
        self.out = nn.Linear(384, 2)

    def forward(self, ids, types, mask):
        hidden = self.bert(input_ids=ids, token_type_ids=types, attention_mask=mask).last_hidden_state
        logits = self.out(hidden).float()
        may_be = (types == 1) & (mask == 1) & (ids != SEPARATOR)
        may_be[:, 0] = True
        return logits.masked_fill(~may_be.unsqueeze(-1), -1e4)


def main():
    base, hotpot, two_wiki, out = sys.argv[1:]
    torch.manual_seed(1)
    random.seed(7)
    tokenizer = Tokenizer.from_file(str(Path(base) / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    reader = Reader()
    reader.bert.load_state_dict(load_file(Path(base) / "model.safetensors"), strict=False)
    for parameter in reader.bert.embeddings.parameters():
        parameter.requires_grad = False
    first = examples.encyclopedic(hotpot, 5500) + examples.encyclopedic(two_wiki, 2500)
    train(reader, tokenizer, first, 1.2e-4)
    kept_apart = examples.personal(HERE / "kept_apart.jsonl")
    for texts, rate in PASSES:
        train(reader, tokenizer, examples.personal(HERE / "texts.jsonl", texts), rate)
        tell(reader, tokenizer, kept_apart)
    torch.save(reader.state_dict(), out)


def train(reader, tokenizer, data, rate):
    batches = batched([one for one in (encoded(tokenizer, *one) for one in data) if one])
    trained = [parameter for parameter in reader.parameters() if parameter.requires_grad]
    decayed = [{"params": [p for p in trained if p.dim() > 1], "weight_decay": 0.01},
               {"params": [p for p in trained if p.dim() < 2], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(decayed, lr=rate)
    count, begun, mean = len(batches), time.time(), None
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (count * WARMING_UP), max(0.02, (count - step) / (count * (1 - WARMING_UP)))))
    reader.train()
    for number, batch in enumerate(batches):
        ids, types, mask, starts, ends = tensors(batch)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = reader(ids, types, mask)
        loss = functional.cross_entropy(logits[..., 0], starts) + functional.cross_entropy(logits[..., 1], ends)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
        if number % 50 == 0:
            print(f"{number} of {count}: loss {mean:.3f}, {time.time() - begun:.0f} s", flush=True)


def encoded(tokenizer, question, text, start, end):
    """The tokens, what each is of, and the first and last of the answer; nothing where it is cut off."""
    pair = tokenizer.encode(question, text)
    first = last = 0
    if start >= 0:
        places = zip(pair.offsets, pair.type_ids)
        inside = [at for at, ((begins, stops), of) in enumerate(places) if of == 1 and begins < min(end, stops) and stops > start]
        if not inside or inside[-1] >= MOST_TOKENS - 1:
            return None
        first, last = inside[0], inside[-1]
    return pair.ids[:MOST_TOKENS], pair.type_ids[:MOST_TOKENS], first, last


def batched(data):
    """Batches of texts of about the same length, in any order."""
    random.shuffle(data)
    batches = []
    for start in range(0, len(data), 2048):
        batch = []
        for one in sorted(data[start:start + 2048], key=lambda one: len(one[0])):
            if batch and len(one[0]) * (len(batch) + 1) > TOKENS_OF_A_BATCH:
                batches.append(batch)
                batch = []
            batch.append(one)
        batches.append(batch)
    random.shuffle(batches)
    return batches


def tensors(batch):
    longest = max(len(one[0]) for one in batch)
    padded = [[row + [0] * (longest - len(row)) for row in rows]
              for rows in ([one[0] for one in batch], [one[1] for one in batch], [[1] * len(one[0]) for one in batch])]
    return [torch.tensor(rows) for rows in (*padded, [one[2] for one in batch], [one[3] for one in batch])]


@torch.no_grad()
def best_span(reader, tokenizer, question, text):
    """The words that answer best, and by how much more than none."""
    pair = tokenizer.encode(question, text)
    ids, types = pair.ids[:MOST_TOKENS], pair.type_ids[:MOST_TOKENS]
    logits = reader(*tensors([(ids, types, 0, 0)])[:3])[0]
    first = types.index(1)
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
    for wanted in (0.9, 0.8, 0.7):
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
