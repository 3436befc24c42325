//! What a clause says of its object besides: what it becomes, what it goes on doing.

use recollect_clauses::{Argument, Clause, Role};
use recollect_model::EntityKind;
use recollect_spacy::Dep;

use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{self, ObjectCandidate};
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::clauses::words::{enumerated, spelled_for};

/// The most words of what somebody sets out to do.
pub(super) const MAX_PURSUIT: usize = 10;

/// "motivated" of "keeps me motivated": what the object is or becomes, behind a blank; nothing where the clause does not say it,
/// and `None` where it cannot be told.
pub(super) fn becomes(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    argument: &Argument,
) -> Option<String> {
    if is_cut_off(context, clause, mention) {
        return None;
    }
    let attribute = clause
        .with_role(Role::Attribute)
        .find(|_| argument.role == Role::Object);
    let Some(Argument { phrase, .. }) = attribute else {
        return reminded_of(context, clause, mention)
            .or_else(|| moved(context, clause, mention, argument))
            .or_else(|| turned(context, clause, argument))
            .or_else(|| seen_doing(context, clause, mention, argument))
            .or_else(|| goes_on(context, clause, mention));
    };
    let told = objects::value(context, phrase.tokens.clone(), phrase.head, &mention.entity)?;
    (phrase.head > argument.phrase.head).then(|| format!(" {}", told.words))
}

/// "I've been begging her to sell it": what somebody is asked to do cannot be told, and says nothing without.
fn is_cut_off(context: &PassageContext<'_>, clause: &Clause, mention: &SubjectMention) -> bool {
    const URGING: &[&str] = &[
        "beg",
        "persuade",
        "convince",
        "urge",
        "encourage",
        "force",
        "allow",
        "remind",
    ];
    URGING.contains(&clause.predicate.lemma.as_str())
        && clause.with_role(Role::Complement).any(|argument| {
            let phrase = &argument.phrase;
            context.reading.is_infinitive(phrase.head)
                && doing(
                    context,
                    phrase.tokens.clone(),
                    phrase.head,
                    &mention.entity,
                    MAX_PURSUIT,
                )
                .is_none()
        })
}

/// "of my grandfather", of "the guitar reminds me of my grandfather".
fn reminded_of(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<String> {
    if clause.predicate.lemma != "remind" {
        return None;
    }
    let of = clause.with_role(Role::Prepositional).find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "of")
    })?;
    let told = of.members.iter().filter_map(|phrase| {
        objects::value(context, phrase.tokens.clone(), phrase.head, &mention.entity)
    });
    let told = enumerated(told.map(|one| one.words).collect());
    (!told.is_empty()).then(|| format!(" of {told}"))
}

/// "closer to people", of "my passion brings me closer to people".
fn moved(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    object: &Argument,
) -> Option<String> {
    let how = clause.with_role(Role::Adverbial).find(|argument| {
        matches!(context.reading.tag(argument.phrase.head), "RBR" | "JJR")
            && argument.phrase.tokens.len() > 1
            && argument.phrase.head > object.phrase.head
    })?;
    let words = spelled_for(context, how.phrase.tokens.clone(), &mention.entity)?;
    Some(format!(" {words}"))
}

/// "back", of "they asked me back": where whom it is done to is turned.
fn turned(context: &PassageContext<'_>, clause: &Clause, object: &Argument) -> Option<String> {
    let reading = context.reading;
    let adverb = clause.with_role(Role::Adverbial).find(|argument| {
        argument.phrase.head == object.phrase.tokens.end
            && reading.is_any(
                argument.phrase.head,
                &[
                    "back", "over", "along", "round", "away", "aside", "apart", "asunder",
                ],
            )
    })?;
    Some(format!(" {}", reading.lower(adverb.phrase.head)))
}

/// "dance on the table", of "I saw a vicar dance on the table": what was seen.
fn seen_doing(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    object: &Argument,
) -> Option<String> {
    const PERCEIVING: &[&str] = &[
        "see", "hear", "watch", "notice", "catch", "find", "let", "make", "help",
    ];
    let reading = context.reading;
    if !PERCEIVING.contains(&clause.predicate.lemma.as_str()) {
        return None;
    }
    let doing_what = clause.with_role(Role::Complement).find(|argument| {
        let head = argument.phrase.head;
        matches!(reading.tag(head), "VB" | "VBG")
            && argument.phrase.tokens.start == object.phrase.tokens.end
            && reading.child(head, Dep::Nsubj).is_none()
    })?;
    let phrase = &doing_what.phrase;
    let words = doing(
        context,
        phrase.tokens.clone(),
        phrase.head,
        &mention.entity,
        MAX_PURSUIT,
    )?;
    Some(format!(" {words}"))
}

/// "going" of "keeps me going".
fn goes_on(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<String> {
    let complement = clause
        .with_role(Role::Complement)
        .find(|_| clause.predicate.lemma == "keep");
    let Some(Argument { phrase, .. }) = complement else {
        return Some(String::new());
    };
    let tokens = phrase.tokens.clone();
    let words = doing(context, tokens, phrase.head, &mention.entity, MAX_PURSUIT)?;
    Some(format!(" {words}"))
}

/// "My brother told me: …": that something was said to somebody, and not what.
pub(super) fn is_only_said(clause: &Clause, thing: &ObjectCandidate) -> bool {
    const GIVING: &[&str] = &["give", "lend", "teach", "show", "send", "offer", "cost"];
    const SAYING: &[&str] = &["tell", "ask", "remind", "inform", "assure", "answer"];
    // "My guitar reminds me of my grandfather."
    let says_what = clause.with_role(Role::Prepositional).next().is_some();
    // "The guitar Levin gave me" says what somewhere else.
    let is_given = GIVING.contains(&clause.predicate.lemma.as_str())
        && clause.with_role(Role::IndirectObject).next().is_none()
        && clause.with_role(Role::Complement).next().is_none();
    (is_given || !says_what && SAYING.contains(&clause.predicate.lemma.as_str()))
        && (matches!(thing.kind, EntityKind::Person | EntityKind::Owner)
            || clause.predicate.lemma == "tell" && thing.entity().is_some())
}
