//! Several who have one role, each by name: "My kids are Annika and Milo", "our cats are called Tofu, Miso and Ramen".

use recollect_clauses::{Argument, Clause, Form, Role, Tense};
use recollect_model::{EntityKind, Nature};

use crate::lexicon::Kinship;
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::clauses::subjects::{each_named, members};
use crate::local::extraction::coreference::referents::{How, NamedRole};
use crate::local::extraction::mentions::roles::{possessor, role_at};

/// "My first boss was Hans": who was that need not be it any more, as kin are.
pub(super) fn is_former(clause: &Clause, named: &NamedRole) -> bool {
    let is_for_life = matches!(
        named.role.relation,
        Some(Kinship::Is(relation)) if relation.definition().nature == Nature::Permanent
    );
    clause.form == Form::Copular && clause.tense == Tense::Past && !is_for_life
}

/// Those who are given a role together by a clause that is about nobody else.
pub(super) fn several(context: &PassageContext<'_>, clause: &Clause) -> Vec<NamedRole> {
    let attribute = clause.with_role(Role::Attribute).next();
    let Some((subject, attribute)) = clause.subject.as_ref().zip(attribute) else {
        return Vec::new();
    };
    let mut told = match clause.form {
        Form::Appositive => return beside(context, attribute.phrase.head),
        Form::Naming if clause.is_passive && clause.predicate.lemma != "be" => {
            of_those(context, subject, attribute)
        }
        Form::Copular if clause.predicate.lemma == "be" && !clause.is_negated => {
            let told = of_those(context, subject, attribute);
            match told.is_empty() {
                // "Annika and Milo are my kids."
                true => of_those(context, attribute, subject),
                false => told,
            }
        }
        _ => return Vec::new(),
    };
    told.retain(|named| !is_former(clause, named));
    told
}

/// Each of the names as one of the role, if all are names of such as have it.
fn of_those(context: &PassageContext<'_>, role: &Argument, names: &Argument) -> Vec<NamedRole> {
    let names: Vec<usize> = members(names).iter().map(|phrase| phrase.head).collect();
    each(context, role.phrase.head, &names)
}

/// "my flatmates Bartek and Naiara".
fn beside(context: &PassageContext<'_>, noun: usize) -> Vec<NamedRole> {
    let mut found = each(context, noun, &each_named(context.reading, noun));
    // Animals are had.
    found.retain(|named| named.role.kind == EntityKind::Person);
    found
}

fn each(context: &PassageContext<'_>, noun: usize, names: &[usize]) -> Vec<NamedRole> {
    let reading = context.reading;
    let found = role_at(reading, noun).filter(|_| reading.tag(noun) == "NNS");
    let of = possessor(reading, noun).and_then(|of| context.referents.at(of));
    let (Some(found), Some(of)) = (found, of) else {
        return Vec::new();
    };
    let named = names.iter().map(|head| {
        let name = context.referents.at(*head)?;
        let can_be = matches!(
            name.kind,
            EntityKind::Person | EntityKind::Animal | EntityKind::Thing
        ) || name.weight == 0;
        let is_named = name.how == How::Named && can_be && name.entity != of.entity;
        is_named.then(|| NamedRole {
            name: name.entity.clone(),
            entity: None,
            role: found,
            of: of.entity.clone(),
            tokens: noun.min(*head)..noun.max(*head) + 1,
        })
    });
    let all: Option<Vec<NamedRole>> = named.collect();
    all.filter(|all| all.len() > 1).unwrap_or_default()
}
