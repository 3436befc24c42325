//! The index by itself: how fast it takes one more passage in, how fast it ranks, and what memory it takes.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use recollect_index::{
    Effort, EntityDocument, EvidenceDocument, IndexChanges, IndexQuery, PassageDocument, Ranking,
    SpaceIndex, StatementDocument, Weights, search, search_with,
};
use recollect_model::{
    CharRange, EntityId, EntityKind, EpisodeId, PassageKey, QuantizedVector, Revision, StatementId,
    Timestamp,
};
use recollect_sealing::{DataKey, SealedReader, SealedWriter, sealed_length};

use super::texts::{DIMENSIONS, PERSONS, SESSION, Turn, World, person};
use crate::client::quantile_ms;
use crate::failure::Failure;

/// Passages applied at a time, as many as a page of the database has.
const PAGE: usize = 1_000;
const APPENDS: usize = 200;

/// What was measured of an index.
pub(super) struct Figures {
    pub(super) built_ms: f64,
    pub(super) append_ms: f64,
    pub(super) rank_p50_ms: f64,
    pub(super) rank_p95_ms: f64,
    /// Where every passage is compared in full.
    pub(super) exact_p50_ms: f64,
    /// The part of the questions whose first ten are those of the exact ranking.
    pub(super) same_first_ten: f64,
    pub(super) memory_mb: f64,
    /// Reading it from a sealed file that is in memory.
    pub(super) read_ms: f64,
}

pub(super) fn measure(world: &World, size: usize, searches: usize) -> Result<Figures, Failure> {
    let (mut index, built) = build(world, size)?;
    let mut appended = Vec::with_capacity(APPENDS);
    for number in size..size + APPENDS {
        let more = IndexChanges {
            to: Revision(index.revision().0 + 1),
            ..changes(world, number..number + 1)
        };
        let start = Instant::now();
        index.apply(more)?;
        appended.push(start.elapsed());
    }
    let (mut ranked, mut exactly) = (Vec::with_capacity(searches), Vec::with_capacity(searches));
    let mut same = 0;
    let all = Effort {
        all_up_to: usize::MAX,
        ..Effort::default()
    };
    for (words, vector) in world.questions(size).take(searches) {
        let query = IndexQuery {
            words,
            vector: Some(vector),
            limit: 10,
            ..IndexQuery::default()
        };
        let start = Instant::now();
        let found = search(&[&index], &query);
        ranked.push(start.elapsed());
        let start = Instant::now();
        let exact = search_with(&[&index], &query, &Weights::default(), all);
        exactly.push(start.elapsed());
        let episodes =
            |of: &Ranking| -> BTreeSet<_> { of.episodes.iter().map(|hit| hit.episode).collect() };
        same += usize::from(episodes(&found) == episodes(&exact));
        if found.episodes.is_empty() {
            return Err("a question has no answer".into());
        }
    }
    Ok(Figures {
        built_ms: built.as_secs_f64() * 1e3,
        append_ms: quantile_ms(&mut appended, 0.5),
        rank_p50_ms: quantile_ms(&mut ranked, 0.5),
        rank_p95_ms: quantile_ms(&mut ranked, 0.95),
        exact_p50_ms: quantile_ms(&mut exactly, 0.5),
        same_first_ten: same as f64 / searches as f64,
        memory_mb: index.memory_bytes() as f64 / 1e6,
        read_ms: read_again(&index)?.as_secs_f64() * 1e3,
    })
}

/// How long an index takes to be read from the file that it is written to.
fn read_again(index: &SpaceIndex) -> Result<Duration, Failure> {
    const PLACE: &str = "an index";
    let sealer = DataKey::of([7; 32]).sealer(PLACE);
    let mut out = SealedWriter::new(Vec::new(), &sealer, PLACE);
    index.write_to(&mut out, PLACE, || false)?;
    let file = out.finish()?;
    let start = Instant::now();
    let length = file.len() as u64;
    let content = sealed_length(length).ok_or("a sealed file is too short")?;
    let sealed = SealedReader::new(file.as_slice(), length, &sealer, PLACE);
    let read = SpaceIndex::read_from(sealed, content, PLACE, DIMENSIONS)?;
    let took = start.elapsed();
    if read.revision() != index.revision() {
        return Err("an index is not what was written".into());
    }
    Ok(took)
}

/// An index of so many turns, and how long it took to apply them.
fn build(world: &World, size: usize) -> Result<(SpaceIndex, Duration), Failure> {
    let mut index = SpaceIndex::new(DIMENSIONS);
    let people = (0..PERSONS).map(|number| EntityDocument {
        id: entity(number),
        part_of: None,
        kind: EntityKind::Person,
        names: vec![person(number)],
    });
    index.apply(IndexChanges {
        to: Revision(1),
        entities: people.collect(),
        ..IndexChanges::default()
    })?;
    let mut built = Duration::ZERO;
    for start in (0..size).step_by(PAGE) {
        let page = IndexChanges {
            to: Revision(index.revision().0 + 1),
            ..changes(world, start..size.min(start + PAGE))
        };
        let start = Instant::now();
        index.apply(page)?;
        built += start.elapsed();
    }
    Ok((index, built))
}

fn changes(world: &World, numbers: std::ops::Range<usize>) -> IndexChanges {
    let mut changes = IndexChanges::default();
    for number in numbers {
        let turn = world.turn(number);
        if let Some(liked) = &turn.liked {
            let (statement, evidence) = said(number, turn.person, liked);
            changes.statements.push(statement);
            changes.evidence.push(evidence);
        }
        changes.passages.push(passage(world, number, turn));
    }
    changes
}

fn passage(world: &World, number: usize, turn: Turn) -> PassageDocument {
    let day = (number / SESSION) as i64;
    let at =
        Timestamp::from_second(1_500_000_000 + day * 86_400 / 20).unwrap_or(Timestamp::UNIX_EPOCH);
    PassageDocument {
        key: key(number),
        range: CharRange {
            start: 0,
            end: turn.text.chars().count() as u32,
        },
        vector: Some(QuantizedVector::of(&world.vector(&turn.text))),
        text: turn.text,
        date: format!("{} May {}", day % 28 + 1, 2017 + day / 4_000),
        speaker_name: Some(person(turn.person)),
        speaker: Some(entity(turn.person)),
        by_assistant: false,
        mentions: vec![entity(turn.mentions)],
        session: Some(format!("session {}", number / SESSION)),
        reference_time: at,
        accepted_at: at,
        sequence: number as i64,
    }
}

fn said(number: usize, subject: usize, liked: &str) -> (StatementDocument, EvidenceDocument) {
    let id = StatementId::from_u128(number as u128);
    let statement = StatementDocument {
        id,
        subject: entity(subject),
        relation: "likes".to_owned(),
        object: Some(entity(PERSONS + number % 5_000)),
        words: format!("{} likes {liked}.", person(subject)),
        valid_at: None,
        invalid_at: None,
    };
    let evidence = EvidenceDocument {
        statement: id,
        passage: key(number),
    };
    (statement, evidence)
}

/// Identifiers are spread over their range, as those that are given at random.
fn spread(number: usize) -> u128 {
    (number as u128 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835)
}

fn entity(number: usize) -> EntityId {
    EntityId::from_u128(spread(number))
}

fn key(number: usize) -> PassageKey {
    PassageKey {
        episode: EpisodeId::from_u128(spread(number)),
        number: 0,
    }
}
