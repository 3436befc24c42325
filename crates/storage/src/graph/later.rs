//! What follows from a change and is left for later, because it bears on more claims than one transaction should
//! hold.
//!
//! The change notes the entities whose claims are to be looked at again; the note is committed with it. Whoever finds
//! it carries the rest out in transactions of their own and takes the note back with the last one. Looking at a claim
//! twice changes nothing, so a kill in between costs no more than beginning again, and several may do it at once.

use std::collections::{BTreeMap, HashSet};

use recollect_model::{EntityId, Revision, Slot, SpaceId, UserId};

use super::{GraphRows, bind_id};
use crate::many::{Parameters, Rows};
use crate::rows::read_all;
use crate::sealing::register::CLAIM_SLOT;
use crate::{StorageError, Store};

/// An entity whose claims are to be looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToFollow {
    /// The space it is in.
    pub space: SpaceId,
    /// The entity, whatever it is a name of.
    pub entity: EntityId,
    /// The revision at which that was noted.
    pub revision: Revision,
}

/// The claims that name what is asked for in a column, at most so many of a run.
macro_rules! some_claims {
    ($column:literal) => {
        Rows {
            before: "SELECT 1 FROM (VALUES ",
            shared: 3,
            own: 1,
            after: concat!(
                ") AS asked CROSS JOIN claims WHERE claims.user_id = asked.column1
            AND claims.space_id = asked.column2 AND claims.",
                $column,
                " = asked.column4 LIMIT $3"
            ),
        }
    };
}

const SOME: [Rows; 3] = [
    some_claims!("subject_id"),
    some_claims!("object_entity_id"),
    some_claims!("attributed_to"),
];

/// The slots of the claims that name what is asked for in a column, each with how many they are.
macro_rules! slots_by {
    ($column:literal) => {
        Rows {
            before: "SELECT claims.slot, COUNT(*) FROM (VALUES ",
            shared: 2,
            own: 1,
            after: concat!(
                ") AS asked CROSS JOIN claims WHERE claims.user_id = asked.column1
            AND claims.space_id = asked.column2 AND claims.",
                $column,
                " = asked.column3 GROUP BY claims.slot"
            ),
        }
    };
}

const SLOTS: [Rows; 3] = [
    slots_by!("subject_id"),
    slots_by!("object_entity_id"),
    slots_by!("attributed_to"),
];

const NOTE: Rows = Rows {
    before: "INSERT INTO entities_to_follow (user_id, space_id, revision, entity_id) VALUES ",
    shared: 3,
    own: 1,
    after: " ON CONFLICT (user_id, entity_id) DO UPDATE SET revision = excluded.revision",
};

const TAKE_BACK: Rows = Rows {
    before: "DELETE FROM entities_to_follow WHERE (user_id, space_id, entity_id, revision) IN
             (SELECT asked.column1, asked.column2, asked.column3, asked.column4 FROM (VALUES ",
    shared: 2,
    own: 2,
    after: ") AS asked)",
};

impl GraphRows {
    /// Whether more than so many claims name one of these: as subject, as object, or as who said so.
    pub async fn are_named_by_more(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
        than: usize,
    ) -> Result<bool, StorageError> {
        let (user, most) = (self.user(), than as i64 + 1);
        let shared = |shared: &mut Parameters| {
            shared.id(user).id(space).bind(most);
        };
        let mut found = 0;
        for claims in &SOME {
            let connection = self.connection();
            found += claims.run(connection, ids, shared, bind_id).await?.len();
            if found > than {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The slots of the claims that name one of these, each once.
    pub async fn slots_about(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<Slot>, StorageError> {
        let mut slots = HashSet::new();
        for by in &SLOTS {
            let rows = self.run(by, space, ids, bind_id).await?;
            slots.extend(read_all(&rows, |columns| columns.text())?);
        }
        let words = self.words();
        let opened = slots.into_iter();
        let opened = opened.map(|slot| words.open(CLAIM_SLOT, "", slot).map(Slot));
        opened.collect()
    }

    /// Notes that the claims that name one of these are to be looked at again, at the revision that
    /// [`advance_space`](Self::advance_space) gave.
    pub async fn leave_for_later(
        &mut self,
        space: SpaceId,
        revision: Revision,
        ids: &[EntityId],
    ) -> Result<(), StorageError> {
        self.run_at(&NOTE, (space, revision), ids, bind_id).await?;
        self.leaves_something |= !ids.is_empty();
        Ok(())
    }

    /// Whether this transaction leaves something for later.
    pub const fn leaves_something(&self) -> bool {
        self.leaves_something
    }

    /// Takes notes back, unless they were made anew since they were read.
    pub async fn take_back_notes(
        &mut self,
        space: SpaceId,
        notes: &[ToFollow],
    ) -> Result<(), StorageError> {
        let own = |note: &ToFollow, own: &mut Parameters| {
            own.id(note.entity).bind(note.revision.0);
        };
        self.run(&TAKE_BACK, space, notes, own).await?;
        Ok(())
    }
}

impl Store {
    /// Whose changes have left something for later, of all users.
    pub async fn users_to_follow(&self) -> Result<Vec<UserId>, StorageError> {
        let rows = sqlx::query("SELECT DISTINCT user_id FROM entities_to_follow ORDER BY user_id");
        read_all(&rows.fetch_all(&self.reads).await?, |columns| columns.id())
    }

    /// What the user's changes have left for later.
    pub async fn left_for_later(&self, user: UserId) -> Result<Vec<ToFollow>, StorageError> {
        let rows = sqlx::query(
            "SELECT notes.space_id, notes.entity_id, notes.revision FROM entities_to_follow AS notes
             JOIN spaces ON spaces.user_id = notes.user_id AND spaces.id = notes.space_id
             WHERE notes.user_id = $1 AND spaces.is_deleted = 0
             ORDER BY notes.space_id, notes.entity_id",
        )
        .bind(user.to_string())
        .fetch_all(&self.reads)
        .await?;
        read_all(&rows, |columns| {
            Ok(ToFollow {
                space: columns.id()?,
                entity: columns.id()?,
                revision: Revision(columns.integer()?),
            })
        })
    }

    /// The slots of the claims that name one of these, each once with how many of them it has.
    pub async fn slots_about(
        &self,
        user: UserId,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<(Slot, u64)>, StorageError> {
        let scope = [user.to_string(), space.to_string()];
        let mut slots: BTreeMap<String, u64> = BTreeMap::new();
        for by in &SLOTS {
            let rows = self.rows_of(by, &scope, ids).await?;
            for (slot, count) in read_all(&rows, |columns| Ok((columns.text()?, columns.count()?)))?
            {
                *slots.entry(slot).or_default() += count;
            }
        }
        let words = self.words(user).await?;
        let opened = slots.into_iter();
        let opened =
            opened.map(|(slot, count)| Ok((Slot(words.open(CLAIM_SLOT, "", slot)?), count)));
        opened.collect()
    }
}
