//! What people are to each other by the names of their roles: "my sister Anna", "my dentist is Tom".

use recollect_clauses::{Clause, Role as Part};
use recollect_model::{Aspect, EntityKind, Modality, Relation, RelationName};
use recollect_spacy::Dep;

use crate::lexicon::{Kinship, article, is_occupation, role};
use crate::local::extraction::candidates::candidate::RelationCandidate;
use crate::local::extraction::candidates::copular::relationship;
use crate::local::extraction::candidates::figures::years_at;
use crate::local::extraction::candidates::identities::Naming;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::subjects::SubjectMention;
use crate::local::extraction::coreference::referents::{How, NamedRole, Referent};
use crate::local::extraction::mentions::roles::{possessor, role_at};
use crate::{EntityRef, ExtractedObject, ExtractedStatement};

/// What the names of roles say: "my sister Anna" is somebody's sister.
pub(crate) fn of_roles(context: &PassageContext<'_>, naming: &Naming) -> Vec<ExtractedStatement> {
    let told: Vec<&NamedRole> = context
        .referents
        .named_roles
        .iter()
        .chain(&naming.roles)
        .collect();
    let mut statements: Vec<ExtractedStatement> = Vec::new();
    for named in told {
        let (subject, relation, object) = match named.role.relation {
            Some(Kinship::Is(relation)) => (&named.name, relation.into(), &named.of),
            Some(Kinship::Turned(relation)) => (&named.of, relation.into(), &named.name),
            // "My dentist is Tom": in the role's own words.
            None if named.role.kind == EntityKind::Person => (
                &named.name,
                RelationName::of_role(named.role.name),
                &named.of,
            ),
            None => continue,
        };
        let mut statement = ExtractedStatement::plain(
            subject.clone(),
            relation,
            ExtractedObject::Entity(object.clone()),
            context.reading.passage,
            context.range_of(named.tokens.clone()),
        );
        statement.phrase = format!("be {}", named.role.name);
        let (name, of) = (context.name_of(&named.name), context.name_of(&named.of));
        statement.fact = format!("{name} is {of}'s {}.", named.role.name);
        let is_new = !statements
            .iter()
            .any(|other| other.subject == statement.subject && other.object == statement.object);
        if !is_new {
            continue;
        }
        let subject = statement.subject.clone();
        let range = statement.range;
        statements.push(statement);
        // Whoever is somebody's dentist is a dentist.
        let profession = named.role.name;
        if named.role.relation.is_none() && is_occupation(profession) {
            let object = ExtractedObject::Value(profession.to_owned());
            let passage = context.reading.passage;
            statements.push(ExtractedStatement {
                phrase: "be".to_owned(),
                fact: format!("{name} is {} {profession}.", article(profession)),
                ..ExtractedStatement::plain(subject, Relation::WorksAs, object, passage, range)
            });
        }
    }
    statements
}

/// "Theo (6)", "Annika, 20,": a bare number beside somebody's name is how old they are.
pub(crate) fn ages(context: &PassageContext<'_>) -> Vec<ExtractedStatement> {
    let reading = context.reading;
    let named = context.referents.iter().filter(|named| {
        named.how == How::Named && matches!(named.kind, EntityKind::Person | EntityKind::Animal)
    });
    let age = |named: &Referent| {
        let number = named.tokens.end + 1;
        let is_beside = reading.tag(number) == "CD"
            && reading.dep(number) == Dep::Appos
            && reading.is_any(number - 1, &["(", ","])
            && reading.is_any(number + 1, &[")", ",", ".", ";", "and"])
            // "fourteen and a half"
            && !reading.is_any(number + 2, &["a"]);
        let years = years_at(reading, number).filter(|_| is_beside)?;
        let object = ExtractedObject::Value(years.to_string());
        let range = context.range_of(named.tokens.start..number + 1);
        let name = context.name_of(&named.entity);
        Some(ExtractedStatement {
            phrase: "be".to_owned(),
            fact: format!("{name} is {years} years old."),
            ..ExtractedStatement::plain(
                named.entity.clone(),
                Relation::HasAge,
                object,
                reading.passage,
                range,
            )
        })
    };
    named.filter_map(age).collect()
}

/// "I got a puppy two weeks ago. I named him Bruno": whoever is named is the pet that was got, since when it was.
pub(crate) fn name_pets(statements: &mut Vec<ExtractedStatement>) {
    let is_pet = |statement: &ExtractedStatement| {
        statement.relation == Relation::HasPet
            && statement.modality == Modality::Actual
            && !statement.is_negated
    };
    let mut named = 0;
    while named < statements.len() {
        let statement = &statements[named];
        let is_named = is_pet(statement)
            && (statement.from, statement.until) == (None, None)
            && matches!(
                &statement.object,
                ExtractedObject::Entity(EntityRef::Named(_))
            );
        let is_got = |other: &ExtractedStatement| {
            is_pet(other)
                && other.subject == statement.subject
                && is_of_kind(&statement.fact, &other.object)
        };
        let got = is_named.then(|| statements.iter().rposition(is_got));
        match got.flatten() {
            Some(got) => {
                let pet = statements.remove(got);
                named -= usize::from(got < named);
                let statement = &mut statements[named];
                (statement.from, statement.until) = (pet.from, pet.until);
                statement.precision = pet.precision;
                statement.worth = statement.worth.max(pet.worth);
            }
            None => named += 1,
        }
    }
}

/// Whether "Bruno is Ann's dog" names such a one as "puppy".
fn is_of_kind(fact: &str, pet: &ExtractedObject) -> bool {
    let ExtractedObject::Value(noun) = pet else {
        return false;
    };
    let noun = noun.rsplit(' ').next().unwrap_or(noun);
    role(noun).is_some_and(|role| fact.ends_with(&format!("'s {}.", role.name)))
}

/// "Ifeoma will take over as my manager": what somebody becomes to another.
pub(super) fn taken(
    context: &PassageContext<'_>,
    clause: &Clause,
    mention: &SubjectMention,
) -> Option<RelationCandidate> {
    const TAKING: &[&str] = &["take over", "step in", "serve", "act", "return", "come in"];
    if !TAKING.contains(&clause.predicate.lemma.as_str()) || clause.is_negated {
        return None;
    }
    let reading = context.reading;
    let head = clause
        .with_role(Part::Prepositional)
        .find(|argument| {
            argument
                .preposition
                .as_ref()
                .is_some_and(|of| of.lemma == "as")
        })?
        .phrase
        .head;
    let found = role_at(reading, head)?;
    let of = context.referents.at(possessor(reading, head)?)?;
    relationship(context, mention, head, found, &of.entity, Aspect::Begins)
}
