#!/usr/bin/env python3
"""Measures other programs with the passages and questions of `recollect-bench scale`: beside.py DIR… [--threads 2] [--json]

    python3 -m venv venv && venv/bin/pip install tantivy==0.27.0 usearch==2.26.6 numpy==2.4.6
    recollect-bench scale --sizes 10000 --write /tmp/beside/10000
    venv/bin/python bench/beside.py /tmp/beside/10000

SQLite FTS5 and Tantivy look for the words, usearch and an exact search by numpy for the vectors; each alone, by its default parameters, for the
first ten. Of each: how long it takes to build, how large its file is (usearch and numpy keep all of it in memory), the first question after it is
opened from its file, which the system still has in memory, and p50 and p95 of all questions, one after the other. Of usearch also which part of
the exact ten it finds, and for which part of the questions all of them.
"""
import argparse
import json
import os
import re
import sqlite3
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

DIMENSIONS = 384
FIRST = 10
# Questions that are asked before it is measured, after the first.
WARM_UP = 10


def main():
    parser = argparse.ArgumentParser(description="Measures other programs with what `recollect-bench scale --write` wrote.")
    parser.add_argument("directories", metavar="DIR", nargs="+", type=Path)
    parser.add_argument("--threads", type=int, default=2, help="to build with, and of numpy also to search")
    parser.add_argument("--json", action="store_true", help="the figures for a program")
    options = parser.parse_args()
    # numpy reads this when it is loaded.
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = str(options.threads)
    rows = []
    if not options.json:
        print(line(["passages", "program", "build s", "file MB", "first ms", "p50 ms", "p95 ms", "of the ten", "same ten"]))
    for directory in options.directories:
        for row in measured(directory, options.threads):
            rows.append(row)
            if not options.json:
                print(line(in_words(row)), flush=True)
    if options.json:
        print(json.dumps(rows, indent=2))


def measured(directory, threads):
    """The figures of every program, one after the other; each ends before the next begins."""
    questions = texts(directory / "questions.txt")
    passages = texts(directory / "passages.txt")
    for program in (of_fts5, of_tantivy):
        with tempfile.TemporaryDirectory(dir=directory) as place:
            figures, _ = program(passages, questions, Path(place), threads)
            yield {"passages": len(passages), **figures}
    count = len(passages)
    del passages
    asked = vectors(directory / "questions.f32")
    figures, exact = of_numpy(directory / "passages.f32", asked)
    yield {"passages": count, **figures}
    for kind in ("f32", "i8"):
        with tempfile.TemporaryDirectory(dir=directory) as place:
            figures, found = of_usearch(directory / "passages.f32", asked, Path(place), threads, kind)
            shared = [len(set(some) & set(all_of)) for some, all_of in zip(found, exact)]
            recall = {"recall": sum(shared) / FIRST / len(shared), "sameFirstTen": shared.count(FIRST) / len(shared)}
            yield {"passages": count, **figures, **recall}


def of_fts5(passages, questions, place, _):
    """A table of SQLite in a file; the rows that have any word of the question, the best first by bm25."""
    path = place / "words.sqlite"
    start = time.perf_counter()
    database = sqlite3.connect(path)
    database.execute("CREATE VIRTUAL TABLE passage USING fts5(text)")
    with database:
        database.executemany("INSERT INTO passage (rowid, text) VALUES (?, ?)", enumerate(passages))
    database.close()
    built = time.perf_counter() - start

    def opened():
        database = sqlite3.connect(path)
        select = "SELECT rowid FROM passage WHERE passage MATCH ? ORDER BY rank LIMIT ?"
        return lambda question: database.execute(select, (" OR ".join(f'"{word}"' for word in words(question)), FIRST)).fetchall()

    return asked_of(f"SQLite FTS5 {sqlite3.sqlite_version}", built, size(place), opened, questions)


def of_tantivy(passages, questions, place, threads):
    """An index in files; the documents that have any word of the question, the best first by BM25."""
    import tantivy

    fields = tantivy.SchemaBuilder()
    fields.add_unsigned_field("number", stored=True)
    fields.add_text_field("text")
    schema = fields.build()
    start = time.perf_counter()
    writer = tantivy.Index(schema, path=str(place)).writer(num_threads=threads)
    for number, text in enumerate(passages):
        writer.add_document(tantivy.Document(number=number, text=text))
    writer.commit()
    writer.wait_merging_threads()
    built = time.perf_counter() - start

    def opened():
        index = tantivy.Index.open(str(place))
        searcher = index.searcher()

        def ask(question):
            query = index.parse_query(" ".join(words(question)), ["text"])
            return [searcher.doc(address)["number"][0] for _, address in searcher.search(query, FIRST, count=False).hits]

        return ask

    return asked_of(f"Tantivy {version('tantivy')}", built, size(place), opened, questions)


def of_usearch(path, questions, place, threads, kind):
    """A graph of near vectors (HNSW) by cosine, whose vectors are kept in `kind`."""
    import numpy
    from usearch.index import Index

    rows = vectors(path)
    keys = numpy.arange(len(rows))
    start = time.perf_counter()
    index = Index(ndim=DIMENSIONS, metric="cos", dtype=kind)
    index.add(keys, rows, threads=threads)
    built = time.perf_counter() - start
    del rows
    file = str(place / "vectors.usearch")
    index.save(file)
    del index

    def opened():
        index = Index.restore(file)
        return lambda question: index.search(question, FIRST).keys.tolist()

    return asked_of(f"usearch {version('usearch')}, {kind}", built, size(place), opened, questions)


def of_numpy(path, questions):
    """Every vector is compared with the question's."""
    import numpy

    start = time.perf_counter()
    vectors(path)
    built = time.perf_counter() - start

    def opened():
        rows = vectors(path)

        def ask(question):
            cosines = rows @ question
            best = numpy.argpartition(cosines, -FIRST)[-FIRST:]
            return best[numpy.argsort(-cosines[best])].tolist()

        return ask

    return asked_of(f"numpy {version('numpy')}, every vector", built, path.stat().st_size, opened, questions)


def asked_of(program, built, stored, opened, questions):
    """The figures of a program, and the first ten of every question. `opened` opens what was built and gives the function that asks."""
    start = time.perf_counter()
    ask = opened()
    ask(questions[0])
    first = time.perf_counter() - start
    for question in questions[1:1 + WARM_UP]:
        ask(question)
    taken, found = [], []
    for question in questions:
        start = time.perf_counter()
        found.append(ask(question))
        taken.append(time.perf_counter() - start)
    if not all(found):
        raise SystemExit(f"{program}: a question has no answer")
    taken.sort()
    figures = {
        "program": program,
        "buildS": round(built, 3),
        "fileMb": round(stored / 1e6, 1),
        "firstSearchMs": round(first * 1e3, 1),
        "searchP50Ms": round(quantile(taken, 0.5) * 1e3, 2),
        "searchP95Ms": round(quantile(taken, 0.95) * 1e3, 2),
    }
    return figures, found


def quantile(ordered, part):
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)]


def words(question):
    """The words of a question, each once."""
    return list(dict.fromkeys(re.findall(r"\w+", question.lower())))


def texts(path):
    return path.read_text(encoding="utf8").splitlines()


def vectors(path):
    import numpy

    return numpy.fromfile(path, dtype="<f4").reshape(-1, DIMENSIONS)


def size(place):
    return sum(file.stat().st_size for file in place.rglob("*") if file.is_file())


def in_words(row):
    parts = [f"{row[name]:.1%}" if name in row else "" for name in ("recall", "sameFirstTen")]
    return [row["passages"], row["program"], row["buildS"], row["fileMb"], row["firstSearchMs"], row["searchP50Ms"], row["searchP95Ms"], *parts]


def line(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


if __name__ == "__main__":
    main()
