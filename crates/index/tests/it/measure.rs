//! How long things take. Run with `cargo test --release -p recollect-index -- --ignored --nocapture measure`.

use std::time::Instant;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_index::{IndexChanges, IndexQuery, PassageDocument, SpaceIndex, search};
use recollect_model::{Embedding, EntityKind, QuantizedVector};

use crate::support::{apply, entity, entity_id, evidence, passage, statement};

const DIMENSIONS: usize = 384;
const PERSONS: u32 = 50;
/// The words that are left without stop words, by how frequent they are.
const VOCABULARY: std::ops::Range<f64> = 20.0..20_000.0;

#[test]
#[ignore = "prints figures"]
fn measure_spaces_of_three_sizes() {
    for size in [1_000, 10_000, 100_000] {
        let random = &mut SmallRng::seed_from_u64(1);
        let changes = space_of(size, random);
        let mut index = SpaceIndex::new(DIMENSIONS);
        let start = Instant::now();
        apply(&mut index, changes);
        let built_ms = elapsed_ms(start);
        let mut applied_ms: Vec<f64> = (size..size + 200)
            .map(|number| {
                let more = episode_of(number, random);
                let start = Instant::now();
                apply(&mut index, more);
                elapsed_ms(start)
            })
            .collect();
        let mut searched_ms: Vec<f64> = (0..200)
            .map(|_| {
                let query = question(random);
                let start = Instant::now();
                let ranking = search(&[&index], &query);
                assert_eq!(ranking.episodes.len(), 10);
                elapsed_ms(start)
            })
            .collect();
        eprintln!(
            "{size} passages: all applied in {built_ms:.0} ms, one more in {}, search {}, {} MB",
            percentiles(&mut applied_ms),
            percentiles(&mut searched_ms),
            index.memory_bytes() / 1_000_000,
        );
    }
}

fn space_of(size: u32, random: &mut SmallRng) -> IndexChanges {
    let mut changes = IndexChanges {
        entities: (0..PERSONS)
            .map(|number| entity(number, EntityKind::Person, &word(f64::from(number))))
            .collect(),
        ..IndexChanges::default()
    };
    for number in 0..size {
        let one = episode_of(number, random);
        changes.passages.extend(one.passages);
        changes.statements.extend(one.statements);
        changes.evidence.extend(one.evidence);
    }
    changes
}

/// An episode of one passage of about 40 words, with a statement.
fn episode_of(number: u32, random: &mut SmallRng) -> IndexChanges {
    let document = PassageDocument {
        session: Some(format!("session {}", number / 20)),
        speaker: Some(entity_id(random.random_range(0..PERSONS))),
        mentions: vec![entity_id(random.random_range(0..PERSONS))],
        date: "8 May 2023".to_owned(),
        vector: Some(QuantizedVector::of(&direction(random))),
        ..passage(number, &text(40, random))
    };
    let (subject, object) = (
        random.random_range(0..PERSONS),
        random.random_range(0..PERSONS),
    );
    let fact = text(6, random);
    IndexChanges {
        passages: vec![document],
        statements: vec![statement(number, subject, Some(object), &fact)],
        evidence: vec![evidence(number, number)],
        ..IndexChanges::default()
    }
}

fn question(random: &mut SmallRng) -> IndexQuery {
    let name = word(f64::from(random.random_range(0..PERSONS)));
    IndexQuery {
        words: format!("{name} {}", text(8, random)),
        vector: Some(direction(random)),
        limit: 10,
        ..IndexQuery::default()
    }
}

fn direction(random: &mut SmallRng) -> Embedding {
    let values: Vec<f32> = (0..DIMENSIONS)
        .map(|_| random.random_range(-1.0..1.0))
        .collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    Embedding(values.into_iter().map(|value| value / length).collect())
}

/// Words as frequent as Zipf has it.
fn text(words: usize, random: &mut SmallRng) -> String {
    let words: Vec<String> = (0..words)
        .map(|_| {
            let part = random.random_range(0.0..1.0);
            word(VOCABULARY.start * (VOCABULARY.end / VOCABULARY.start).powf(part))
        })
        .collect();
    words.join(" ")
}

fn word(number: f64) -> String {
    let mut rest = number as u32;
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(b"bdfgklmnprst"[(rest % 12) as usize]));
        word.push(char::from(b"aeiou"[(rest % 5) as usize]));
        rest /= 12;
    }
    word
}

fn elapsed_ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1_000.0
}

fn percentiles(figures: &mut [f64]) -> String {
    figures.sort_by(f64::total_cmp);
    let at = |part: f64| figures[(figures.len() as f64 * part) as usize];
    format!("p50 {:.2} p95 {:.2} ms", at(0.5), at(0.95))
}
