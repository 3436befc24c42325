//! How texts, and decisions about facts and names, look in an export: with all that another server needs to have them
//! again.

use recollect_engine::{
    ExportedDecision, ExportedName, FactReference, NameReference, ObjectReference,
};
use recollect_model::{EpisodeId, Log, SpaceId};
use serde::Serialize;
use utoipa::ToSchema;

use super::decisions::DecisionReply;
use super::logs::LogReply;

/// A log, with where the text was said.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExportedLog)]
pub(crate) struct ExportedLogReply {
    #[serde(flatten)]
    log: LogReply,
    /// By how much the clock of whoever said the text was ahead of UTC at `referenceTime`: its days are those of that clock.
    #[schema(example = 3_600)]
    reference_offset_seconds: i32,
}

/// Somebody or something by a name or a role, which means the same on any server.
#[derive(Serialize, ToSchema)]
#[schema(as = NameReference)]
pub(crate) struct NameReferenceReply {
    name: String,
    /// As of an entity; only the account's person is `owner`.
    #[schema(example = "person")]
    kind: &'static str,
    /// What role it stands in, of one that has no name of its own: the first is the role to whoever has the second.
    #[schema(example = json!(["sister"]))]
    roles: Vec<String>,
    /// Whose role the last one is; null is the account's person.
    of: Option<String>,
}

/// What a fact says of its subject: somebody or something, or a value.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ObjectReference)]
pub(crate) enum ObjectReferenceReply {
    Entity(NameReferenceReply),
    Value { value: String },
}

/// A decision, with what it is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExportedDecision)]
pub(crate) struct ExportedDecisionReply {
    #[serde(flatten)]
    decision: DecisionReply,
    /// What it is about; null while no text names all of it.
    about: Option<FactReferenceReply>,
    /// The texts that say the fact.
    #[serde(rename = "episodeUUIDs")]
    #[schema(value_type = Vec<String>)]
    episode_uuids: Vec<EpisodeId>,
}

/// What a decision is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FactReference)]
pub(crate) struct FactReferenceReply {
    subject: NameReferenceReply,
    relation: String,
    object: ObjectReferenceReply,
    is_negated: bool,
    modality: &'static str,
    attributed_to: Option<NameReferenceReply>,
    /// What is right in the place of the object, of what was corrected.
    corrected_object: Option<ObjectReferenceReply>,
}

/// Something that was asked for about a name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExportedName)]
pub(crate) struct ExportedNameReply {
    #[schema(value_type = String, format = "uuid")]
    space_id: SpaceId,
    /// `named`: it is what `other` is called. `same`: the two are one. `apart`: they are not. `kind`: it is of its kind.
    #[schema(example = "named")]
    asked: &'static str,
    entity: NameReferenceReply,
    other: Option<NameReferenceReply>,
}

impl From<Log> for ExportedLogReply {
    fn from(log: Log) -> Self {
        Self {
            reference_offset_seconds: log.reference_time.offset_s(),
            log: log.into(),
        }
    }
}

impl From<NameReference> for NameReferenceReply {
    fn from(reference: NameReference) -> Self {
        Self {
            name: reference.name,
            kind: reference.kind.as_str(),
            roles: reference.roles,
            of: reference.of,
        }
    }
}

impl From<ObjectReference> for ObjectReferenceReply {
    fn from(object: ObjectReference) -> Self {
        match object {
            ObjectReference::Entity(entity) => Self::Entity(entity.into()),
            ObjectReference::Value(value) => Self::Value { value },
        }
    }
}

impl From<FactReference> for FactReferenceReply {
    fn from(fact: FactReference) -> Self {
        Self {
            subject: fact.subject.into(),
            relation: fact.relation.to_string(),
            object: fact.object.into(),
            is_negated: fact.is_negated,
            modality: fact.modality.as_str(),
            attributed_to: fact.attributed_to.map(NameReferenceReply::from),
            corrected_object: fact.corrected.map(ObjectReferenceReply::from),
        }
    }
}

impl From<ExportedDecision> for ExportedDecisionReply {
    fn from(exported: ExportedDecision) -> Self {
        Self {
            decision: exported.decision.into(),
            about: exported.about.map(FactReferenceReply::from),
            episode_uuids: exported.texts,
        }
    }
}

impl From<ExportedName> for ExportedNameReply {
    fn from(exported: ExportedName) -> Self {
        Self {
            space_id: exported.space,
            asked: exported.asked,
            entity: exported.entity.into(),
            other: exported.other.map(NameReferenceReply::from),
        }
    }
}
