//! However a space came to hold what it holds, it answers the same.
//!
//! Random spaces are changed in random steps; after every few steps the index that followed is compared with one
//! built at once from what is left.

use std::collections::BTreeMap;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use recollect_index::{
    EntityDocument, EvidenceDocument, IndexChanges, IndexQuery, PassageDocument, Ranking,
    SpaceIndex, StatementDocument, search,
};
use recollect_model::{Embedding, EntityKind, Interval, PassageKey, QuantizedVector};

use crate::support::{
    DIMENSIONS, apply, built, entity, entity_id, episode, minute, passage, statement, statement_id,
};

const WORDS: [&str; 16] = [
    "oak", "pine", "larch", "river", "bank", "boat", "sail", "sailing", "letter", "dog", "walk",
    "walked", "garden", "anna", "bert", "I",
];
const NAMES: [&str; 4] = ["Anna Oak", "Bert", "Garden Club", "Clara"];
const KINDS: [EntityKind; 4] = [
    EntityKind::Person,
    EntityKind::Owner,
    EntityKind::Organization,
    EntityKind::Person,
];

/// What the database of one space holds.
#[derive(Default)]
struct Truth {
    passages: BTreeMap<PassageKey, PassageDocument>,
    entities: BTreeMap<u32, EntityDocument>,
    statements: BTreeMap<u32, StatementDocument>,
    evidence: Vec<EvidenceDocument>,
}

impl Truth {
    /// Changes the truth at random, and returns the changes.
    fn step(&mut self, random: &mut SmallRng) -> IndexChanges {
        let mut changes = IndexChanges::default();
        for _ in 0..random.random_range(0..2) {
            let number = random.random_range(0..40);
            changes.removed_episodes.push(episode(number));
            self.passages
                .retain(|key, _| key.episode != episode(number));
            self.evidence
                .retain(|evidence| evidence.passage.episode != episode(number));
        }
        if random.random_bool(0.1) {
            let number = random.random_range(0..20);
            changes.removed_statements.push(statement_id(number));
            self.statements.remove(&number);
            self.evidence
                .retain(|evidence| evidence.statement != statement_id(number));
        }
        for _ in 0..random.random_range(0..5) {
            let document = random_passage(random);
            self.passages.insert(document.key, document.clone());
            changes.passages.push(document);
        }
        for _ in 0..random.random_range(0..2) {
            let number = random.random_range(0..4);
            let document = entity(
                number,
                KINDS[number as usize],
                NAMES.choose(random).expect("there are names"),
            );
            self.entities.insert(number, document.clone());
            changes.entities.push(document);
        }
        for _ in 0..random.random_range(0..3) {
            let object = random.random_bool(0.5).then(|| random.random_range(0..4));
            let number = random.random_range(0..20);
            let sentence = sentence(random, 5);
            let document = statement(number, random.random_range(0..4), object, &sentence);
            self.statements.insert(number, document.clone());
            changes.statements.push(document);
        }
        for _ in 0..random.random_range(0..4) {
            let keys: Vec<_> = self.passages.keys().collect();
            let numbers: Vec<_> = self.statements.keys().collect();
            if let (Some(&&passage), Some(&&number)) = (keys.choose(random), numbers.choose(random))
            {
                let statement = statement_id(number);
                changes
                    .evidence
                    .push(EvidenceDocument { statement, passage });
            }
        }
        self.evidence.extend(&changes.evidence);
        changes
    }

    fn all(&self) -> IndexChanges {
        IndexChanges {
            passages: self.passages.values().cloned().collect(),
            entities: self.entities.values().cloned().collect(),
            statements: self.statements.values().cloned().collect(),
            evidence: self.evidence.clone(),
            ..IndexChanges::default()
        }
    }
}

fn random_passage(random: &mut SmallRng) -> PassageDocument {
    let number = random.random_range(0..40);
    let words = random.random_range(0..12);
    let speaker: Option<u32> = random.random_bool(0.5).then(|| random.random_range(0..4));
    // What belongs to the episode is the same for all its passages.
    let session = number % 4;
    PassageDocument {
        key: PassageKey {
            episode: episode(number),
            number: random.random_range(0..3),
        },
        session: (session > 0).then(|| format!("session {session}")),
        reference_time: minute(number / 3),
        date: sentence(random, 1),
        by_assistant: random.random_bool(0.2),
        speaker: speaker.map(entity_id),
        speaker_name: speaker.map(|speaker| NAMES[speaker as usize].to_owned()),
        mentions: (0..4)
            .filter(|_| random.random_bool(0.2))
            .map(entity_id)
            .collect(),
        vector: random
            .random_bool(0.8)
            .then(|| QuantizedVector::of(&direction(random))),
        ..passage(number, &sentence(random, words))
    }
}

fn sentence(random: &mut SmallRng, words: usize) -> String {
    let words: Vec<&str> = (0..words)
        .map(|_| *WORDS.choose(random).expect("there are words"))
        .collect();
    words.join(" ")
}

fn direction(random: &mut SmallRng) -> Embedding {
    let values: Vec<f32> = (0..DIMENSIONS)
        .map(|_| random.random_range(-1.0..1.0))
        .collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    Embedding(values.into_iter().map(|value| value / length).collect())
}

fn random_query(random: &mut SmallRng) -> IndexQuery {
    let words = random.random_range(0..6);
    let start = random.random_range(0..15);
    IndexQuery {
        words: sentence(random, words),
        vector: random.random_bool(0.7).then(|| direction(random)),
        times: vec![Interval {
            start: minute(start),
            end: minute(start + 3),
        }],
        limit: random.random_range(1..20),
        ..IndexQuery::default()
    }
}

/// The rankings agree but for the order of what scores the same to 1e-4.
#[track_caller]
fn assert_same(a: &Ranking, b: &Ranking) {
    assert_eq!(a.episodes.len(), b.episodes.len());
    assert_eq!(a.facts.len(), b.facts.len());
    let mut last = f32::INFINITY;
    for (a, b) in a.episodes.iter().zip(&b.episodes) {
        assert!((a.score - b.score).abs() < 1e-4, "{a:?} {b:?}");
        assert!(a.episode == b.episode || last - a.score < 1e-4 || a.score - b.score < 1e-4);
        last = a.score;
    }
    for (a, b) in a.facts.iter().zip(&b.facts) {
        assert!((a.score - b.score).abs() < 1e-4, "{a:?} {b:?}");
    }
}

#[test]
fn an_index_that_followed_equals_one_built_at_once() {
    for seed in 0..30 {
        let random = &mut SmallRng::seed_from_u64(seed);
        let mut truth = Truth::default();
        let mut followed = SpaceIndex::new(DIMENSIONS);
        for step in 0..60 {
            apply(&mut followed, truth.step(random));
            if step % 10 == 9 {
                let at_once = built(truth.all());
                assert!(followed.passages().eq(at_once.passages()), "seed {seed}");
                for _ in 0..10 {
                    let query = random_query(random);
                    assert_same(&search(&[&followed], &query), &search(&[&at_once], &query));
                }
            }
        }
    }
}

#[test]
fn an_index_that_was_written_and_read_answers_and_follows_as_before() {
    for seed in 300..315 {
        let random = &mut SmallRng::seed_from_u64(seed);
        let mut truth = Truth::default();
        let mut index = SpaceIndex::new(DIMENSIONS);
        for step in 0..60 {
            apply(&mut index, truth.step(random));
            if step % 10 != 9 {
                continue;
            }
            let mut bytes = Vec::new();
            index
                .write_to(&mut bytes, "seeded", || false)
                .expect("memory takes all");
            let read = SpaceIndex::read_from(&*bytes, bytes.len() as u64, "seeded", DIMENSIONS)
                .expect("it was just written");
            for _ in 0..10 {
                let query = random_query(random);
                assert_same(&search(&[&read], &query), &search(&[&index], &query));
            }
            index = read;
        }
        assert!(index.passages().eq(built(truth.all()).passages()));
    }
}

#[test]
fn a_change_applied_again_changes_nothing() {
    for seed in 100..110 {
        let random = &mut SmallRng::seed_from_u64(seed);
        let mut truth = Truth::default();
        let mut index = SpaceIndex::new(DIMENSIONS);
        for _ in 0..20 {
            apply(&mut index, truth.step(random));
        }
        let query = random_query(random);
        let before = search(&[&index], &query);
        apply(&mut index, truth.all());
        assert_same(&search(&[&index], &query), &before);
    }
}

#[test]
fn sessions_divided_over_two_spaces_rank_as_in_one() {
    for seed in 200..220 {
        let random = &mut SmallRng::seed_from_u64(seed);
        let mut truth = Truth::default();
        for _ in 0..60 {
            truth.step(random);
        }
        let share = |odd: u128| IndexChanges {
            passages: truth
                .passages
                .values()
                .filter(|document| document.key.episode.as_u128() % 2 == odd)
                .cloned()
                .collect(),
            entities: truth.entities.values().cloned().collect(),
            ..IndexChanges::default()
        };
        let whole = IndexChanges {
            statements: Vec::new(),
            evidence: Vec::new(),
            ..truth.all()
        };
        let (even, odd, whole) = (built(share(0)), built(share(1)), built(whole));
        for _ in 0..10 {
            let query = random_query(random);
            assert_same(&search(&[&even, &odd], &query), &search(&[&whole], &query));
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let random = &mut SmallRng::seed_from_u64(7);
    let mut truth = Truth::default();
    for _ in 0..60 {
        truth.step(random);
    }
    let (a, b) = (built(truth.all()), built(truth.all()));
    for _ in 0..50 {
        let query = random_query(random);
        assert_eq!(search(&[&a], &query), search(&[&b], &query));
    }
}
