//! Questions by their words, and whom they ask about, as who is asked would say it.

use std::cell::OnceCell;

use recollect_spacy::{Dep, Doc, Pipeline};

use crate::sentences::sentences;
use crate::word_list::WordList;

/// The most words of a question that is read.
const MAX_WORDS: usize = 36;

/// The most words of whom or what a question asks about: "your dad's new house in the Algarve".
const MAX_SUBJECT: usize = 7;

/// The question that a text ends with.
pub(crate) struct Question<'p> {
    pipeline: &'p Pipeline,
    /// Its parse, once somebody has asked for it.
    doc: OnceCell<Doc>,
    /// Its words as they are written, without marks.
    pub(super) words: Vec<String>,
    /// The words in lower case.
    pub(super) lower: Vec<String>,
    /// Whether it has its mark.
    pub(super) is_marked: bool,
}

/// Whom or what a question asks about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Subject {
    /// As who is asked says it: "I", "my brother".
    pub(super) said: String,
    /// How many words of the question that is.
    pub(super) words: usize,
    /// Whether verbs agree with it in "-s".
    pub(super) is_third: bool,
}

impl<'p> Question<'p> {
    /// The question at the end of what somebody said; `None` where there cannot be one.
    pub(crate) fn of(pipeline: &'p Pipeline, asked: &str) -> Option<Self> {
        // "Where do you work? 😀"
        let asked = asked.trim_end_matches(|c: char| !(c.is_alphanumeric() || "?.!".contains(c)));
        let last = sentences(asked).into_iter().next_back()?;
        let question = asked[last].trim();
        let words = question.trim_end_matches(|c: char| !c.is_alphanumeric());
        let marks = &question[words.len()..];
        let is_marked = marks.contains('?');
        if !is_marked && !marks.is_empty() {
            return None;
        }
        let mut words: Vec<String> = words
            .split_whitespace()
            .map(|word| {
                word.trim_matches(|c: char| ",;:\"()".contains(c))
                    .to_owned()
            })
            .filter(|word| !word.is_empty())
            .collect();
        let lower = words
            .iter()
            .map(|word| word.to_lowercase().replace('’', "'"));
        let mut lower: Vec<String> = lower.collect();
        let length = lower.len() - aside(&lower);
        words.truncate(length);
        lower.truncate(length);
        (lower.len() <= MAX_WORDS).then(|| Self {
            pipeline,
            doc: OnceCell::new(),
            words,
            lower,
            is_marked,
        })
    }

    /// Whom or what it asks about, where that begins at a word.
    pub(super) fn subject_at(&self, at: usize) -> Option<Subject> {
        let of = |said: &str, words: usize| {
            Some(Subject {
                said: said.to_owned(),
                words,
                is_third: !["I", "we", "they"].contains(&said),
            })
        };
        let second = self.lower.get(at + 1).map_or("", String::as_str);
        match self.lower.get(at)?.as_str() {
            "you" | "u" | "ya" => match second {
                "guys" | "two" | "both" | "all" => of("we", 2),
                "and" => self.parsed(at),
                _ => of("I", 1),
            },
            pronoun @ ("he" | "she" | "they") => of(pronoun, 1),
            "it" | "that" | "this" | "these" | "those" | "there" | "we" | "i" | "my" | "our" => {
                None
            }
            _ => self.parsed(at),
        }
    }

    /// The subject that the parser finds at a word.
    fn parsed(&self, at: usize) -> Option<Subject> {
        let starts: Vec<usize> = self
            .words
            .iter()
            .scan(0, |start, word| {
                let begins = *start;
                *start += word.len() + 1;
                Some(begins)
            })
            .collect();
        let begin = *starts.get(at)?;
        let doc = self.doc.get_or_init(|| {
            let text = format!("{}?", self.words.join(" "));
            self.pipeline.read(&text)
        });
        let (token, range) = doc.tokens.iter().enumerate().find_map(|(token, read)| {
            let is_subject = matches!(read.dep, Dep::Nsubj | Dep::NsubjPass);
            let range = doc.subtree_range(token);
            (is_subject && doc.tokens[range.start].range.start == begin).then_some((token, range))
        })?;
        let end = doc.tokens[range.end - 1].range.end;
        let words = starts
            .iter()
            .filter(|start| (begin..end).contains(start))
            .count();
        let is_several = matches!(doc.tokens[token].tag.as_str(), "NNS" | "NNPS")
            || doc
                .children(token)
                .any(|child| doc.tokens[child].dep == Dep::Conj);
        let named = &self.words[at..at + words];
        // "you and Priya"
        let said = match named {
            [you, and, rest @ ..]
                if and == "and" && ["you", "u"].contains(&you.to_lowercase().as_str()) =>
            {
                format!("{} and I", said(rest)?.join(" "))
            }
            named => said(named)?.join(" "),
        };
        (1..=MAX_SUBJECT).contains(&words).then_some(Subject {
            is_third: !is_several,
            said,
            words,
        })
    }
}

/// How many words at the end are no part of what is asked: "by the way", "right", "though".
fn aside(lower: &[String]) -> usize {
    const ASIDES: &[&[&str]] = &[
        &["by", "the", "way"],
        &["btw"],
        &["tho"],
        &["though"],
        &["lol"],
        &["haha"],
        &["mate"],
        &["babe"],
        &["hun"],
        &["love"],
    ];
    let ends_with = |aside: &&&[&str]| {
        let before = lower.len().checked_sub(aside.len());
        before.is_some_and(|before| before > 1 && lower[before..].iter().eq(aside.iter()))
    };
    let found = ASIDES.iter().find(ends_with);
    found.map_or(0, |aside| aside.len())
}

/// Words of a question as who is asked says them; `None` where they go back to what was said before.
pub(super) fn said(words: &[String]) -> Option<Vec<String>> {
    let last = words.last().map(|word| word.to_lowercase());
    if last.is_some_and(|last| GOING_BACK.contains(&last)) {
        return None;
    }
    words.iter().map(|word| turned(word)).collect()
}

/// A word of a question as who answers says it; `None` where that cannot be told.
fn turned(word: &str) -> Option<String> {
    Some(match word.to_lowercase().as_str() {
        "your" | "ur" => "my".to_owned(),
        "yours" => "mine".to_owned(),
        "you" | "u" => "me".to_owned(),
        "yourself" => "myself".to_owned(),
        "any" => "any".to_owned(),
        "i" | "we" | "my" | "our" | "me" | "us" | "it" | "them" => return None,
        _ => word.to_owned(),
    })
}

/// Whether an auxiliary is a form of "be".
pub(super) fn is_being(auxiliary: &str) -> bool {
    matches!(auxiliary, "is" | "are" | "was" | "were")
}

/// The form of "be" that follows a subject, of the one that asks.
pub(super) fn being(asking: &str, subject: &Subject) -> &'static str {
    match (asking, subject.said.as_str(), subject.is_third) {
        ("are" | "is" | "am", "I", _) => "am",
        ("are" | "is" | "am", _, true) => "is",
        ("are" | "is" | "am", ..) => "are",
        (_, "I", _) | (.., true) => "was",
        _ => "were",
    }
}

/// Adverbs that stand between a subject and its verb, and how many of the words they are.
pub(super) fn adverbs(lower: &[String]) -> (Vec<String>, usize) {
    let count = lower
        .iter()
        .take_while(|word| ADVERBS.contains(word.as_str()))
        .count();
    (lower[..count].to_vec(), count)
}

/// Words that stand for what was said before.
static GOING_BACK: WordList = WordList::new("this that these those one");

/// Adverbs that stand between a subject and its verb.
static ADVERBS: WordList = WordList::new(
    "ever still actually really also normally usually often always already just even currently both all now",
);
