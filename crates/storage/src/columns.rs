//! The columns of the graph's tables, and the values they hold.
//!
//! Each macro names the columns in the order in which the function of the same name reads them.

use std::fmt::Display;

use recollect_model::{
    Claim, Decided, Entity, EntityKey, EntityKind, EntityLink, Episode, Evidence, LinkReason,
    Mention, Modality, Object, Precision, Proposition, RecordedClaim, RelationName, Slot,
    Statement,
};

use crate::StorageError;
use crate::many::Parameters;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::Words;
use crate::sealing::register::{
    CLAIM_DETAILS, CLAIM_FACT, CLAIM_NAMES, CLAIM_PHRASE, CLAIM_RELATION, CLAIM_SLOT, CLAIM_VALUE,
    ENTITY_KEY, ENTITY_NAME, EPISODE_BODY, EPISODE_SESSION, EPISODE_SOURCE, STATEMENT_DETAILS,
    STATEMENT_FACT, STATEMENT_NAMES, STATEMENT_PHRASE, STATEMENT_RELATION, STATEMENT_SLOT,
    STATEMENT_VALUE, Sealed,
};

macro_rules! entity_columns {
    () => {
        "entities.id, entities.key, entities.name, entities.kind, entities.part_of"
    };
}
pub(crate) use entity_columns;

macro_rules! mention_columns {
    () => {
        "mentions.entity_id, mentions.kind, mentions.episode_id, mentions.passage,
         mentions.range_start, mentions.range_end"
    };
}
pub(crate) use mention_columns;

macro_rules! link_columns {
    () => {
        "entity_links.left_id, entity_links.right_id, entity_links.is_same, entity_links.reason,
         entity_links.episode_id, entity_links.range_start, entity_links.range_end"
    };
}
pub(crate) use link_columns;

/// With the tables `claims` and `episodes`, joined.
macro_rules! claim_columns {
    () => {
        "claims.slot, claims.episode_id, claims.number, claims.subject_id, claims.relation,
         claims.object_entity_id, claims.object_value, claims.is_negated, claims.modality,
         claims.attributed_to, claims.phrase, claims.details, claims.worth, claims.fact, claims.fact_names, claims.from_at, claims.until_at,
         claims.precision, claims.is_additional, claims.is_correction, claims.passage,
         claims.range_start, claims.range_end, episodes.reference_time, episodes.accepted_at"
    };
}
pub(crate) use claim_columns;

macro_rules! statement_columns {
    () => {
        "statements.id, statements.slot, statements.subject_id, statements.relation,
         statements.object_entity_id, statements.object_value, statements.is_negated,
         statements.modality, statements.attributed_to, statements.phrase, statements.details,
         statements.worth, statements.fact, statements.fact_names,
         statements.valid_at, statements.invalid_at, statements.precision, statements.closed_by,
         statements.recorded_at, statements.decided"
    };
}
pub(crate) use statement_columns;

macro_rules! episode_columns {
    () => {
        "episodes.id, episodes.log_id, episodes.space_id, episodes.session_id, episodes.source,
         episodes.body, episodes.reference_time, episodes.reference_offset_s"
    };
}
pub(crate) use episode_columns;

pub(crate) fn entity(columns: &mut Columns<'_>) -> Result<Entity, StorageError> {
    let id = columns.id()?;
    Ok(Entity {
        id,
        key: EntityKey::from_stored(columns.sought(ENTITY_KEY)?),
        name: columns.sealed(ENTITY_NAME, id)?,
        kind: columns.named(EntityKind::from_name)?,
        part_of: columns.optional_id()?,
    })
}

pub(crate) fn mention(columns: &mut Columns<'_>) -> Result<Mention, StorageError> {
    Ok(Mention {
        entity: columns.id()?,
        kind: columns.named(EntityKind::from_name)?,
        episode: columns.id()?,
        passage: columns.number()?,
        range: columns.range()?,
    })
}

pub(crate) fn link(columns: &mut Columns<'_>) -> Result<EntityLink, StorageError> {
    let (left, right) = (columns.id()?, columns.id()?);
    let is_same = columns.flag()?;
    let reason = columns.named(LinkReason::from_name)?;
    let (episode, range) = (columns.optional_id()?, columns.range()?);
    Ok(EntityLink {
        left,
        right,
        is_same,
        reason,
        said: episode.map(|episode| (episode, range)),
    })
}

pub(crate) fn claim(columns: &mut Columns<'_>) -> Result<(Slot, RecordedClaim), StorageError> {
    let slot = Slot(columns.sought(CLAIM_SLOT)?);
    let (episode, number) = (columns.id()?, columns.number()?);
    let row = format!("{episode}/{number}");
    let claim = Claim {
        proposition: proposition(columns, (CLAIM_RELATION, CLAIM_VALUE), &row)?,
        phrase: columns.sealed(CLAIM_PHRASE, &row)?,
        details: columns.details(CLAIM_DETAILS, &row)?,
        worth: columns.worth()?,
        fact: columns.sealed(CLAIM_FACT, &row)?,
        names: columns.named_places(CLAIM_NAMES, &row)?,
        from: columns.optional_instant()?,
        until: columns.optional_instant()?,
        precision: columns.optional_named(Precision::from_name)?,
        is_additional: columns.flag()?,
        is_correction: columns.flag()?,
        passage: columns.number()?,
        range: columns.range()?,
    };
    let recorded = RecordedClaim {
        episode,
        number,
        claim,
        said_at: columns.instant()?,
        recorded_at: columns.instant()?,
    };
    Ok((slot, recorded))
}

pub(crate) fn statement(columns: &mut Columns<'_>) -> Result<Statement, StorageError> {
    let id = columns.id()?;
    let sealed = (STATEMENT_RELATION, STATEMENT_VALUE);
    Ok(Statement {
        id,
        slot: Slot(columns.sought(STATEMENT_SLOT)?),
        proposition: proposition(columns, sealed, id)?,
        phrase: columns.sealed(STATEMENT_PHRASE, id)?,
        details: columns.details(STATEMENT_DETAILS, id)?,
        worth: columns.worth()?,
        fact: columns.sealed(STATEMENT_FACT, id)?,
        names: columns.named_places(STATEMENT_NAMES, id)?,
        valid_at: columns.optional_instant()?,
        invalid_at: columns.optional_instant()?,
        precision: columns.optional_named(Precision::from_name)?,
        closed_by: columns.optional_id()?,
        recorded_at: columns.instant()?,
        decided: Decided::from_stored(columns.integer()?),
    })
}

pub(crate) fn evidence(columns: &mut Columns<'_>) -> Result<Evidence, StorageError> {
    Ok(Evidence {
        statement: columns.id()?,
        episode: columns.id()?,
        number: columns.number()?,
        passage: columns.number()?,
        range: columns.range()?,
    })
}

pub(crate) fn episode(columns: &mut Columns<'_>) -> Result<Episode, StorageError> {
    let id = columns.id()?;
    Ok(Episode {
        id,
        log: columns.id()?,
        space: columns.id()?,
        session: columns.optional_sought(EPISODE_SESSION)?,
        source: columns.sought(EPISODE_SOURCE)?,
        body: columns.sealed(EPISODE_BODY, id)?,
        reference_time: columns.reference_time()?,
    })
}

/// The sealed columns are those of the relation and of the value.
fn proposition(
    columns: &mut Columns<'_>,
    sealed: (&Sealed, &Sealed),
    row: impl Display,
) -> Result<Proposition, StorageError> {
    let subject = columns.id()?;
    let relation = RelationName::of(&columns.sought(sealed.0)?);
    let value = (
        columns.optional_id()?,
        columns.optional_sealed(sealed.1, row)?,
    );
    let object = match value {
        (Some(entity), None) => Object::Entity(entity),
        (None, Some(value)) => Object::Value(value),
        _ => return Err(unreadable("an entity or a value", "both or neither")),
    };
    Ok(Proposition {
        subject,
        relation,
        object,
        is_negated: columns.flag()?,
        modality: columns.named(Modality::from_name)?,
        attributed_to: columns.optional_id()?,
    })
}

/// Gives the columns from `subject_id` to `attributed_to`, in the order in which they are read.
pub(crate) fn bind_proposition(
    said: &Proposition,
    words: &Words,
    sealed: (&Sealed, &Sealed),
    row: impl Display,
    own: &mut Parameters,
) {
    let (entity, value) = match &said.object {
        Object::Entity(entity) => (Some(entity.to_string()), None),
        Object::Value(value) => (None, Some(words.seal(sealed.1, row, value))),
    };
    own.id(said.subject);
    own.bind(words.seek(sealed.0, said.relation.as_str()));
    own.bind(entity).bind(value);
    own.flag(said.is_negated).bind(said.modality.as_str());
    own.optional_id(said.attributed_to);
}

/// Gives the columns from `slot` to `decided`, in the order in which they are read.
pub(crate) fn bind_statement(statement: &Statement, words: &Words, own: &mut Parameters) {
    let id = statement.id;
    let (details, names) = (statement.details.stored(), statement.names.stored());
    own.bind(words.seek(STATEMENT_SLOT, &statement.slot.0));
    let sealed = (STATEMENT_RELATION, STATEMENT_VALUE);
    bind_proposition(&statement.proposition, words, sealed, id, own);
    own.bind(words.seal(STATEMENT_PHRASE, id, &statement.phrase));
    own.bind(words.seal_optional(STATEMENT_DETAILS, id, details.as_deref()));
    own.bind(i64::from(statement.worth.get()));
    own.bind(words.seal(STATEMENT_FACT, id, &statement.fact));
    own.bind(words.seal_optional(STATEMENT_NAMES, id, names.as_deref()));
    own.bind(statement.valid_at.map(stored));
    own.bind(statement.invalid_at.map(stored));
    own.bind(statement.precision.map(Precision::as_str));
    own.optional_id(statement.closed_by);
    own.bind(stored(statement.recorded_at));
    own.bind(statement.decided.stored());
}
