//! What two are to each other, when a clause names both as its subjects, or one as leaving the other.

use recollect_clauses::{Clause, Role, Tense};
use recollect_model::{Aspect, EntityKind, Relation, RelationName};

use crate::local::extraction::candidates::candidate::{RelationCandidate, name};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::objects::ObjectCandidate;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::coreference::referents::How;
use crate::word_list::listed;
use crate::{EntityRef, ExtractedObject};

/// "Tom and I got married": what two subjects are to each other.
pub(crate) fn together(
    context: &PassageContext<'_>,
    clause: &Clause,
    subject_mentions: &[SubjectMention],
) -> Option<Vec<RelationCandidate>> {
    let [one, other] = subject_mentions else {
        return None;
    };
    let reading = context.reading;
    let (relation, aspect) = match clause.predicate.lemma.as_str() {
        "marry" => (Relation::MarriedTo, Aspect::Begins),
        "divorce" | "separate" => (Relation::MarriedTo, Aspect::Ends),
        "engage" => (Relation::EngagedTo, Aspect::Begins),
        "break up" | "split up" | "split" => (Relation::InRelationshipWith, Aspect::Ends),
        "date" => (Relation::InRelationshipWith, Aspect::Holds),
        "meet" => (Relation::Met, Aspect::Happens),
        "know"
            if clause
                .with_role(Role::Object)
                .any(|object| reading.is_any(object.phrase.head, &["other", "another"])) =>
        {
            (Relation::Knows, Aspect::Holds)
        }
        "be" if clause
            .with_role(Role::Adverbial)
            .any(|argument| reading.is_any(argument.phrase.head, &["together"])) =>
        {
            (Relation::InRelationshipWith, Aspect::Holds)
        }
        _ => return None,
    };
    let has_other = clause.arguments.iter().any(|argument| {
        let leads = argument.preposition.as_ref();
        (argument.role == Role::Object
            || leads.is_some_and(|leads| listed("to with from", &leads.lemma)))
            && !context.is_time(argument.phrase.head)
            && context.referents.at(argument.phrase.head).is_some()
    });
    if has_other || reading.is_any(other.head, &["we"]) {
        return None;
    }
    // "Ana and I met" is told of whoever says so.
    let (one, other) = match relation == Relation::Met && other.entity == EntityRef::Owner {
        true => (other, one),
        false => (one, other),
    };
    let kind = context.referents.at(other.head)?.kind;
    let thing = ObjectCandidate {
        object: ExtractedObject::Entity(other.entity.clone()),
        words: context.name_of(&other.entity),
        head: other.head,
        kind,
        tokens: other.head..other.head + 1,
    };
    let phrase = clause.predicate.lemma.clone();
    let mut told = vec![RelationCandidate::new(
        &one.entity,
        relation,
        &phrase,
        thing.clone(),
        aspect,
    )];
    if aspect == Aspect::Ends {
        // That it ended is worth telling by itself.
        told.push(parting(&one.entity, &phrase, thing));
    }
    Some(told)
}

/// That two parted, as what happened.
fn parting(one: &EntityRef, phrase: &str, other: ObjectCandidate) -> RelationCandidate {
    let wording = match phrase {
        "divorce" => "divorce {}".to_owned(),
        "separate" => "separate from {}".to_owned(),
        phrase => format!("{phrase} with {{}}"),
    };
    let relation = RelationName::of(&name(phrase));
    RelationCandidate {
        wording: Some(wording),
        ..RelationCandidate::new(one, relation, phrase, other, Aspect::Happens)
    }
}

/// "Lena left me": somebody by name who leaves somebody was together with them.
pub(crate) fn left(context: &PassageContext<'_>, clause: &Clause) -> Option<RelationCandidate> {
    let reading = context.reading;
    let is_alone = clause.arguments.iter().all(|argument| {
        matches!(argument.role, Role::Object | Role::Time)
            || argument.preposition.is_some() && context.is_time(argument.phrase.head)
    });
    if clause.predicate.lemma != "leave"
        || clause.is_passive
        || clause.is_negated
        || clause.tense != Tense::Past
        || !is_alone
    {
        return None;
    }
    let object = clause.with_role(Role::Object).next()?.phrase.head;
    let (who, whom) = (
        context.referents.at(clause.subject.as_ref()?.phrase.head)?,
        context.referents.at(object)?,
    );
    let is_couple = who.how == How::Named
        && who.kind == EntityKind::Person
        && reading.is_any(object, &["me", "him", "her"])
        && who.entity != whom.entity;
    is_couple.then(|| {
        let thing = ObjectCandidate {
            object: ExtractedObject::Entity(whom.entity.clone()),
            words: context.name_of(&whom.entity),
            head: object,
            kind: EntityKind::Person,
            tokens: object..object + 1,
        };
        RelationCandidate::new(
            &who.entity,
            Relation::InRelationshipWith,
            "leave",
            thing,
            Aspect::Ends,
        )
    })
}
