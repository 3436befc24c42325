//! What the best texts say to a question: the words of each that a reader of passages points at, and how good an
//! answer they are.

use std::collections::HashSet;
use std::ops::Range;

use recollect_index::{terms, terms_beside_frame};
use recollect_language::local::ReadSpan;
use recollect_language::time::{self, Meaning, TimeExpression};
use recollect_language::{PassageText, number_in_words, passages, plain_sentences};
use recollect_model::{
    CharRange, CharText, Interval, LogStatus, Precision, ReferenceTime, Statement, UserId,
};

use super::AnswerQuote;
use super::wording::written;

use crate::Engine;
use crate::recall::{FoundEpisode, Query, question};

/// So many of the best texts are read.
const READ: usize = 5;

/// The longest text that is looked at, in bytes.
const MAX_TEXT: usize = 64 * 1024;

/// The most characters of a text that are read around its best passage.
const LONGEST: u32 = 500;

/// How likely an answer is right, in log odds: a logistic regression over what was read for 2,014 questions of development sets whose answers are
/// known, those of one of them counted by four tenths (`docs/ranking.md`).
const PLAIN: f32 = -0.436;
/// For each unit by which the reader's margin is greater than that of any other answer, or of none.
const LEAD: f32 = 0.237;
/// For each text that was ranked before.
const LATER: f32 = -0.387;
/// For each other text that says the same, of two at most.
const SAID_AGAIN: f32 = 0.392;
/// For an answer of many words.
const LONG: f32 = -0.441;
const MANY_WORDS: usize = 6;

/// What a question asks by.
const ASKING: &[&str] = &[
    "who", "whom", "whose", "what", "which", "where", "when", "why", "how", "who's", "what's",
    "where's", "when's", "how's",
];
/// So many words may stand before the word that asks: "In which year …".
const BEFORE_ASKING: usize = 3;

/// What was read in the best texts of a search.
#[derive(Default)]
pub(in crate::recall) struct ReadTexts<'e> {
    pub(super) found: Vec<Read<'e>>,
    /// The terms of all that was pointed at, whether it can be an answer or not.
    pointed_at: HashSet<String>,
}

/// The part of a text that is read.
pub(super) struct View<'e> {
    pub(super) episode: &'e FoundEpisode,
    /// Where it stands in the body.
    pub(super) range: CharRange,
    pub(super) text: &'e str,
    /// The passages of the whole body.
    pub(super) passages: Vec<PassageText>,
}

/// Words of a text and how good an answer they are.
pub(super) struct Read<'e> {
    /// The log odds that they are right.
    pub(super) score: f32,
    pub(super) view: View<'e>,
    /// The words, as bytes of the view.
    pub(super) range: Range<usize>,
    /// The sentence that they stand in, or all of them, as bytes of the view.
    pub(super) sentence: Range<usize>,
    /// Their terms.
    pub(super) said: HashSet<String>,
    /// Those of the sentence.
    pub(super) around: HashSet<String>,
    /// The day that they mean, where a question asks for one.
    pub(super) day: Option<Day>,
    /// How much rather they are an answer than not, by the reader.
    margin: f32,
}

/// A day, or a longer time, that words mean.
pub(super) struct Day {
    /// How it is written: "8 May 2023".
    pub(super) words: String,
    pub(super) interval: Interval,
    pub(super) precision: Precision,
}

impl Engine {
    /// Reads the best texts, where a question asks for what is so now: nobody says whether what they say held at another time. Nothing is
    /// read where the reader fails: the texts are there without it.
    pub(super) async fn read_texts<'e>(
        &self,
        user: UserId,
        query: &Query,
        episodes: &'e [FoundEpisode],
    ) -> ReadTexts<'e> {
        let is_of_now = query.valid_at.is_none() && query.recorded_at.is_none();
        let reader = self.language.read.as_ref();
        let Some(reader) = reader.filter(|_| is_of_now && is_asking(&query.text)) else {
            return ReadTexts::default();
        };
        let views: Vec<View<'_>> = episodes.iter().take(READ).filter_map(View::of).collect();
        let texts = views.iter().map(|view| view.text.to_owned()).collect();
        let spans = {
            let _turn = self.rankings.take(user).await;
            reader.read(query.text.clone(), texts).await
        };
        let spans = spans.unwrap_or_else(|error| {
            tracing::warn!("a question goes without what its texts say: {error}");
            Vec::new()
        });
        ReadTexts::of(&query.text, spans, views)
    }
}

impl<'e> ReadTexts<'e> {
    fn of(question: &str, spans: Vec<Option<ReadSpan>>, views: Vec<View<'e>>) -> Self {
        let ranked = spans.into_iter().zip(views).enumerate();
        let mut found: Vec<Read<'e>> = ranked
            .filter_map(|(rank, (span, view))| Some(Read::of(question, rank, span?, view)))
            .collect();
        if asks_for_denied(question) {
            found.retain(|read| is_denying(read.sentence()));
        }
        let asked: HashSet<String> = terms_beside_frame(question).into_iter().collect();
        let asked = (!question::looks_back(question)).then_some(&asked);
        let beside = |read: &Read<'_>| {
            let (again, lead) = (read.said_again(&found), read.lead(&found, asked));
            SAID_AGAIN * again.min(2) as f32 + LEAD * lead
        };
        let beside: Vec<f32> = found.iter().map(beside).collect();
        for (read, beside) in found.iter_mut().zip(beside) {
            read.score += beside;
        }
        let pointed_at = found.iter().flat_map(|read| read.said.iter().cloned());
        Self {
            pointed_at: pointed_at.collect(),
            found,
        }
    }

    /// Whether an answer whose words stand in a quote is none of the words that were pointed at in any text. Of answers that statements
    /// gave to the questions of three development sets, 5 of 42 of these were right, and 102 of 144 others.
    pub(super) fn pass_over(&self, answer: &str, quotes: &[AnswerQuote]) -> bool {
        let said = terms(answer);
        let are_quoted = || {
            let quoted: HashSet<String> = quotes
                .iter()
                .flat_map(|quote| terms(&quote.words))
                .collect();
            said.iter().any(|word| quoted.contains(word))
        };
        let is_pointed_at = || said.iter().any(|word| self.pointed_at.contains(word));
        !self.pointed_at.is_empty() && !is_pointed_at() && are_quoted()
    }

    /// How likely what a statement says is an answer, 0 to 1: as likely as the words that it has all of, or as the day that it is of, by
    /// so much of it as is said there.
    pub(super) fn vouch_for(&self, statement: &Statement) -> f32 {
        if self.found.is_empty() {
            return 0.0;
        }
        let told: HashSet<String> = terms(&statement.fact).into_iter().collect();
        let vouched = self.found.iter().map(|read| {
            let says_it = match &read.day {
                Some(day) => statement
                    .valid_at
                    .filter(|at| day.interval.start <= *at && *at < day.interval.end)
                    .map_or(0.0, |_| read.share_of(&told)),
                None => {
                    let is_said = !read.said.is_empty() && read.said.is_subset(&told);
                    f32::from(is_said)
                }
            };
            says_it * read.likelihood()
        });
        vouched.fold(0.0, f32::max)
    }
}

impl<'e> View<'e> {
    /// The best passage of a text, with as much around it as may be read: whole passages.
    fn of(episode: &'e FoundEpisode) -> Option<Self> {
        let body = &episode.episode.body;
        if episode.status != LogStatus::Completed || body.len() > MAX_TEXT {
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

impl<'e> Read<'e> {
    /// The words of a text that was ranked so.
    fn of(question: &str, rank: usize, span: ReadSpan, view: View<'e>) -> Self {
        let ReadSpan { range, margin } = span;
        let range = whole(view.text, range);
        let sentence = sentence_around(view.text, &range);
        let mut read = Self {
            score: PLAIN + LATER * rank as f32,
            said: terms(&view.text[range.clone()]).into_iter().collect(),
            around: terms(&view.text[sentence.clone()]).into_iter().collect(),
            sentence,
            view,
            range,
            day: None,
            margin,
        };
        read.day = asks_when(question).then(|| read.dated()).flatten();
        if read.words().split_whitespace().count() >= MANY_WORDS {
            read.score += LONG;
        }
        read
    }

    /// How likely they are right, 0 to 1.
    pub(super) fn likelihood(&self) -> f32 {
        1.0 / (1.0 + (-self.score).exp())
    }

    /// How many other texts say the same in part.
    fn said_again(&self, all: &[Self]) -> usize {
        let says_it = |other: &&Self| {
            other.margin > 0.0 && !std::ptr::eq(*other, self) && !other.said.is_disjoint(&self.said)
        };
        all.iter().filter(says_it).count()
    }

    /// By how much the reader trusts them more than what any other text says otherwise, or than no answer.
    /// What was said before does not speak against what is `asked` of now, where it has no more of these terms.
    fn lead(&self, all: &[Self], asked: Option<&HashSet<String>>) -> f32 {
        let is_over = |other: &Self| {
            asked.is_some_and(|asked| {
                let shared = |read: &Self| asked.intersection(&read.around).count();
                other.is_older_than(self) && shared(other) <= shared(self)
            })
        };
        let speaks_against = |other: &&Self| {
            !std::ptr::eq(*other, self) && other.said.is_disjoint(&self.said) && !is_over(other)
        };
        let others = all.iter().filter(speaks_against).map(|other| other.margin);
        self.margin - others.fold(0.0, f32::max)
    }

    fn is_older_than(&self, other: &Self) -> bool {
        let said_at = |read: &Self| read.view.episode.episode.reference_time.instant();
        said_at(self) < said_at(other)
    }

    /// How much of these terms its sentence has, 0 to 1.
    fn share_of(&self, told: &HashSet<String>) -> f32 {
        let shared = told.intersection(&self.around).count();
        shared as f32 / told.len().max(1) as f32
    }

    /// The day that its words mean where they stand, "last Friday".
    fn dated(&self) -> Option<Day> {
        let said_at = self.view.episode.episode.reference_time;
        let (text, sentence) = (self.sentence(), &self.sentence);
        let start = self.range.start.max(sentence.start) - sentence.start;
        let end = self.range.end.min(sentence.end) - sentence.start;
        let words = CharText::new(text).range_of_bytes(start..end);
        let mut said = time::expressions_told(text, said_at);
        said.retain(|one| one.range.start < words.end && words.start < one.range.end);
        // "this morning"
        let names_day = |one: &TimeExpression| {
            one.precision == Precision::PartOfDay
                && words_of(text, one.range).any(|word| OF_ONE_DAY.contains(&word.as_str()))
        };
        let only = match &said[..] {
            [only] => only,
            // "this morning at 4.12"
            several => several.iter().find(|one| names_day(one))?,
        };
        // "at 8 pm", day after day, is no day.
        let is_clock = matches!(only.precision, Precision::Minute | Precision::Hour)
            && words_of(text, only.range).all(|word| is_of_clock(&word));
        let is_told = only.meaning == Meaning::At
            && !is_clock
            && !matches!(only.precision, Precision::Decade | Precision::Century)
            && (only.precision != Precision::PartOfDay || names_day(only));
        let day = ReferenceTime::at_offset(only.interval.start, said_at.offset_s());
        is_told.then(|| Day {
            words: written(day.civil().date(), Some(only.precision), said_at),
            interval: only.interval,
            precision: only.precision,
        })
    }

    pub(super) fn words(&self) -> &str {
        &self.view.text[self.range.clone()]
    }

    pub(super) fn sentence(&self) -> &str {
        &self.view.text[self.sentence.clone()]
    }
}

/// Words that say of which day a part is.
const OF_ONE_DAY: &[&str] = &["this", "yesterday", "today", "tomorrow", "tonight", "last"];

/// Words with what is written into the last of them: "github.com/jo/tidewatch", of "github.com".
fn whole(text: &str, range: Range<usize>) -> Range<usize> {
    let joins = |mark: char| ".:@#_-".contains(mark);
    let is_address = text[range.clone()].contains(['.', ':', '@']);
    let goes_on = |mark: char| joins(mark) || is_address && mark == '/';
    let mut end = range.end;
    while let Some(next) = text[end..].chars().next() {
        let behind = text[end + next.len_utf8()..].chars().next();
        let is_inside = goes_on(next) && behind.is_some_and(char::is_alphanumeric);
        if !(next.is_alphanumeric() || is_inside) {
            break;
        }
        end += next.len_utf8();
    }
    range.start..end
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

/// Whether a question asks by a word for what is so.
fn is_asking(question: &str) -> bool {
    plain_words(question)
        .take(BEFORE_ASKING)
        .any(|word| ASKING.contains(&word.as_str()))
}

/// Whether a question asks for what is not so, which the reader does not see; why it is not so is told like why it is.
fn asks_for_denied(question: &str) -> bool {
    let denies = |word: &str| word.ends_with("n't") || matches!(word, "not" | "never");
    let mut words = plain_words(question);
    words.next().is_some_and(|first| first != "why") && words.any(|word| denies(&word))
}

/// Whether a sentence says what is not so, or not borne.
fn is_denying(sentence: &str) -> bool {
    const DENYING: &[&str] = &[
        "not",
        "no",
        "never",
        "cannot",
        "nothing",
        "without",
        "allergic",
        "allergy",
        "intolerant",
        "avoid",
        "avoids",
        "hate",
        "hates",
        "dislikes",
        "banned",
        "refuses",
    ];
    plain_words(sentence).any(|word| word.ends_with("n't") || DENYING.contains(&word.as_str()))
}

fn asks_when(question: &str) -> bool {
    let words: Vec<String> = plain_words(question).take(3).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    matches!(
        &words[..],
        ["when" | "when's", ..] | ["what" | "which", "day" | "date" | "year" | "month", ..]
    )
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

pub(super) fn plain_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(plain)
}

pub(super) fn plain(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.to_lowercase().replace('’', "'")
}
