//! Decisions that come from another server of ours: kept by the names that they are about, whether the graph knows
//! these yet or will once the texts are read.

use recollect_model::{
    DecisionId, EntityId, EntityKey, EntityKind, EpisodeId, Modality, RelationName, SpaceId,
    Timestamp,
};

use super::GraphRows;
use crate::StorageError;
use crate::rows::{stored, stored_key};
use crate::sealing::register::{
    DECISION_FACT, DECISION_NEW_FACT, DECISION_NEW_VALUE, DECISION_OBJECT, DECISION_RELATION,
    DECISION_SAYER, DECISION_SUBJECT, DECISION_TARGET, DECISION_VALUE,
};

/// A decision as another server of ours tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredDecision {
    /// Its identifier, the same as there.
    pub id: DecisionId,
    /// Whom the fact is about.
    pub subject: EntityKey,
    /// The relation.
    pub relation: RelationName,
    /// The object: an entity, or a value in words.
    pub object: Result<EntityKey, String>,
    /// Whether it is denied.
    pub is_negated: bool,
    /// How it is meant.
    pub modality: Modality,
    /// Who says so.
    pub attributed_to: Option<EntityKey>,
    /// The fact as it was told.
    pub fact: String,
    /// What was decided.
    pub verdict: RestoredVerdict,
    /// When it was decided.
    pub decided_at: Timestamp,
}

/// What was decided there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RestoredVerdict {
    /// It is wrong.
    Dismissed,
    /// It matters.
    Pinned,
    /// It held until then.
    Ended(Timestamp),
    /// This is right in the place of the object, and this is the sentence.
    Corrected(Result<EntityKey, String>, String),
}

impl RestoredVerdict {
    /// The name that the interface and the database use.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Dismissed => "dismissed",
            Self::Pinned => "pinned",
            Self::Ended(_) => "ended",
            Self::Corrected(..) => "corrected",
        }
    }
}

impl GraphRows {
    /// Keeps a decision that these texts say the object of; they must be there, what it names need not.
    pub async fn restore_decision(
        &mut self,
        space: SpaceId,
        decision: &RestoredDecision,
        texts: &[EpisodeId],
    ) -> Result<(), StorageError> {
        let (user, words, id) = (self.user(), self.words(), decision.id);
        let (ended_at, right) = match &decision.verdict {
            RestoredVerdict::Ended(at) => (Some(stored(*at)), None),
            RestoredVerdict::Corrected(object, fact) => (None, Some((object, fact))),
            RestoredVerdict::Dismissed | RestoredVerdict::Pinned => (None, None),
        };
        let key = |key: &EntityKey| stored_key(key.as_str());
        let object = decision.object.as_ref();
        let right_object = right.map(|(object, _)| object.as_ref());
        sqlx::query(
            "INSERT INTO decisions (user_id, space_id, id, kind, subject_key, relation, object_key,
             object_value, is_negated, modality, attributed_key, fact, ended_at, new_key, new_value,
             new_fact, decided_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(id.to_string())
        .bind(decision.verdict.as_str())
        .bind(words.seek(DECISION_SUBJECT, &key(&decision.subject)))
        .bind(words.seek(DECISION_RELATION, decision.relation.as_str()))
        .bind(words.seek_optional(DECISION_OBJECT, object.ok().map(key).as_deref()))
        .bind(words.seal_optional(DECISION_VALUE, id, object.err().map(String::as_str)))
        .bind(i64::from(decision.is_negated))
        .bind(decision.modality.as_str())
        .bind(words.seek_optional(
            DECISION_SAYER,
            decision.attributed_to.as_ref().map(key).as_deref(),
        ))
        .bind(words.seal(DECISION_FACT, id, &decision.fact))
        .bind(ended_at)
        .bind(words.seek_optional(
            DECISION_TARGET,
            right_object.and_then(Result::ok).map(key).as_deref(),
        ))
        .bind(words.seal_optional(
            DECISION_NEW_VALUE,
            id,
            right_object.and_then(Result::err).map(String::as_str),
        ))
        .bind(words.seal_optional(DECISION_NEW_FACT, id, right.map(|(_, fact)| fact.as_str())))
        .bind(stored(decision.decided_at))
        .execute(self.connection())
        .await?;
        self.decide_by(id, texts).await
    }

    /// Says what an entity is, unless somebody has said it before; whether that was so.
    pub async fn ask_kind_first(
        &mut self,
        space: SpaceId,
        id: EntityId,
        kind: EntityKind,
    ) -> Result<bool, StorageError> {
        let user = self.user();
        let asked = sqlx::query(
            "UPDATE entities SET asked_kind = $4
             WHERE user_id = $1 AND space_id = $2 AND id = $3 AND asked_kind IS NULL",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(id.to_string())
        .bind(kind.as_str())
        .execute(self.connection())
        .await?;
        Ok(asked.rows_affected() == 1)
    }
}
