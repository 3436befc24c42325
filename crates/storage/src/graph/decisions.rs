//! Decisions about facts: kept by the keys of the entities, given with the ids that these have now.

use recollect_model::{
    Decision, DecisionId, EntityId, EntityKey, EpisodeId, Modality, Object, Proposition,
    RelationName, SpaceId, Statement, StatementId, Timestamp, UserId, Verdict,
};
use sqlx::AssertSqlSafe;

use super::{GraphRows, bind_id};
use crate::columns::{statement, statement_columns};
use crate::many::{Parameters, Rows};
use crate::removing::not_in_deleted;
use crate::rows::{Columns, stored, unreadable};
use crate::sealing::register::{
    DECISION_FACT, DECISION_NEW_FACT, DECISION_NEW_VALUE, DECISION_RELATION, DECISION_VALUE, Sealed,
};
use crate::{StorageError, Store};

/// What [`decision`] reads, of the decisions of `$1` of which something more is so.
const SELECT: &str = "SELECT decisions.id, decisions.space_id, decisions.kind, decisions.fact,
    decisions.decided_at, decisions.ended_at, decisions.new_fact, targets.id, decisions.new_value,
    subjects.id, decisions.relation, objects.id, decisions.object_value, decisions.is_negated,
    decisions.modality,
    CASE WHEN decisions.attributed_key IS NOT NULL AND sayers.id IS NULL THEN 1 ELSE 0 END, sayers.id
    FROM decisions
    LEFT JOIN entities AS subjects ON subjects.user_id = decisions.user_id
    AND subjects.space_id = decisions.space_id AND subjects.key = decisions.subject_key
    LEFT JOIN entities AS objects ON objects.user_id = decisions.user_id
    AND objects.space_id = decisions.space_id AND objects.key = decisions.object_key
    LEFT JOIN entities AS sayers ON sayers.user_id = decisions.user_id
    AND sayers.space_id = decisions.space_id AND sayers.key = decisions.attributed_key
    LEFT JOIN entities AS targets ON targets.user_id = decisions.user_id
    AND targets.space_id = decisions.space_id AND targets.key = decisions.new_key
    WHERE decisions.user_id = $1 AND ";

const IN_ORDER: &str = " ORDER BY decisions.decided_at, decisions.id";

const INSERT_EPISODES: Rows = Rows {
    before: "INSERT INTO decision_episodes (user_id, decision_id, episode_id) VALUES ",
    shared: 2,
    own: 1,
    after: " ON CONFLICT DO NOTHING",
};

impl Store {
    /// What was decided in a space, in the order in which it was.
    pub async fn decisions(
        &self,
        user: UserId,
        space: SpaceId,
    ) -> Result<Vec<Decision>, StorageError> {
        let sql = format!("{SELECT} decisions.space_id = $2 {IN_ORDER}");
        let words = self.words(user).await?;
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(space.to_string())
            .fetch_all(&self.reads)
            .await?;
        words.read_all(&rows, decision)
    }

    /// The space of a statement.
    pub async fn space_of_statement(
        &self,
        user: UserId,
        id: StatementId,
    ) -> Result<Option<SpaceId>, StorageError> {
        let row = sqlx::query(concat!(
            "SELECT space_id FROM statements WHERE user_id = $1 AND id = $2 AND space_id",
            not_in_deleted!()
        ))
        .bind(user.to_string())
        .bind(id.to_string())
        .fetch_optional(&self.reads)
        .await?;
        row.map(|row| Columns::of(&row).id()).transpose()
    }
}

impl GraphRows {
    /// What was decided in a space, in the order in which it was.
    pub async fn decisions(&mut self, space: SpaceId) -> Result<Vec<Decision>, StorageError> {
        let sql = format!("{SELECT} decisions.space_id = $2 {IN_ORDER}");
        let user = self.user();
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(space.to_string())
            .fetch_all(self.connection())
            .await?;
        self.words().read_all(&rows, decision)
    }

    /// One of the user's decisions.
    pub async fn decision(&mut self, id: DecisionId) -> Result<Option<Decision>, StorageError> {
        let sql = format!("{SELECT} decisions.id = $2 AND decisions.space_id") + not_in_deleted!();
        let user = self.user();
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(id.to_string())
            .fetch_optional(self.connection())
            .await?;
        let words = self.words();
        row.map(|row| decision(&mut words.columns(&row)))
            .transpose()
    }

    /// One of the user's statements, with its space.
    pub async fn statement(
        &mut self,
        id: StatementId,
    ) -> Result<Option<(SpaceId, Statement)>, StorageError> {
        let sql = concat!(
            "SELECT statements.space_id, ",
            statement_columns!(),
            " FROM statements WHERE user_id = $1 AND id = $2 AND space_id",
            not_in_deleted!()
        );
        let user = self.user();
        let row = sqlx::query(sql)
            .bind(user.to_string())
            .bind(id.to_string())
            .fetch_optional(self.connection())
            .await?;
        let words = self.words();
        let read = |row| {
            let mut columns = words.columns(&row);
            Ok((columns.id()?, statement(&mut columns)?))
        };
        row.map(read).transpose()
    }

    /// Keeps a decision, with the texts that say the statement which it is about; what it names must be there.
    pub async fn insert_decision(
        &mut self,
        decision: &Decision,
        about: &Proposition,
        statement: StatementId,
    ) -> Result<(), StorageError> {
        let (ended_at, new) = match &decision.verdict {
            Verdict::Ended { at } => (Some(stored(*at)), None),
            Verdict::Corrected { object, fact } => (None, Some((object, fact.as_str()))),
            Verdict::Dismissed | Verdict::Pinned => (None, None),
        };
        let (object, object_value) = parts(Some(&about.object));
        let (target, target_value) = parts(new.map(|(object, _)| object));
        let (user, words, id) = (self.user(), self.words(), decision.id);
        sqlx::query(
            "INSERT INTO decisions (user_id, space_id, id, kind, subject_key, relation, object_key,
             object_value, is_negated, modality, attributed_key, fact, ended_at, new_key, new_value,
             new_fact, decided_at) VALUES ($1, $2, $3, $4,
             (SELECT key FROM entities WHERE user_id = $1 AND space_id = $2 AND id = $5), $6,
             (SELECT key FROM entities WHERE user_id = $1 AND space_id = $2 AND id = $7), $8, $9, $10,
             (SELECT key FROM entities WHERE user_id = $1 AND space_id = $2 AND id = $11), $12, $13,
             (SELECT key FROM entities WHERE user_id = $1 AND space_id = $2 AND id = $14), $15, $16,
             $17)",
        )
        .bind(user.to_string())
        .bind(decision.space.to_string())
        .bind(decision.id.to_string())
        .bind(decision.verdict.as_str())
        .bind(about.subject.to_string())
        .bind(words.seek(DECISION_RELATION, about.relation.as_str()))
        .bind(object)
        .bind(words.seal_optional(DECISION_VALUE, id, object_value))
        .bind(i64::from(about.is_negated))
        .bind(about.modality.as_str())
        .bind(about.attributed_to.map(|id| id.to_string()))
        .bind(words.seal(DECISION_FACT, id, &decision.fact))
        .bind(ended_at)
        .bind(target)
        .bind(words.seal_optional(DECISION_NEW_VALUE, id, target_value))
        .bind(words.seal_optional(DECISION_NEW_FACT, id, new.map(|(_, fact)| fact)))
        .bind(stored(decision.decided_at))
        .execute(self.connection())
        .await?;
        sqlx::query(
            "INSERT INTO decision_episodes (user_id, decision_id, episode_id)
             SELECT DISTINCT user_id, $3, episode_id FROM claims
             WHERE user_id = $1 AND statement_id = $2",
        )
        .bind(user.to_string())
        .bind(statement.to_string())
        .bind(decision.id.to_string())
        .execute(self.connection())
        .await?;
        Ok(())
    }

    /// Notes that these texts say what was decided about.
    pub async fn decide_by(
        &mut self,
        decision: DecisionId,
        episodes: &[EpisodeId],
    ) -> Result<(), StorageError> {
        let user = self.user();
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(decision);
        };
        INSERT_EPISODES
            .run(self.connection(), episodes, shared, bind_id)
            .await?;
        Ok(())
    }

    /// Lets a correction correct to something else.
    pub async fn redirect_decision(
        &mut self,
        space: SpaceId,
        id: DecisionId,
        object: &Object,
        fact: &str,
    ) -> Result<(), StorageError> {
        let (target, value) = parts(Some(object));
        let (user, words) = (self.user(), self.words());
        sqlx::query(
            "UPDATE decisions SET new_value = $5, new_fact = $6, new_key =
             (SELECT key FROM entities WHERE user_id = $1 AND space_id = $2 AND id = $4)
             WHERE user_id = $1 AND space_id = $2 AND id = $3",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(id.to_string())
        .bind(target)
        .bind(words.seal_optional(DECISION_NEW_VALUE, id, value))
        .bind(words.seal(DECISION_NEW_FACT, id, fact))
        .execute(self.connection())
        .await?;
        Ok(())
    }

    /// Removes a decision; whether there was one.
    pub async fn remove_decision(&mut self, id: DecisionId) -> Result<bool, StorageError> {
        let user = self.user();
        let removed = sqlx::query("DELETE FROM decisions WHERE user_id = $1 AND id = $2")
            .bind(user.to_string())
            .bind(id.to_string())
            .execute(self.connection())
            .await?;
        Ok(removed.rows_affected() == 1)
    }

    /// The decisions of a space about what no text says any more that said it then.
    pub async fn decisions_without_texts(
        &mut self,
        space: SpaceId,
    ) -> Result<Vec<Decision>, StorageError> {
        let sql = format!(
            "{SELECT} decisions.space_id = $2 AND NOT EXISTS (SELECT 1 FROM decision_episodes
             WHERE decision_episodes.user_id = decisions.user_id
             AND decision_episodes.decision_id = decisions.id) {IN_ORDER}"
        );
        let user = self.user();
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(user.to_string())
            .bind(space.to_string())
            .fetch_all(self.connection())
            .await?;
        self.words().read_all(&rows, decision)
    }

    /// Says that a text stands in the place of another: what was decided about what that said is about what this says.
    pub(crate) async fn inherit_decisions(
        &mut self,
        old: EpisodeId,
        new: EpisodeId,
    ) -> Result<(), StorageError> {
        let user = self.user();
        sqlx::query(
            "INSERT INTO decision_episodes (user_id, decision_id, episode_id)
             SELECT user_id, decision_id, $3 FROM decision_episodes
             WHERE user_id = $1 AND episode_id = $2 ON CONFLICT DO NOTHING",
        )
        .bind(user.to_string())
        .bind(old.to_string())
        .bind(new.to_string())
        .execute(self.connection())
        .await?;
        Ok(())
    }

    /// The key of an entity of the space.
    pub async fn key_of(
        &mut self,
        space: SpaceId,
        id: EntityId,
    ) -> Result<Option<EntityKey>, StorageError> {
        let found = self.entities(space, &[id]).await?;
        Ok(found.into_iter().next().map(|entity| entity.key))
    }

    /// Says what an entity is, whatever the texts make of it; or leaves that to them.
    pub async fn ask_kind(
        &mut self,
        space: SpaceId,
        id: EntityId,
        kind: Option<&'static str>,
    ) -> Result<(), StorageError> {
        let user = self.user();
        sqlx::query(
            "UPDATE entities SET asked_kind = $4 WHERE user_id = $1 AND space_id = $2 AND id = $3",
        )
        .bind(user.to_string())
        .bind(space.to_string())
        .bind(id.to_string())
        .bind(kind)
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

fn parts(object: Option<&Object>) -> (Option<String>, Option<&str>) {
    match object {
        Some(Object::Entity(entity)) => (Some(entity.to_string()), None),
        Some(Object::Value(value)) => (None, Some(value.as_str())),
        None => (None, None),
    }
}

fn decision(columns: &mut Columns<'_>) -> Result<Decision, StorageError> {
    let (id, space): (DecisionId, SpaceId) = (columns.id()?, columns.id()?);
    let kind = columns.text()?;
    let (fact, decided_at) = (columns.sealed(DECISION_FACT, id)?, columns.instant()?);
    let ended_at = columns.optional_instant()?;
    let new_fact = columns.optional_sealed(DECISION_NEW_FACT, id)?;
    let target = object(columns, DECISION_NEW_VALUE, id)?;
    let about = proposition(columns, id)?;
    let verdict = verdict(&kind, ended_at, target.zip(new_fact))?;
    Ok(Decision {
        id,
        space,
        // A correction to what is not there any more says nothing.
        about: about.filter(|_| verdict.is_some()),
        verdict: verdict.unwrap_or(Verdict::Dismissed),
        fact,
        decided_at,
    })
}

fn verdict(
    kind: &str,
    ended_at: Option<Timestamp>,
    right: Option<(Object, String)>,
) -> Result<Option<Verdict>, StorageError> {
    Ok(match kind {
        "dismissed" => Some(Verdict::Dismissed),
        "pinned" => Some(Verdict::Pinned),
        "ended" => ended_at.map(|at| Verdict::Ended { at }),
        "corrected" => right.map(|(object, fact)| Verdict::Corrected { object, fact }),
        other => return Err(unreadable("a decision", other)),
    })
}

fn object(
    columns: &mut Columns<'_>,
    value: &Sealed,
    id: DecisionId,
) -> Result<Option<Object>, StorageError> {
    let (entity, value) = (columns.optional_id()?, columns.optional_sealed(value, id)?);
    Ok(entity.map(Object::Entity).or(value.map(Object::Value)))
}

/// What it is about, where all of it is there.
fn proposition(
    columns: &mut Columns<'_>,
    id: DecisionId,
) -> Result<Option<Proposition>, StorageError> {
    let subject: Option<EntityId> = columns.optional_id()?;
    let relation = RelationName::of(&columns.sought(DECISION_RELATION)?);
    let object = object(columns, DECISION_VALUE, id)?;
    let is_negated = columns.flag()?;
    let modality = columns.named(Modality::from_name)?;
    let lacks_sayer = columns.flag()?;
    let attributed_to = columns.optional_id()?;
    let named = subject.zip(object).filter(|_| !lacks_sayer);
    Ok(named.map(|(subject, object)| Proposition {
        subject,
        relation,
        object,
        is_negated,
        modality,
        attributed_to,
    }))
}
