//! Answers read out of the best texts, where no statement gives one: the words that a reader of passages points at.

use std::collections::HashSet;
use std::ops::Range;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::local::{ExtractiveReader, ReadSpan};
use recollect_language::time::{self, Meaning};
use recollect_language::{
    PassageText, is_owner_role, is_role_of_somebody, number_in_words, passages, plain_sentences,
};
use recollect_model::{
    Account, CharRange, CharText, Interval, LogStatus, Precision, ReferenceTime, UserId,
};

use super::wording::written;
use super::{AnswerQuote, FoundAnswer};
use crate::recall::{FoundEpisode, Query, question};
use crate::{Engine, EngineError};

/// So many of the best texts are read.
const READ: usize = 5;

/// The longest text that is looked at, in bytes.
const LONGEST_TEXT: usize = 64 * 1024;

/// The most characters of a text that are read around its best passage.
const LONGEST: u32 = 500;

/// How likely an answer is right, in log odds: a logistic regression over what was read for 786 questions of development sets whose answers are
/// known (`docs/benchmarks.md`).
const PLAIN: f32 = -0.72;
/// For each unit of the reader's margin.
const MARGIN: f32 = 0.175;
/// For each text that was ranked before.
const LATER: f32 = -0.46;
/// For all of the question's words in the sentence.
const COVERED: f32 = 1.09;
/// For each other text that says the same, of two at most.
const SAID_AGAIN: f32 = 0.38;
/// For an answer of many words.
const LONG: f32 = -0.7;
const MANY_WORDS: usize = 6;

/// From these log odds on an answer is given.
const LEAST: f32 = 0.4;

/// Answers so near to the best are as good.
const AS_GOOD: f32 = 0.3;

/// What a question asks by.
const ASKING: &[&str] = &[
    "who", "whom", "whose", "what", "which", "where", "when", "why", "how", "who's", "what's",
    "where's", "when's", "how's",
];
/// What a question asks by for somebody's own.
const OWN: &[&str] = &[
    "i", "my", "me", "we", "our", "us", "mine", "i'm", "i've", "i'd", "i'll", "we're", "we've",
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
/// So many words may stand before the word that asks: "In which year …".
const BEFORE_ASKING: usize = 3;

/// The part of a text that is read.
struct View<'e> {
    episode: &'e FoundEpisode,
    /// Where it stands in the body.
    range: CharRange,
    text: &'e str,
    /// The passages of the whole body.
    passages: Vec<PassageText>,
}

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

/// An answer and how good it is.
struct Read<'e> {
    /// The log odds that it is right.
    score: f32,
    view: &'e View<'e>,
    /// The words, as bytes of the view.
    range: Range<usize>,
    /// The sentence that they stand in, or all of them, as bytes of the view.
    sentence: Range<usize>,
    /// Their terms.
    said: HashSet<String>,
    /// Whether they are rather an answer than not.
    is_likely: bool,
}

impl Engine {
    /// The answer that the words of the best texts give, but nothing that is known of somebody else or of another time; of several
    /// as good the newest, unless the question looks back. What is asked as of another time is not answered so, since
    /// nobody says whether it held then.
    pub(in crate::recall) async fn read_out(
        &self,
        user: UserId,
        query: &Query,
        episodes: &[FoundEpisode],
        known_otherwise: &[HashSet<String>],
    ) -> Result<Option<FoundAnswer>, EngineError> {
        let is_of_now = query.valid_at.is_none() && query.recorded_at.is_none();
        let Some(reader) = self.language.read.as_ref().filter(|_| is_of_now) else {
            return Ok(None);
        };
        if !is_asking(&query.text) {
            return Ok(None);
        }
        let account = self.store.account(user).await?;
        let read = episodes.iter().take(READ);
        let views: Vec<View<'_>> = read.filter_map(View::of).collect();
        let found = self.read_views(user, reader, query, &views).await;
        let asked = AskedOf {
            is_own: plain_words(&query.text).any(|word| OWN.contains(&word.as_str())),
            name: first_name(&query.text),
            words: terms(&query.text),
            account: account.as_ref(),
        };
        let found = found
            .into_iter()
            .filter(|read| read.score >= LEAST && read.is_plain())
            .filter(|read| !known_otherwise.iter().any(|known| read.is_of(known)))
            .filter(|read| read.is_about(&asked));
        let mut found: Vec<Read<'_>> = found.collect();
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
        Ok(newest.map(|read| read.told(&query.text)))
    }

    /// What the reader finds in each; nothing where it fails: the texts are there without it.
    async fn read_views<'e>(
        &self,
        user: UserId,
        reader: &ExtractiveReader,
        query: &Query,
        views: &'e [View<'e>],
    ) -> Vec<Read<'e>> {
        let texts = views.iter().map(|view| view.text.to_owned()).collect();
        let spans = {
            let _turn = self.rankings.take(user).await;
            reader.read(query.text.clone(), texts).await
        };
        let spans = spans.unwrap_or_else(|error| {
            tracing::warn!("a question goes without what its texts say: {error}");
            Vec::new()
        });
        let mut found: Vec<Read<'_>> = Vec::new();
        let asked = terms_beside_frame(&query.text);
        for (rank, (span, view)) in spans.into_iter().zip(views).enumerate() {
            let Some(ReadSpan { range, margin }) = span else {
                continue;
            };
            let mut read = Read {
                score: PLAIN + MARGIN * margin + LATER * rank as f32,
                view,
                said: terms(&view.text[range.clone()]).into_iter().collect(),
                sentence: sentence_around(view.text, &range),
                range,
                is_likely: margin > 0.0,
            };
            let sentence = terms(read.sentence());
            let covered = asked.iter().filter(|word| sentence.contains(word)).count();
            read.score += COVERED * covered as f32 / asked.len().max(1) as f32;
            if read.words().split_whitespace().count() >= MANY_WORDS {
                read.score += LONG;
            }
            found.push(read);
        }
        let again: Vec<usize> = found.iter().map(|read| read.said_again(&found)).collect();
        for (read, again) in found.iter_mut().zip(again) {
            read.score += SAID_AGAIN * again.min(2) as f32;
        }
        found
    }
}

impl<'e> View<'e> {
    /// The best passage of a text, with as much around it as may be read: whole passages.
    fn of(episode: &'e FoundEpisode) -> Option<Self> {
        let body = &episode.episode.body;
        if episode.status != LogStatus::Completed || body.len() > LONGEST_TEXT {
            return None;
        }
        let all = passages(body);
        let is_best = |passage: &PassageText| {
            passage.range.start < episode.range.end && episode.range.start < passage.range.end
        };
        let mut first = all.iter().position(is_best)?;
        let mut last = first;
        // In turn after it and before it: an answer follows its question.
        loop {
            let so_far = (first, last);
            let length = |first: usize, last: usize| all[last].range.end - all[first].range.start;
            if last + 1 < all.len() && length(first, last + 1) <= LONGEST {
                last += 1;
            }
            if first > 0 && length(first - 1, last) <= LONGEST {
                first -= 1;
            }
            if so_far == (first, last) {
                break;
            }
        }
        let range = CharRange {
            start: all[first].range.start,
            end: all[last].range.end,
        };
        Some(Self {
            episode,
            range,
            text: CharText::new(body).slice(range),
            passages: all,
        })
    }
}

impl Read<'_> {
    /// How many other texts say the same in part.
    fn said_again(&self, all: &[Self]) -> usize {
        let says_it = |other: &&Self| {
            other.is_likely && !std::ptr::eq(*other, self) && !other.said.is_disjoint(&self.said)
        };
        all.iter().filter(says_it).count()
    }

    /// Whether it says these words or a part of them, or they a part of it.
    fn is_of(&self, known: &HashSet<String>) -> bool {
        let (one, other) = (&self.said, known);
        !one.is_empty() && !other.is_empty() && (one.is_subset(other) || other.is_subset(one))
    }

    fn words(&self) -> &str {
        &self.view.text[self.range.clone()]
    }

    fn sentence(&self) -> &str {
        &self.view.text[self.sentence.clone()]
    }

    /// Whether it has a word, and its sentence asks nothing and leaves nothing open.
    fn is_plain(&self) -> bool {
        let sentence = self.sentence();
        let is_open = plain_words(sentence).any(|word| OPEN.contains(&word.as_str()));
        self.words().contains(char::is_alphanumeric) && !sentence.ends_with('?') && !is_open
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
        let view = self.view;
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
        let is_named = asked.name.iter().all(|part| said.contains(part));
        let is_own =
            !asked.is_own || speaker.is_none_or(|speaker| is_owner(speaker, asked.account));
        is_named && is_own && !(asked.is_own && self.is_anothers(asked))
    }

    /// The day that its words mean where they stand, "last Friday", in words and as a stretch of time.
    fn dated(&self) -> Option<(String, Interval)> {
        let said_at = self.view.episode.episode.reference_time;
        let (text, sentence) = (self.sentence(), &self.sentence);
        let start = self.range.start.max(sentence.start) - sentence.start;
        let end = self.range.end.min(sentence.end) - sentence.start;
        let words = CharText::new(text).range_of_bytes(start..end);
        let mut said = time::expressions(text, said_at);
        said.retain(|one| one.range.start < words.end && words.start < one.range.end);
        let [only] = &said[..] else {
            return None;
        };
        // "at 8 pm", day after day, is no day.
        let is_clock = matches!(only.precision, Precision::Minute | Precision::Hour)
            && words_of(text, only.range).all(|word| is_of_clock(&word));
        let is_told = only.meaning == Meaning::At
            && !is_clock
            && !matches!(
                only.precision,
                Precision::Decade | Precision::Century | Precision::PartOfDay
            );
        let day = ReferenceTime::at_offset(only.interval.start, said_at.offset_s());
        let text = || written(day.civil().date(), Some(only.precision), said_at);
        is_told.then(|| (text(), only.interval))
    }

    fn told(self, question: &str) -> FoundAnswer {
        let episode = &self.view.episode.episode;
        let said_at = episode.reference_time;
        let places = CharText::new(self.view.text);
        let day = asks_when(question).then(|| self.dated()).flatten();
        let within = places.range_of_bytes(self.sentence.clone());
        let (text, time) = match day {
            Some((text, time)) => (text, Some(time)),
            None => (self.words().to_owned(), None),
        };
        FoundAnswer {
            text,
            statements: Vec::new(),
            valid_at: time.map(|time| time.start),
            invalid_at: None,
            confidence: 1.0 / (1.0 + (-self.score).exp()),
            quote: AnswerQuote {
                log: episode.log,
                episode: episode.id,
                range: CharRange {
                    start: self.view.range.start + within.start,
                    end: self.view.range.start + within.end,
                },
                words: self.sentence().to_owned(),
                said_at,
            },
            before: Vec::new(),
        }
    }
}

/// The sentence that some bytes of a text stand in, or all of them, without the space around it.
fn sentence_around(text: &str, range: &Range<usize>) -> Range<usize> {
    let mut touched = plain_sentences(text);
    touched.retain(|one| one.start < range.end && range.start < one.end);
    let start = touched.first().map_or(range.start, |first| first.start);
    let end = touched.last().map_or(range.end, |last| last.end);
    let whole = &text[start..end];
    let start = start + whole.len() - whole.trim_start().len();
    start..start + whole.trim().len()
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

fn is_asking(question: &str) -> bool {
    plain_words(question)
        .take(BEFORE_ASKING)
        .any(|word| ASKING.contains(&word.as_str()))
}

fn asks_when(question: &str) -> bool {
    let words: Vec<String> = plain_words(question).take(3).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        &words[..],
        ["when" | "when's", ..] | ["what" | "which", "day" | "date" | "year" | "month", ..]
    )
}

/// Whether a word may be the verb of a sentence whose subject stands before it.
fn is_verb(word: &str) -> bool {
    let is_lower = word.chars().all(char::is_lowercase);
    is_lower && (DOES.contains(&word) || word.len() > 3 && word.ends_with(['s', 'd']))
}

/// The words of a part of a text.
fn words_of(text: &str, range: CharRange) -> impl Iterator<Item = String> + '_ {
    plain_words(CharText::new(text).slice(range))
}

/// Whether a word is one of a time of the day: "8", "pm", "7:45".
fn is_of_clock(word: &str) -> bool {
    const CLOCK: &[&str] = &[
        "at", "am", "pm", "a.m", "p.m", "o'clock", "half", "quarter", "past", "to", "noon",
        "midnight",
    ];
    let is_digits = |word: &str| word.chars().all(|c| c.is_ascii_digit() || ":.".contains(c));
    let bare = word.trim_end_matches("am").trim_end_matches("pm");
    CLOCK.contains(&word) || number_in_words(word).is_some() || is_digits(bare)
}

fn plain_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(plain)
}

fn plain(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace('’', "'")
}
