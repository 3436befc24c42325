//! Which names stand in a fact's sentence, and whose they are: those of whom it is about, and the proper names of the
//! text.

use recollect_language::{EntityRef, ExtractedObject, ExtractedStatement, Extraction};
use recollect_model::{EntityId, NamedPlaces};

/// What facts call an owner of whom nobody knows what they are called.
pub(crate) const UNNAMED_OWNER: &str = "The owner";

/// A name and whose it is.
pub(super) type Name = (String, EntityId);

/// The proper names of a text, which any of its facts may have besides the names of whom it is about.
pub(super) fn proper_names(
    extraction: &Extraction,
    owner_name: &str,
    id: impl Fn(&EntityRef) -> Option<EntityId>,
) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let mentioned = extraction.mentions.iter().map(|mention| &mention.entity);
    for entity in [&EntityRef::Owner].into_iter().chain(mentioned) {
        let is_proper = match entity {
            EntityRef::Owner => true,
            EntityRef::Named(name) => name.starts_with(char::is_uppercase),
            EntityRef::Role { .. } => false,
        };
        if let (true, Some(id)) = (is_proper, id(entity)) {
            let name = (spelled(entity, owner_name), id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Where a fact's sentence names entities. A role is whoever it is about ("Nora's sister lives in Graz"); as the object it
/// says what they are to somebody ("Anna is Nora's sister"), whose name stands in it.
pub(super) fn places(
    said: &ExtractedStatement,
    others: &[Name],
    owner_name: &str,
    id: impl Fn(&EntityRef) -> Option<EntityId>,
) -> NamedPlaces {
    let object = match &said.object {
        ExtractedObject::Entity(object) if !matches!(object, EntityRef::Role { .. }) => {
            Some(object)
        }
        _ => None,
    };
    let about = [Some(&said.subject), object, said.attributed_to.as_ref()];
    let about = about
        .into_iter()
        .flatten()
        .filter_map(|entity| Some((spelled(entity, owner_name), id(entity)?)));
    let names: Vec<Name> = about.chain(others.iter().cloned()).collect();
    NamedPlaces::find(&said.fact, &names)
}

/// What facts call an entity.
fn spelled(entity: &EntityRef, owner_name: &str) -> String {
    match entity {
        EntityRef::Owner if owner_name.trim().is_empty() => UNNAMED_OWNER.to_owned(),
        EntityRef::Owner => owner_name.trim().to_owned(),
        EntityRef::Named(name) => name.clone(),
        EntityRef::Role { role, of } => format!("{}'s {role}", spelled(of, owner_name)),
    }
}
