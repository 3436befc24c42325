//! What no rule reads at all: a main clause from behind its verb on, in reported speech: "worked hard to strengthen their body".

use std::ops::Range;

use recollect_clauses::{Clause, Form, Kind, Role};
use recollect_model::{Modality, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::candidates::aside::is_set_aside;
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::fallback::{TALK, is_told, running};
use crate::local::extraction::candidates::phrases::own_phrase;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{About, ObjectCandidate};
use crate::local::extraction::clauses::remainders::longest;
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::factuality::aspect::aspect_in;
use crate::local::extraction::parse::reading::Reading;

/// What a clause says of each of its subjects, in reported speech.
pub(crate) fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_meant = matches!(
        clause.modality,
        Modality::Actual | Modality::Planned | Modality::Wished
    ) && !reading.has_modal(clause);
    let is_read = clause.form == Form::Verbal
        && clause.kind == Kind::Statement
        && is_meant
        && is_main(reading, verb)
        && matches!(reading.tag(verb), "VBD" | "VBP" | "VBZ" | "VBG" | "VBN")
        && !is_set_aside(context, clause)
        && (!TALK.contains(&clause.predicate.lemma) || goes_back(reading, clause))
        && clause.predicate.lemma != "turn out"
        && !is_of_another(context, clause);
    if !is_read {
        return Vec::new();
    }
    let subjects = subject_mentions(context, clause);
    let own = subjects
        .iter()
        .filter(|subject| !reading.is_any(subject.head, &["you", "u", "it", "that", "this"]));
    own.filter_map(|subject| said(context, clause, subject))
        .collect()
}

fn said(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject: &SubjectMention,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let nothing = ObjectCandidate::value("", clause.predicate.head);
    let about = About {
        subject: &subject.entity,
        thing: &nothing,
    };
    let tokens = clause.predicate.tokens.iter().copied().max()? + 1
        ..reading.doc.subtree_range(clause.predicate.head).end;
    let (words, tokens) = longest(context, about, tokens, clause.predicate.head)?;
    let is_other = matches!(reading.tag(tokens.start), "WRB" | "WP" | "WDT")
        || reading.is_any(tokens.start, &["like", "as", "that"]);
    if is_other || !tells(reading, tokens.clone()) || !words.starts_with(char::is_alphanumeric) {
        return None;
    }
    let thing = ObjectCandidate {
        tokens,
        ..ObjectCandidate::value(&words, clause.predicate.head)
    };
    let phrase = own_phrase(context, clause);
    let relation = RelationName::of(&name(&phrase));
    let aspect = aspect_in(clause, running(clause));
    Some(RelationCandidate {
        is_verbatim: true,
        ..RelationCandidate::new(&subject.entity, relation, &phrase, thing, aspect)
    })
}

/// "went back to the fiddle", but not "went back to work"
fn goes_back(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let mut behind = verb + 1..reading.doc.subtree_range(verb).end;
    let is_of_one = |token: usize| {
        reading.dep(token) == Dep::Pobj
            && (reading.child(token, Dep::Det).is_some()
                || reading.child(token, Dep::Poss).is_some())
    };
    matches!(clause.predicate.lemma.as_str(), "go" | "come")
        && reading.is_any(verb + 1, &["back"])
        && behind.any(is_of_one)
}

/// "had a chance to go", "decided to study", "saw her leave": what is to be done says it, in a clause of its own.
fn is_of_another(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const HALVES: &[&str] = &[
        "use", "have", "do", "need", "want", "start", "try", "allow", "make",
    ];
    let lemma = clause.predicate.lemma.as_str();
    let has_complement = clause.with_role(Role::Complement).next().is_some();
    // "worked hard to strengthen my body" tells what for.
    let purpose = clause.with_role(Role::AdverbialClause).find(|argument| {
        context.reading.is_infinitive(argument.phrase.head)
            && argument.phrase.head > clause.predicate.head
    });
    let whole = context.reading.doc.subtree_range(clause.predicate.head);
    let end = purpose.map_or(whole.end, |purpose| purpose.phrase.tokens.start);
    has_complement && HALVES.contains(&lemma) || is_told(context, clause, whole.start..end)
}

/// Whether words say something by themselves: they have a noun or a number, and nothing of a dream or of "each other".
fn tells(reading: &Reading<'_>, tokens: Range<usize>) -> bool {
    const THIN: &[&str] = &["lot", "bit", "way", "time", "thing", "things"];
    let tells = |token: usize| {
        let names = matches!(reading.pos(token), Pos::Noun | Pos::Propn | Pos::Num);
        (names || reading.dep(token) == Dep::Pcomp) && !reading.is_any(token, THIN)
    };
    let hides =
        |token: usize| reading.is_mutual(token) || reading.is_any(token, &["dream", "nightmare"]);
    tokens.clone().any(tells) && !tokens.clone().any(hides)
}

/// Whether a verb is a sentence's own, or coordinated with it.
fn is_main(reading: &Reading<'_>, verb: usize) -> bool {
    let mut up = std::iter::successors(Some(verb), |verb| {
        matches!(reading.dep(*verb), Dep::Conj | Dep::Parataxis).then(|| reading.head(*verb))
    });
    up.any(|verb| reading.dep(verb) == Dep::Root)
}
