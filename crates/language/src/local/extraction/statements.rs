//! From a clause to the statements it makes.

use recollect_clauses::{Argument, AttributionKind, Clause, Form, Origin, Role, Tense};
use recollect_model::{Aspect, Modality, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::local::extraction::candidates::copular;
use crate::local::extraction::candidates::verbs;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality;
use crate::local::extraction::times;
use crate::local::extraction::wording;
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// The most statements of one clause: coordinated subjects and objects multiply.
const MAX_OF_A_CLAUSE: usize = 16;

/// Something a clause says, before it is put in time and in words.
#[derive(Debug, Clone)]
pub(crate) struct RelationCandidate {
    /// Whom it is about.
    pub(crate) subject: EntityRef,
    /// The relation.
    pub(crate) relation: RelationName,
    /// The relation in the text's own words.
    pub(crate) phrase: String,
    /// What is said.
    pub(crate) thing: ObjectCandidate,
    /// How it runs in time.
    pub(crate) aspect: Aspect,
    /// The whole predicate of the fact in dictionary form, where the relation's own words would not do.
    pub(crate) wording: Option<String>,
    /// Whether the relation already contains the clause's denial: "can't stand".
    pub(crate) denies_itself: bool,
}

impl RelationCandidate {
    /// What a clause says of a subject by one of its arguments.
    pub(crate) fn new(
        subject: &EntityRef,
        relation: impl Into<RelationName>,
        phrase: &str,
        thing: ObjectCandidate,
        aspect: Aspect,
    ) -> Self {
        Self {
            subject: subject.clone(),
            relation: relation.into(),
            phrase: phrase.to_owned(),
            thing,
            aspect,
            wording: None,
            denies_itself: false,
        }
    }
}

/// Somebody a clause is about.
#[derive(Debug, Clone)]
pub(crate) struct SubjectMention {
    /// Who.
    pub(crate) entity: EntityRef,
    /// The token that stands for them.
    pub(crate) head: usize,
}

/// The statements of all clauses of a passage, in order.
pub(crate) fn statements(
    context: &PassageContext<'_>,
) -> Vec<(ExtractedStatement, RelationCandidate)> {
    let clauses = &context.reading.clauses;
    let mut statements: Vec<(ExtractedStatement, RelationCandidate)> = Vec::new();
    for clause in clauses {
        let Some(source) = source(context, clause) else {
            continue;
        };
        if !factuality::asserts(context.reading, clauses, clause) {
            continue;
        }
        let mut candidates = candidates(context, clause);
        candidates.truncate(MAX_OF_A_CLAUSE);
        for candidate in candidates {
            let statement = finish(context, clause, &candidate, source.clone());
            let is_new = !statements.iter().any(|(other, _)| {
                other.subject == statement.subject
                    && other.relation == statement.relation
                    && other.object == statement.object
                    && other.is_negated == statement.is_negated
                    && other.modality == statement.modality
                    // "I live in Exeter. I moved there in 2020" says since when.
                    && statement.from.is_none_or(|from| other.from == Some(from))
                    && statement.until.is_none_or(|until| other.until == Some(until))
            });
            if is_new && statement.object != ExtractedObject::Entity(statement.subject.clone()) {
                statements.push((statement, candidate));
            }
        }
    }
    statements
}

/// Who says what a clause says, when it is not the speaker: `None` where nobody can be named for it.
fn source(context: &PassageContext<'_>, clause: &Clause) -> Option<Option<EntityRef>> {
    let Some(attribution) = &clause.attribution else {
        return Some(None);
    };
    if attribution.kind == AttributionKind::Known && !attribution.is_negated {
        return Some(None);
    }
    let head = match &attribution.source {
        Some(source) => source.head,
        // "Raj told me": a name that the parser takes for an adverb.
        None => context
            .reading
            .doc
            .children(attribution.verb)
            .find(|child| *child < attribution.verb && context.reading.name_at(*child).is_some())?,
    };
    let source = &context.referents.at(head)?.entity;
    Some((Some(source) != context.speaker).then(|| source.clone()))
}

fn candidates(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    match clause.form {
        Form::Copular => copular::candidates(context, clause),
        Form::Verbal => verbs::candidates(context, clause),
        Form::Appositive => copular::apposition(context, clause),
        Form::Existential | Form::Possessive | Form::Naming | Form::Title => Vec::new(),
    }
}

/// Whom a clause is about, as far as that is clear.
pub(crate) fn subject_mentions(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Vec<SubjectMention> {
    if let Some(nearer) = nearer_subject(context, clause) {
        return context
            .referents
            .at(nearer)
            .map(|referent| SubjectMention {
                entity: referent.entity.clone(),
                head: nearer,
            })
            .into_iter()
            .collect();
    }
    if let (true, Some(speaker)) = (leaves_out_i(context, clause), context.speaker) {
        return vec![SubjectMention {
            entity: speaker.clone(),
            head: clause.predicate.head,
        }];
    }
    let stated = clause
        .subject
        .iter()
        .flat_map(members)
        .enumerate()
        // "Melanie, or Mel for short": what comes after "or" is no other one.
        .filter(|(place, phrase)| *place == 0 || !is_alternative(context, phrase.head))
        .map(|(_, phrase)| phrase.head);
    misread_subject(context, clause)
        .into_iter()
        .chain(stated)
        .filter_map(|head| {
            let referent = context.referents.at(head)?;
            // Whoever is spoken to is not spoken of by name: "Maria, making memories is priceless".
            if referent.how == How::Named && context.addressee == Some(&referent.entity) {
                return None;
            }
            Some(SubjectMention {
                entity: referent.entity.clone(),
                head,
            })
        })
        .collect()
}

/// "Bought a couch", "Just finished my first marathon!": notes leave out who.
fn leaves_out_i(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let Some(first) = clause.predicate.tokens.first().copied() else {
        return false;
    };
    let mut before = reading
        .doc
        .sentence_of(verb)
        .take_while(|token| *token < first);
    let opens = before.all(|token| {
        matches!(
            reading.pos(token),
            Pos::Adv | Pos::Intj | Pos::Punct | Pos::Space
        ) || context.is_time(token)
    });
    opens
        && clause.subject.is_none()
        && reading.dep(verb) == Dep::Root
        && (matches!(reading.tag(first), "VBD" | "VBN")
            || factuality::is_of_feeling(clause) && matches!(reading.tag(first), "VB" | "VBP"))
        && !clause.is_passive
}

/// The noun right in front of a coordinated verb, which the parser takes for a part of what comes before: "Nils lives in
/// Malmö and my brother Lars lives in Umeå".
fn nearer_subject(context: &PassageContext<'_>, clause: &Clause) -> Option<usize> {
    let reading = context.reading;
    let is_shared = clause
        .subject
        .as_ref()
        .is_some_and(|subject| subject.origin == Origin::Shared);
    let first = *clause.predicate.tokens.first()?;
    let before = first.checked_sub(1).filter(|_| is_shared)?;
    let is_noun = matches!(reading.pos(before), Pos::Noun | Pos::Propn | Pos::Pron);
    let is_joined = reading
        .doc
        .ancestors(before)
        .take(2)
        .chain([before])
        .any(|token| reading.dep(token) == Dep::Conj);
    (is_noun && is_joined && !context.is_time(before)).then_some(before)
}

fn is_alternative(context: &PassageContext<'_>, head: usize) -> bool {
    let reading = context.reading;
    let first = reading.head(head);
    reading.dep(head) == Dep::Conj
        && reading
            .child(first, Dep::Cc)
            .is_some_and(|joint| reading.is_any(joint, &["or"]))
}

/// Names in front of the verb that the parser takes for a time: "Bob married Alice", "Tom and I got married".
fn misread_subject(context: &PassageContext<'_>, clause: &Clause) -> Vec<usize> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let name = reading
        .doc
        .children(verb)
        .filter(|child| {
            *child < verb
                && (matches!(reading.dep(*child), Dep::Npadvmod | Dep::Advmod)
                    || reading.is_misread_subject(*child))
        })
        .find(|head| !context.is_time(*head) && reading.name_at(*head).is_some());
    let Some((head, name)) = name.and_then(|head| Some((head, reading.name_at(head)?))) else {
        return Vec::new();
    };
    let end = name.tokens.end;
    let is_joined = reading.is_any(end, &["and"]);
    let is_next = clause.predicate.tokens.first() == Some(&end);
    if !(is_joined || is_next && clause.subject.is_none()) {
        return Vec::new();
    }
    let others = reading
        .doc
        .children(head)
        .filter(|child| reading.dep(*child) == Dep::Conj && clause.subject.is_none());
    std::iter::once(head).chain(others).collect()
}

/// The phrases that are coordinated in an argument.
pub(crate) fn members(argument: &Argument) -> &[recollect_clauses::Phrase] {
    if argument.members.is_empty() {
        std::slice::from_ref(&argument.phrase)
    } else {
        &argument.members
    }
}

/// What the members of an argument say of a subject, as far as they can be read by themselves.
pub(crate) fn things(
    context: &PassageContext<'_>,
    argument: &Argument,
    subject: &EntityRef,
) -> Vec<ObjectCandidate> {
    members(argument)
        .iter()
        .filter_map(|phrase| thing(context, phrase, subject))
        .collect()
}

fn finish(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
    source: Option<EntityRef>,
) -> ExtractedStatement {
    let reading = context.reading;
    let range = context.range(words_of(context.reading.text, clause));
    let mut statement = ExtractedStatement::plain(
        candidate.subject.clone(),
        candidate.relation.clone(),
        candidate.thing.object.clone(),
        reading.passage,
        range,
    );
    statement.phrase.clone_from(&candidate.phrase);
    statement.is_negated =
        clause.is_negated && !clause.markers.no_longer && !candidate.denies_itself;
    statement.modality = modality(context, clause, candidate);
    statement.attributed_to = source;
    statement.is_additional = clause.markers.also || is_another(context, clause, candidate);
    statement.is_correction = is_correction(context, clause);
    let dates = times::dates(context, clause, candidate, statement.modality);
    statement.from = dates.from;
    statement.until = dates.until;
    statement.precision = dates.precision;
    // "I'm going to a conference this month" is still to come.
    let is_coming = clause.is_progressive
        && clause.tense == Tense::Present
        && matches!(
            candidate.relation.known(),
            Some(Relation::Attended | Relation::Visited)
        );
    if (dates.is_ahead || is_coming) && statement.modality == Modality::Actual {
        statement.modality = Modality::Planned;
    }
    statement.fact = wording::sentence(context, clause, candidate, &statement);
    statement
}

/// The bytes from the first to the last of the words that say it; what the parser hangs on besides is left out.
fn words_of(text: &str, clause: &Clause) -> std::ops::Range<usize> {
    let mut words = clause.predicate.range.clone();
    let own = |argument: &&Argument| argument.origin == Origin::Stated;
    for argument in clause.subject.iter().chain(&clause.arguments).filter(own) {
        words.start = words.start.min(argument.phrase.range.start);
        words.end = words.end.max(argument.phrase.range.end);
    }
    let said = text.get(words.clone()).unwrap_or_default();
    let marks = said.find(char::is_alphanumeric).unwrap_or(0);
    words.start + marks..words.end
}

/// Whether a clause says that something is so no more.
pub(crate) fn is_over(clause: &Clause) -> bool {
    let markers = &clause.markers;
    markers.used_to || markers.no_longer || markers.ends
}

/// Whether that is said of a candidate: what happened does not end.
pub(crate) fn ends(clause: &Clause, candidate: &RelationCandidate) -> bool {
    candidate.aspect == Aspect::Ends || candidate.aspect == Aspect::Holds && is_over(clause)
}

/// How a clause is meant. What somebody can do is so: "I can play the piano".
fn modality(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> Modality {
    let is_able = clause.modality == Modality::Possible
        && clause.attribution.is_none()
        && clause.predicate.tokens.iter().any(|token| {
            context
                .reading
                .is_any(*token, &["can", "ca", "can't", "cannot"])
        });
    if candidate.denies_itself {
        return Modality::Actual;
    }
    if is_able
        && (clause.is_negated
            || matches!(
                candidate.relation.known(),
                Some(Relation::Speaks | Relation::Plays)
            ))
    {
        return Modality::Actual;
    }
    clause.modality
}

/// "a second job", "another cat".
fn is_another(
    context: &PassageContext<'_>,
    clause: &Clause,
    candidate: &RelationCandidate,
) -> bool {
    let reading = context.reading;
    let objects = clause
        .with_role(Role::Object)
        .map(|argument| argument.phrase.tokens.clone());
    objects
        .chain([candidate.thing.tokens.clone()])
        .any(|mut tokens| {
            tokens.any(|token| reading.is_any(token, &["second", "another", "additional"]))
        })
}

/// "I was wrong, …", "I made a mistake. …": in front of a clause or in the sentence before.
fn admits_error(context: &PassageContext<'_>, clause: &Clause) -> bool {
    const MAX_WORDS: usize = 8;
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    let before = sentence
        .start
        .checked_sub(1)
        .map(|last| reading.doc.sentence_of(last))
        .filter(|before| before.len() <= MAX_WORDS);
    let said = before.into_iter().flatten();
    said.chain(sentence.start..clause.predicate.head)
        .any(|token| {
            let is_mine = |back: usize| {
                token
                    .checked_sub(back)
                    .is_some_and(|who| reading.is_any(who, &["i"]))
            };
            reading.is_any(token, &["wrong", "mistaken"]) && is_mine(2)
                || reading.is_any(token, &["mistake"]) && is_mine(3)
                || reading.is_any(token, &["misspoke"]) && is_mine(1)
        })
}

/// "Actually, it is …", "Sorry, I meant …", "no, not Basel, Bern".
fn is_correction(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let sentence = reading.doc.sentence_of(clause.predicate.head);
    let opens = sentence
        .clone()
        .find(|token| reading.word(*token).starts_with(char::is_alphabetic))
        .is_some_and(|first| {
            reading.is_any(first, &["actually", "correction"])
                || reading.is_any(first, &["no", "sorry", "oops", "wait"])
                    && sentence
                        .clone()
                        .any(|token| reading.is_any(token, &["actually", "meant", "mean"]))
        });
    let announced = reading.is_correction || opens || admits_error(context, clause);
    // "Tom doesn't live in Rome, he lives in Milan": the right one is the second.
    let is_wrong = clause.is_negated
        && reading.clauses.iter().any(|other| {
            !other.is_negated
                && other.predicate.lemma == clause.predicate.lemma
                && sentence.contains(&other.predicate.head)
        });
    announced && !is_wrong
        || sentence
            .clone()
            .any(|token| reading.is_any(token, &["meant"]) && token < clause.predicate.head)
}
