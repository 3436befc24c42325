//! Whom a clause is about, and what is coordinated in its arguments.

use recollect_clauses::{Argument, Clause, Kind, Origin, Phrase};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::local::extraction::clauses::agreement::{
    disagrees, goes_on_about_another, is_of_another,
};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::fragments::is_fragment;
use crate::local::extraction::clauses::objects::{ObjectCandidate, thing};
use crate::local::extraction::clauses::reminders::is_reminded;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::parse::reading::Reading;

/// Somebody a clause is about.
#[derive(Debug, Clone)]
pub(crate) struct SubjectMention {
    /// Who.
    pub(crate) entity: EntityRef,
    /// The token that stands for them.
    pub(crate) head: usize,
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
    if disagrees(context, clause) {
        return Vec::new();
    }
    if let Some(unsaid) = unsaid_subject(context, clause) {
        return vec![SubjectMention {
            entity: unsaid.clone(),
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
        .flat_map(|(_, phrase)| each_named(context.reading, phrase.head));
    misread_subject(context, clause)
        .into_iter()
        .chain(stated)
        .filter_map(|head| {
            // "The landlord, Mr Brandt, fixed it."
            let apposed = || context.reading.child(head, Dep::Appos);
            let referent = context
                .referents
                .at(head)
                .or_else(|| context.referents.at(apposed()?))?;
            // Whoever is spoken to is not spoken of by name: "Maria, making memories is priceless".
            if referent.how == How::Named && context.addressee == Some(&referent.entity) {
                return None;
            }
            Some((head, &referent.entity))
        })
        .flat_map(|(head, entity)| {
            // "They" of two: each of them.
            let several = context.referents.each.get(&head).map(Vec::as_slice);
            let each = several.unwrap_or(std::slice::from_ref(entity));
            each.iter().map(move |entity| SubjectMention {
                entity: entity.clone(),
                head,
            })
        })
        .collect()
}

/// "Our twins, Emil and Saga, start school": each of several that are named; else the noun itself.
pub(crate) fn each_named(reading: &Reading<'_>, head: usize) -> Vec<usize> {
    let first = reading
        .child(head, Dep::Appos)
        .filter(|name| reading.tag(head) == "NNS" && reading.name_at(*name).is_some());
    let Some(first) = first else {
        return vec![head];
    };
    let mut names = vec![first];
    while let Some(next) = names
        .last()
        .and_then(|last| reading.child(*last, Dep::Conj))
    {
        if names.contains(&next) || reading.name_at(next).is_none() {
            break;
        }
        names.push(next);
    }
    if names.len() > 1 { names } else { vec![head] }
}

/// Whom a clause is about that leaves that out: whoever speaks, or whoever is spoken to.
fn unsaid_subject<'c>(context: &PassageContext<'c>, clause: &Clause) -> Option<&'c EntityRef> {
    let reading = context.reading;
    let governor = reading.governor(clause);
    let is_of = |other: &Clause| other.subject.is_none() && leaves_out_i(context, other);
    // "Sold my bike and bought a boat."
    let first = || {
        let verb = clause.predicate.head;
        let before = reading.head(verb);
        let is_alike = reading.tag(verb) == reading.tag(before);
        let mut clauses = reading.clauses.iter();
        clauses
            .find(|other| other.predicate.head == before)
            .filter(|_| reading.dep(verb) == Dep::Conj && is_alike)
    };
    if clause.subject.is_none() && reading.is_done_to_me(clause.predicate.head) {
        return None;
    }
    let leaves_out = leaves_out_i(context, clause)
        || clause.subject.is_none() && (governor.is_some_and(is_of) || first().is_some_and(is_of));
    // "Don't forget to buy milk" is said to whoever is there, and else to oneself.
    let is_reminder = || clause.subject.is_none() && is_reminded(reading, &reading.clauses, clause);
    let of = |is_so: bool, who: Option<&'c EntityRef>| who.filter(|_| is_so);
    of(leaves_out || is_own_doing(reading, clause), context.speaker)
        .or_else(|| of(is_reminder(), context.addressee.or(context.speaker)))
        .or_else(|| of(is_congratulated(reading, clause), context.addressee))
}

/// "Losing my job was tough", "moving to Rome made me happy": what whoever speaks did, as the subject of how it was or what it did
/// to them.
pub(crate) fn is_own_doing(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let of = reading.head(verb);
    let is_subject = clause.subject.is_none()
        && reading.dep(verb) == Dep::Csubj
        && reading.tag(verb) == "VBG"
        && reading.tag(of) == "VBD";
    let is_of_mine = || {
        let object = reading.child(verb, Dep::Dobj);
        let whose = object.and_then(|object| reading.child(object, Dep::Poss));
        whose.is_some_and(|whose| reading.is_any(whose, &["my"]))
    };
    let moves_me = || {
        let complement = reading
            .child(of, Dep::Ccomp)
            .or_else(|| reading.child(of, Dep::Xcomp));
        let mut below = [Some(of), complement]
            .into_iter()
            .flatten()
            .flat_map(|above| reading.doc.children(above));
        below.any(|child| child > of && reading.is_any(child, &["me", "us"]))
    };
    is_subject && (is_of_mine() || moves_me())
}

/// "Congrats on becoming a coach!": what whoever is spoken to has done.
pub(crate) fn is_congratulated(reading: &Reading<'_>, clause: &Clause) -> bool {
    let verb = clause.predicate.head;
    let preposition = reading.head(verb);
    clause.subject.is_none()
        && reading.tag(verb) == "VBG"
        && reading.is_any(preposition, &["on", "for"])
        && reading.is_any(
            reading.head(preposition),
            &["congrats", "congratulations", "kudos", "props"],
        )
}

/// "Bought a couch", "Just finished my first marathon!": notes leave out who.
fn leaves_out_i(context: &PassageContext<'_>, clause: &Clause) -> bool {
    let reading = context.reading;
    let has_spoken = |head: usize| (0..head).any(|token| reading.is_any(token, &["i", "we"]));
    if reading.is_of_another && !has_spoken(clause.predicate.head) {
        return false;
    }
    let governor = reading
        .governor(clause)
        .filter(|_| clause.subject.is_none());
    if let Some(governor) = governor {
        // "Gonna visit Rome."
        let verb = governor.predicate.head;
        let is_spoken = reading.doc.tokens[verb].spelling.is_some()
            && reading.is_any(verb, &["going", "got", "trying", "want"]);
        return is_spoken
            && governor.subject.is_none()
            && reading.dep(verb) == Dep::Root
            && opens(context, verb);
    }
    let verb = clause.predicate.head;
    if is_of_another(context, clause) || goes_on_about_another(context, verb) {
        return false;
    }
    let is_denial = |token: &usize| reading.dep(*token) == Dep::Neg;
    let mut words = clause.predicate.tokens.iter().copied();
    let Some(first) = words.find(|token| !is_denial(token)) else {
        return is_fragment(reading, clause);
    };
    opens(context, first)
        && clause.subject.is_none()
        && reading.dep(verb) == Dep::Root
        && (matches!(reading.tag(first), "VBD" | "VBN")
            // "Got a new job!" is tagged as if it told somebody to.
            || reading.tag(first) == "VB"
                && (reading.is_any(first, &["got", "went", "had", "took", "met", "saw"])
                    || reading.lower(first).ends_with("ed"))
            || reading.tag(first) == "VBG"
            // "Haven't eaten meat", "might get a tattoo".
            || matches!(reading.tag(first), "MD" | "VBP")
                && reading.dep(first) == Dep::Aux
                && clause.kind == Kind::Statement
            || reading.is_any(first, &["gonna", "gon"])
            || reading.is_any(first, &["need", "want", "miss"]) && reading.tag(first) == "VBP"
            || is_of_feeling(clause) && matches!(reading.tag(first), "VB" | "VBP"))
        // "Got promoted to team lead", but in a talk, of whom that is said.
        && (!clause.is_passive
            || reading.is_any(first, &["got"]) && context.speaker == Some(&EntityRef::Owner))
}

/// Whether nothing but adverbs, interjections and times stands in a sentence before a token.
fn opens(context: &PassageContext<'_>, first: usize) -> bool {
    let reading = context.reading;
    let mut before = reading
        .doc
        .sentence_of(first)
        .take_while(|token| *token < first);
    before.all(|token| {
        matches!(
            reading.pos(token),
            Pos::Adv | Pos::Intj | Pos::Part | Pos::Punct | Pos::Space | Pos::Cconj
        ) || context.is_time(token)
    })
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
    reading.dep(head) == Dep::Conj && reading.is_joined_by_or(reading.head(head))
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
pub(crate) fn members(argument: &Argument) -> &[Phrase] {
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

/// Whether a verb says what goes on in whoever speaks, so that a note may begin with it: "Need a haircut."
pub(crate) fn is_of_feeling(clause: &Clause) -> bool {
    matches!(
        clause.predicate.lemma.as_str(),
        "love" | "need" | "want" | "miss" | "hate" | "prefer"
    )
}
