//! Words that point: "this bowl", "that trip to England", "about you".

use recollect_spacy::{Dep, Pos};

use crate::lexicon::{is_evaluation, is_light};
use crate::local::extraction::clauses::words::{POINTERS, is_told_by};
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// Whether a word points at what is named elsewhere: "I made this bowl" tells of a bowl; "I love this bowl" of one that is
/// shown.
pub(super) fn points_elsewhere(reading: &Reading<'_>, token: usize, head: usize) -> bool {
    let is_told = match reading.dep(head) {
        Dep::Dobj => is_told_by(reading, reading.head(head)),
        Dep::Pobj => reading.tag(reading.head(reading.head(head))) == "VBD",
        _ => false,
    };
    // "that dog you gave me", "these figurines I bought yesterday remind me of home"
    let is_described = reading
        .child(head, Dep::Relcl)
        .is_some_and(|verb| reading.dep(head) == Dep::Dobj || is_told_by(reading, verb));
    let is_at_head = (is_told || is_described)
        && reading.dep(token) == Dep::Det
        && reading.head(token) == head
        && token < head;
    let is_head = token == head && reading.is_any(head, &["those"]);
    POINTERS.contains(reading.lower(token))
        && reading.tag(token) != "PRP$"
        && !is_at_head
        && !is_head
        && !(reading.dep(token) == Dep::Det && names_itself(reading, reading.head(token)))
}

/// Whether a noun tells what it is wherever it is pointed at: "this dairy-free chocolate cake with raspberries", "that trip to
/// England".
pub(super) fn names_itself(reading: &Reading<'_>, noun: usize) -> bool {
    let telling = reading
        .doc
        .children(noun)
        .filter(|child| match reading.dep(*child) {
            Dep::Compound | Dep::Nmod => true,
            Dep::Amod => !is_evaluation(reading.lower(*child)),
            Dep::Prep => reading
                .child(*child, Dep::Pobj)
                .is_some_and(|object| reading.pos(object) != Pos::Pron),
            _ => false,
        });
    reading.pos(noun) == Pos::Noun && !is_light(&reading.lemma(noun)) && telling.count() > 0
}

/// Where a value ends that goes on to what is named elsewhere: before "about you" of "a song about you". "A part of it" says
/// nothing without it.
pub(super) fn pointed_away(reading: &Reading<'_>, head: usize, pointer: usize) -> Option<usize> {
    // "serving my country in this way"
    let noun = match reading.dep(pointer) {
        Dep::Det => reading.head(pointer),
        _ => pointer,
    };
    let preposition = reading.head(noun);
    let is_beside = reading.dep(noun) == Dep::Pobj
        && reading.dep(preposition) == Dep::Prep
        && (reading.head(preposition) == head || noun != pointer)
        && preposition > head
        && reading.is_any(
            preposition,
            &[
                "for", "about", "with", "to", "from", "near", "like", "in", "at", "on",
            ],
        );
    is_beside.then_some(preposition)
}

/// What is somebody's, and is not named.
pub(crate) const WHOSE: &[&str] = &["mine", "ours", "yours", "his", "hers", "theirs"];

/// "hers", "one for the wall": what is meant stands elsewhere; "one of the barns" says it.
pub(super) fn is_left_open(reading: &Reading<'_>, head: usize) -> bool {
    let is_one = reading.is_any(head, &["one", "ones"])
        && reading.child(head, Dep::Amod).is_none()
        && !reading.doc.children(head).any(|of| {
            reading.is_any(of, &["of"])
                && reading.child(of, Dep::Pobj).is_some_and(|noun| {
                    matches!(reading.tag(noun), "NNS" | "NNPS") || reading.pos(noun) == Pos::Pron
                })
        });
    // "played on a student's": what of theirs. "At my aunt's" is a place.
    let is_of_whose = reading.child(head, Dep::Case).is_some()
        && matches!(reading.tag(head), "NN" | "NNS")
        && !reading.is_any(reading.head(head), &["at", "to", "from", "near"]);
    is_one
        || is_of_whose
        || is_bare_number(reading, head)
        || reading.is_any(head, WHOSE) && reading.dep(head) != Dep::Poss
}

/// "two people and no bass": of what is joined with it there is none.
pub(super) fn is_none_of_it(reading: &Reading<'_>, head: usize) -> bool {
    matches!(reading.dep(head), Dep::Conj | Dep::Pobj) && reading.is_none(head)
}

/// "I have nine hundred": of what is not said, unless the verb tells.
pub(crate) fn is_bare_number(reading: &Reading<'_>, head: usize) -> bool {
    let is_number = |token| reading.tag(token) == "CD";
    reading.dep(head) == Dep::Dobj
        && is_number(head)
        && reading.doc.children(head).all(is_number)
        && !COUNTING.contains(&reading.lemma(reading.head(head)))
}

/// Verbs with which a number says of what it is.
static COUNTING: WordList = WordList::new(
    "pay spend cost earn owe weigh save raise run make score measure charge lose gain win turn reach hit count number equal clear collect donate",
);
