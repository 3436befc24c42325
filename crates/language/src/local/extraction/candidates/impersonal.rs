//! What clauses with an "it" that stands for nothing say of somebody: "it's been a rough month for me", "it took me three years to
//! write the novel", "it was my first time skiing".

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, Modality, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::EntityRef;
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::doings::doing;
use crate::local::extraction::clauses::objects::{ObjectCandidate, value};
use crate::local::extraction::mentions::roles::possessor;
use crate::word_list::WordList;

/// The most words of what took somebody so long, or was done for the first time.
const MAX_WORDS: usize = 10;

/// How it is told: "had a rough month", "took three years to write the novel", "tried skiing for the first time".
const HAVING: &str = "have";
const TAKING: &str = "take";
const TRYING: &str = "try";

/// What a clause says of somebody that it is not about by its grammar.
pub(crate) fn candidates(
    context: &PassageContext<'_>,
    clause: &Clause,
) -> Option<RelationCandidate> {
    let subject = clause.subject.as_ref()?.phrase.head;
    if !context.reading.is_any(subject, &["it", "this", "that"]) || clause.is_negated {
        return None;
    }
    lived_through(context, clause)
        .or_else(|| took(context, clause))
        .or_else(|| first_time(context, clause))
}

/// "It's been a rough month for me."
fn lived_through(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let spell = &clause.with_role(Role::Attribute).next()?.phrase;
    let is_described = reading.child(spell.head, Dep::Amod).is_some();
    if clause.predicate.lemma != "be" || !SPELLS.contains(&reading.lemma(spell.head)) {
        return None;
    }
    let whose = clause.with_role(Role::Prepositional).find(|argument| {
        let preposition = argument.preposition.as_ref();
        preposition.is_some_and(|preposition| preposition.lemma == "for")
    })?;
    let who = context.referents.at(whose.phrase.head)?;
    let end = whose.phrase.tokens.start.min(spell.tokens.end);
    let thing = value(context, spell.tokens.start..end, spell.head, &who.entity)
        .filter(|_| is_described)?;
    Some(RelationCandidate::new(
        &who.entity,
        RelationName::of(HAVING),
        HAVING,
        thing,
        Aspect::Happens,
    ))
}

/// "It took me three years to write the novel", "it takes me 35 minutes to cycle to work".
fn took(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let verb = clause.predicate.head;
    let is_told = matches!(clause.tense, Tense::Past | Tense::Present)
        && clause.modality == Modality::Actual
        && !clause.is_progressive;
    if clause.predicate.lemma != "take" || !is_told {
        return None;
    }
    let who = [Dep::Dobj, Dep::Dative]
        .into_iter()
        .filter_map(|dep| reading.child(verb, dep))
        .find_map(|one| context.referents.at(one))?;
    let long = reading
        .doc
        .children(verb)
        .find(|child| *child > verb && LENGTHS.contains(&reading.lemma(*child)))?;
    let deed = reading
        .child(verb, Dep::Xcomp)
        .filter(|deed| reading.is_infinitive(*deed))?;
    let tokens = deed..reading.doc.subtree_range(deed).end;
    let words = doing(context, tokens.clone(), deed, &who.entity, MAX_WORDS)?;
    let length = reading.words(reading.doc.subtree_range(long));
    let words = format!("{length} to {words}");
    Some(RelationCandidate::new(
        &who.entity,
        RelationName::of(TAKING),
        TAKING,
        ObjectCandidate {
            tokens: reading.doc.subtree_range(long).start..tokens.end,
            ..ObjectCandidate::value(&words, deed)
        },
        match clause.tense {
            Tense::Past => Aspect::Happens,
            _ => Aspect::Holds,
        },
    ))
}

/// "It was my first time skiing": nobody did it before.
fn first_time(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let attribute = &clause.with_role(Role::Attribute).next()?.phrase;
    let time = attribute.tokens.clone().find(|token| {
        reading.is_any(*token, &["time"])
            && token
                .checked_sub(1)
                .is_some_and(|first| reading.is_any(first, &["first"]))
    })?;
    let whose = possessor(reading, attribute.head).or_else(|| possessor(reading, time))?;
    let who: EntityRef = context.referents.at(whose)?.entity.clone();
    let deed = time + 1;
    let is_deed = attribute.tokens.contains(&deed)
        && reading.lower(deed).ends_with("ing")
        && matches!(reading.pos(deed), Pos::Verb | Pos::Noun);
    let end = reading
        .doc
        .subtree_range(deed)
        .end
        .max(attribute.tokens.end);
    if !is_deed || clause.predicate.lemma != "be" {
        return None;
    }
    let words = doing(context, deed..end, deed, &who, MAX_WORDS)?;
    let mut candidate = RelationCandidate::new(
        &who,
        RelationName::of(TRYING),
        TRYING,
        ObjectCandidate {
            tokens: deed..end,
            ..ObjectCandidate::value(&words, deed)
        },
        Aspect::Happens,
    );
    candidate.wording = Some(format!("try {words} for the first time"));
    Some(candidate)
}

/// Stretches of a life.
static SPELLS: WordList = WordList::new(
    "day week weekend month year time summer winter spring autumn fall season morning night evening",
);

/// How long something takes.
static LENGTHS: WordList =
    WordList::new("second minute hour day night week weekend month year decade age while time");
