"""The examples that the reader is trained on: a question, a text, and where in it the answer stands; and groups of texts of one memory
of which at most one answers."""
import json
import random
import re
from collections import defaultdict

NO_ANSWER = (-1, -1)
# Words of a text before an answer is looked for in a part of it alone.
MOST_WORDS = 130
# How many of the questions are asked of another text, too, which does not answer them.
ELSEWHERE = 0.3
# The characters around an answer that tell which of several places is meant.
NEAR = 90
# How many of the questions of a set are asked of another of its texts, too, how many of these of the one with the most of their words, and
# how many of those that none of them answers.
OF_THE_SET, THE_NEAREST, NOT_TOLD_ELSEWHERE = 0.6, 0.6, 0.4
# The most words of the sentences around an answer in a paragraph of SQuAD, and how many more than its own there are.
WINDOW_WORDS = 95
MORE_SENTENCES = (0, 0, 1, 1, 1, 2, 3)
# How many of SQuAD's questions are asked of another text of the same article, too, and in how many a mark or capitals are left out, as
# people do.
OF_THE_ARTICLE = 0.28
SLOPPY = 0.25
SENTENCE_END = re.compile(r'(?<=[a-z0-9)\]"”’%]{2}[.!?])["”]?\s+(?=[A-Z"“(\[0-9])')
# The texts of a group beside the one that answers, and of how many of the nearest they are drawn.
OTHERS = 2
NEAREST = 6
# How often a turn of a talk is read with the one before it, and the most characters of that.
WITH_TURN_BEFORE = 0.75
TURN_BEFORE = 240
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


def squad(path):
    """Of SQuAD 1.1's training questions: the sentences around an answer, and for some questions the nearest other sentences of the article,
    which do not answer."""
    rng = random.Random(5)
    examples = []
    with open(path, encoding="utf8") as file:
        articles = json.load(file)["data"]
    for article in articles:
        windows = [window for one in article["paragraphs"] for window in cut(one["context"], rng)]
        for one in article["paragraphs"]:
            context = one["context"]
            bounds = sentences(context)
            for entry in one["qas"]:
                answer, start = entry["answers"][0]["text"], entry["answers"][0]["answer_start"]
                end, question = start + len(answer), sloppy(entry["question"].strip(), rng)
                first, last = around(context, bounds, start, end, rng)
                if len(question) < 8 or len(context[first:last].split()) > MOST_WORDS:
                    continue
                examples.append((question, context[first:last], start - first, end - first))
                if rng.random() < OF_THE_ARTICLE and len(windows) > 12:
                    drawn = rng.sample(windows, min(len(windows), 40))
                    others = [window for window in drawn if answer.lower() not in window[0].lower()]
                    asked = content_words(question)
                    if others:
                        examples.append((question, max(others, key=lambda window: len(window[1] & asked))[0], *NO_ANSWER))
    rng.shuffle(examples)
    return examples


def sloppy(question, rng):
    if rng.random() < SLOPPY:
        question = question.rstrip("?").strip()
    return question.lower() if rng.random() < SLOPPY else question


def sentences(text):
    """Where the sentences of a text begin and end."""
    bounds, start = [], 0
    for match in SENTENCE_END.finditer(text):
        bounds.append((start, match.start()))
        start = match.end()
    return bounds + [(start, len(text))]


def cut(text, rng):
    """A paragraph in pieces of one to three sentences, with their words."""
    bounds, at = sentences(text), 0
    while at < len(bounds):
        last = min(len(bounds) - 1, at + rng.choice([0, 1, 2]))
        piece = text[bounds[at][0]:bounds[last][1]]
        if 6 <= len(piece.split()) <= WINDOW_WORDS:
            yield piece, content_words(piece)
        at = last + 1


def around(text, bounds, start, end, rng):
    """Where the sentences of an answer begin and end, with some before and after them."""
    inside = [number for number, (begins, stops) in enumerate(bounds) if begins < end and stops > start]
    first, last = inside[0], inside[-1]

    def fits(first, last):
        return len(text[bounds[first][0]:bounds[last][1]].split()) <= WINDOW_WORDS

    for _ in range(rng.choice(MORE_SENTENCES)):
        before = first > 0 and fits(first - 1, last)
        after = last + 1 < len(bounds) and fits(first, last + 1)
        if before and (rng.random() < 0.5 or not after):
            first -= 1
        elif after:
            last += 1
    return bounds[first][0], bounds[last][1]


def paragraph(title, sentences):
    text = " ".join(sentence.strip() for sentence in sentences)
    name = title.split(" (")[0]
    return text if name.lower() in text.lower() else f"{title}: {text}"


def personal(path):
    """Each question of its text, and some of another that shares its words."""
    entries = lines(path)
    words = [content_words(entry["text"]) for entry in entries]
    examples = []
    for number, entry in enumerate(entries):
        text = entry["text"]
        for question, answer in entry["qa"]:
            asked = content_words(question)
            examples.append((question, text, *place(text, asked, answer)))
            if random.random() < ELSEWHERE:
                others = random.sample([other for other in range(len(entries)) if other != number], 60)
                nearest = max(others, key=lambda other: len(asked & words[other]))
                examples.append((question, entries[nearest]["text"], *NO_ANSWER))
        examples.extend((question, text, *NO_ANSWER) for question in entry["null"])
    return examples


def sets(path, rng):
    """Of texts in sets, each set of one memory: each question of its text, and some of another of the set, none of which answers it."""
    of_set = defaultdict(list)
    for entry in lines(path):
        of_set[entry["set"]].append(entry)
    examples = []
    for entries in of_set.values():
        words = [content_words(entry["text"]) for entry in entries]
        for number, entry in enumerate(entries):
            text = entry["text"]
            others = [other for other in range(len(entries)) if other != number]
            for question, answer in entry["qa"]:
                asked = content_words(question)
                examples.append((question, text, *place(text, asked, answer)))
                free = [other for other in others if answer.lower() not in entries[other]["text"].lower()]
                if free and rng.random() < OF_THE_SET:
                    nearest = max(free, key=lambda other: (len(asked & words[other]), rng.random()))
                    drawn = nearest if rng.random() < THE_NEAREST else rng.choice(free)
                    examples.append((question, entries[drawn]["text"], *NO_ANSWER))
            for question in entry["null"]:
                examples.append((question, text, *NO_ANSWER))
                if others and rng.random() < NOT_TOLD_ELSEWHERE:
                    examples.append((question, entries[rng.choice(others)]["text"], *NO_ANSWER))
    return examples


def place(text, asked, answer):
    """Where an answer stands: of several places the one with the most of the question's words around it."""
    starts = (match.start() for match in re.finditer(re.escape(answer), text))
    start = max(starts, key=lambda at: len(asked & content_words(text[max(0, at - NEAR):at + len(answer) + NEAR])))
    return start, start + len(answer)


def lines(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file]


def questions_of(memories, rng):
    """Each question of some memories: the memory, the question, the number of the text that answers it or none, the answer, and the numbers
    of those that do not and share the most words with it."""
    asked = []
    for memory in memories:
        texts = [one["text"] for one in memory["texts"]]
        words = [content_words(text) for text in texts]
        told = [(one["question"], one["text"], one["answer"]) for one in memory["told"]]
        for question, answering, answer in told + [(question, None, None) for question in memory["untold"]]:
            shared = [len(content_words(question) & of_text) + 1e-3 * rng.random() for of_text in words]
            order = sorted(range(len(texts)), key=lambda number: -shared[number])
            others = [number for number in order
                      if answer is None or number != answering and answer.lower() not in texts[number].lower()]
            asked.append((memory, question, answering, answer, others[:NEAREST]))
    return asked


def view(memory, number, with_turn_before):
    """A text of a memory as it is read, and where in it the text itself begins: in a talk, perhaps, with the turn before."""
    text, at = memory["texts"][number]["text"], memory["texts"][number]["at"]
    if not with_turn_before or number == 0 or memory["texts"][number - 1]["at"] != at:
        return text, 0
    before = memory["texts"][number - 1]["text"]
    if len(before) > TURN_BEFORE:
        speaker = before[:before.index(":") + 1] + " …" if ":" in before[:30] else ""
        before = speaker + before[40 - TURN_BEFORE:]
    return f"{before}\n{text}", len(before) + 1


def group(asked, rng):
    """The text that answers, if one does, and others: each with the question, where it begins, and where the answer stands."""
    memory, question, answering, answer, others = asked
    drawn = others[:OTHERS] + rng.sample(others[OTHERS:], min(1, len(others[OTHERS:])))
    return views(memory, question, answering, answer, drawn, rng)


def views(memory, question, answering, answer, others, rng):
    """The text that answers a question, if one does, and these others, as they are read."""
    found = []
    for number in others if answering is None else [answering] + others:
        text, begins = view(memory, number, memory["kind"] == "dialogue" and rng.random() < WITH_TURN_BEFORE)
        start, end = NO_ANSWER
        if number == answering:
            start = text.index(answer, begins)
            end = start + len(answer)
        found.append((question, text, begins, start, end))
    return found


def content_words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower())) - LITTLE
