//! Made-up memories whose words and vectors are distributed like those of real ones.
//!
//! Words follow Zipf's law, sessions of twenty turns speak of three topics each, and a text's vector is made of its
//! words': texts about the same are close, and all vectors lean to one side a little, as those of real models do.

use std::collections::HashMap;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use recollect_model::Embedding;

/// How many floats a vector has, as many as those of the default model.
pub(super) const DIMENSIONS: usize = 384;
/// How many people speak.
pub(super) const PERSONS: usize = 50;
/// Turns of a session.
pub(super) const SESSION: usize = 20;
const VOCABULARY: usize = 20_000;
/// The most frequent words are those that nothing is about; what would be stop words is left out.
const FIRST_RANK: f64 = 20.0;
const FIRST_OF_TOPICS: usize = 400;
const TOPICS: usize = 600;
const WORDS: std::ops::Range<usize> = 12..60;

/// What all texts are made of.
pub(super) struct World {
    words: Vec<String>,
    numbers: HashMap<String, usize>,
    /// One row for each word.
    vectors: Vec<f32>,
    common: Vec<f32>,
}

/// One turn of a session.
pub(super) struct Turn {
    /// The number of who speaks.
    pub(super) person: usize,
    pub(super) text: String,
    /// The number of whom it mentions.
    pub(super) mentions: usize,
    /// The thing that the person is said to like, of every third turn.
    pub(super) liked: Option<String>,
}

impl World {
    pub(super) fn new() -> Self {
        let dice = &mut SmallRng::seed_from_u64(17);
        let topics: Vec<Vec<f32>> = (0..TOPICS).map(|_| direction(dice)).collect();
        let words: Vec<String> = (0..VOCABULARY).map(word).collect();
        let mut vectors = Vec::with_capacity(VOCABULARY * DIMENSIONS);
        for number in 0..VOCABULARY {
            let own = direction(dice);
            let weight = if number < FIRST_OF_TOPICS { 0.3 } else { 1.0 };
            let topic = &topics[number % TOPICS];
            let of_word = own.iter().zip(topic);
            vectors.extend(of_word.map(|(own, topic)| weight * (0.8 * own + 0.6 * topic)));
        }
        Self {
            numbers: words.iter().cloned().zip(0..).collect(),
            words,
            vectors,
            common: direction(dice),
        }
    }

    /// The turn of this number, the same in every run.
    pub(super) fn turn(&self, number: usize) -> Turn {
        let dice = &mut SmallRng::seed_from_u64(1_000_000 + number as u64);
        let about = Self::topics(number);
        let count = dice.random_range(WORDS);
        let words: Vec<&str> = (0..count).map(|_| self.draw(&about, 0.3, dice)).collect();
        let liked = number
            .is_multiple_of(3)
            .then(|| self.draw(&about, 1.0, dice).to_owned());
        Turn {
            // Two people talk, one after the other.
            person: (number / SESSION * 7 + number % 2 * 13) % PERSONS,
            text: words.join(" "),
            mentions: dice.random_range(0..PERSONS),
            liked,
        }
    }

    /// The questions that are asked of so many turns, the same in every run, and their vectors.
    pub(super) fn questions(&self, turns: usize) -> impl Iterator<Item = (String, Embedding)> {
        let mut dice = SmallRng::seed_from_u64(3);
        std::iter::repeat_with(move || self.question(turns, &mut dice))
    }

    /// A question about one of so many turns, and its vector.
    fn question(&self, turns: usize, dice: &mut SmallRng) -> (String, Embedding) {
        let number = dice.random_range(0..turns);
        let about = Self::topics(number);
        let turn = self.turn(number);
        let mut said: Vec<&str> = turn.text.split(' ').collect();
        said.truncate(4);
        let more = [self.draw(&about, 1.0, dice), self.draw(&about, 0.0, dice)];
        let words = [said.as_slice(), &more].concat().join(" ");
        let vector = self.vector(&words);
        let name = person(turn.person);
        let question = match number % 3 {
            0 => format!("What did {name} say about the {words}?"),
            1 => format!("When was the {words}?"),
            _ => format!("Where did I see the {words}?"),
        };
        (question, vector)
    }

    /// The vector of a text, of length 1.
    pub(super) fn vector(&self, text: &str) -> Embedding {
        let mut sum: Vec<f32> = vec![0.0; DIMENSIONS];
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric());
        for number in words.filter_map(|word| self.numbers.get(word)) {
            let row = &self.vectors[number * DIMENSIONS..][..DIMENSIONS];
            sum.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += value);
        }
        let mut vector = unit(sum);
        let leaning = vector.iter_mut().zip(&self.common);
        leaning.for_each(|(value, common)| *value += 0.3 * common);
        Embedding(unit(vector))
    }

    fn topics(number: usize) -> [usize; 3] {
        let dice = &mut SmallRng::seed_from_u64((number / SESSION) as u64);
        std::array::from_fn(|_| dice.random_range(0..TOPICS))
    }

    /// A word, of one of these topics as likely as `of_topic`.
    fn draw(&self, about: &[usize], of_topic: f64, dice: &mut SmallRng) -> &str {
        let number = if dice.random_bool(of_topic) {
            let members = (VOCABULARY - FIRST_OF_TOPICS) / TOPICS;
            let topic = about[dice.random_range(0..about.len())];
            // Within a topic, too, a few words are most of what is said.
            let member = (members as f64).powf(dice.random_range(0.0..1.0)) as usize - 1;
            (member * TOPICS + topic + FIRST_OF_TOPICS / TOPICS * TOPICS + TOPICS) % VOCABULARY
        } else {
            let most = VOCABULARY as f64 / FIRST_RANK;
            (FIRST_RANK * most.powf(dice.random_range(0.0..1.0))) as usize
        };
        &self.words[number.min(VOCABULARY - 1)]
    }
}

/// The name of a person.
pub(super) fn person(number: usize) -> String {
    let mut name = word(VOCABULARY + number * 11);
    name[..1].make_ascii_uppercase();
    name
}

/// A word that can be pronounced, another one for every number.
fn word(number: usize) -> String {
    let mut rest = number;
    let mut word = String::new();
    for _ in 0..4 {
        word.push(char::from(b"bdfgklmnprst"[rest % 12]));
        rest /= 12;
        word.push(char::from(b"aeiou"[(rest + number) % 5]));
    }
    word
}

fn direction(dice: &mut SmallRng) -> Vec<f32> {
    unit(
        (0..DIMENSIONS)
            .map(|_| {
                let sum: f32 = (0..4).map(|_| dice.random_range(-1.0..1.0_f32)).sum();
                sum
            })
            .collect(),
    )
}

fn unit(mut values: Vec<f32>) -> Vec<f32> {
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        values.iter_mut().for_each(|value| *value /= length);
    }
    values
}
