//! How statements and entities look from outside; every reply about the graph uses these.

use recollect_engine::{KnownStatement, ListedEntity, Source};
use recollect_model::{
    Detail, DetailRole, EntityId, EpisodeId, Object, SpaceId, StatementId, Timestamp,
};
use serde::Serialize;
use utoipa::ToSchema;

/// Where a page stands in its list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageReply {
    /// From 1.
    pub(crate) page: usize,
    /// The most entries on a page.
    pub(crate) limit: usize,
    /// The entries of the whole list.
    pub(crate) total_count: u64,
    /// Whether there is a next page.
    pub(crate) has_more: bool,
}

/// Where a part stands in its list.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartReply {
    /// The entries of the whole list.
    pub(crate) total_count: u64,
    /// The most entries in a part.
    pub(crate) limit: usize,
    /// How many entries come before it.
    pub(crate) offset: usize,
    /// Whether there are more after it.
    pub(crate) has_more: bool,
}

/// Somebody or something, by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Named {
    #[schema(value_type = String, format = "uuid")]
    pub(crate) id: EntityId,
    pub(crate) name: String,
}

/// What is said of a subject: another entity, or a value in words.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ObjectReply {
    /// The entity; null for a value.
    #[schema(value_type = Option<String>, format = "uuid")]
    pub(crate) id: Option<EntityId>,
    /// Its name, or the value.
    pub(crate) name: String,
}

/// What a statement says besides its subject, relation and object.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Detail)]
pub(crate) struct DetailReply {
    /// The part it plays: `recipient`, `beneficiary`, `companion`, `place`, `destination`, `origin`, `agent`, `topic`, `purpose`,
    /// `cause`, `instrument`, `capacity`, `price`, `quantity`, `duration`, `frequency`, `manner` or `other`.
    #[schema(value_type = String, example = "companion")]
    role: DetailRole,
    /// Its words.
    #[schema(example = "a cousin")]
    text: String,
}

impl From<Detail> for DetailReply {
    fn from(detail: Detail) -> Self {
        Self {
            role: detail.role,
            text: detail.text,
        }
    }
}

/// What held from some time until another.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Statement)]
pub(crate) struct StatementReply {
    #[schema(value_type = String, format = "uuid")]
    pub(crate) id: StatementId,
    #[schema(value_type = String, format = "uuid")]
    pub(crate) space_id: SpaceId,
    /// The fact as a sentence.
    #[schema(example = "Clara lives in Lisbon.")]
    pub(crate) fact: String,
    pub(crate) subject: Named,
    /// A normalised relation such as `lives_in`, or the text's own phrase with `_` between the words.
    #[schema(example = "lives_in")]
    pub(crate) relation: String,
    /// The relation in the text's own words.
    #[schema(example = "live in")]
    pub(crate) phrase: String,
    pub(crate) object: ObjectReply,
    /// With whom, where, for what, how much, in the order of the text.
    pub(crate) details: Vec<DetailReply>,
    /// How much anybody would look for it, from 0 (small talk) to 100.
    #[schema(example = 80)]
    pub(crate) worth: u8,
    /// Whether it is denied.
    pub(crate) is_negated: bool,
    /// How it is meant: `actual`, `planned`, `wished`, `possible`, `required` or `conditional`.
    #[schema(example = "actual")]
    pub(crate) modality: &'static str,
    /// Who says so, when it is not whoever wrote the text.
    pub(crate) attributed_to: Option<Named>,
    /// From when it held; null when only its end is known.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) valid_at: Option<Timestamp>,
    /// Until when it held, once something said so; the same as `validAt` for what turned out never to have held.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) invalid_at: Option<Timestamp>,
    /// How finely its time is told: `day`, `month`, `year` …
    #[schema(example = "day")]
    pub(crate) precision: Option<&'static str>,
    /// Whether it happened, at its time, and does not go on: "broke the teapot".
    pub(crate) is_event: bool,
    /// When it was first learned.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) recorded_at: Timestamp,
    /// The episode that ended it.
    #[schema(value_type = Option<String>, format = "uuid")]
    pub(crate) closed_by: Option<EpisodeId>,
    /// What its owner decided: `corrected`, `ended` and `pinned` may be among it.
    #[schema(example = json!([]))]
    pub(crate) decided: Vec<&'static str>,
    /// The newest episodes that say so.
    #[serde(rename = "episodeUUIDs")]
    #[schema(value_type = Vec<String>)]
    pub(crate) episode_uuids: Vec<EpisodeId>,
    /// The words that say it, in the newest of them.
    pub(crate) evidence: Vec<EvidenceReply>,
}

/// The place of words that say something: characters of an episode's text.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub(crate) struct EvidenceReply {
    #[serde(rename = "episodeUUID")]
    #[schema(value_type = String, format = "uuid")]
    episode: EpisodeId,
    /// The first character.
    start: u32,
    /// The first character after them.
    end: u32,
}

/// Somebody or something the texts speak of.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Entity)]
pub(crate) struct EntityReply {
    #[schema(value_type = String, format = "uuid")]
    pub(crate) id: EntityId,
    #[schema(value_type = String, format = "uuid")]
    pub(crate) space_id: SpaceId,
    pub(crate) name: String,
    /// `owner`, `person`, `organization`, `place`, `event`, `work`, `product`, `animal`, `date`, `quantity` or `thing`.
    #[schema(example = "person")]
    pub(crate) kind: &'static str,
    /// How often the texts name it.
    pub(crate) mentions: u64,
}

impl From<ListedEntity> for EntityReply {
    fn from(listed: ListedEntity) -> Self {
        Self {
            id: listed.entity.id,
            space_id: listed.space,
            name: listed.entity.name,
            kind: listed.entity.kind.as_str(),
            mentions: listed.mentions,
        }
    }
}

impl From<KnownStatement> for StatementReply {
    fn from(known: KnownStatement) -> Self {
        let is_event = known.is_event();
        let statement = known.statement;
        let proposition = statement.proposition;
        let attributed_to = proposition.attributed_to.map(|id| Named {
            id,
            name: known.attributed_to.unwrap_or_default(),
        });
        Self {
            id: statement.id,
            space_id: known.space,
            fact: statement.fact,
            subject: Named {
                id: proposition.subject,
                name: known.subject,
            },
            relation: proposition.relation.to_string(),
            phrase: statement.phrase,
            object: ObjectReply {
                id: match proposition.object {
                    Object::Entity(id) => Some(id),
                    Object::Value(_) => None,
                },
                name: known.object,
            },
            details: statement
                .details
                .0
                .into_iter()
                .map(DetailReply::from)
                .collect(),
            worth: statement.worth.get(),
            is_negated: proposition.is_negated,
            modality: proposition.modality.as_str(),
            attributed_to,
            valid_at: statement.valid_at,
            invalid_at: statement.invalid_at,
            precision: statement.precision.map(|precision| precision.as_str()),
            is_event,
            recorded_at: statement.recorded_at,
            closed_by: statement.closed_by,
            decided: statement.decided.names().collect(),
            episode_uuids: known.episodes,
            evidence: known
                .evidence
                .into_iter()
                .map(EvidenceReply::from)
                .collect(),
        }
    }
}

impl From<Source> for EvidenceReply {
    fn from(source: Source) -> Self {
        Self {
            episode: source.episode,
            start: source.range.start,
            end: source.range.end,
        }
    }
}
