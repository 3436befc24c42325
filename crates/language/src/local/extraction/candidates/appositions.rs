//! What stands beside somebody or something and says what it is: "Tom, a pilot,", "my car, a red Panda,", "a novel called Dune".

use recollect_clauses::{Clause, Phrase, Role};
use recollect_model::{Aspect, EntityKind, Relation};
use recollect_spacy::Dep;

use crate::EntityRef;
use crate::lexicon::{Life, is_vague, kind_of_noun, life_of, role};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::occupations;
use crate::local::extraction::candidates::particulars::home;
use crate::local::extraction::candidates::qualities::named_thing;
use crate::local::extraction::candidates::whereabouts::is_person;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::value;
use crate::local::extraction::clauses::subjects::{SubjectMention, subject_mentions};
use crate::local::extraction::constraints::names_occupation;
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::mentions::roles::role_at;

/// Who anybody is.
const ANYBODY: &[&str] = &[
    "woman", "man", "lady", "guy", "bloke", "girl", "boy", "person", "one", "friend",
];

/// "Tom, a pilot,".
pub(crate) fn apposition(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    if let Some(home) = home(context, clause) {
        return vec![home];
    }
    let mut candidates = Vec::new();
    for mention in subject_mentions(context, clause) {
        for argument in clause.with_role(Role::Attribute) {
            let head = argument.phrase.head;
            // "The ring was her granny's, an opal"
            if (context.reading.child(mention.head, Dep::Case)).is_some() {
                continue;
            }
            // "I work with Affinity, not Illustrator", "Vet: Pickle needs tablets"
            let reading = context.reading;
            let mut between = mention.head.min(head)..mention.head.max(head);
            let is_subject = reading.is_subject(mention.head);
            if between.any(|token| {
                reading.is_any(token, &["not"]) || is_subject && reading.is_any(token, &[":"])
            }) {
                continue;
            }
            let is_named =
                context.referents.at(head).is_some() || context.reading.name_at(head).is_some();
            if !is_named && names_occupation(context.reading, head) && !context.is_time(head) {
                candidates.extend(occupations::of_phrase(
                    context,
                    &mention,
                    head,
                    "be",
                    Aspect::Holds,
                ));
            }
            candidates.extend(sort_beside(context, &mention, &argument.phrase));
        }
    }
    candidates
}

/// "My car, a red Fiat Panda,", "Konstantin, the new neighbour,": what sort of thing is somebody's, and who somebody is.
fn sort_beside(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    phrase: &Phrase,
) -> Option<RelationCandidate> {
    let (reading, head) = (context.reading, phrase.head);
    let is_owned = matches!(mention.entity, EntityRef::Role { .. })
        && reading.child(mention.head, Dep::Poss).is_some()
        && !is_person(context, mention);
    let article = reading.child(head, Dep::Det)?;
    let is_sort = is_owned
        && reading.is_any(article, &["a", "an"])
        && reading.dep(head) == Dep::Appos
        && !context.is_time(head);
    // "Konstantin, the new neighbour," but not "Sara, a nurse,", who works as one
    let is_named = matches!(mention.entity, EntityRef::Named(_)) && is_person(context, mention);
    let noun = reading.lemma(head);
    let is_somebody = is_named
        && reading.tag(head) == "NN"
        && reading.child(head, Dep::Poss).is_none()
        && (life_of(&noun) == Some(Life::Person)
            || kind_of_noun(&noun) == Some(EntityKind::Person))
        && (!ANYBODY.contains(&noun.as_str()) || reading.child(head, Dep::Amod).is_some())
        && !reading.is_any(head + 1, &["called", "named"])
        && role(&noun).is_none_or(|role| role.relation.is_none())
        && !names_occupation(reading, head);
    if !(is_sort || is_somebody) {
        return None;
    }
    let tokens = reading.doc.subtree_range(head);
    let thing = value(context, tokens, head, &mention.entity)
        .or_else(|| named_thing(context, mention, phrase))?;
    Some(RelationCandidate::new(
        &mention.entity,
        Relation::Is,
        "be",
        thing,
        Aspect::Holds,
    ))
}

/// "a fantasy novel called Dune": what sort of thing is named. Who somebody is says more of people.
pub(crate) fn named_sort(context: &PassageContext<'_>, clause: &Clause) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let Some(noun) = clause.subject.as_ref().map(|subject| subject.phrase.head) else {
        return Vec::new();
    };
    let is_beside = reading.dep(clause.predicate.head) == Dep::Acl
        && reading.tag(noun) == "NN"
        && reading.child(noun, Dep::Poss).is_none()
        && reading.child(noun, Dep::Det).is_some()
        && !is_vague(&reading.lemma(noun));
    let name = clause
        .with_role(Role::Attribute)
        .find_map(|attribute| context.referents.at(attribute.phrase.head))
        .filter(|name| is_beside && name.how == How::Named);
    let is_somebody = role_at(reading, noun).is_some()
        || matches!(
            kind_of_noun(&reading.lemma(noun)),
            Some(EntityKind::Person | EntityKind::Animal)
        );
    let Some(name) = name.filter(|_| !is_somebody) else {
        return Vec::new();
    };
    let first = reading.doc.subtree_range(noun).start;
    value(context, first..noun + 1, noun, &name.entity)
        .map(|thing| RelationCandidate::new(&name.entity, Relation::Is, "be", thing, Aspect::Holds))
        .into_iter()
        .collect()
}
