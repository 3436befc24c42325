"""What the embedding model is trained with: memories of passages, with questions and which passages answer them."""
import json
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
READER = HERE.parent / "extractive-reader"
TURN = re.compile(r"^([A-Z][\w .'-]{0,30}|me|user|assistant): (.*)$")
# The most characters of a passage, as the service cuts texts.
LONGEST_PASSAGE = 600
SENTENCE_END = re.compile(r"[.!?\n]+\s+")
# How many questions of a memory stand in a batch together.
QUESTIONS_TOGETHER = 8


@dataclass
class Memory:
    """`questions` are pairs of a question and the places of the passages that answer it."""
    passages: list
    questions: list


def memories():
    """Of the texts that the reader of answers is trained with: each question and the passage that its answer stands in."""
    texts = [[(text["text"], text["qa"])] for text in lines(READER / "texts.jsonl")]
    for name in ("sets.jsonl", "notes.jsonl"):
        sets = {}
        for text in lines(READER / name):
            sets.setdefault(text["set"], []).append((text["text"], text["qa"]))
        texts += sets.values()
    for memory in lines(READER / "memories.jsonl"):
        told = [(text["text"], []) for text in memory["texts"]]
        for question in memory["told"]:
            told[question["text"]][1].append((question["question"], question["answer"]))
        texts.append(told)
    return [memory for memory in map(of_texts, texts) if memory.questions]


def of_texts(texts):
    memory = Memory([], [])
    for text, asked in texts:
        cut = passages(text)
        first = len(memory.passages)
        memory.passages += [passage for _, _, passage in cut]
        for question, answer in asked:
            place = text.find(answer)
            right = [first + at for at, (start, end, _) in enumerate(cut) if start <= place < end]
            if right:
                memory.questions.append((question, right[:1]))
    return memory


def passages(text):
    """Turns of a dialogue without their speakers' names, or stretches of sentences, with where they begin and end."""
    rows = text.split("\n")
    turns = [TURN.match(row) for row in rows]
    if sum(map(bool, turns)) > 1 and all(turn or not row.strip() for turn, row in zip(turns, rows)):
        found, begin = [], 0
        for turn, row in zip(turns, rows):
            if turn:
                found.append((begin + turn.start(2), begin + len(row), turn.group(2)))
            begin += len(row) + 1
        return found
    found, begin, last = [], 0, 0
    for end in [match.end() for match in SENTENCE_END.finditer(text)] + [len(text)]:
        if end - begin > LONGEST_PASSAGE and last > begin:
            found.append((begin, last, text[begin:last].strip()))
            begin = last
        last = end
    return found + [(begin, len(text), text[begin:].strip())]


def dialogues(name):
    """Each turn is a passage."""
    found = []
    for dialogue in lines(HERE / name):
        places, turns = {}, []
        for number, session in enumerate(dialogue["sessions"]):
            for turn, (_, text) in enumerate(session["turns"]):
                places[number, turn] = len(turns)
                turns.append(text)
        asked = dialogue["questions"]
        found.append(Memory(turns, [(question["q"], [places[tuple(at)] for at in question["evidence"]]) for question in asked]))
    return found


def asked(memories, rng):
    """The memories with some of their questions each."""
    parts = []
    for memory in memories:
        questions = list(memory.questions)
        rng.shuffle(questions)
        for first in range(0, len(questions), QUESTIONS_TOGETHER):
            parts.append(Memory(memory.passages, questions[first:first + QUESTIONS_TOGETHER]))
    return parts


def batches(parts, questions, rng):
    """For ever, each part once in a while, as many together as have so many questions."""
    while True:
        rng.shuffle(parts)
        batch, count = [], 0
        for part in parts:
            batch.append(part)
            count += len(part.questions)
            if count >= questions:
                yield batch
                batch, count = [], 0


def lines(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file]
