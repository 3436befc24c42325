//! What was understood of an episode, written in as few statements as the number of rows allows.

use std::collections::{BTreeMap, HashSet};

use recollect_model::{
    Claim, EntityId, EntityKind, EntityLink, EpisodeId, Mention, Passage, Precision, Revision,
    Slot, SpaceId,
};

use super::GraphRows;
use super::links::NOWHERE;
use crate::StorageError;
use crate::columns::bind_proposition;
use crate::many::{Parameters, Rows};
use crate::rows::stored;
use crate::sealing::Words;
use crate::sealing::register::{
    CLAIM_DETAILS, CLAIM_FACT, CLAIM_NAMES, CLAIM_PHRASE, CLAIM_RELATION, CLAIM_SLOT, CLAIM_VALUE,
    PASSAGE_EMBEDDING,
};

/// What was understood of one episode: everything that is deleted with it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EpisodeGraph {
    /// Its passages.
    pub passages: Vec<Passage>,
    /// Where it names entities, which must be there; the same place named twice counts once, as the kind it first had.
    /// That they are this episode's goes without saying.
    pub mentions: Vec<Mention>,
    /// What it says, each with its slot; the position is the claim's number.
    pub claims: Vec<(Claim, Slot)>,
    /// What it says of which names are the same; the words are this episode's.
    pub links: Vec<EntityLink>,
    /// The model that made the vectors.
    pub embedder: String,
    /// What found the entities and claims.
    pub extractor: String,
    /// What its log is to say of how it was read.
    pub note: Option<String>,
}

/// An episode whose graph is to be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadEpisode<'a> {
    pub(crate) id: EpisodeId,
    pub(crate) space: SpaceId,
    pub(crate) revision: Revision,
    pub(crate) graph: &'a EpisodeGraph,
}

const EPISODES: Rows = Rows {
    before: "UPDATE episodes SET revision = completed.column3, embedder = completed.column4,
             extractor = completed.column5 FROM (VALUES ",
    shared: 1,
    own: 4,
    after: ") AS completed
            WHERE episodes.user_id = completed.column1 AND episodes.id = completed.column2",
};

const PASSAGES: Rows = Rows {
    before: "INSERT INTO passages (user_id, episode_id, number, range_start, range_end,
             speaker_id, embedding, is_repetition) VALUES ",
    shared: 1,
    own: 7,
    after: "",
};

const MENTIONS: Rows = Rows {
    before: "INSERT INTO mentions (user_id, episode_id, passage, range_start, range_end,
             entity_id, kind) VALUES ",
    shared: 1,
    own: 6,
    after: "",
};

const KINDS: Rows = Rows {
    before: "INSERT INTO entity_kinds (user_id, entity_id, kind, mentions) VALUES ",
    shared: 1,
    own: 3,
    after: " ON CONFLICT (user_id, entity_id, kind)
            DO UPDATE SET mentions = entity_kinds.mentions + excluded.mentions",
};

const KINDS_GONE: Rows = Rows {
    before: "UPDATE entity_kinds SET mentions = entity_kinds.mentions - gone.column4
             FROM (VALUES ",
    shared: 1,
    own: 3,
    after: ") AS gone WHERE entity_kinds.user_id = gone.column1
            AND entity_kinds.entity_id = gone.column2 AND entity_kinds.kind = gone.column3",
};

const CLAIMS: Rows = Rows {
    before: "INSERT INTO claims (user_id, episode_id, number, space_id, revision, slot, subject_id,
             relation, object_entity_id, object_value, is_negated, modality, attributed_to, phrase,
             details, worth, fact, fact_names, from_at, until_at, precision, is_additional, is_correction, passage,
             range_start, range_end) VALUES ",
    shared: 1,
    own: 25,
    after: "",
};

const LINKS: Rows = Rows {
    before: "INSERT INTO entity_links (user_id, space_id, left_id, right_id, is_same, reason,
             episode_id, range_start, range_end) VALUES ",
    shared: 1,
    own: 8,
    after: " ON CONFLICT DO NOTHING",
};

impl GraphRows {
    /// Writes the graphs of episodes that have none.
    pub(crate) async fn write_episodes(
        &mut self,
        read: &[ReadEpisode<'_>],
    ) -> Result<(), StorageError> {
        let user = self.user().to_string();
        let owner = |shared: &mut Parameters| {
            shared.bind(user.as_str());
        };
        let words = self.words();
        let connection = self.connection();
        EPISODES
            .run(&mut *connection, read, owner, |episode, own| {
                own.id(episode.id).bind(episode.revision.0);
                own.bind(episode.graph.embedder.as_str());
                own.bind(episode.graph.extractor.as_str());
            })
            .await?;
        let passages: Vec<_> = of_all(read, |graph| &graph.passages).collect();
        PASSAGES
            .run(&mut *connection, &passages, owner, |(of, passage), own| {
                own.id(of.id).bind(i64::from(passage.number));
                own.range(passage.range).optional_id(passage.speaker);
                let row = format_args!("{}/{}", of.id, passage.number);
                let vector = passage.vector.as_ref().map(|vector| vector.to_bytes());
                own.bind(vector.map(|bytes| words.seal_bytes(PASSAGE_EMBEDDING, row, bytes)));
                own.flag(passage.is_repetition);
            })
            .await?;
        self.write_mentions(read, owner).await?;
        let claims: Vec<_> = read.iter().flat_map(numbered_claims).collect();
        CLAIMS
            .run(self.connection(), &claims, owner, |claim, own| {
                bind_claim(claim, &words, own);
            })
            .await?;
        let links: Vec<_> = of_all(read, |graph| &graph.links).collect();
        LINKS
            .run(self.connection(), &links, owner, |(of, link), own| {
                own.id(of.space).id(link.left).id(link.right);
                own.flag(link.is_same).bind(link.reason.as_str());
                let range = link.said.map_or(NOWHERE, |(_, range)| range);
                own.id(of.id).range(range);
            })
            .await?;
        Ok(())
    }

    async fn write_mentions(
        &mut self,
        read: &[ReadEpisode<'_>],
        owner: impl Fn(&mut Parameters) + Copy,
    ) -> Result<(), StorageError> {
        let mut places = HashSet::new();
        let mentions: Vec<_> = of_all(read, |graph| &graph.mentions)
            .filter(|(of, mention)| {
                places.insert((of.id, mention.passage, mention.range, mention.entity))
            })
            .collect();
        MENTIONS
            .run(self.connection(), &mentions, owner, |(of, mention), own| {
                own.id(of.id).bind(i64::from(mention.passage));
                own.range(mention.range).id(mention.entity);
                own.bind(mention.kind.as_str());
            })
            .await?;
        let mut kinds: BTreeMap<(EntityId, EntityKind), i64> = BTreeMap::new();
        for (_, mention) in &mentions {
            *kinds.entry((mention.entity, mention.kind)).or_default() += 1;
        }
        self.count_mentions(&KINDS, kinds).await
    }

    /// Takes mentions that go out of the count.
    pub(crate) async fn discount_mentions(
        &mut self,
        kinds: BTreeMap<(EntityId, EntityKind), i64>,
    ) -> Result<(), StorageError> {
        self.count_mentions(&KINDS_GONE, kinds).await
    }

    async fn count_mentions(
        &mut self,
        statement: &Rows,
        kinds: BTreeMap<(EntityId, EntityKind), i64>,
    ) -> Result<(), StorageError> {
        let user = self.user();
        let owner = |shared: &mut Parameters| {
            shared.id(user);
        };
        let kinds: Vec<_> = kinds.into_iter().collect();
        let counted = |of: &((EntityId, EntityKind), i64), own: &mut Parameters| {
            let ((entity, kind), mentions) = of;
            own.id(*entity).bind(kind.as_str()).bind(*mentions);
        };
        statement
            .run(self.connection(), &kinds, owner, counted)
            .await?;
        Ok(())
    }
}

/// A claim with the episode it belongs to and its number in it.
type NumberedClaim<'a> = (&'a ReadEpisode<'a>, i64, &'a (Claim, Slot));

fn numbered_claims<'a>(of: &'a ReadEpisode<'a>) -> impl Iterator<Item = NumberedClaim<'a>> {
    let numbered = (0..).zip(&of.graph.claims);
    numbered.map(move |(number, claim)| (of, number, claim))
}

fn bind_claim(
    (of, number, (claim, slot)): &NumberedClaim<'_>,
    words: &Words,
    own: &mut Parameters,
) {
    let row = format!("{}/{number}", of.id);
    let (details, names) = (claim.details.stored(), claim.names.stored());
    own.id(of.id).bind(*number);
    own.id(of.space).bind(of.revision.0);
    own.bind(words.seek(CLAIM_SLOT, &slot.0));
    let sealed = (CLAIM_RELATION, CLAIM_VALUE);
    bind_proposition(&claim.proposition, words, sealed, &row, own);
    own.bind(words.seal(CLAIM_PHRASE, &row, &claim.phrase));
    own.bind(words.seal_optional(CLAIM_DETAILS, &row, details.as_deref()));
    own.bind(i64::from(claim.worth.get()));
    own.bind(words.seal(CLAIM_FACT, &row, &claim.fact));
    own.bind(words.seal_optional(CLAIM_NAMES, &row, names.as_deref()));
    own.bind(claim.from.map(stored));
    own.bind(claim.until.map(stored));
    own.bind(claim.precision.map(Precision::as_str));
    own.flag(claim.is_additional).flag(claim.is_correction);
    own.bind(i64::from(claim.passage)).range(claim.range);
}

/// The parts of all episodes, each with the episode it belongs to.
fn of_all<'a, T: 'a>(
    read: &'a [ReadEpisode<'a>],
    parts: impl Fn(&'a EpisodeGraph) -> &'a [T] + 'a,
) -> impl Iterator<Item = (&'a ReadEpisode<'a>, &'a T)> {
    read.iter()
        .flat_map(move |of| parts(of.graph).iter().map(move |part| (of, part)))
}
