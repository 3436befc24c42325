//! Answers from the words of a text, where no statement gives one: an amount, a number of things, a length of time or a date that
//! stands alone of its kind in the sentence that has nearly all words of the question. Answer typing by the question's
//! words and passage scoring by covered terms are those of factoid question answering (Jurafsky and Martin, *Speech and
//! Language Processing*, chapter on question answering).

use std::collections::HashSet;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::time::{self, Meaning};
use recollect_language::{PassageText, is_owner_role, passages, plain_sentences};
use recollect_model::{
    Account, CharRange, CharText, Interval, LogStatus, Precision, ReferenceTime, UserId,
};

use super::amounts::{amounts, counts, durations, words_of};
use super::wording::written;
use super::{AnswerQuote, FoundAnswer};
use crate::recall::{FoundEpisode, Query};
use crate::{Engine, EngineError};

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
    /// Its words that say what it is about.
    words: Vec<AskedWord>,
    /// Whether it asks about whoever asks.
    is_own: bool,
    /// Whether it asks for what was.
    looks_back: bool,
}

/// A word of the question.
struct AskedWord {
    /// As texts are compared by.
    term: String,
    /// What it counts.
    weight: f32,
    /// Whether a text may say it in another form.
    may_be_missing: bool,
}

/// What one sentence answers.
struct Found<'e> {
    score: f32,
    text: String,
    time: Option<Interval>,
    episode: &'e FoundEpisode,
    /// The sentence, and where it stands in the body.
    words: &'e str,
    range: CharRange,
}

impl Engine {
    /// The answer that the words of the best texts give: the newest of those that are as good. What is asked as of another time is
    /// not answered so, since nobody says whether it held then.
    pub(in crate::recall) async fn quoted(
        &self,
        user: UserId,
        query: &Query,
        episodes: &[FoundEpisode],
    ) -> Result<Option<FoundAnswer>, EngineError> {
        let is_of_now = query.valid_at.is_none() && query.recorded_at.is_none();
        let Some(question) = Question::read(&query.text).filter(|_| is_of_now) else {
            return Ok(None);
        };
        let account = self.store.account(user).await?;
        Ok(newest(&question, account.as_ref(), episodes))
    }
}

fn newest(
    question: &Question,
    account: Option<&Account>,
    episodes: &[FoundEpisode],
) -> Option<FoundAnswer> {
    let mut all: Vec<Found<'_>> = Vec::new();
    for (rank, episode) in episodes.iter().take(LOOKED_AT).enumerate() {
        let is_short = episode.episode.body.len() <= LONGEST_TEXT;
        if episode.status != LogStatus::Completed || !is_short {
            continue;
        }
        all.extend(
            in_episode(question, account, episode)
                .into_iter()
                .map(|found| Found {
                    score: found.score - LATER * rank as f32,
                    ..found
                }),
        );
    }
    // Of those that are as good, the one that was said last: a rent may have gone up.
    let best = all.iter().map(|found| found.score).fold(0.0, f32::max);
    all.retain(|found| found.score >= best - LATER * LOOKED_AT as f32);
    let newest = all
        .into_iter()
        .max_by_key(|found| found.episode.episode.reference_time.instant());
    newest.map(Found::told)
}

impl Question {
    fn read(text: &str) -> Option<Self> {
        let asked = asked_for(text)?;
        let is_first = |at: usize| text[..at].trim().is_empty();
        let names: HashSet<String> = words_of(text)
            .filter(|(at, word)| word.starts_with(char::is_uppercase) && !is_first(*at))
            .flat_map(|(_, word)| terms(word))
            .collect();
        let (kinds, said_otherwise) = (terms(KINDS), terms(OTHERWISE_SAID));
        let mut words: Vec<AskedWord> = Vec::new();
        for term in terms_beside_frame(text) {
            let is_counted = matches!(&asked, Asked::Count(counted) if *counted == term);
            let is_known = words.iter().any(|known| known.term == term);
            if !is_counted && !is_known && !kinds.contains(&term) {
                words.push(AskedWord {
                    weight: if names.contains(&term) { NAME } else { 1.0 },
                    may_be_missing: asked == Asked::Date || said_otherwise.contains(&term),
                    term,
                });
            }
        }
        let is_own = words_of(text).any(|(_, word)| OWN.contains(&word.to_lowercase().as_str()));
        let looks_back = words_of(text).any(|(_, word)| PAST.contains(&plain(word).as_str()));
        (words.len() > 1 || is_own && !words.is_empty()).then_some(Self {
            asked,
            words,
            is_own,
            looks_back,
        })
    }

    /// The share of the question's words that a sentence has, some of them beside it; nothing where an amount or a number is asked for
    /// and one of them stands nowhere that is no verb which the text may have in another form.
    fn covered(&self, sentence: &HashSet<String>, beside: &HashSet<String>) -> f32 {
        let (mut covered, mut all) = (0.0, 0.0);
        for word in &self.words {
            all += word.weight;
            if sentence.contains(&word.term) {
                covered += word.weight;
            } else if beside.contains(&word.term) {
                covered += word.weight * BESIDE;
            } else if !word.may_be_missing {
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
        // "How much flour", "how much more" ask for no price.
        ("how", "much") => OF_MONEY.contains(&after).then_some(Asked::Money),
        ("how", "many") => Some(Asked::Count(terms(after).into_iter().next()?)),
        ("how", "long") => Some(Asked::Duration),
        ("when", _) => Some(Asked::Date),
        ("what" | "which", "day" | "date" | "weekday") => Some(Asked::Date),
        ("what", "is" | "was" | "are" | "were" | "did" | "does") => {
            // "What does the rent cover?" asks for no price.
            let mut rest = words[place + 2..].iter().rev();
            let is_priced = match next {
                "did" | "does" => rest.next() == Some(&"cost"),
                _ => rest.any(|word| PRICES.contains(word)),
            };
            is_priced.then_some(Asked::Money)
        }
        ("what", price) => PRICES.contains(&price).then_some(Asked::Money),
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
        let text = characters.slice(passage.content);
        if text.len() > LONGEST {
            continue;
        }
        let mut beside: HashSet<String> = terms(text).into_iter().collect();
        let speaker = passage.speaker.as_deref().map(terms).unwrap_or_default();
        beside.extend(speaker.iter().cloned());
        let places = CharText::new(text);
        for sentence in plain_sentences(text) {
            let whole = &text[sentence.clone()];
            let words = whole.trim();
            let mut said: HashSet<String> = terms(words).into_iter().collect();
            said.extend(speaker.iter().cloned());
            let score = question.covered(&said, &beside);
            let is_of_another = question.is_own && is_anothers(words);
            // "When did I visit Rome?" is not answered by a wish.
            let is_ahead = question.looks_back
                && words_of(words).any(|(_, word)| AHEAD.contains(&plain(word).as_str()));
            if score < least || is_open(words) || is_of_another || is_ahead {
                continue;
            }
            let said_at = episode.episode.reference_time;
            if let Some((text, time)) = only_one(&question.asked, words, said_at) {
                let first = sentence.start + whole.len() - whole.trim_start().len();
                let within = places.range_of_bytes(first..first + words.len());
                found.push(Found {
                    score,
                    text,
                    time,
                    episode,
                    words,
                    range: CharRange {
                        start: passage.content.start + within.start,
                        end: passage.content.start + within.end,
                    },
                });
            }
        }
    }
    found
}

impl Found<'_> {
    fn told(self) -> FoundAnswer {
        let episode = &self.episode.episode;
        FoundAnswer {
            text: self.text,
            statements: Vec::new(),
            valid_at: self.time.map(|time| time.start),
            invalid_at: None,
            confidence: self.score * SUREST,
            quote: AnswerQuote {
                log: episode.log,
                episode: episode.id,
                range: self.range,
                words: self.words.to_owned(),
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
    is_owner_role(speaker) || account.is_some_and(is_called)
}

/// Whether a sentence asks, or leaves open what it says.
fn is_open(sentence: &str) -> bool {
    sentence.trim_end().ends_with('?')
        || words_of(sentence).any(|(_, word)| OPEN.contains(&plain(word).as_str()))
}

/// "Ben paid £12": whether somebody else does what the owner asks about, by the words that begin a sentence.
fn is_anothers(sentence: &str) -> bool {
    let mut words = words_of(sentence).map(|(_, word)| plain(word));
    let (first, second) = (words.next(), words.next());
    let is_own = first.is_none_or(|first| OWN.contains(&first.as_str()));
    !is_own && second.is_some_and(|second| DONE.contains(&second.as_str()))
}

fn plain(word: &str) -> String {
    word.to_lowercase().replace('’', "'")
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
            let is_told = !matches!(
                only.precision,
                Precision::Decade | Precision::Century | Precision::PartOfDay
            );
            let day = ReferenceTime::at_offset(only.interval.start, said_at.offset_s())
                .civil()
                .date();
            (only.meaning == Meaning::At && is_told).then(|| {
                (
                    written(day, Some(only.precision), said_at),
                    Some(only.interval),
                )
            })
        }
    }
}

const ASKING: &[&str] = &["how", "when", "what", "which"];
const OWN: &[&str] = &["i", "my", "me", "we", "our", "us", "mine", "i'm", "i've"];
/// What may follow "how much" where money is asked for.
const OF_MONEY: &[&str] = &[
    "did", "do", "does", "is", "was", "were", "are", "has", "have", "had", "will", "would", "a",
    "an", "per", "money", "of", "should", "i", "we",
];
const PRICES: &[&str] = &[
    "price", "cost", "rent", "salary", "fee", "deposit", "fare", "bill",
];
const PAST: &[&str] = &["did", "was", "were"];
const AHEAD: &[&str] = &[
    "want", "wants", "plan", "plans", "planning", "going", "will", "hopes",
];
/// What somebody does who is named before it.
const DONE: &[&str] = &[
    "paid", "bought", "spent", "sold", "owes", "owed", "earns", "earned", "gave", "took",
    "ordered", "saved", "won", "pays", "got", "has", "had", "is", "was",
];
/// What says what is asked for, and stands in no answer.
const KINDS: &str = "day date price cost money pay paid amount time long";
/// Verbs whose past is another word, and words for what is paid.
const OTHERWISE_SAID: &str = "go get take give buy sell fly run leave begin come meet see make have bring catch teach speak \
                              write drive rent fee bill charge part";
/// By which a sentence leaves open what it says, or says what was not.
const OPEN: &[&str] = &[
    "if", "maybe", "perhaps", "might", "may", "not", "never", "unless", "would", "could",
    "instead", "or", "don't", "didn't", "won't", "can't", "isn't", "wasn't", "hope",
];
