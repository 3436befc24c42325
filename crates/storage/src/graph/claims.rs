//! Claims: what the texts say, by slot and by whom it is about, and which statement follows from each.

use std::collections::HashSet;

use recollect_model::{
    EntityId, EpisodeId, Object, RecordedClaim, Revision, Slot, SpaceId, StatementId,
};

use super::{GraphRows, bind_id};
use crate::StorageError;
use crate::columns::{claim, claim_columns};
use crate::many::{Parameters, Rows};
use crate::rows::read_all;
use crate::sealing::Words;
use crate::sealing::register::CLAIM_SLOT;

/// The claims of which this is so, for what is asked in `asked.column3`.
macro_rules! claims_where {
    ($condition:literal) => {
        Rows {
            before: concat!("SELECT ", claim_columns!(), " FROM (VALUES "),
            shared: 2,
            own: 1,
            after: concat!(
                ") AS asked CROSS JOIN claims CROSS JOIN episodes
            WHERE claims.user_id = asked.column1 AND claims.space_id = asked.column2
            AND ",
                $condition,
                "
            AND episodes.user_id = claims.user_id AND episodes.id = claims.episode_id"
            ),
        }
    };
}

pub(crate) const OF_SLOTS: Rows = claims_where!(
    "substr(claims.slot, 1, 400) = substr(asked.column3, 1, 400) AND claims.slot = asked.column3"
);
const OF_SUBJECTS: Rows = claims_where!("claims.subject_id = asked.column3");
const OF_OBJECTS: Rows = claims_where!("claims.object_entity_id = asked.column3");
const ATTRIBUTED: Rows = claims_where!("claims.attributed_to = asked.column3");

const MOVE: Rows = Rows {
    before: "UPDATE claims SET slot = moved.column5 FROM (VALUES ",
    shared: 2,
    own: 3,
    after: ") AS moved WHERE claims.user_id = moved.column1 AND claims.space_id = moved.column2
            AND claims.episode_id = moved.column3 AND claims.number = moved.column4",
};

/// The statements that lose one of these claims.
const LOSING: Rows = Rows {
    before: "SELECT DISTINCT claims.statement_id FROM (VALUES ",
    shared: 2,
    own: 3,
    after: ") AS given CROSS JOIN claims
            WHERE claims.user_id = given.column1 AND claims.space_id = given.column2
            AND claims.episode_id = given.column3 AND claims.number = given.column4
            AND claims.statement_id IS NOT NULL
            AND claims.statement_id IS DISTINCT FROM given.column5",
};

const SUPPORT: Rows = Rows {
    before: "UPDATE claims SET revision = given.column3, statement_id = given.column6
             FROM (VALUES ",
    shared: 3,
    own: 3,
    after: ") AS given WHERE claims.user_id = given.column1 AND claims.space_id = given.column2
            AND claims.episode_id = given.column4 AND claims.number = given.column5
            AND claims.statement_id IS DISTINCT FROM given.column6",
};

impl GraphRows {
    /// The claims of these slots, each with its slot, in no order; each slot is to be named once.
    pub async fn claims_of_slots(
        &mut self,
        space: SpaceId,
        slots: &[Slot],
    ) -> Result<Vec<(Slot, RecordedClaim)>, StorageError> {
        let words = self.words();
        let bind = |slot: &Slot, own: &mut Parameters| bind_slot(&words, slot, own);
        let rows = self.run(&OF_SLOTS, space, slots, bind).await?;
        words.read_all(&rows, claim)
    }

    /// The claims whose subject or object is one of these, or that one of these is said to have made; each once, with
    /// its slot, in no order.
    pub async fn claims_about(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<(Slot, RecordedClaim)>, StorageError> {
        let asked: HashSet<EntityId> = ids.iter().copied().collect();
        let ids: Vec<EntityId> = asked.iter().copied().collect();
        let words = self.words();
        let rows = self.run(&OF_SUBJECTS, space, &ids, bind_id).await?;
        let mut claims = words.read_all(&rows, claim)?;
        let is_subject = |said: &RecordedClaim| asked.contains(&said.claim.proposition.subject);
        let is_object = |said: &RecordedClaim| match &said.claim.proposition.object {
            Object::Entity(object) => asked.contains(object),
            Object::Value(_) => false,
        };
        let rows = self.run(&OF_OBJECTS, space, &ids, bind_id).await?;
        let found = words.read_all(&rows, claim)?.into_iter();
        claims.extend(found.filter(|(_, said)| !is_subject(said)));
        let rows = self.run(&ATTRIBUTED, space, &ids, bind_id).await?;
        let found = words.read_all(&rows, claim)?.into_iter();
        claims.extend(found.filter(|(_, said)| !is_subject(said) && !is_object(said)));
        Ok(claims)
    }

    /// Gives claims, by episode and number, another slot.
    pub async fn move_claims(
        &mut self,
        space: SpaceId,
        claims: &[(EpisodeId, u32, Slot)],
    ) -> Result<(), StorageError> {
        let words = self.words();
        let moved = |(episode, number, slot): &(EpisodeId, u32, Slot), own: &mut Parameters| {
            own.id(*episode).bind(i64::from(*number));
            own.bind(words.seek(CLAIM_SLOT, &slot.0));
        };
        self.run(&MOVE, space, claims, moved).await?;
        Ok(())
    }

    /// Says of claims, by episode and number, which statement follows from each. What is so already is left alone. A
    /// statement that loses a claim carries the revision too, so that indexes read its evidence anew.
    pub async fn support(
        &mut self,
        space: SpaceId,
        revision: Revision,
        claims: &[(EpisodeId, u32, Option<StatementId>)],
    ) -> Result<(), StorageError> {
        let given = |claim: &(EpisodeId, u32, Option<StatementId>), own: &mut Parameters| {
            let (episode, number, statement) = claim;
            own.id(*episode).bind(i64::from(*number));
            own.optional_id(*statement);
        };
        let rows = self.run(&LOSING, space, claims, given).await?;
        let losing: Vec<StatementId> = read_all(&rows, |columns| columns.id())?;
        self.touch_statements(space, revision, &losing).await?;
        self.run_at(&SUPPORT, (space, revision), claims, given)
            .await?;
        Ok(())
    }
}

/// Slots of claims and of statements are sealed alike.
pub(crate) fn bind_slot(words: &Words, slot: &Slot, own: &mut Parameters) {
    own.bind(words.seek(CLAIM_SLOT, &slot.0));
}
