//! Answers from the words of a text, where no statement gives one: an amount, a number of things, a length of time or a date that
//! stands alone of its kind in the sentence that has nearly all words of the question. Answer typing by the question's
//! words and passage scoring by covered terms are those of factoid question answering (Jurafsky and Martin, *Speech and
//! Language Processing*, chapter on question answering).

use std::collections::HashSet;
use std::ops::Range;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::time::{self, Meaning};
use recollect_language::{PassageText, passages};
use recollect_model::{Account, CharText, Interval, LogStatus, Precision, ReferenceTime};

use super::wording::written;
use super::{AnswerQuote, FoundAnswer};
use crate::recall::{FoundEpisode, Query};

/// So many of the best texts are looked at.
const LOOKED_AT: usize = 3;

/// The least share of the question's words that a sentence has, and that of one that is to tell a date.
const LEAST_COVERED: f32 = 0.75;
const LEAST_COVERED_OF_DATE: f32 = 0.8;

/// What a word counts that stands elsewhere in the passage.
const BESIDE: f32 = 0.5;

/// What a name counts.
const NAME: f32 = 2.0;

/// What a later text loses.
const LATER: f32 = 0.05;

/// How sure such an answer is at most.
const SUREST: f32 = 0.6;

/// The longest passage that is read, and the longest text, in bytes.
const LONGEST: usize = 4_000;
const LONGEST_TEXT: usize = 64 * 1024;

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
enum Asked {
    /// "How much did I pay for the filling?"
    Money,
    /// "How many loaves did she take?", by the stem of what is counted.
    Count(String),
    /// "How long was the flight?"
    Duration,
    /// "When is Kayleigh due?"
    Date,
}

/// The question, as sentences are compared with it.
struct Question {
    asked: Asked,
    /// Its words that say what it is about, with what each counts.
    words: Vec<(String, f32)>,
    /// Whether it asks about whoever asks.
    is_own: bool,
}

/// What one sentence answers.
struct Found<'e> {
    score: f32,
    text: String,
    time: Option<Interval>,
    episode: &'e FoundEpisode,
    /// Where the sentence stands, in bytes of the body.
    bytes: Range<usize>,
}

/// The answer that the words of the best texts give; `None` unless one is plain. What is asked as of another time is not answered
/// so, since nobody says whether it held then.
pub(in crate::recall) fn quoted(
    query: &Query,
    account: Option<&Account>,
    episodes: &[FoundEpisode],
) -> Option<FoundAnswer> {
    if query.valid_at.is_some() || query.recorded_at.is_some() {
        return None;
    }
    let question = Question::read(&query.text)?;
    let mut best: Option<Found<'_>> = None;
    for (rank, episode) in episodes.iter().take(LOOKED_AT).enumerate() {
        let is_short = episode.episode.body.len() <= LONGEST_TEXT;
        if episode.status != LogStatus::Completed || !is_short {
            continue;
        }
        for found in in_episode(&question, account, episode) {
            let score = found.score - LATER * rank as f32;
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(Found { score, ..found });
            }
        }
    }
    best.map(Found::told)
}

impl Question {
    fn read(text: &str) -> Option<Self> {
        let asked = asked_for(text)?;
        let is_first = |at: usize| text[..at].trim().is_empty();
        let names: HashSet<String> = words_of(text)
            .filter(|(at, word)| word.starts_with(char::is_uppercase) && !is_first(*at))
            .flat_map(|(_, word)| terms(word))
            .collect();
        let mut words: Vec<(String, f32)> = Vec::new();
        for term in terms_beside_frame(text) {
            let is_counted = matches!(&asked, Asked::Count(counted) if *counted == term);
            let is_kind = KINDS.iter().any(|kind| terms(kind).contains(&term));
            if !is_counted && !is_kind && !words.iter().any(|(known, _)| *known == term) {
                let weight = if names.contains(&term) { NAME } else { 1.0 };
                words.push((term, weight));
            }
        }
        let is_own = words_of(text).any(|(_, word)| OWN.contains(&word.to_lowercase().as_str()));
        (words.len() > 1 || is_own && !words.is_empty()).then_some(Self {
            asked,
            words,
            is_own,
        })
    }

    /// The share of the question's words that a sentence has, some of them beside it; nothing where an amount or a number is asked for
    /// and one of them stands nowhere that is no verb which the text may have in another form.
    fn covered(&self, sentence: &HashSet<String>, beside: &HashSet<String>) -> f32 {
        let (mut covered, mut all) = (0.0, 0.0);
        for (word, weight) in &self.words {
            all += weight;
            if sentence.contains(word) {
                covered += weight;
            } else if beside.contains(word) {
                covered += weight * BESIDE;
            } else if self.asked != Asked::Date
                && !OTHERWISE_SAID.iter().any(|said| terms(said).contains(word))
            {
                return 0.0;
            }
        }
        covered / all
    }
}

/// What a question asks for, by its words.
fn asked_for(text: &str) -> Option<Asked> {
    let words: Vec<String> = words_of(text)
        .map(|(_, word)| word.to_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let place = words
        .iter()
        .position(|word| ASKING.contains(word))
        .filter(|place| *place < 3)?;
    let next = words.get(place + 1).copied().unwrap_or_default();
    let after = words.get(place + 2).copied().unwrap_or_default();
    match (words[place], next) {
        ("how", "much") if COMPARED.contains(&after) => None,
        ("how", "much") => Some(Asked::Money),
        ("how", "many") => Some(Asked::Count(terms(after).into_iter().next()?)),
        ("how", "long") => Some(Asked::Duration),
        ("when", _) => Some(Asked::Date),
        ("what" | "which", "day" | "date" | "weekday") => Some(Asked::Date),
        ("what", _) => {
            let mut rest = words[place + 1..].iter();
            rest.any(|word| PRICES.contains(word))
                .then_some(Asked::Money)
        }
        _ => None,
    }
}

/// What the sentences of an episode's best passage answer.
fn in_episode<'e>(
    question: &Question,
    account: Option<&Account>,
    episode: &'e FoundEpisode,
) -> Vec<Found<'e>> {
    let body = &episode.episode.body;
    let characters = CharText::new(body);
    let at = |place: u32| {
        let before = recollect_model::CharRange {
            start: 0,
            end: place,
        };
        characters.slice(before).len()
    };
    let least = match question.asked {
        Asked::Date => LEAST_COVERED_OF_DATE,
        _ => LEAST_COVERED,
    };
    let mut found = Vec::new();
    for passage in passages(body) {
        let is_best = passage.range.start < episode.range.end
            && episode.range.start < passage.range.end
            && !passage.is_joined;
        if !is_best || question.is_own && !is_said_by_owner(&passage, account) {
            continue;
        }
        let content = at(passage.content.start)..at(passage.content.end);
        let text = &body[content.clone()];
        if text.len() > LONGEST {
            continue;
        }
        let mut beside: HashSet<String> = terms(text).into_iter().collect();
        let speaker = passage.speaker.as_deref().map(terms).unwrap_or_default();
        beside.extend(speaker.iter().cloned());
        for sentence in sentences(text) {
            let words = &text[sentence.clone()];
            let mut said: HashSet<String> = terms(words).into_iter().collect();
            said.extend(speaker.iter().cloned());
            let score = question.covered(&said, &beside);
            if score < least || is_open(words) {
                continue;
            }
            let said_at = episode.episode.reference_time;
            if let Some((text, time)) = only_one(&question.asked, words, said_at) {
                found.push(Found {
                    score,
                    text,
                    time,
                    episode,
                    bytes: content.start + sentence.start..content.start + sentence.end,
                });
            }
        }
    }
    found
}

impl Found<'_> {
    fn told(self) -> FoundAnswer {
        let episode = &self.episode.episode;
        let range = CharText::new(&episode.body).range_of_bytes(self.bytes.clone());
        FoundAnswer {
            text: self.text,
            statements: Vec::new(),
            valid_at: self.time.map(|time| time.start),
            invalid_at: None,
            confidence: self.score.min(1.0) * SUREST,
            quote: AnswerQuote {
                log: episode.log,
                episode: episode.id,
                range,
                words: episode.body[self.bytes].to_owned(),
                said_at: episode.reference_time,
            },
            before: Vec::new(),
        }
    }
}

/// Whether the owner of the memory speaks in a passage.
fn is_said_by_owner(passage: &PassageText, account: Option<&Account>) -> bool {
    let Some(speaker) = passage.speaker.as_deref() else {
        return true;
    };
    let is_called = |account: &Account| {
        let names = std::iter::once(&account.name).chain(&account.also_called);
        names.into_iter().any(|name| {
            let given = name.split_whitespace().next().unwrap_or_default();
            speaker.eq_ignore_ascii_case(name) || speaker.eq_ignore_ascii_case(given)
        })
    };
    ["user", "human", "me"].contains(&speaker.to_lowercase().as_str())
        || account.is_some_and(is_called)
}

/// Whether a sentence asks, or leaves open what it says.
fn is_open(sentence: &str) -> bool {
    sentence.trim_end().ends_with('?')
        || words_of(sentence).any(|(_, word)| OPEN.contains(&word.to_lowercase().as_str()))
}

/// What a sentence has of what is asked for, where it has one alone.
fn only_one(
    asked: &Asked,
    sentence: &str,
    said_at: ReferenceTime,
) -> Option<(String, Option<Interval>)> {
    let plain = |found: Vec<String>| match &found[..] {
        [one] => Some((one.clone(), None)),
        _ => None,
    };
    match asked {
        Asked::Money => plain(amounts(sentence)),
        Asked::Count(counted) => plain(counts(sentence, counted)),
        Asked::Duration => plain(durations(sentence)),
        Asked::Date => {
            let expressions = time::expressions(sentence, said_at);
            let [only] = &expressions[..] else {
                return None;
            };
            let is_day = !matches!(
                only.precision,
                Precision::Decade | Precision::Century | Precision::PartOfDay
            );
            let day = ReferenceTime::at_offset(only.interval.start, said_at.offset_s())
                .civil()
                .date();
            (only.meaning == Meaning::At && is_day).then(|| {
                (
                    written(day, Some(only.precision), said_at),
                    Some(only.interval),
                )
            })
        }
    }
}

/// The amounts of money of a sentence, with what they are for: "$3,150 a month".
fn amounts(sentence: &str) -> Vec<String> {
    const SIGNS: &[char] = &['$', '£', '€', '¥'];
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let own = word.trim_matches(|c: char| "()[],;:!?\"“”".contains(c));
        let own = own.trim_end_matches('.');
        let next = words.get(place + 1).copied().unwrap_or_default();
        let next = next.trim_matches(|c: char| !c.is_alphanumeric());
        let is_signed = own.starts_with(SIGNS) && own.contains(|c: char| c.is_ascii_digit());
        let is_named = own.starts_with(|c: char| c.is_ascii_digit())
            && CURRENCIES.contains(&next.to_lowercase().as_str());
        if !(is_signed || is_named) {
            continue;
        }
        let mut amount = own.to_owned();
        let mut rest = place + 1;
        if is_named {
            amount = format!("{own} {next}");
            rest += 1;
        }
        let goes_on = is_signed && !word.ends_with([',', ';', '.', ')']);
        if let [each, unit, ..] = words.get(rest..).unwrap_or_default() {
            let unit = unit.trim_matches(|c: char| !c.is_alphanumeric());
            if (goes_on || is_named) && ["a", "an", "per"].contains(each) && UNITS.contains(&unit) {
                amount = format!("{amount} {each} {unit}");
            }
        }
        found.push(amount);
    }
    found
}

/// The numbers of a sentence that count a noun: "60 brioche buns".
fn counts(sentence: &str, counted: &str) -> Vec<String> {
    const REACH: usize = 3;
    let words: Vec<&str> = words_of(sentence).map(|(_, word)| word).collect();
    let is_counted = |word: &&str| terms(word).iter().any(|term| term == counted);
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let behind = &words[place + 1..words.len().min(place + 1 + REACH)];
        let end = behind.iter().position(|word| is_number(word));
        let own = &behind[..end.unwrap_or(behind.len())];
        if is_number(word) && own.iter().any(is_counted) {
            found.push((*word).to_owned());
        }
    }
    found
}

/// The lengths of time of a sentence: "four years".
fn durations(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = words_of(sentence).map(|(_, word)| word).collect();
    let pairs = words.iter().zip(words.iter().skip(1)).enumerate();
    let lengths = pairs.filter_map(|(place, (number, unit))| {
        let singular = unit.trim_end_matches('s').to_lowercase();
        // "three weeks ago", "45 minutes later" say when.
        let places = words
            .get(place + 2)
            .is_some_and(|next| ["ago", "later", "earlier", "old", "before"].contains(next));
        (is_number(number) && UNITS.contains(&singular.as_str()) && !places)
            .then(|| format!("{number} {unit}"))
    });
    lengths.collect()
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
        || NUMBERS.contains(&word.to_lowercase().as_str())
}

/// The words of a text, each with where it begins.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "'’.,".contains(c);
    text.split(move |c: char| !is_part(c))
        .filter_map(move |word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let own = word.trim_matches(|c: char| !c.is_alphanumeric());
            let own = own.trim_end_matches("'s").trim_end_matches("’s");
            (!own.is_empty()).then_some((start, own))
        })
}

/// Where the sentences of a text stand.
fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((place, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let ends =
            letter == '\n' || ".!?;".contains(letter) && next.is_none_or(char::is_whitespace);
        if ends {
            sentences.push(start..place + letter.len_utf8());
            start = place + letter.len_utf8();
        }
    }
    sentences.push(start..text.len());
    for sentence in &mut sentences {
        let own = &text[sentence.clone()];
        sentence.start += own.len() - own.trim_start().len();
        sentence.end = sentence.start + own.trim().len();
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

const ASKING: &[&str] = &["how", "when", "what", "which", "what's"];
const OWN: &[&str] = &["i", "my", "me", "we", "our", "us", "mine", "i'm", "i've"];
/// "How much more do I earn?" asks for a difference.
const COMPARED: &[&str] = &[
    "more", "less", "longer", "older", "later", "time", "weight", "sleep",
];
const PRICES: &[&str] = &[
    "price", "cost", "rent", "salary", "fee", "deposit", "fare", "bill",
];
/// What says what is asked for, and stands in no answer.
const KINDS: &[&str] = &[
    "day", "date", "price", "cost", "money", "pay", "paid", "amount", "time", "long",
];
/// Verbs whose past is another word, and words for what is paid.
const OTHERWISE_SAID: &[&str] = &[
    "go", "get", "take", "give", "buy", "sell", "fly", "run", "leave", "begin", "come", "meet",
    "see", "make", "have", "bring", "catch", "teach", "speak", "write", "drive", "rent", "fee",
    "bill", "charge", "part",
];
/// By which a sentence leaves open what it says, or says what was not.
const OPEN: &[&str] = &[
    "if", "maybe", "perhaps", "might", "may", "not", "never", "unless", "would", "could",
    "instead", "or", "don't", "didn't", "won't", "can't", "isn't", "wasn't", "hope",
];
const CURRENCIES: &[&str] = &[
    "dollars", "dollar", "euros", "euro", "pounds", "quid", "bucks", "grand", "francs", "yen",
    "kr", "eur", "usd", "gbp",
];
const UNITS: &[&str] = &[
    "month", "week", "year", "day", "hour", "night", "person", "head", "metre", "meter", "bag",
    "session", "minute", "piece",
];
const NUMBERS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "hundred",
    "dozen",
];
