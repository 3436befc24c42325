//! Statements: what follows from the claims, as somebody else worked it out.

use recollect_model::{Revision, Slot, SpaceId, Statement, StatementId};

use super::claims::bind_slot;
use super::{GraphRows, Removed, bind_id};
use crate::StorageError;
use crate::columns::{bind_statement, statement, statement_columns};
use crate::many::{Parameters, Rows};
use crate::rows::read_all;

const OF_SLOTS: Rows = Rows {
    before: concat!("SELECT ", statement_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN statements
            WHERE statements.user_id = asked.column1 AND statements.space_id = asked.column2
            AND substr(statements.slot, 1, 400) = substr(asked.column3, 1, 400)
            AND statements.slot = asked.column3",
};

const PUT: Rows = Rows {
    before:
        "INSERT INTO statements (user_id, space_id, revision, id, slot, subject_id, relation,
             object_entity_id, object_value, is_negated, modality, attributed_to, phrase, details,
             worth, fact, fact_names, valid_at, invalid_at, precision, closed_by, recorded_at, decided) VALUES ",
    shared: 3,
    own: 20,
    after: " ON CONFLICT (user_id, id) DO UPDATE SET revision = excluded.revision,
            slot = excluded.slot, subject_id = excluded.subject_id,
            relation = excluded.relation, object_entity_id = excluded.object_entity_id,
            object_value = excluded.object_value, is_negated = excluded.is_negated,
            modality = excluded.modality, attributed_to = excluded.attributed_to,
            phrase = excluded.phrase, details = excluded.details, worth = excluded.worth,
            fact = excluded.fact, fact_names = excluded.fact_names, valid_at = excluded.valid_at,
            invalid_at = excluded.invalid_at, precision = excluded.precision,
            closed_by = excluded.closed_by, recorded_at = excluded.recorded_at,
            decided = excluded.decided
            WHERE statements.space_id = excluded.space_id",
};

const TOUCH: Rows = Rows {
    before: "UPDATE statements SET revision = touched.column3 FROM (VALUES ",
    shared: 3,
    own: 1,
    after: ") AS touched WHERE statements.user_id = touched.column1
            AND statements.space_id = touched.column2 AND statements.id = touched.column4",
};

const DELETE: Rows = Rows {
    before: "DELETE FROM statements WHERE (user_id, space_id, id) IN (SELECT asked.column1, asked.column2, asked.column3
             FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS asked) RETURNING id",
};

const RELEASE_CLAIMS: Rows = Rows {
    before: "UPDATE claims SET statement_id = NULL FROM (VALUES ",
    shared: 2,
    own: 1,
    after: ") AS gone WHERE claims.user_id = gone.column1 AND claims.space_id = gone.column2
            AND claims.statement_id = gone.column3",
};

impl GraphRows {
    /// The statements of these slots, in no order; each slot is to be named once.
    pub async fn statements_of_slots(
        &mut self,
        space: SpaceId,
        slots: &[Slot],
    ) -> Result<Vec<Statement>, StorageError> {
        let words = self.words();
        let bind = |slot: &Slot, own: &mut Parameters| bind_slot(&words, slot, own);
        let rows = self.run(&OF_SLOTS, space, slots, bind).await?;
        words.read_all(&rows, statement)
    }

    /// Adds statements, or puts them in the place of those with the same ids; each id is to be given once.
    pub async fn put_statements(
        &mut self,
        space: SpaceId,
        revision: Revision,
        statements: &[Statement],
    ) -> Result<(), StorageError> {
        let words = self.words();
        let put = |statement: &Statement, own: &mut Parameters| {
            own.id(statement.id);
            bind_statement(statement, &words, own);
        };
        self.run_at(&PUT, (space, revision), statements, put)
            .await?;
        Ok(())
    }

    /// Removes statements; from the claims that supported them nothing follows then.
    pub async fn remove_statements(
        &mut self,
        space: SpaceId,
        revision: Revision,
        ids: &[StatementId],
    ) -> Result<(), StorageError> {
        let rows = self.run(&DELETE, space, ids, bind_id).await?;
        let removed = read_all(&rows, |columns| columns.text())?;
        self.run(&RELEASE_CLAIMS, space, ids, bind_id).await?;
        self.record_removals(space, revision, Removed::Statement, &removed)
            .await
    }

    /// Says that something about these statements changed: their evidence.
    pub(crate) async fn touch_statements(
        &mut self,
        space: SpaceId,
        revision: Revision,
        ids: &[StatementId],
    ) -> Result<(), StorageError> {
        self.run_at(&TOUCH, (space, revision), ids, bind_id).await?;
        Ok(())
    }
}
