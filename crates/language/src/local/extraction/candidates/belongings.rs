//! What somebody has: pets, kin, illnesses, and things.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, ObjectType, Relation, RelationName};
use recollect_spacy::{Dep, Pos};

use crate::lexicon::{
    Kinship, article, is_condition, is_diet, is_light, is_meal, is_occupation, is_pet, is_thin,
    role,
};
use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::candidates::whereabouts::has_adverb;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::{ObjectCandidate, called, thing};
use crate::local::extraction::clauses::subjects::{SubjectMention, members};
use crate::local::extraction::clauses::words::with_article;
use crate::local::extraction::constraints::{is_untold, suits};
use crate::local::extraction::coreference::referents::How;
use crate::local::extraction::factuality::aspect::is_over;
use crate::local::extraction::mentions::roles::{noun_of, role_at};
use crate::local::extraction::parse::reading::Reading;
use crate::{EntityRef, ExtractedObject};

/// The most that are named at once.
const MAX_NAMED: usize = 12;

/// Whether a verb is one of having, of which nothing else is to be made.
pub(crate) fn is_settled(clause: &Clause) -> bool {
    matches!(clause.predicate.lemma.as_str(), "have")
}

/// The verb of having: "I've got a sister" is having one.
fn verb<'c>(context: &PassageContext<'_>, clause: &'c Clause) -> &'c str {
    let lemma = clause.predicate.lemma.as_str();
    let has_got = lemma == "get"
        && context.reading.is_any(clause.predicate.head, &["got"])
        && clause.predicate.tokens.iter().any(|token| {
            context
                .reading
                .is_any(*token, &["'ve", "have", "'s", "has"])
        });
    if has_got { "have" } else { lemma }
}

/// What a clause says that somebody has, gets, or eats.
pub(crate) fn candidates(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let lemma = verb(context, clause);
    let aspect = match lemma {
        "have" | "own" => Aspect::Holds,
        "get" | "rescue" => Aspect::Begins,
        "lose" => Aspect::Ends,
        "eat" | "go" | "turn" | "become" | "follow" => return diet(context, clause, mention),
        _ => return Vec::new(),
    };
    if clause.is_passive {
        return Vec::new();
    }
    let aspect = if is_over(clause) {
        Aspect::Ends
    } else {
        aspect
    };
    let reading = context.reading;
    let mut candidates = Vec::new();
    let mut told: Vec<ObjectCandidate> = Vec::new();
    for argument in clause.with_role(Role::Object) {
        for phrase in members(argument) {
            let names = named(context, phrase.head);
            let is_several = matches!(reading.tag(phrase.head), "NNS" | "NNPS");
            let is_name = names
                .iter()
                .chain(&told)
                .any(|other: &ObjectCandidate| other.tokens.contains(&phrase.head));
            let found = called(context, phrase.head)
                .or_else(|| kin_alone(context, phrase.head, &mention.entity))
                .or_else(|| thing(context, phrase, &mention.entity))
                .filter(|_| (names.is_empty() || is_several) && !is_name);
            for found in found.iter().chain(&names) {
                candidates.extend(belonging(context, clause, mention, found, aspect));
            }
            told.extend(names);
        }
    }
    candidates
}

/// "I got this pup for you": it is not the one's who got it.
fn is_for_another(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    found: &ObjectCandidate,
) -> bool {
    let reading = context.reading;
    let is_another = |whom: usize| match context.referents.at(whom) {
        Some(referent) => {
            referent.entity != mention.entity
                && matches!(referent.kind, EntityKind::Person | EntityKind::Owner)
        }
        None => reading.is_any(whom, &["you", "him", "her", "them"]),
    };
    // The parser hangs "for you" from the verb or from the pup.
    [clause.predicate.head, found.head]
        .into_iter()
        .flat_map(|above| reading.doc.children(above))
        .filter(|child| {
            matches!(reading.dep(*child), Dep::Prep | Dep::Dative)
                && reading.is_any(*child, &["for"])
        })
        .filter_map(|preposition| reading.child(preposition, Dep::Pobj))
        .any(is_another)
}

/// Whether an animal that somebody has is not their pet.
fn is_anothers(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    found: &ObjectCandidate,
) -> bool {
    // "My cat had four kittens": none of them is hers as a pet.
    let is_mother = context
        .referents
        .at(mention.head)
        .is_some_and(|owner| owner.kind == EntityKind::Animal);
    // "We had a tortoise in at work last week."
    let came_in = clause.tense == Tense::Past
        && ["in", "over", "round"]
            .iter()
            .any(|adverb| has_adverb(context, clause, adverb));
    is_mother || came_in || is_for_another(context, clause, mention, found)
}

pub(super) fn belonging(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    found: &ObjectCandidate,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let noun = reading.lemma(found.head);
    let lemma = verb(context, clause);
    let candidate = |relation: Relation, thing: ObjectCandidate| {
        Some(RelationCandidate::new(
            &mention.entity,
            relation,
            lemma,
            thing,
            aspect,
        ))
    };
    let is_animal = is_pet(&noun_of(reading, found.head))
        || found.entity().is_some() && found.kind == EntityKind::Animal;
    if is_animal && is_anothers(context, clause, mention, found) {
        return None;
    }
    if is_animal {
        return candidate(Relation::HasPet, found.clone());
    }
    if lemma != "have" {
        return None;
    }
    if let Some(child) = child(context, clause, mention, found) {
        return Some(child);
    }
    let kin = kin_of(reading, found.head);
    if let (Some(relation), Some(somebody)) = (kinship(&kin), found.entity()) {
        let words = context.name_of(somebody);
        return candidate(
            relation,
            ObjectCandidate {
                words,
                ..found.clone()
            },
        );
    }
    // The parser cuts "diabetes" to "diabete".
    if is_condition(&noun)
        || is_condition(reading.lower(found.head))
        || is_condition(&found.words.to_lowercase())
    {
        // "I haven't had a migraine since October": whoever has them has none for a while.
        let has_none = clause.is_negated && clause.is_perfect;
        return illness(context, mention, found, aspect).filter(|_| !has_none);
    }
    if is_light(&noun)
        || is_thin(&noun)
        || !suits(context, found, ObjectType::Thing)
        || is_empty(reading, found)
        || is_untold(context, found)
    {
        return None;
    }
    // "You've got talent" is politeness.
    let is_said_to = reading.is_any(mention.head, &["you", "u"]);
    if is_said_to || reading.child(found.head, Dep::Neg).is_some() {
        return None;
    }
    // "I had lunch at the station": it was eaten, and is not had.
    let was_had = clause.tense == Tense::Past && !clause.is_perfect && !clause.markers.used_to;
    let had = candidate(Relation::Has, found.clone())?;
    Some(match was_had && is_meal(&noun) {
        true => RelationCandidate {
            relation: RelationName::of(&name(lemma)),
            aspect: Aspect::Happens,
            ..had
        },
        false => had,
    })
}

/// What those do who are having a child.
const EXPECT: &str = "expect";

/// "My sister had a baby girl named Ada", "they're having a baby in April".
fn child(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
    found: &ObjectCandidate,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let lower = reading.lower(found.head);
    if !matches!(lower, "baby" | "girl" | "boy" | "twins" | "child") {
        return None;
    }
    if clause.tense == Tense::Past && lower != "child" && found.entity().is_some() {
        let child = ObjectCandidate {
            kind: EntityKind::Person,
            ..found.clone()
        };
        let had = Relation::ParentOf;
        return Some(RelationCandidate::new(
            &mention.entity,
            had,
            "have",
            child,
            Aspect::Begins,
        ));
    }
    let is_expected = clause.is_progressive && clause.tense != Tense::Past;
    is_expected.then(|| {
        let baby = ObjectCandidate {
            tokens: found.tokens.clone(),
            ..ObjectCandidate::value(&with_article(reading.tag(found.head), lower), found.head)
        };
        let expect = RelationName::of(&name(EXPECT));
        RelationCandidate::new(&mention.entity, expect, EXPECT, baby, Aspect::Holds)
    })
}

/// "a nut allergy", "an allergy to nuts", "asthma".
fn illness(
    context: &PassageContext<'_>,
    mention: &SubjectMention,
    found: &ObjectCandidate,
    aspect: Aspect,
) -> Option<RelationCandidate> {
    let reading = context.reading;
    let noun = reading.lemma(found.head);
    let cause = (noun == "allergy").then(|| {
        let to = reading
            .child(found.head, Dep::Prep)
            .filter(|preposition| reading.is_any(*preposition, &["to"]))
            .and_then(|to| reading.child(to, Dep::Pobj));
        to.or_else(|| reading.child(found.head, Dep::Compound))
    });
    if let Some(Some(cause)) = cause {
        let thing = crate::local::extraction::clauses::objects::value(
            context,
            cause..cause + 1,
            cause,
            &mention.entity,
        )?;
        return Some(RelationCandidate::new(
            &mention.entity,
            Relation::AllergicTo,
            "have allergy to",
            thing,
            aspect,
        ));
    }
    Some(RelationCandidate::new(
        &mention.entity,
        Relation::HasCondition,
        "have",
        found.clone(),
        aspect,
    ))
}

/// What somebody who has a sister is to her.
fn kinship(noun: &str) -> Option<Relation> {
    match role(noun)?.relation? {
        Kinship::Is(Relation::Knows) | Kinship::Turned(_) => None,
        Kinship::Is(relation) => relation.definition().inverse.or(Some(relation)),
    }
}

/// The role of a noun for whoever has them: "boys" are children.
fn kin_of(reading: &Reading<'_>, token: usize) -> String {
    match is_boys_or_girls(reading, token) {
        true => "child".to_owned(),
        false => noun_of(reading, token),
    }
}

/// "We have two boys, Theo and Luca": such are one's children.
fn is_boys_or_girls(reading: &Reading<'_>, token: usize) -> bool {
    reading.is_any(token, &["boys", "girls"])
}

/// "two kids, Ava and Max", "a sister, Anna": whoever is named.
pub(super) fn named(context: &PassageContext<'_>, head: usize) -> Vec<ObjectCandidate> {
    let reading = context.reading;
    // "two boys, Theo and Luca"
    let child = || role("child").filter(|_| is_boys_or_girls(reading, head));
    let Some(role) = role_at(reading, head).or_else(child) else {
        return Vec::new();
    };
    let beside = |token: usize| {
        reading
            .doc
            .children(token)
            .filter(|child| matches!(reading.dep(*child), Dep::Appos | Dep::Conj))
            .collect::<Vec<usize>>()
    };
    let mut tokens = beside(head);
    let mut place = 0;
    while place < tokens.len() && tokens.len() < MAX_NAMED {
        tokens.extend(beside(tokens[place]));
        place += 1;
    }
    tokens
        .into_iter()
        .filter(|token| *token > head)
        .filter_map(|token| {
            let name = context
                .referents
                .at(token)
                .filter(|name| name.how == How::Named)?;
            let called = context.name_of(&name.entity);
            // What it is stands in the fact: "has a dog called Coco".
            let words = match role.kind {
                EntityKind::Animal => {
                    let noun = reading.lemma(head);
                    format!("{} {noun} called {called}", article(&noun))
                }
                _ => called,
            };
            Some(ObjectCandidate {
                object: ExtractedObject::Entity(name.entity.clone()),
                words,
                head,
                kind: role.kind,
                tokens: name.tokens.clone(),
            })
        })
        .collect()
}

/// "I have a sister": she is somebody although she has no name.
fn kin_alone(context: &PassageContext<'_>, head: usize, of: &EntityRef) -> Option<ObjectCandidate> {
    let reading = context.reading;
    let born = born(reading, head).and_then(role);
    let found = born
        .or_else(|| role_at(reading, head))
        .filter(|role| role.is_unique && role.kind == EntityKind::Person)?;
    let entity = EntityRef::Role {
        role: found.name.to_owned(),
        of: Box::new(of.clone()),
    };
    (reading.tag(head) == "NN").then(|| ObjectCandidate {
        words: context.name_of(&entity),
        object: ExtractedObject::Entity(entity),
        head,
        kind: found.kind,
        tokens: head..head + 1,
    })
}

/// "a baby boy", "a baby girl": what kin it is.
fn born(reading: &Reading<'_>, head: usize) -> Option<&'static str> {
    let is_baby = head
        .checked_sub(1)
        .is_some_and(|before| reading.is_any(before, &["baby"]));
    match reading.lower(head) {
        "boy" if is_baby => Some("son"),
        "girl" if is_baby => Some("daughter"),
        _ => None,
    }
}

/// Whether having it says nothing: "have no money", "have enough".
fn is_empty(reading: &Reading<'_>, found: &ObjectCandidate) -> bool {
    found
        .tokens
        .clone()
        .any(|token| reading.is_any(token, &["no", "enough", "such", "any", "what"]))
        || matches!(
            reading.pos(found.head),
            Pos::Num | Pos::Adj | Pos::Verb | Pos::Adv | Pos::Aux
        )
        || is_occupation(&reading.lemma(found.head)) && found.entity().is_none()
}

/// "eats vegan", "went vegetarian", "follows a keto diet".
fn diet(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Vec<RelationCandidate> {
    let reading = context.reading;
    let aspect = match clause.predicate.lemma.as_str() {
        _ if is_over(clause) => Aspect::Ends,
        "eat" | "follow" => Aspect::Holds,
        _ => Aspect::Begins,
    };
    let lemma = clause.predicate.lemma.as_str();
    reading
        .doc
        .subtree(clause.predicate.head)
        .filter(|token| *token > clause.predicate.head && *token <= clause.predicate.head + 4)
        .find(|token| is_diet(reading.lower(*token)))
        .filter(|token| {
            let noun = reading.head(*token);
            reading.head(*token) == clause.predicate.head
                || reading.is_any(noun, &["diet", "food", "lifestyle"])
        })
        .map(|token| {
            let thing = ObjectCandidate::value(reading.lower(token), token);
            RelationCandidate::new(&mention.entity, Relation::FollowsDiet, lemma, thing, aspect)
        })
        .into_iter()
        .collect()
}
