"""The examples that the reader is trained on: a question, a text, and where in it the answer stands."""
import json
import random
import re

NO_ANSWER = (-1, -1)
# Words of a text before an answer is looked for in a part of it alone.
MOST_WORDS = 130
# How many of the questions are asked of another text, too, which does not answer them.
ELSEWHERE = 0.3
NEAR = 90
LITTLE = set(
    "a an the of to in on at for with and or by from as is are was were be been it its his her their my your our he she they i you "
    "we this that what when where which who how why did do does have has had much many long".split())


def encyclopedic(path, most):
    """Of HotpotQA and 2WikiMultihopQA: the paragraphs that answer a question, up to the last sentence that does, and for two
    questions of five one that does not."""
    examples = []
    with open(path, encoding="utf8") as file:
        questions = json.load(file)
    for entry in questions:
        question, answer = entry["question"], entry["answer"]
        if answer in ("yes", "no"):
            continue
        context = dict(entry["context"])
        last = {}
        for title, sentence in entry["supporting_facts"]:
            last[title] = max(last.get(title, 0), sentence)
        paragraphs = [paragraph(title, context[title][:end + 2]) for title, end in last.items() if title in context]
        random.shuffle(paragraphs)
        if sum(len(text.split()) for text in paragraphs) > MOST_WORDS:
            paragraphs = [text for text in paragraphs if answer in text and len(text.split()) <= MOST_WORDS][:1]
        text = " ".join(paragraphs)
        start = text.rfind(answer)
        if start < 0:
            continue
        examples.append((question, text, start, start + len(answer)))
        others = [title for title in context if title not in last]
        if others and random.random() < 0.4:
            text = " ".join(paragraph("", context[random.choice(others)]).split()[:110])
            if answer not in text:
                examples.append((question, text, *NO_ANSWER))
    random.shuffle(examples)
    return examples[:most]


def paragraph(title, sentences):
    text = " ".join(sentence.strip() for sentence in sentences)
    name = title.split(" (")[0]
    return text if name.lower() in text.lower() else f"{title}: {text}"


def personal(path, most=None):
    """Of the first so many texts of a file: each question of its text, and some of another that shares its words."""
    with open(path, encoding="utf8") as file:
        entries = [json.loads(line) for line in file][:most]
    words = [content_words(entry["text"]) for entry in entries]
    examples = []
    for number, entry in enumerate(entries):
        text = entry["text"]
        for question, answer in entry["qa"]:
            asked = content_words(question)
            # Of several places the one with the most of the question's words around it.
            start = max((match.start() for match in re.finditer(re.escape(answer), text)),
                        key=lambda at: len(asked & content_words(text[max(0, at - NEAR):at + len(answer) + NEAR])))
            examples.append((question, text, start, start + len(answer)))
            if random.random() < ELSEWHERE:
                others = random.sample([other for other in range(len(entries)) if other != number], 60)
                nearest = max(others, key=lambda other: len(asked & words[other]))
                examples.append((question, entries[nearest]["text"], *NO_ANSWER))
        examples.extend((question, text, *NO_ANSWER) for question in entry["null"])
    return examples


def content_words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower())) - LITTLE
