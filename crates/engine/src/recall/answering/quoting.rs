//! Answers in the words of a text, where no statement gives one: which of what was read in the best texts answers.

use std::collections::HashSet;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::{PassageText, is_owner_role, is_role_of_somebody};
use recollect_model::{Account, CharRange, CharText, UserId};

use super::reading::{Day, Read, ReadTexts, plain, plain_words};
use super::{AnswerQuote, FoundAnswer};
use crate::recall::{FoundEpisode, Query, question};
use crate::{Engine, EngineError};

/// From these log odds on an answer is given.
const LEAST: f32 = 0.25;

/// The same of a day, since whatever happened has one: where the words around it have all of the question's beside names, some, or none.
const LEAST_OF_DAYS: [f32; 3] = [0.4, 1.1, 1.3];

/// Answers so near to the best are as good.
const AS_GOOD: f32 = 0.3;

/// What a question asks by for somebody's own.
const OWN: &[&str] = &[
    "i", "my", "me", "we", "our", "us", "mine", "i'm", "i've", "i'd", "i'll", "we're", "we've",
];
/// What stands for somebody who was named before.
const OTHERS: &[&str] = &[
    "he", "she", "him", "her", "his", "hers", "they", "them", "their", "he's", "she's", "they're",
    "they've", "he'd", "she'd",
];
/// Months and days, which are no names of people here.
const DATES: &str = "jan january feb february mar march april may june july aug august sep sept september oct october nov \
                     november dec december monday tuesday wednesday thursday friday saturday sunday";
/// What begins a sentence in the place of a name.
const POINTING: &[&str] = &[
    "it", "this", "that", "these", "those", "there", "here", "the", "a", "an",
];
/// By which a sentence leaves open what it says.
const OPEN: &[&str] = &["if", "unless", "maybe", "perhaps"];
/// What somebody does or is, beside verbs in "s" and "d".
const DOES: &[&str] = &[
    "is", "was", "has", "had", "got", "took", "gave", "bought", "won", "went", "left", "made",
    "spent", "will", "can",
];
/// The most words of a subject that a sentence begins with.
const SUBJECT_WORDS: usize = 3;
/// Whom a question is about.
struct AskedOf<'q> {
    /// Whether it asks for what is its owner's.
    is_own: bool,
    /// The terms of the first name in it.
    name: Vec<String>,
    /// The terms of all its words.
    words: Vec<String>,
    account: Option<&'q Account>,
}

impl Engine {
    /// What is read in the best texts that can be an answer: nothing that asks or leaves something open, and nothing about somebody who is
    /// not asked about.
    pub(in crate::recall) async fn read_about<'e>(
        &self,
        user: UserId,
        query: &Query,
        episodes: &'e [FoundEpisode],
    ) -> Result<ReadTexts<'e>, EngineError> {
        let mut read = self.read_texts(user, query, episodes).await;
        read.found.retain(Read::is_plain);
        if read.found.is_empty() {
            return Ok(read);
        }
        let account = self.store.account(user).await?;
        let asked = AskedOf {
            is_own: plain_words(&query.text).any(|word| OWN.contains(&word.as_str())),
            name: first_name(&query.text),
            words: terms(&query.text),
            account: account.as_ref(),
        };
        read.found.retain(|read| read.is_about(&asked));
        Ok(read)
    }
}

/// The answer that what was read gives, but nothing that is known of somebody else or of another time; of several as good the newest,
/// unless the question looks back.
pub(in crate::recall) fn quoted(
    query: &Query,
    read: ReadTexts<'_>,
    known_otherwise: &[HashSet<String>],
) -> Option<FoundAnswer> {
    let name = first_name(&query.text);
    let mut asked = terms_beside_frame(&query.text);
    asked.retain(|word| !name.contains(word));
    let mut found = read.found;
    found.retain(|read| {
        let said = asked.iter().filter(|word| read.around.contains(*word));
        let [of_all, of_some, of_none] = LEAST_OF_DAYS;
        let least = match (&read.day, said.count()) {
            (None, _) => LEAST,
            (Some(_), 0) => of_none,
            (Some(_), count) if count < asked.len() => of_some,
            (Some(_), _) => of_all,
        };
        read.score >= least && !known_otherwise.iter().any(|known| read.is_of(known))
    });
    let best = found.iter().map(|read| read.score).fold(f32::MIN, f32::max);
    let as_good = match question::looks_back(&query.text) {
        true => 0.0,
        false => AS_GOOD,
    };
    found.retain(|read| read.score >= best - as_good);
    let said_at = |read: &Read<'_>| read.view.episode.episode.reference_time.instant();
    let newest = found.into_iter().max_by(|one, other| {
        let by_time = said_at(one).cmp(&said_at(other));
        by_time.then(one.score.total_cmp(&other.score))
    });
    newest.map(Read::told)
}

impl Read<'_> {
    /// Whether it says these words or a part of them, or they a part of it.
    fn is_of(&self, known: &HashSet<String>) -> bool {
        let (one, other) = (&self.said, known);
        !one.is_empty() && !other.is_empty() && (one.is_subset(other) || other.is_subset(one))
    }

    /// Whether it has a word, and its sentence asks nothing and leaves nothing open.
    fn is_plain(&self) -> bool {
        let sentence = self.sentence();
        let is_open = plain_words(sentence).any(|word| OPEN.contains(&word.as_str()));
        self.words().contains(char::is_alphanumeric)
            && !sentence.ends_with('?')
            && !is_open
            && !self.is_since_when()
    }

    /// "I've liked them since I was a kid": whether it says since when something is so, which is no reason.
    fn is_since_when(&self) -> bool {
        const PERFECT: &[&str] = &["have", "has", "had", "been"];
        let start = self.range.start.max(self.sentence.start);
        let mut before: Vec<String> =
            plain_words(&self.view.text[self.sentence.start..start]).collect();
        let is_since = before.pop().is_some_and(|word| word == "since");
        let is_perfect = |word: &String| {
            PERFECT.contains(&word.as_str()) || word.ends_with("'ve") || word.ends_with("'s")
        };
        let is_past = plain_words(self.words()).any(|word| word == "was" || word == "were");
        is_since && is_past && before.iter().any(is_perfect)
    }

    /// "Kasper is dating Solveig": whether its sentence has somebody for its subject who is not asked about, and says nothing of whoever
    /// writes.
    fn is_anothers(&self, asked: &AskedOf<'_>) -> bool {
        let words = self.sentence().split_whitespace();
        // Whoever speaks has been looked at.
        let mut words: Vec<&str> = words.skip_while(|word| word.ends_with(':')).collect();
        let is_own = |word: &&str| OWN.contains(&plain(word).as_str());
        let first = words.first().map(|first| plain(first)).unwrap_or_default();
        let is_role = ["my", "our"].contains(&first.as_str());
        if is_role {
            words.remove(0);
        }
        if words.iter().any(is_own) {
            return false;
        }
        let verb = words.iter().position(|word| is_verb(word));
        let Some(verb) = verb.filter(|verb| (1..=SUBJECT_WORDS).contains(verb)) else {
            return false;
        };
        let subject = &words[..verb];
        let is_somebody = match is_role {
            true => is_role_of_somebody(&plain(subject[0])),
            false => subject.iter().all(|word| {
                word.starts_with(char::is_uppercase) && !POINTING.contains(&plain(word).as_str())
            }),
        };
        let is_known = |word: &&str| {
            is_owner(&plain(word), asked.account)
                || terms(word).iter().any(|term| asked.words.contains(term))
        };
        is_somebody && !subject.iter().any(is_known)
    }

    /// Whether it can be about whom the question asks: where a question is about its owner, the owner speaks or nobody in particular does;
    /// and whom it names is named where it stands, or speaks.
    fn is_about(&self, asked: &AskedOf<'_>) -> bool {
        let view = &self.view;
        let at = CharText::new(view.text)
            .range_of_bytes(self.range.clone())
            .start;
        let at = view.range.start + at;
        let body = &view.episode.episode.body;
        let mut passages = view.passages.iter();
        let spoken =
            passages.find(|passage| (passage.range.start..passage.range.end).contains(&at));
        let (speaker, text) = match spoken {
            Some(PassageText {
                speaker: Some(speaker),
                range,
                ..
            }) => (Some(speaker.as_str()), CharText::new(body).slice(*range)),
            _ => (None, view.text),
        };
        let mut said = terms(text);
        said.extend(speaker.map(terms).unwrap_or_default());
        // "She came home with seven": by what the graph knows of whom the text speaks.
        let is_meant = || {
            let mut words = plain_words(text);
            view.episode.found_by.graph && words.any(|word| OTHERS.contains(&word.as_str()))
        };
        let is_named = asked.name.iter().all(|part| said.contains(part)) || is_meant();
        // "Tuppence: meals at 7 and 5" speaks of whom the question names.
        let is_heading = |speaker: &str| {
            let own = || plain_words(text).any(|word| OWN.contains(&word.as_str()));
            let named = terms(speaker);
            !named.is_empty() && named.iter().all(|part| asked.words.contains(part)) && !own()
        };
        let is_own = !asked.is_own
            || speaker
                .is_none_or(|speaker| is_owner(speaker, asked.account) || is_heading(speaker));
        is_named && is_own && !(asked.is_own && self.is_anothers(asked))
    }

    fn told(self) -> FoundAnswer {
        let episode = &self.view.episode.episode;
        let said_at = episode.reference_time;
        let confidence = self.likelihood();
        let words = self.sentence().to_owned();
        let places = CharText::new(self.view.text);
        let within = places.range_of_bytes(self.sentence.clone());
        let (text, time, precision) = match self.day {
            Some(Day {
                words,
                interval,
                precision,
            }) => (words, Some(interval), Some(precision)),
            None => (self.words().to_owned(), None, None),
        };
        FoundAnswer {
            text,
            statements: Vec::new(),
            valid_at: time.map(|time| time.start),
            invalid_at: None,
            precision,
            confidence,
            quote: AnswerQuote {
                log: episode.log,
                episode: episode.id,
                range: CharRange {
                    start: self.view.range.start + within.start,
                    end: self.view.range.start + within.end,
                },
                words,
                said_at,
            },
            before: Vec::new(),
        }
    }
}

/// Whether the owner of the memory is called so.
fn is_owner(speaker: &str, account: Option<&Account>) -> bool {
    let is_called = |account: &Account| {
        let names = std::iter::once(&account.name).chain(&account.also_called);
        names.into_iter().any(|name| {
            let given = name.split_whitespace().next().unwrap_or_default();
            speaker.eq_ignore_ascii_case(name) || speaker.eq_ignore_ascii_case(given)
        })
    };
    is_owner_role(speaker) || account.is_some_and(is_called)
}

/// The terms of the first word behind a question's first that is written as a name, but for those of dates; none where there is none.
fn first_name(question: &str) -> Vec<String> {
    let mut words = question.split_whitespace().skip(1);
    let named = words.find_map(|word| {
        let lower = plain(word);
        let is_time = DATES.split_whitespace().any(|time| time == lower);
        let is_name = word
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .starts_with(char::is_uppercase);
        let is_own = OWN.contains(&lower.as_str());
        (is_name && !is_own && !is_time).then(|| terms(word))
    });
    named.unwrap_or_default()
}

/// Whether a word may be the verb of a sentence whose subject stands before it.
fn is_verb(word: &str) -> bool {
    let is_lower = word.chars().all(char::is_lowercase);
    is_lower && (DOES.contains(&word) || word.len() > 3 && word.ends_with(['s', 'd']))
}
