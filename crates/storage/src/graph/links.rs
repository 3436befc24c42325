//! Links: evidence that two names mean the same, or that they do not.

use std::collections::HashSet;

use recollect_model::{CharRange, EntityId, EntityLink, LinkReason, SpaceId};
use sqlx::any::AnyRow;

use super::{GraphRows, bind_id};
use crate::StorageError;
use crate::columns::{link, link_columns};
use crate::many::{Parameters, Rows};
use crate::rows::read_all;

pub(crate) const OF_LEFT: Rows = Rows {
    before: concat!("SELECT ", link_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entity_links WHERE entity_links.user_id = asked.column1
            AND entity_links.space_id = asked.column2
            AND entity_links.left_id = asked.column3",
};

pub(crate) const OF_RIGHT: Rows = Rows {
    before: concat!("SELECT ", link_columns!(), " FROM (VALUES "),
    shared: 2,
    own: 1,
    after: ") AS asked CROSS JOIN entity_links WHERE entity_links.user_id = asked.column1
            AND entity_links.space_id = asked.column2
            AND entity_links.right_id = asked.column3",
};

const INSERT: Rows = Rows {
    before: "INSERT INTO entity_links (user_id, space_id, left_id, right_id, is_same, reason,
             episode_id, range_start, range_end) VALUES ",
    shared: 2,
    own: 7,
    after: " ON CONFLICT DO NOTHING",
};

impl GraphRows {
    /// The links that one of these is an end of, each once.
    pub async fn links_of(
        &mut self,
        space: SpaceId,
        ids: &[EntityId],
    ) -> Result<Vec<EntityLink>, StorageError> {
        let asked: HashSet<EntityId> = ids.iter().copied().collect();
        let ids: Vec<EntityId> = asked.iter().copied().collect();
        let of_left = self.run(&OF_LEFT, space, &ids, bind_id).await?;
        let of_right = self.run(&OF_RIGHT, space, &ids, bind_id).await?;
        links_once(&asked, &of_left, &of_right)
    }

    /// Adds links; the same words given twice count once, and so does asking twice.
    pub async fn insert_links(
        &mut self,
        space: SpaceId,
        links: &[EntityLink],
    ) -> Result<(), StorageError> {
        let own = |link: &EntityLink, own: &mut Parameters| {
            own.id(link.left).id(link.right).flag(link.is_same);
            own.bind(link.reason.as_str());
            own.optional_id(link.said.map(|(episode, _)| episode));
            own.range(link.said.map_or(NOWHERE, |(_, range)| range));
        };
        self.run(&INSERT, space, links, own).await?;
        Ok(())
    }

    /// Removes what links the two for this reason, whichever of them is left.
    pub async fn remove_links(
        &mut self,
        space: SpaceId,
        (one, other): (EntityId, EntityId),
        reason: LinkReason,
    ) -> Result<(), StorageError> {
        sqlx::query(
            "DELETE FROM entity_links WHERE user_id = $1 AND space_id = $2 AND reason = $5
             AND ((left_id = $3 AND right_id = $4) OR (left_id = $4 AND right_id = $3))",
        )
        .bind(self.user().to_string())
        .bind(space.to_string())
        .bind(one.to_string())
        .bind(other.to_string())
        .bind(reason.as_str())
        .execute(self.connection())
        .await?;
        Ok(())
    }
}

/// The range of a link that nobody said.
pub(super) const NOWHERE: CharRange = CharRange { start: 0, end: 0 };

/// Those found by their left end, and of those found by their right end the ones that are not among them.
pub(crate) fn links_once(
    asked: &HashSet<EntityId>,
    of_left: &[AnyRow],
    of_right: &[AnyRow],
) -> Result<Vec<EntityLink>, StorageError> {
    let mut links = read_all(of_left, link)?;
    let others = read_all(of_right, link)?;
    links.extend(
        others
            .into_iter()
            .filter(|link| !asked.contains(&link.left)),
    );
    Ok(links)
}
