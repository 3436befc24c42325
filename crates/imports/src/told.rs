//! What our own export says besides its texts: whose it was, which spaces there were, and what was decided about
//! facts and names. It is told by names and by what facts say, so that it is found again where identifiers are
//! others.

use std::collections::HashMap;

use recollect_model::{
    DecisionId, EmailAddress, EntityKey, EntityKind, Modality, RelationName, Timestamp,
};
use serde_json::Value;

use crate::source::{items, text};

/// The longest name of an entity, in bytes.
const MAX_NAME_BYTES: usize = 512;
/// The longest sentence and value, in bytes.
const MAX_SENTENCE_BYTES: usize = 16 * 1024;
/// The longest relation, in bytes.
const MAX_RELATION_BYTES: usize = 512;
/// Roles of roles are followed this deep.
const MAX_ROLES: usize = 6;

/// All that is told besides the texts. Spaces are told by their names; the default one has none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Told {
    /// Whose export it is.
    pub person: ToldPerson,
    /// The spaces, those without texts among them.
    pub spaces: Vec<ToldSpace>,
    /// When each text was accepted, by its space and its [name](crate::Memory::external_id).
    pub accepted: HashMap<(Option<String>, String), Timestamp>,
    /// What was decided about facts.
    pub decisions: Vec<ToldDecision>,
    /// What was asked for about names.
    pub names: Vec<ToldName>,
}

/// What the account's person is called, and where they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToldPerson {
    /// What to call them, where that does not only follow from their address.
    pub name: Option<String>,
    /// What else they are called.
    pub also_called: Vec<String>,
    /// Their time zone.
    pub time_zone: Option<String>,
}

/// A space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldSpace {
    /// Its name; none of the default one.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// For how many days it keeps a text.
    pub retention_days: Option<u32>,
}

/// Somebody or something by a name or a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldEntity {
    /// What it is found by.
    pub key: EntityKey,
    /// The name as it is written.
    pub name: String,
    /// What it is.
    pub kind: EntityKind,
}

/// What a fact says of its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToldObject {
    /// Somebody or something.
    Entity(ToldEntity),
    /// A value in words.
    Value(String),
}

/// Something that was decided about a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldDecision {
    /// Its identifier there.
    pub id: DecisionId,
    /// The space.
    pub space: Option<String>,
    /// Whom the fact is about.
    pub subject: ToldEntity,
    /// The relation.
    pub relation: RelationName,
    /// What is said of the subject.
    pub object: ToldObject,
    /// Whether it is denied.
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so.
    pub attributed_to: Option<ToldEntity>,
    /// The fact as a sentence.
    pub fact: String,
    /// What was decided.
    pub verdict: ToldVerdict,
    /// When.
    pub decided_at: Timestamp,
    /// The names of the texts that say the fact.
    pub texts: Vec<String>,
}

/// What was decided about a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToldVerdict {
    /// It is wrong.
    Dismissed,
    /// It matters.
    Pinned,
    /// It held until then.
    Ended(Timestamp),
    /// This is right in the place of the object, and this is the sentence.
    Corrected(ToldObject, String),
}

/// Something that was asked for about a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldName {
    /// The space.
    pub space: Option<String>,
    /// The name.
    pub entity: ToldEntity,
    /// What was asked for.
    pub asked: AskedName,
}

/// What was asked for about a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedName {
    /// It is what the other is called.
    Named(ToldEntity),
    /// It is the same as the other.
    Same(ToldEntity),
    /// It is not the other.
    Apart(ToldEntity),
    /// It is of its kind, whatever the texts make of it.
    Kind,
}

/// The document as far as it bears on what is read out of it.
pub(crate) struct Document<'a> {
    /// It.
    pub(crate) value: &'a Value,
    /// The spaces by their identifiers; the default one has no name.
    pub(crate) spaces: &'a HashMap<String, Option<String>>,
    /// The texts by the identifiers of their episodes.
    pub(crate) texts: &'a HashMap<String, String>,
}

impl Document<'_> {
    /// What it tells besides its texts; how many entries of it could not be read.
    pub(crate) fn read(&self, told: &mut Told) -> usize {
        told.person = person(self.value.get("account"));
        let spaces = items(self.value.get("spaces")).iter();
        told.spaces.extend(spaces.map(|space| {
            let is_default = space.get("isDefault") == Some(&Value::Bool(true));
            let days = space.get("retentionDays").and_then(Value::as_u64);
            ToldSpace {
                name: text(space, &["name"])
                    .filter(|_| !is_default)
                    .map(str::to_owned),
                description: text(space, &["description"]).map(str::to_owned),
                retention_days: days.and_then(|days| u32::try_from(days).ok()),
            }
        }));
        let decisions = items(self.value.get("decisions"));
        let names = items(self.value.get("names"));
        let before = (told.decisions.len(), told.names.len());
        let read = decisions.iter().filter_map(|one| self.decision(one));
        told.decisions.extend(read);
        told.names
            .extend(names.iter().filter_map(|one| self.name(one)));
        let read = told.decisions.len() - before.0 + told.names.len() - before.1;
        decisions.len() + names.len() - read
    }

    /// The name of the space of an entry; `None` when there is no such space.
    fn space(&self, entry: &Value) -> Option<Option<String>> {
        self.spaces.get(text(entry, &["spaceId"])?).cloned()
    }

    fn decision(&self, entry: &Value) -> Option<ToldDecision> {
        let about = entry.get("about")?;
        let verdict = match text(entry, &["decision"])? {
            "dismissed" => ToldVerdict::Dismissed,
            "pinned" => ToldVerdict::Pinned,
            "ended" => ToldVerdict::Ended(text(entry, &["at"])?.parse().ok()?),
            "corrected" => ToldVerdict::Corrected(
                object(about.get("correctedObject")?)?,
                sentence(entry, "correctedTo")?,
            ),
            _ => return None,
        };
        let attributed_to = match about.get("attributedTo") {
            None | Some(Value::Null) => None,
            Some(sayer) => Some(entity(sayer)?),
        };
        let texts = items(entry.get("episodeUUIDs")).iter();
        let texts = texts.filter_map(|id| self.texts.get(id.as_str()?).cloned());
        Some(ToldDecision {
            id: text(entry, &["id"])?.parse().ok()?,
            space: self.space(entry)?,
            subject: entity(about.get("subject")?)?,
            relation: sentence(about, "relation")
                .filter(|relation| relation.len() <= MAX_RELATION_BYTES)
                .map(|relation| RelationName::of(&relation))?,
            object: object(about.get("object")?)?,
            is_negated: about.get("isNegated").and_then(Value::as_bool)?,
            modality: Modality::from_name(text(about, &["modality"])?)?,
            attributed_to,
            fact: sentence(entry, "fact")?,
            verdict,
            decided_at: text(entry, &["decidedAt"])?.parse().ok()?,
            texts: texts.collect(),
        })
    }

    fn name(&self, entry: &Value) -> Option<ToldName> {
        let other = || entry.get("other").and_then(entity);
        let asked = match text(entry, &["asked"])? {
            "named" => AskedName::Named(other()?),
            "same" => AskedName::Same(other()?),
            "apart" => AskedName::Apart(other()?),
            "kind" => AskedName::Kind,
            _ => return None,
        };
        let entity = entity(entry.get("entity")?)?;
        // What the owner is called is said with the account, and what they are is no question.
        let is_of_owner = match &asked {
            AskedName::Kind => entity.kind == EntityKind::Owner,
            AskedName::Named(other) => other.key.is_owner(),
            AskedName::Same(other) | AskedName::Apart(other) => other.key == entity.key,
        };
        let name = ToldName {
            space: self.space(entry)?,
            entity,
            asked,
        };
        (!is_of_owner).then_some(name)
    }
}

fn person(account: Option<&Value>) -> ToldPerson {
    let Some(account) = account else {
        return ToldPerson::default();
    };
    let email: Option<EmailAddress> = text(account, &["email"]).and_then(|it| it.parse().ok());
    let follows = email.as_ref().map(EmailAddress::person_name);
    let name = text(account, &["name"]).filter(|name| Some(*name) != follows);
    let also = items(account.get("alsoCalled")).iter();
    ToldPerson {
        name: name.map(str::to_owned),
        also_called: also.filter_map(Value::as_str).map(str::to_owned).collect(),
        time_zone: text(account, &["timeZone"]).map(str::to_owned),
    }
}

/// Whom a reference means: a name, or roles of whoever has one, or of the owner.
fn entity(reference: &Value) -> Option<ToldEntity> {
    let name = text(reference, &["name"]).filter(|name| is_name(name))?;
    let kind = EntityKind::from_name(text(reference, &["kind"])?)?;
    let roles = items(reference.get("roles"));
    let key = match (roles, kind) {
        ([], EntityKind::Owner) => EntityKey::owner(),
        ([], _) => EntityKey::of_name(name),
        (roles, _) if roles.len() <= MAX_ROLES => {
            let whose = text(reference, &["of"]);
            let whose = whose.map_or_else(EntityKey::owner, EntityKey::of_name);
            let mut key = whose;
            for role in roles.iter().rev() {
                let role = role.as_str().filter(|role| is_name(role))?;
                key = EntityKey::of_role(role, &key);
            }
            key
        }
        _ => return None,
    };
    let is_short = key.as_str().len() <= MAX_NAME_BYTES;
    let is_owner = key.is_owner() == (kind == EntityKind::Owner);
    (is_short && is_owner).then(|| ToldEntity {
        key,
        name: name.to_owned(),
        kind,
    })
}

fn object(value: &Value) -> Option<ToldObject> {
    match value.get("value") {
        // What died or retired did so without an object: its value has no words.
        Some(Value::String(words)) if words.is_empty() => Some(ToldObject::Value(String::new())),
        Some(Value::String(_)) => Some(ToldObject::Value(sentence(value, "value")?)),
        _ => entity(value).map(ToldObject::Entity),
    }
}

/// Whether these words can be a name: the keys of roles and of the owner begin with a control character.
fn is_name(words: &str) -> bool {
    words.len() <= MAX_NAME_BYTES && !words.contains(char::is_control) && !words.trim().is_empty()
}

fn sentence(value: &Value, field: &str) -> Option<String> {
    let words = text(value, &[field])?;
    let is_kept = words.len() <= MAX_SENTENCE_BYTES && !words.contains('\0');
    is_kept.then(|| words.to_owned())
}
