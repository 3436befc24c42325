//! What the service told a user recently, so that it is not taken for news when it comes back.
//!
//! An assistant that stores what it has just looked up would otherwise make every memory its own evidence. A passage
//! is a *repetition* when the same space told its user each of its sentences in the last hours: the same words in the
//! same order, asked or stated alike, of the same times, and in the mouth of the same speaker. Words that only open a
//! sentence ("So", "Well, yes") are not compared; anything else that differs is news: a number, a name, "not",
//! another day that "tomorrow" falls on. A repetition is kept and found like any other text, and asserts nothing.
//!
//! When the text that said it goes, what was passed over is read anew, and asserts it
//! ([`passed_over`](crate::passed_over)).
//!
//! Kept in memory, by each process for the users it answers: the last sentences of the last users. After a start
//! nothing is known, and nothing of a space in which a text was forgotten.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lru::LruCache;
use recollect_language::time::expressions;
use recollect_language::{PassageText, is_assistant, is_owner_role, passages};
use recollect_model::{CharText, ReferenceTime, SpaceId, Timestamp, UserId};

/// The users whose last sentences are known.
const MAX_USERS: NonZeroUsize = NonZeroUsize::new(4_096).expect("it is not zero");
/// The sentences known of each.
const MAX_SENTENCES: usize = 512;
/// For how long a sentence is known.
const KNOWN_FOR: Duration = Duration::from_secs(6 * 3_600);
/// A passage whose sentences are all shorter is everybody's.
const MIN_WORDS: usize = 4;
/// Sentences of one text that are told or looked at.
const MAX_SENTENCES_A_TEXT: usize = 64;
/// Of one text that is told, so many bytes are looked at.
const MAX_BYTES_A_TEXT: usize = 32 * 1_024;

/// Words that open a sentence and say nothing.
const OPENERS: &[&str] = &[
    "so", "well", "yes", "yeah", "yep", "ok", "okay", "oh", "ah", "hey", "hi", "hello", "sure",
    "right", "indeed", "thanks", "noted", "great",
];

/// Words that mean another in the mouth of another.
const OF_THE_SPEAKER: &[&str] = &[
    "i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "you", "your", "yours", "im",
    "ive",
];

/// Marks that only divide a sentence; every other sign is compared like a word.
const DIVIDERS: &[char] = &[
    ',', ';', ':', '\'', '’', '"', '“', '”', '(', ')', '[', ']', '-', '–', '—', '*', '_', '…', '.',
    '!', '?', '`', '#', '>', '|',
];

/// What was returned by a search: the words of an episode, or a fact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Returned<'a> {
    /// The space it is in.
    pub(crate) space: SpaceId,
    /// The words.
    pub(crate) text: &'a str,
    /// When they were said; `None` of a fact, which tells its times by itself.
    pub(crate) said_at: Option<ReferenceTime>,
}

/// A text that comes in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Incoming<'a> {
    /// The space it is sent to.
    pub(crate) space: SpaceId,
    /// The words.
    pub(crate) body: &'a str,
    /// Its passages.
    pub(crate) passages: &'a [PassageText],
    /// When it was said.
    pub(crate) said_at: ReferenceTime,
    /// When it was accepted.
    pub(crate) accepted_at: Timestamp,
}

/// What was returned recently, by user.
#[derive(Debug)]
pub(crate) struct Told {
    by_user: Mutex<LruCache<UserId, VecDeque<Known>>>,
    /// Whether a text whose passages were passed over is to be read anew, as far as this process knows.
    is_to_be_read_anew: AtomicBool,
}

/// The sentences of a text, by which is found what repeats them.
#[derive(Debug)]
pub(crate) struct Said(Vec<ToldSentence>);

/// A sentence that a user was told.
#[derive(Debug, Clone)]
struct Known {
    told_at: Timestamp,
    told: ToldSentence,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ToldSentence {
    space: SpaceId,
    said_at: Option<ReferenceTime>,
    speaker: Option<u64>,
    sentence: Sentence,
}

/// What is compared of a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Sentence {
    /// Its words in order, as hashes, without those that only open it.
    words: Vec<u64>,
    is_asked: bool,
    /// Whether it speaks of whoever says it.
    is_of_the_speaker: bool,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            by_user: Mutex::new(LruCache::new(MAX_USERS)),
            is_to_be_read_anew: AtomicBool::default(),
        }
    }
}

impl Told {
    /// Notes that the user was told these texts: so many of their sentences as are known of one user, from the first on. It takes as
    /// long as it takes to read them.
    pub(crate) fn note<'a>(
        &self,
        user: UserId,
        texts: impl Iterator<Item = Returned<'a>>,
        now: Timestamp,
    ) {
        let mut sentences: Vec<Known> = Vec::new();
        let mut seen: HashSet<ToldSentence> = HashSet::new();
        let mut said = texts.flat_map(told_sentences);
        while seen.len() < MAX_SENTENCES
            && let Some(told) = said.next()
        {
            if seen.insert(told.clone()) {
                let told_at = now;
                sentences.push(Known { told_at, told });
            }
        }
        if sentences.is_empty() {
            return;
        }
        let mut told = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        let known = told.get_or_insert_mut(user, VecDeque::new);
        known.retain(|old| !seen.contains(&old.told));
        known.extend(sentences);
        let excess = known.len().saturating_sub(MAX_SENTENCES);
        known.drain(..excess);
    }

    /// Knows nothing any more of what the user was told of a space: a text there is gone, and what was told may have been of it. What
    /// only repeated that text, where anything did, is to be read anew soon.
    pub(crate) fn forget(&self, user: UserId, space: SpaceId, is_repeated: bool) {
        if is_repeated {
            self.is_to_be_read_anew.store(true, Ordering::Relaxed);
        }
        let mut told = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = told.peek_mut(&user) {
            known.retain(|known| known.told.space != space);
        }
    }

    /// Whether anything came to be read anew since the last time.
    pub(crate) fn takes_up_reading_anew(&self) -> bool {
        self.is_to_be_read_anew.swap(false, Ordering::Relaxed)
    }

    /// The numbers of the passages that only repeat what the user was told.
    pub(crate) fn repetitions(&self, user: UserId, text: &Incoming<'_>) -> BTreeSet<usize> {
        let known: Vec<Known> = {
            let mut told = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(known) = told.get_mut(&user) else {
                return BTreeSet::new();
            };
            let since = text
                .accepted_at
                .checked_sub(KNOWN_FOR)
                .unwrap_or(Timestamp::MIN);
            // What was told after the text came cannot be where it is from.
            let lately = |told: &&Known| {
                told.told.space == text.space
                    && since <= told.told_at
                    && told.told_at <= text.accepted_at
            };
            known.iter().filter(lately).cloned().collect()
        };
        if known.is_empty() {
            return BTreeSet::new();
        }
        let characters = CharText::new(text.body);
        let passages = text.passages.iter().enumerate();
        passages
            .filter(|(_, passage)| {
                repeats(text, passage, characters.slice(passage.content), &known)
            })
            .map(|(number, _)| number)
            .collect()
    }
}

impl Said {
    pub(crate) fn by<'a>(texts: impl Iterator<Item = Returned<'a>>) -> Self {
        Self(texts.flat_map(told_sentences).collect())
    }

    /// Whether a passage says any of it again.
    pub(crate) fn is_in(&self, text: &Incoming<'_>, passage: &PassageText, content: &str) -> bool {
        sentences(content)
            .take(MAX_SENTENCES_A_TEXT)
            .filter(|(_, sentence)| sentence.words.len() >= MIN_WORDS)
            .any(|(words, sentence)| {
                let mut said = self.0.iter();
                said.any(|told| told.is_said_again(text, passage, (words, &sentence)))
            })
    }
}

impl ToldSentence {
    /// Whether a sentence of a passage is this one again.
    fn is_said_again(
        &self,
        text: &Incoming<'_>,
        passage: &PassageText,
        (words, sentence): (&str, &Sentence),
    ) -> bool {
        let is_same_time = |then| are_same_times(words, then, text.said_at);
        self.sentence == *sentence
            && self.is_said_by(passage, sentence)
            && self.said_at.is_none_or(is_same_time)
    }

    /// Whether whoever speaks in a passage may only be saying this again.
    fn is_said_by(&self, passage: &PassageText, sentence: &Sentence) -> bool {
        let speaker = passage.speaker.as_deref();
        speaker.is_some_and(is_assistant)
            || speaker_of(speaker) == self.speaker
            || speaker_of(speaker).is_none() && !sentence.is_of_the_speaker
    }
}

/// The sentences of a text that is told.
fn told_sentences(text: Returned<'_>) -> Vec<ToldSentence> {
    let beginning = &text.text[..text.text.floor_char_boundary(MAX_BYTES_A_TEXT)];
    let characters = CharText::new(beginning);
    passages(beginning)
        .iter()
        .flat_map(|passage| {
            let speaker = speaker_of(passage.speaker.as_deref());
            sentences(characters.slice(passage.content))
                .map(move |(_, sentence)| (speaker, sentence))
                .collect::<Vec<_>>()
        })
        .filter(|(_, sentence)| !sentence.words.is_empty())
        .take(MAX_SENTENCES_A_TEXT)
        .map(|(speaker, sentence)| ToldSentence {
            space: text.space,
            said_at: text.said_at,
            speaker,
            sentence,
        })
        .collect()
}

/// Whether a passage says nothing but what is known to have been told.
fn repeats(text: &Incoming<'_>, passage: &PassageText, content: &str, known: &[Known]) -> bool {
    let mut is_somebodys_own = false;
    let mut said = sentences(content).filter(|(_, sentence)| !sentence.words.is_empty());
    let all = said
        .by_ref()
        .take(MAX_SENTENCES_A_TEXT)
        .all(|(words, sentence)| {
            is_somebodys_own |= sentence.words.len() >= MIN_WORDS;
            known
                .iter()
                .any(|known| known.told.is_said_again(text, passage, (words, &sentence)))
        });
    // What is too long to be looked at to its end may end with something new.
    all && is_somebodys_own && said.next().is_none()
}

/// Whether a sentence speaks of the same times when it is said at one time and at another.
fn are_same_times(words: &str, one: ReferenceTime, other: ReferenceTime) -> bool {
    let intervals = |at: ReferenceTime| {
        let found = expressions(words, at).into_iter();
        found
            .map(|found| (found.interval.start, found.interval.end))
            .collect::<Vec<_>>()
    };
    one == other || intervals(one) == intervals(other)
}

/// The sentences of a passage, as they stand and as they are compared.
fn sentences(text: &str) -> impl Iterator<Item = (&str, Sentence)> {
    let mut start = 0;
    let mut ends = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while let Some((place, character)) = ends.next() {
            // "9.30" goes on.
            let is_end = character == '\n'
                || matches!(character, '.' | '!' | '?')
                    && ends.peek().is_none_or(|(_, next)| !next.is_alphanumeric());
            if is_end {
                let sentence = &text[start..place + character.len_utf8()];
                start = place + character.len_utf8();
                return Some(sentence);
            }
        }
        let last = &text[start..];
        start = text.len();
        (!last.is_empty()).then_some(last)
    })
    .map(|sentence| (sentence, read(sentence)))
}

fn read(sentence: &str) -> Sentence {
    let lower = sentence.to_lowercase();
    let mut words = Vec::new();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let end = if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric())
                .unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let word = &rest[..end];
        rest = &rest[end..];
        let is_minus = first == '-' && rest.starts_with(|c: char| c.is_ascii_digit());
        if is_minus || !first.is_whitespace() && !DIVIDERS.contains(&first) {
            words.push(word);
        }
    }
    Sentence {
        is_asked: sentence.trim_end().ends_with('?'),
        is_of_the_speaker: words.iter().any(|word| OF_THE_SPEAKER.contains(word)),
        words: words
            .iter()
            .skip_while(|word| OPENERS.contains(word))
            .map(|word| hash(word))
            .collect(),
    }
}

/// Who speaks, as far as it matters here: the user of a chat is whoever writes without a name.
fn speaker_of(name: Option<&str>) -> Option<u64> {
    let name = name.filter(|name| !is_owner_role(name))?;
    Some(hash(&name.to_lowercase()))
}

fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}

/// What the log says of what was passed over: how much, and the beginning of the first of it.
pub(crate) fn note(passages: usize, facts: usize, first: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    let mut words: String = first.chars().take(MAX_CHARACTERS).collect();
    if words.len() < first.len() {
        words.push('…');
    }
    let repeat = match passages {
        1 => "one passage repeats".to_owned(),
        many => format!("{many} passages repeat"),
    };
    let passed_over = match facts {
        0 => String::new(),
        1 => "; one fact in it was passed over".to_owned(),
        many => format!("; {many} facts in it were passed over"),
    };
    format!(
        "{repeat} what was returned shortly before and adds no evidence: \"{words}\"{passed_over}"
    )
}
