//! What the service told a user recently, so that it is not taken for news when it comes back.
//!
//! An assistant that stores what it has just looked up would otherwise make every memory its own evidence. A passage is
//! a *repetition* when each of its sentences was told to the same user in the last hours: word for word, or with nine
//! words of ten in common. It is kept and found like any other, and asserts nothing.
//!
//! Kept in memory, by each process for the users it answers: the last sentences of the last users. After a start
//! nothing is known.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lru::LruCache;
use recollect_language::PassageText;
use recollect_model::{CharText, Timestamp, UserId};

/// The users whose last sentences are known.
const MOST_USERS: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");
/// The sentences known of each.
const MOST_SENTENCES: usize = 512;
/// For how long a sentence is known.
const KNOWN_FOR: Duration = Duration::from_secs(6 * 3_600);
/// Shorter sentences are everybody's.
const FEWEST_WORDS: usize = 4;
/// Words that two sentences must share, of a hundred, to be the same.
const SHARED_PERCENT: usize = 90;
/// Sentences of one text that are told or looked at.
const MOST_SENTENCES_A_TEXT: usize = 64;

/// What was told, by user.
#[derive(Debug)]
pub(crate) struct Told(Mutex<LruCache<UserId, VecDeque<Sentence>>>);

#[derive(Debug, Clone, PartialEq)]
struct Sentence {
    at: Timestamp,
    words: HashSet<u64>,
}

impl Default for Told {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST_USERS)))
    }
}

impl Told {
    /// Notes that the user was told these texts.
    pub(crate) fn note<'a>(
        &self,
        user: UserId,
        texts: impl Iterator<Item = &'a str>,
        now: Timestamp,
    ) {
        let sentences: Vec<Sentence> = texts
            .flat_map(|text| sentences(text).take(MOST_SENTENCES_A_TEXT))
            .map(|words| Sentence { at: now, words })
            .collect();
        if sentences.is_empty() {
            return;
        }
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = told.get_or_insert_mut(user, VecDeque::new);
        known.retain(|old| !sentences.iter().any(|new| new.words == old.words));
        known.extend(sentences);
        let excess = known.len().saturating_sub(MOST_SENTENCES);
        known.drain(..excess);
    }

    /// The numbers of the passages that only repeat what the user was told.
    pub(crate) fn repetitions(
        &self,
        user: UserId,
        body: &str,
        passages: &[PassageText],
        accepted_at: Timestamp,
    ) -> BTreeSet<usize> {
        let known: Vec<Sentence> = {
            let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(known) = told.get_mut(&user) else {
                return BTreeSet::new();
            };
            let since = accepted_at.checked_sub(KNOWN_FOR).unwrap_or(Timestamp::MIN);
            // What was told after the text came cannot be where it is from.
            let lately = |told: &&Sentence| since <= told.at && told.at <= accepted_at;
            known.iter().filter(lately).cloned().collect()
        };
        if known.is_empty() {
            return BTreeSet::new();
        }
        let characters = CharText::new(body);
        let repeats = |passage: &PassageText| {
            let mut sentences = sentences(characters.slice(passage.content)).peekable();
            sentences.peek().is_some()
                && sentences
                    .take(MOST_SENTENCES_A_TEXT)
                    .all(|words| known.iter().any(|told| are_same(&told.words, &words)))
        };
        let passages = passages.iter().enumerate();
        passages
            .filter_map(|(number, passage)| repeats(passage).then_some(number))
            .collect()
    }
}

/// The words of each sentence that is long enough to be somebody's own.
fn sentences(text: &str) -> impl Iterator<Item = HashSet<u64>> {
    text.split(['.', '!', '?', '\n'])
        .map(|sentence| {
            let words = sentence.split(|character: char| !character.is_alphanumeric());
            words.filter(|word| !word.is_empty()).map(hash).collect()
        })
        .filter(|words: &HashSet<u64>| words.len() >= FEWEST_WORDS)
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.to_lowercase().hash(&mut hasher);
    hasher.finish()
}

fn are_same(one: &HashSet<u64>, other: &HashSet<u64>) -> bool {
    let longer = one.len().max(other.len());
    one.intersection(other).count() * 100 >= longer * SHARED_PERCENT
}
