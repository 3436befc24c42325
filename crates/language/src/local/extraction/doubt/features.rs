//! What is looked at to tell how likely a statement is wrong: how it was read rather than what it says.

use recollect_clauses::{Clause, Origin, Role};
use recollect_model::Timestamp;
use recollect_spacy::Pos;

use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// Takes the name of each feature that a statement has, and how much of it.
pub(super) type Found<'f> = &'f mut dyn FnMut(&str, f32);

/// Tells all features of a statement.
pub(super) fn features(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
    found: Found<'_>,
) {
    of_statement(context, candidate, statement, found);
    of_subject(context, clause, statement, found);
    of_object(context, candidate, found);
    of_clause(context, clause, found);
    of_sentence(context, clause, found);
    of_certainty(context, clause, candidate, found);
}

fn of_statement(
    context: &PassageContext<'_>,
    candidate: &RelationCandidate,
    statement: &ExtractedStatement,
    found: Found<'_>,
) {
    let relation = match statement.relation.known() {
        Some(known) => format!("{known:?}"),
        None => "open".to_owned(),
    };
    found(&format!("relation {relation}"), 1.0);
    found(&format!("modality {:?}", statement.modality), 1.0);
    found(&format!("aspect {:?}", candidate.aspect), 1.0);
    let is = |is: bool, name: &str, found: Found<'_>| {
        if is {
            found(name, 1.0);
        }
    };
    is(candidate.is_verbatim, "verbatim", found);
    is(candidate.wording.is_some(), "worded", found);
    is(statement.is_negated, "negated", found);
    is(statement.attributed_to.is_some(), "attributed", found);
    is(statement.is_additional, "additional", found);
    is(statement.is_correction, "correction", found);
    let when = |time: Option<Timestamp>| match time {
        None => "open",
        Some(time) if time > context.reference.instant() => "ahead",
        Some(_) => "past",
    };
    found(&format!("from {}", when(statement.from)), 1.0);
    found(&format!("until {}", when(statement.until)), 1.0);
    if let Some(precision) = statement.precision {
        found(&format!("precision {precision:?}"), 1.0);
    }
    for detail in &statement.details.0 {
        found(&format!("detail {:?}", detail.role), 1.0);
    }
    let words: Vec<&str> = statement.fact.split_whitespace().collect();
    found("words of fact", (words.len() as f32 / 8.0).min(3.0));
    is(
        words.windows(2).any(|pair| pair[0] == pair[1]),
        "doubled word",
        found,
    );
}

fn of_subject(
    context: &PassageContext<'_>,
    clause: &Clause,
    statement: &ExtractedStatement,
    found: Found<'_>,
) {
    let reading = context.reading;
    let kind = match &statement.subject {
        EntityRef::Owner => "owner",
        EntityRef::Named(name) if name.starts_with("the ") => "the",
        EntityRef::Named(_) => "named",
        EntityRef::Role { .. } => "role",
    };
    found(&format!("subject {kind}"), 1.0);
    let is_speaker = context.speaker == Some(&statement.subject);
    let is_addressee = context.addressee == Some(&statement.subject);
    found(
        match (is_speaker, is_addressee) {
            (true, _) => "subject speaks",
            (_, true) => "subject is spoken to",
            _ => "subject is another",
        },
        1.0,
    );
    let Some(subject) = &clause.subject else {
        found("subject unsaid", 1.0);
        return;
    };
    let head = subject.phrase.head;
    let origin = match subject.origin {
        Origin::Stated => "stated",
        Origin::Shared => "shared",
        Origin::Antecedent => "antecedent",
        Origin::Controlled => "controlled",
    };
    found(&format!("subject {origin}"), 1.0);
    if reading.pos(head) == Pos::Pron {
        found(&format!("subject word {}", reading.lower(head)), 1.0);
    }
    found(&format!("subject tag {}", reading.tag(head)), 1.0);
    if let Some(referent) = context.referents.at(head) {
        found(
            &format!("subject how {:?} {:?}", referent.how, referent.kind),
            1.0,
        );
    }
    if reading.is_put_in(head) {
        found("subject put in", 1.0);
    }
    if subject.members.len() > 1 {
        found("subject several", 1.0);
    }
    found(
        &format!(
            "subject away {}",
            bucket(head.abs_diff(clause.predicate.head))
        ),
        1.0,
    );
}

fn of_object(context: &PassageContext<'_>, candidate: &RelationCandidate, found: Found<'_>) {
    let reading = context.reading;
    let thing = &candidate.thing;
    let kind = match &thing.object {
        ExtractedObject::Entity(EntityRef::Owner) => "owner",
        ExtractedObject::Entity(EntityRef::Named(_)) => "named",
        ExtractedObject::Entity(EntityRef::Role { .. }) => "role",
        ExtractedObject::Value(value) if value.is_empty() => "nothing",
        ExtractedObject::Value(_) => "value",
    };
    found(&format!("object {kind}"), 1.0);
    found(&format!("object kind {:?}", thing.kind), 1.0);
    found(&format!("object tag {}", reading.tag(thing.head)), 1.0);
    found(&format!("object dep {:?}", reading.dep(thing.head)), 1.0);
    let words: Vec<&str> = thing.words.split_whitespace().collect();
    found(&format!("object words {}", bucket(words.len())), 1.0);
    if let Some(first) = words.first() {
        let first = first.to_lowercase();
        if SMALL.contains(&first.as_str()) {
            found(&format!("object first {first}"), 1.0);
        }
    }
    if let Some(last) = words.last() {
        let last = last.to_lowercase();
        if SMALL.contains(&last.as_str()) {
            found(&format!("object last {last}"), 1.0);
        }
    }
    for mark in [",", ":", "(", "\"", ".", "-", "/"] {
        if thing.words.contains(mark) {
            found(&format!("object mark {mark}"), 1.0);
        }
    }
    if let Some(referent) = context.referents.at(thing.head) {
        found(&format!("object how {:?}", referent.how), 1.0);
    }
}

fn of_clause(context: &PassageContext<'_>, clause: &Clause, found: Found<'_>) {
    let reading = context.reading;
    let verb = clause.predicate.head;
    found(&format!("form {:?}", clause.form), 1.0);
    found(&format!("kind {:?}", clause.kind), 1.0);
    found(&format!("tense {:?}", clause.tense), 1.0);
    found(&format!("verb {}", clause.predicate.lemma), 1.0);
    found(&format!("verb tag {}", reading.tag(verb)), 1.0);
    found(&format!("verb dep {:?}", reading.dep(verb)), 1.0);
    let flags = [
        (clause.is_perfect, "perfect"),
        (clause.is_progressive, "progressive"),
        (clause.is_passive, "passive"),
        (clause.is_implied, "implied"),
        (clause.is_presupposed, "presupposed"),
        (clause.attribution.is_some(), "reported"),
        (clause.markers.habitually, "habitually"),
        (clause.markers.just, "just"),
        (clause.markers.used_to, "used to"),
        (clause.markers.no_longer, "no longer"),
        (clause.markers.begins, "begins"),
        (clause.markers.ends, "ends"),
        (clause.predicate.tokens.is_empty(), "without verb"),
    ];
    for (_, name) in flags.iter().filter(|(is, _)| *is) {
        found(name, 1.0);
    }
    for argument in &clause.arguments {
        found(&format!("argument {:?}", argument.role), 1.0);
        if let (Role::Prepositional, Some(preposition)) = (argument.role, &argument.preposition) {
            found(&format!("preposition {}", preposition.lemma), 1.0);
        }
    }
    let depth = reading.doc.ancestors(verb).count();
    found(&format!("depth {}", bucket(depth)), 1.0);
}

fn of_sentence(context: &PassageContext<'_>, clause: &Clause, found: Found<'_>) {
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    found(&format!("sentence {}", bucket(sentence.len() / 3)), 1.0);
    let verbs = sentence
        .clone()
        .filter(|token| reading.pos(*token) == Pos::Verb)
        .count();
    found(&format!("verbs {}", bucket(verbs)), 1.0);
    for token in sentence.clone() {
        let word = reading.lower(token);
        if SAYING.contains(&word) {
            found(&format!("word {word}"), 1.0);
        }
    }
    if sentence
        .clone()
        .all(|token| !reading.word(token).starts_with(char::is_uppercase))
    {
        found("lower case", 1.0);
    }
    if sentence.clone().any(|token| reading.is_put_in(token)) {
        found("put in", 1.0);
    }
    if context
        .speaker
        .is_some_and(|speaker| *speaker != EntityRef::Owner)
    {
        found("spoken", 1.0);
    }
}

/// How sure the parser was of the words that matter.
fn of_certainty(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    found: Found<'_>,
) {
    let doc = &context.reading.doc;
    let certainty = |token: usize| doc.tokens.get(token).map_or(0.0, |token| token.certainty);
    let subject = clause.subject.as_ref().map(|subject| subject.phrase.head);
    let sentence = doc.sentence_of(clause.predicate.head);
    let least = |mut tokens: Box<dyn Iterator<Item = usize> + '_>| {
        let first = tokens.next().map_or(20.0, certainty);
        tokens.map(certainty).fold(first, f32::min)
    };
    let of = [
        ("certainty of verb", certainty(clause.predicate.head)),
        ("certainty of subject", subject.map_or(5.0, certainty)),
        ("certainty of object", certainty(candidate.thing.head)),
        (
            "certainty of object's words",
            least(Box::new(candidate.thing.tokens.clone())),
        ),
        ("certainty of sentence", least(Box::new(sentence.clone()))),
    ];
    for (name, certainty) in of {
        found(name, (certainty + 1.0).ln().clamp(-1.0, 3.0));
    }
    let mean = sentence.clone().map(certainty).sum::<f32>() / sentence.len().max(1) as f32;
    found("certainty on average", (mean + 1.0).ln().clamp(-1.0, 3.0));
}

/// Small numbers as they are, large ones together.
fn bucket(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3 => "3",
        4 => "4",
        5 | 6 => "5",
        7..=9 => "7",
        _ => "10",
    }
}

/// Words that objects seldom begin or end with, and how they do when they were cut wrongly.
const SMALL: &[&str] = &[
    "a",
    "an",
    "the",
    "to",
    "of",
    "in",
    "on",
    "at",
    "for",
    "with",
    "and",
    "or",
    "it",
    "that",
    "this",
    "him",
    "her",
    "them",
    "one",
    "no",
    "some",
    "any",
    "all",
    "more",
    "too",
    "so",
    "not",
    "what",
    "how",
    "if",
    "my",
    "their",
    "his",
    "up",
    "out",
    "from",
    "by",
    "as",
    "than",
    "like",
    "there",
    "here",
    "two",
    "three",
    "lot",
    "thing",
    "things",
    "something",
    "time",
    "back",
];

/// Words by which a sentence says that it is not plainly so, or that speak of others.
const SAYING: &[&str] = &[
    "if", "would", "could", "should", "might", "may", "maybe", "when", "unless", "because",
    "although", "but", "that", "who", "which", "where", "like", "as", "than", "not", "n't",
    "never", "no", "only", "just", "still", "even", "said", "says", "told", "asked", "think",
    "thinks", "hope", "wish", "want", "wants", "going", "will", "wo", "'ll", "than", "until",
    "before", "after", "since", "so", "or", "and", "instead", "almost", "nearly", "supposed", "?",
    "!", ":", ";", "(", "-", "–", "—", "...", "…", "\"", "“", "/", "you", "your", "he", "she",
    "they", "it", "his", "her", "their",
];
