//! Building small spaces.

use recollect_index::{
    EntityDocument, EvidenceDocument, IndexChanges, IndexQuery, PassageDocument, Ranking,
    SpaceIndex, StatementDocument, search,
};
use recollect_model::{
    CharRange, Embedding, EntityId, EntityKind, EpisodeId, PassageKey, QuantizedVector, Revision,
    StatementId, Timestamp,
};

/// The number of dimensions of all indexes here.
pub(crate) const DIMENSIONS: usize = 8;

pub(crate) fn episode(number: u32) -> EpisodeId {
    EpisodeId::from_u128(u128::from(number))
}

pub(crate) fn entity_id(number: u32) -> EntityId {
    EntityId::from_u128(u128::from(number))
}

pub(crate) fn statement_id(number: u32) -> StatementId {
    StatementId::from_u128(u128::from(number))
}

/// The only passage of an episode.
pub(crate) fn key(number: u32) -> PassageKey {
    PassageKey {
        episode: episode(number),
        number: 0,
    }
}

/// The instant so many minutes after the start of 2024.
pub(crate) fn minute(minutes: u32) -> Timestamp {
    Timestamp::from_second(1_704_067_200 + i64::from(minutes) * 60)
        .expect("the 21st century can be represented")
}

/// A passage that is an episode of its own, said at the minute of its number, by nobody, in no session.
pub(crate) fn passage(number: u32, text: &str) -> PassageDocument {
    PassageDocument {
        key: key(number),
        range: CharRange {
            start: 0,
            end: text.chars().count() as u32,
        },
        text: text.to_owned(),
        date: String::new(),
        speaker_name: None,
        speaker: None,
        by_assistant: false,
        mentions: Vec::new(),
        vector: None,
        session: None,
        reference_time: minute(number),
        accepted_at: minute(number),
        sequence: i64::from(number),
    }
}

pub(crate) fn entity(number: u32, kind: EntityKind, name: &str) -> EntityDocument {
    EntityDocument {
        part_of: None,
        id: entity_id(number),
        kind,
        names: vec![name.to_owned()],
    }
}

/// A statement that holds from the start of 2024 on.
pub(crate) fn statement(
    number: u32,
    subject: u32,
    object: Option<u32>,
    words: &str,
) -> StatementDocument {
    StatementDocument {
        id: statement_id(number),
        subject: entity_id(subject),
        relation: "knows".to_owned(),
        object: object.map(entity_id),
        words: words.to_owned(),
        valid_at: Some(minute(0)),
        invalid_at: None,
    }
}

pub(crate) fn evidence(statement: u32, passage: u32) -> EvidenceDocument {
    EvidenceDocument {
        statement: statement_id(statement),
        passage: key(passage),
    }
}

/// The unit vector along an axis.
pub(crate) fn axis(axis: usize) -> Embedding {
    let mut values = vec![0.0; DIMENSIONS];
    values[axis] = 1.0;
    Embedding(values)
}

pub(crate) fn quantized(values: &Embedding) -> Option<QuantizedVector> {
    Some(QuantizedVector::of(values))
}

/// An index of these passages.
pub(crate) fn index_of(passages: Vec<PassageDocument>) -> SpaceIndex {
    built(IndexChanges {
        passages,
        ..IndexChanges::default()
    })
}

/// An index of these changes, whatever revision they lead to.
pub(crate) fn built(changes: IndexChanges) -> SpaceIndex {
    let mut index = SpaceIndex::new(DIMENSIONS);
    apply(&mut index, changes);
    index
}

/// Applies changes as those to the next revision.
pub(crate) fn apply(index: &mut SpaceIndex, changes: IndexChanges) {
    let to = Revision(index.revision().0 + 1);
    index
        .apply(IndexChanges { to, ..changes })
        .expect("small spaces fit");
}

pub(crate) fn asking(words: &str) -> IndexQuery {
    IndexQuery {
        words: words.to_owned(),
        limit: 10,
        ..IndexQuery::default()
    }
}

/// The numbers of the episodes that answer, best first.
pub(crate) fn episodes(ranking: &Ranking) -> Vec<u32> {
    let episodes = ranking.episodes.iter();
    episodes
        .map(|ranked| ranked.episode.as_u128() as u32)
        .collect()
}

/// The numbers of the facts that answer, best first.
pub(crate) fn facts(ranking: &Ranking) -> Vec<u32> {
    let facts = ranking.facts.iter();
    facts
        .map(|ranked| ranked.statement.as_u128() as u32)
        .collect()
}

/// The numbers of the episodes that answer a question in one space, best first.
pub(crate) fn found(index: &SpaceIndex, words: &str) -> Vec<u32> {
    episodes(&search(&[index], &asking(words)))
}
