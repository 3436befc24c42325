//! In a space of many passages, what a search finds is what it would find by comparing every one in full.

use std::collections::HashSet;
use std::sync::Arc;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_index::{
    Effort, Filter, IndexChanges, IndexQuery, PassageDocument, Ranking, SpaceIndex, Weights,
    search_with,
};
use recollect_model::{Embedding, EntityKind, QuantizedVector};

use crate::support::{
    apply, entity, entity_id, episode, episodes, evidence, facts, minute, passage, statement,
};

const DIMENSIONS: usize = 96;
const PASSAGES: u32 = 20_000;
const PERSONS: u32 = 8;
const VOCABULARY: usize = 3_000;
const EVERY_PASSAGE: Effort = Effort {
    all_up_to: usize::MAX,
    compared: 0,
    statements: 0,
};

fn by_sketches() -> Effort {
    Effort {
        all_up_to: 0,
        ..Effort::default()
    }
}

/// Words, each with a direction, from which texts and their vectors are made.
struct Words(Vec<Embedding>);

impl Words {
    fn new(random: &mut SmallRng) -> Self {
        Self((0..VOCABULARY).map(|_| direction(random)).collect())
    }

    /// A text of so many words, more of them frequent than rare, and its vector.
    fn text(&self, words: usize, random: &mut SmallRng) -> (String, Embedding) {
        let mut sum = direction(random).0;
        let mut text = String::new();
        for _ in 0..words {
            let part: f64 = random.random_range(0.0..1.0);
            let word = (VOCABULARY as f64).powf(part) as usize % VOCABULARY;
            text.push_str(&format!("w{word} "));
            let direction = self.0[word].0.iter();
            sum.iter_mut()
                .zip(direction)
                .for_each(|(sum, value)| *sum += value);
        }
        (text, unit(sum))
    }
}

fn direction(random: &mut SmallRng) -> Embedding {
    unit(
        (0..DIMENSIONS)
            .map(|_| random.random_range(-1.0..1.0))
            .collect(),
    )
}

fn unit(values: Vec<f32>) -> Embedding {
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    Embedding(values.into_iter().map(|value| value / length).collect())
}

/// A space of many passages in sessions of twenty, some of them said by an assistant, some removed again.
fn space(words: &Words, random: &mut SmallRng) -> SpaceIndex {
    let mut index = SpaceIndex::sketched_from(DIMENSIONS, 1_000);
    let persons =
        (0..PERSONS).map(|number| entity(number, EntityKind::Person, NAMES[number as usize]));
    apply(
        &mut index,
        IndexChanges {
            entities: persons.collect(),
            ..IndexChanges::default()
        },
    );
    for numbers in (0..PASSAGES).collect::<Vec<_>>().chunks(1_000) {
        let mut changes = IndexChanges::default();
        for &number in numbers {
            let (text, vector) = words.text(random.random_range(6..30), random);
            let speaker = entity_id(number / 20 % PERSONS);
            changes.passages.push(PassageDocument {
                session: Some(format!("session {}", number / 20)),
                speaker: Some(speaker),
                by_assistant: number % 5 == 4,
                vector: Some(QuantizedVector::of(&vector)).filter(|_| number % 50 != 7),
                ..passage(number, &text)
            });
            if number % 3 == 0 {
                let about = number / 20 % PERSONS;
                changes
                    .statements
                    .push(statement(number, about, None, &text));
                changes.evidence.push(evidence(number, number));
            }
        }
        apply(&mut index, changes);
    }
    apply(
        &mut index,
        IndexChanges {
            removed_episodes: (0..PASSAGES).step_by(17).map(episode).collect(),
            ..IndexChanges::default()
        },
    );
    index
}

const NAMES: [&str; PERSONS as usize] = [
    "Anna", "Bert", "Clara", "Dora", "Emil", "Fritz", "Gerda", "Hugo",
];

/// The part of the first ten episodes, and of the first ten facts, that are found whether or not every passage is compared.
fn agreement(index: &SpaceIndex, questions: impl Iterator<Item = IndexQuery>) -> (f64, f64) {
    let (mut same_episodes, mut same_facts) = ((0, 0), (0, 0));
    for question in questions {
        let weights = Weights::default();
        let found = search_with(&[index], &question, &weights, by_sketches());
        let exact = search_with(&[index], &question, &weights, EVERY_PASSAGE);
        assert!(!exact.episodes.is_empty());
        count(&mut same_episodes, &episodes(&found), &episodes(&exact));
        count(&mut same_facts, &facts(&found), &facts(&exact));
    }
    let part = |(same, all)| f64::from(same) / f64::from(all);
    (part(same_episodes), part(same_facts))
}

/// Counts how many of those that are right were found, and how many there are.
fn count((same, all): &mut (u32, u32), found: &[u32], right: &[u32]) {
    *same += right.iter().filter(|one| found.contains(one)).count() as u32;
    *all += right.len() as u32;
}

#[test]
fn the_best_of_many_passages_are_those_of_the_exact_ranking() {
    let random = &mut SmallRng::seed_from_u64(5);
    let words = Words::new(random);
    let index = space(&words, random);
    let filters: [fn(&mut SmallRng) -> Filter; 5] = [
        |_| Filter::default(),
        |_| Filter::default(),
        |random| Filter {
            session: Some(format!("session {}", random.random_range(0..PASSAGES / 20))),
            ..Filter::default()
        },
        |random| Filter {
            from: Some(minute(random.random_range(0..PASSAGES - 3_000))),
            ..Filter::default()
        },
        |random| {
            let only: HashSet<_> = (0..300)
                .map(|_| episode(random.random_range(0..PASSAGES)))
                .collect();
            Filter {
                only: Some(Arc::new(only)),
                ..Filter::default()
            }
        },
    ];
    for filter in filters {
        let questions = (0..60).map(|number| {
            let (text, vector) = words.text(5, random);
            let name = NAMES[number % NAMES.len()];
            IndexQuery {
                words: if number % 2 == 0 {
                    format!("What did {name} say of {text}?")
                } else {
                    text
                },
                vector: Some(vector),
                filter: filter(random),
                limit: 10,
                ..IndexQuery::default()
            }
        });
        let questions: Vec<_> = questions.collect();
        let (episodes, facts) = agreement(&index, questions.into_iter());
        assert!(episodes >= 0.97, "{episodes} of the first ten are the same");
        assert!(facts >= 0.95, "{facts} of the first facts are the same");
    }
}

#[test]
fn a_question_that_means_nothing_finds_nothing_among_many_passages() {
    let random = &mut SmallRng::seed_from_u64(6);
    let words = Words::new(random);
    let index = space(&words, random);
    let close = words.text(4, random).1;
    let asking = |least_closeness| IndexQuery {
        words: "xyzzy".to_owned(),
        vector: Some(close.clone()),
        least_closeness,
        limit: 10,
        ..IndexQuery::default()
    };
    let effort = by_sketches();
    let weights = Weights::default();
    let found = search_with(&[&index], &asking(0.3), &weights, effort);
    assert_eq!(found.episodes.len(), 10);
    let found = search_with(&[&index], &asking(0.99), &weights, effort);
    assert_eq!(found, Ranking::default());
}
