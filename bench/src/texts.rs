//! Texts to send: a dialogue file in the form of LoCoMo, or made-up turns of the same length.

use std::path::Path;

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::Value;

use crate::failure::Failure;

/// One turn of a dialogue.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub(crate) text: String,
    pub(crate) time: String,
    pub(crate) session: String,
}

const WORDS: [&str; 64] = [
    "morning",
    "garden",
    "painted",
    "really",
    "happy",
    "about",
    "trip",
    "mountains",
    "sister",
    "visited",
    "museum",
    "weekend",
    "cooking",
    "dinner",
    "friends",
    "started",
    "pottery",
    "class",
    "finally",
    "finished",
    "book",
    "walked",
    "dog",
    "beach",
    "work",
    "project",
    "meeting",
    "colleague",
    "lunch",
    "rain",
    "bicycle",
    "repair",
    "music",
    "concert",
    "ticket",
    "family",
    "birthday",
    "cake",
    "summer",
    "holiday",
    "train",
    "city",
    "river",
    "photo",
    "camera",
    "story",
    "school",
    "children",
    "play",
    "football",
    "market",
    "apples",
    "fresh",
    "bread",
    "coffee",
    "doctor",
    "healthy",
    "running",
    "marathon",
    "training",
    "early",
    "sleep",
    "dream",
    "house",
];
/// The paragraphs of a long text.
const LONG_PARAGRAPHS: usize = 80;
const NAMES: [&str; 4] = ["Anna", "Bert", "Clara", "David"];

/// So many made-up words, each after a space but the first.
pub(crate) fn said(words: usize, dice: &mut SmallRng) -> String {
    let words = (0..words).filter_map(|_| WORDS.choose(dice).copied());
    words.collect::<Vec<&str>>().join(" ")
}

/// Made-up turns of about thirty words, the same for the same seed, in sessions of twenty.
pub(crate) fn made_up(count: usize, seed: u64) -> Vec<Turn> {
    let mut dice = SmallRng::seed_from_u64(seed);
    let mut turns = Vec::with_capacity(count);
    for number in 0..count {
        let words: Vec<&str> = (0..dice.random_range(18..42))
            .filter_map(|_| WORDS.choose(&mut dice).copied())
            .collect();
        let (session, day) = (number / 20, number / 20 % 28 + 1);
        turns.push(Turn {
            text: format!(
                "{}: I went to the {}.",
                NAMES[number % 2 + session % 2 * 2],
                words.join(" ")
            ),
            time: format!("2024-{:02}-{day:02}T10:00:00Z", session / 28 % 12 + 1),
            session: format!("session {session}"),
        });
    }
    turns
}

/// So many made-up long texts of about fifty kilobytes, the same for the same seed, each a session of its own.
pub(crate) fn long(count: usize, seed: u64) -> Vec<Turn> {
    let mut dice = SmallRng::seed_from_u64(seed);
    let text = |number: usize| {
        let paragraphs = (0..LONG_PARAGRAPHS).map(|_| {
            let sentences = (0..dice.random_range(3..8)).map(|_| {
                let words = dice.random_range(8..25);
                format!("I went to the {}.", said(words, &mut dice))
            });
            sentences.collect::<Vec<String>>().join(" ")
        });
        Turn {
            text: paragraphs.collect::<Vec<String>>().join("\n\n"),
            time: format!("2024-05-{:02}T10:00:00Z", number % 28 + 1),
            session: format!("long text {number}"),
        }
    };
    (0..count).map(text).collect()
}

/// The turns of every conversation of a file in the form of LoCoMo, a list for each.
pub(crate) fn from_locomo(path: &Path) -> Result<Vec<Vec<Turn>>, Failure> {
    let samples: Value = serde_json::from_slice(&std::fs::read(path)?)?;
    let samples = samples
        .as_array()
        .ok_or("the file is no list of conversations")?;
    Ok(samples
        .iter()
        .map(|sample| turns_of(&sample["conversation"]))
        .collect())
}

fn turns_of(conversation: &Value) -> Vec<Turn> {
    let mut turns = Vec::new();
    for number in 1..1_000 {
        let session = format!("session_{number}");
        let Some(said) = conversation[&session].as_array() else {
            continue;
        };
        for turn in said {
            let (speaker, text) = (
                turn["speaker"].as_str().unwrap_or(""),
                turn["text"].as_str().unwrap_or(""),
            );
            let time = format!(
                "2023-{:02}-{:02}T12:00:00Z",
                number / 28 % 12 + 1,
                number % 28 + 1
            );
            turns.push(Turn {
                text: format!("{speaker}: {text}"),
                time,
                session: session.clone(),
            });
        }
    }
    turns
}
