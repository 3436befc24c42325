//! What follows in a clause behind all that its statement and its details tell, in the text's own words: "helping them accept
//! themselves" of "I work with young people, helping them accept themselves".

use std::ops::Range;

use recollect_clauses::{Clause, Form};
use recollect_model::{Detail, DetailRole};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::About;
use crate::local::extraction::clauses::reported::reported;
use crate::local::extraction::clauses::words::is_open_end;
use crate::local::extraction::parse::reading::Reading;
use crate::word_list::WordList;

/// The most words that are told.
const MAX_WORDS: usize = 14;

/// The words of a clause from `end` on, or from its object where that ends later, as far as they can be read behind a sentence about
/// its subject.
pub(crate) fn remainder(
    context: &PassageContext<'_>,
    clause: &Clause,
    about: About<'_>,
    end: usize,
) -> Option<Detail> {
    let reading = context.reading;
    let predicate = clause.predicate.head;
    let is_own = matches!(clause.form, Form::Verbal | Form::Copular)
        && is_about_its_subject(context, clause, about);
    let whole = reading.doc.subtree_range(predicate);
    let told = end.max(about.thing.tokens.end).max(predicate + 1);
    if !is_own || !whole.contains(&about.thing.head) || told >= whole.end {
        return None;
    }
    let (start, mark) = first(context, told..whole.end)?;
    let begins = begins(reading, start, told) || mark == ": " && reading.pos(start) == Pos::Noun;
    if !begins {
        return None;
    }
    let (text, _) = longest(context, about, start..whole.end, predicate)?;
    let says_nothing =
        text.split(' ').skip(1).all(|word| EMPTY.contains(word)) || ASIDES.contains(&text.as_str());
    // "showed off with Aldo at the dance, who is eighty": the dance has come between.
    let is_apart = matches!(reading.dep(reading.head(start)), Dep::Relcl)
        && about.thing.tokens.end < end
        && about
            .thing
            .tokens
            .contains(&reading.head(reading.head(start)));
    if is_apart {
        return None;
    }
    // "a rescue dog - for love" needs no mark.
    let goes_on = mark == ": " && reading.dep(start) == Dep::Prep;
    let words = format!("{}{text}", if goes_on { "" } else { mark });
    (!says_nothing).then_some(Detail {
        role: DetailRole::Other,
        text,
        words,
    })
}

/// As much of these words as belongs to the predicate and can be read behind a sentence about its subject, and its tokens.
pub(crate) fn longest(
    context: &PassageContext<'_>,
    about: About<'_>,
    tokens: Range<usize>,
    predicate: usize,
) -> Option<(String, Range<usize>)> {
    let Range { start, end } = tokens;
    let end = (start..end)
        .find(|token| is_another(context, *token, predicate, start))
        .unwrap_or(end);
    let cuts = (start + 2..=end).rev();
    cuts.filter(|cut| *cut <= start + MAX_WORDS && is_whole(context.reading, start..*cut, end))
        .find_map(|cut| Some((reported(context, about, start..cut)?, start..cut)))
}

/// Whether the statement is about whom its clause is about.
fn is_about_its_subject(context: &PassageContext<'_>, clause: &Clause, about: About<'_>) -> bool {
    clause.subject.as_ref().is_none_or(|subject| {
        let referent = context.referents.at(subject.phrase.head);
        referent.is_none_or(|referent| referent.entity == *about.subject)
    })
}

/// Where what is left begins, behind times, marks and words that add nothing, and the mark before it in a sentence.
fn first(context: &PassageContext<'_>, tokens: Range<usize>) -> Option<(usize, &'static str)> {
    let reading = context.reading;
    let mut mark = "";
    for token in tokens {
        if reading.is_any(token, &[","]) {
            mark = ", ";
        } else if reading.is_any(token, &["-", "–", "—", ":"]) {
            mark = ": ";
        } else if context.is_time(token) {
            mark = "";
        } else if !LOOSE.contains(reading.lower(token)) {
            return Some((token, mark));
        }
    }
    None
}

/// Whether a word goes on with what was said: a preposition, an infinitive, a participle, a clause that tells which.
fn begins(reading: &Reading<'_>, start: usize, told: usize) -> bool {
    let hangs = reading.head(start) < told;
    match reading.dep(start) {
        Dep::Prep | Dep::Agent | Dep::Acl | Dep::Advcl | Dep::Xcomp => hangs,
        Dep::Aux if reading.tag(start) == "TO" => reading.head(reading.head(start)) < told,
        _ => {
            let verb = reading.head(start);
            matches!(reading.dep(verb), Dep::Relcl | Dep::Acl)
                && verb > start
                && reading.head(verb) < told
                && reading.doc.subtree_range(verb).start == start
                && !reading.is_any(start, &["which"])
                && !is_told_of_name(reading, verb)
        }
    }
}

/// "Maya who's nine": what somebody with a name is, is told of them alone.
fn is_told_of_name(reading: &Reading<'_>, verb: usize) -> bool {
    reading.pos(reading.head(verb)) == Pos::Propn
        && reading.lemma(verb) == "be"
        && reading.is_any(reading.head(verb) + 1, &["who"])
}

/// Whether a word is part of something else that is said: another clause, a condition, an aside.
fn is_another(context: &PassageContext<'_>, token: usize, predicate: usize, start: usize) -> bool {
    let reading = context.reading;
    let is_joined = |token: usize| {
        reading.dep(token) == Dep::Cc
            && (reading.head(token) == predicate || reading.head(token) < start)
    };
    reading.is_any(
        token,
        &[
            ";", "(", ")", "!", "?", "...", "…", "\n", "if", "unless", "though", "although", "but",
            "so", "which", "cuz", "lol", "haha",
        ],
    ) || reading.is_any(token, &["-", "–", "—", ":"]) && reading.doc.tokens[token].space_after
        || context.is_time(token)
        || is_joined(token)
        || matches!(
            reading.dep(token),
            Dep::Parataxis | Dep::Root | Dep::Intj | Dep::Dep | Dep::Npadvmod
        )
        || matches!(reading.dep(token), Dep::Conj | Dep::Ccomp) && reading.head(token) < start
}

/// Whether nothing of these words is left behind without what it belongs to, nor without what it needs.
fn is_whole(reading: &Reading<'_>, tokens: Range<usize>, end: usize) -> bool {
    let last = tokens.end - 1;
    let is_closed = tokens
        .clone()
        .all(|token| !(tokens.end..end).contains(&reading.head(token)));
    let is_filled = (tokens.end..end).all(|token| {
        !tokens.contains(&reading.head(token))
            || !matches!(
                reading.dep(token),
                Dep::Dobj
                    | Dep::Pobj
                    | Dep::Xcomp
                    | Dep::Ccomp
                    | Dep::Attr
                    | Dep::Acomp
                    | Dep::Prt
                    | Dep::Pcomp
                    | Dep::Dative
                    | Dep::Oprd
            )
    });
    // "the shelter they volunteer at"
    let is_stranded = reading.dep(last) == Dep::Prep
        && matches!(reading.dep(reading.head(last)), Dep::Relcl)
        && reading.child(last, Dep::Pobj).is_none();
    is_closed
        && is_filled
        && !reading.is_any(tokens.end, &["than"])
        && (is_stranded || !is_open_end(reading, last, tokens.start))
        // "celebrated by making" – what is not told.
        && !(reading.dep(last) == Dep::Pcomp && reading.tag(last) == "VBG" && tokens.end < end)
        && !matches!(reading.pos(last), Pos::Punct | Pos::Cconj | Pos::Det)
}

/// What is said beside a sentence.
const ASIDES: &[&str] = &[
    "by the way",
    "of course",
    "in fact",
    "as usual",
    "as always",
    "for example",
    "for once",
    "for now",
    "after all",
    "at all",
    "at least",
    "to be honest",
    "to be fair",
    "in general",
    "on top",
    "as well",
    "for sure",
    "in a way",
];

/// Words that say nothing behind a preposition.
static EMPTY: WordList = WordList::new("one them him her it me us both all some themself");

/// Words that add nothing.
static LOOSE: WordList = WordList::new(
    "really also just too again actually absolutely truly even already together now lately recently though",
);
