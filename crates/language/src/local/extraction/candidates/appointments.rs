//! Appointments as people note them, without a verb: "Dentist on Tuesday at 10.", "Flight to Lisbon on 3 May."

use recollect_clauses::{Clause, Form, Predicate, Tense};
use recollect_model::{Aspect, EntityKind, Relation};
use recollect_spacy::{Dep, Pos};
use recollect_temporal::Meaning;

use crate::lexicon::{is_evaluation, is_occupation, kind_of_noun};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, value};

/// The most words of such a note.
const MAX_WORDS: usize = 14;

/// The appointments that a passage notes, each with the clause it stands for: "I have …".
pub(crate) fn noted(context: &PassageContext<'_>) -> Vec<(Clause, RelationCandidate)> {
    let Some(speaker) = context.speaker else {
        return Vec::new();
    };
    let reading = context.reading;
    let roots = (0..reading.doc.tokens.len()).filter(|token| reading.dep(*token) == Dep::Root);
    roots
        .filter_map(|root| {
            let thing = appointment(context, root).filter(|_| is_note(context, root))?;
            let candidate =
                RelationCandidate::new(speaker, Relation::Has, "have", thing, Aspect::Happens);
            Some((clause(context, root), candidate))
        })
        .collect()
}

/// Whether a sentence is a noun with a day, and nothing else is said in it.
fn is_note(context: &PassageContext<'_>, root: usize) -> bool {
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(root);
    let says_more = sentence.clone().any(|token| {
        matches!(
            reading.pos(token),
            Pos::Verb | Pos::Aux | Pos::Intj | Pos::Pron
        ) && reading.tag(token) != "PRP$"
            || reading.is_subject(token)
            || reading.word(token).contains('?')
            || reading.pos(token) == Pos::Adj && is_evaluation(reading.lower(token))
            || reading.is_any(token, &["no", "not", "happy", "merry", "last"])
    });
    let is_dated = context.times.iter().any(|time| {
        time.expression.meaning == Meaning::At
            && sentence.contains(&time.tokens.start)
            && root < time.tokens.start
            // "First lesson in eleven years"
            && !reading.is_any(time.tokens.end - 1, &["year", "years"])
    });
    matches!(reading.pos(root), Pos::Noun | Pos::Propn)
        && !says_more
        && is_dated
        && !context.is_time(root)
        && !reading.quoted[root]
        && sentence.len() <= MAX_WORDS
}

/// "an appointment with the dentist", "a flight to Lisbon".
fn appointment(context: &PassageContext<'_>, root: usize) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let noun = reading.lemma(root);
    let speaker = context.speaker?;
    if is_occupation(&noun) && reading.name_at(root).is_none() {
        let words = format!("appointment with the {}", reading.lower(root));
        return Some(ObjectCandidate {
            words: format!("an {words}"),
            ..ObjectCandidate::value(&words, root)
        });
    }
    let is_meeting = kind_of_noun(&noun) == Some(EntityKind::Event) || is_with(context, root);
    let tokens = reading.doc.subtree_range(root);
    let mut found = value(context, tokens.clone(), root, speaker).filter(|_| is_meeting)?;
    let is_own = |token: usize| {
        reading.head(token) == root
            && matches!(reading.dep(token), Dep::Det | Dep::Poss | Dep::Nummod)
    };
    if reading.tag(root) == "NN" && !found.tokens.clone().any(is_own) {
        let first = found
            .words
            .chars()
            .next()
            .map(|first| first.to_ascii_lowercase());
        let article = match first {
            Some('a' | 'e' | 'i' | 'o') => "an",
            _ => "a",
        };
        // A sentence begins with a capital that the word does not have.
        let start = found.tokens.start;
        if reading.is_start(start) && reading.pos(start) != Pos::Propn {
            found.words = found
                .words
                .replacen(reading.word(start), reading.lower(start), 1);
            found.object = ObjectCandidate::value(&found.words, root).object;
        }
        // "I have counselling."
        let is_mass = reading.is_any(root, &["counselling", "counseling", "physiotherapy"]);
        if !is_mass {
            found.words = format!("{article} {}", found.words);
        }
    }
    Some(found)
}

/// "Dinner with Ana".
fn is_with(context: &PassageContext<'_>, root: usize) -> bool {
    let reading = context.reading;
    reading
        .doc
        .children(root)
        .any(|child| reading.dep(child) == Dep::Prep && reading.is_any(child, &["with"]))
}

fn clause(context: &PassageContext<'_>, root: usize) -> Clause {
    let doc = &context.reading.doc;
    let predicate = Predicate {
        head: root,
        tokens: Vec::new(),
        lemma: "have".to_owned(),
        range: doc.range_of(doc.sentence_of(root)),
    };
    Clause {
        tense: Tense::Present,
        ..Clause::new(Form::Verbal, predicate)
    }
}
