//! Who is given a name for the first time: "We named the baby Mila".

use std::ops::Range;

use recollect_clauses::{Clause, Form, Role};
use recollect_spacy::Dep;

use crate::lexicon::{is_pet, role};
use crate::local::extraction::clauses::context::PassageContext;
use crate::local::extraction::coreference::referents::{How, NamedRole};

/// "We named the baby Mila": whose child or pet it is.
pub(super) fn newborn(
    context: &PassageContext<'_>,
    clause: &Clause,
    (owned, named): (usize, usize),
    tokens: Range<usize>,
) -> Option<NamedRole> {
    let reading = context.reading;
    let noun = match reading.lemma(owned).as_str() {
        "baby" | "newborn" => "child".to_owned(),
        noun if is_pet(noun) => noun.to_owned(),
        _ => return None,
    };
    let article = reading.child(owned, Dep::Det)?;
    let of = context.referents.at(clause.subject.as_ref()?.phrase.head)?;
    let name = context
        .referents
        .at(named)
        .filter(|referent| referent.how == How::Named)?;
    let is_new = clause.form == Form::Naming
        && clause.with_role(Role::Object).next().is_some()
        && reading.is_any(article, &["the"])
        && of.entity != name.entity;
    is_new.then_some(NamedRole {
        name: name.entity.clone(),
        entity: None,
        role: role(&noun)?,
        of: of.entity.clone(),
        tokens,
    })
}
