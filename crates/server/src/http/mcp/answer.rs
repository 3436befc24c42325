//! What a tool answers: text for a model to read, never longer than its budget.
//!
//! An answer is made of sections of items. An item is taken whole or not at all, and once one does not fit, no later
//! one of its section is taken either, so that what is there is the best of what there was. The last line says what
//! was left out and how to get it.

use std::fmt::Write;

use serde_json::Value;

/// The budget of an answer when the caller names none.
pub(super) const DEFAULT_TOKENS: u32 = 1_500;
/// The least and the most that may be asked for.
const TOKENS: std::ops::RangeInclusive<u32> = 200..=20_000;
/// Kept for the line that says what was left out.
const CLOSING_TOKENS: usize = 60;
/// What stands before the notes at the end.
const NOTES: &str = "\nSources:\n";

/// An answer under way.
#[derive(Debug)]
pub(super) struct Answer {
    text: String,
    weight: Weight,
    budget: usize,
    /// Up to where the current section may fill the answer.
    section_end: usize,
    /// The heading of the current section, until its first item is there.
    heading: Option<String>,
    noun: &'static str,
    is_full: bool,
    left_out: Vec<(usize, &'static str)>,
    /// What its items refer to, a line each at its end.
    notes: Vec<String>,
}

/// What a tool answered.
#[derive(Debug)]
pub(super) struct Told {
    /// For a model.
    pub(super) text: String,
    /// The same for a program, where that is of use.
    pub(super) structured: Option<Value>,
}

impl Answer {
    /// An answer of at most so many tokens.
    pub(super) fn within(max_tokens: Option<u32>) -> Self {
        let budget = max_tokens.unwrap_or(DEFAULT_TOKENS);
        let budget = budget.clamp(*TOKENS.start(), *TOKENS.end()) as usize;
        Self {
            text: String::new(),
            weight: Weight::default(),
            budget: budget - CLOSING_TOKENS,
            section_end: budget - CLOSING_TOKENS,
            heading: None,
            noun: "items",
            is_full: false,
            left_out: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Begins a section of so called items that takes at most a share of what is left, in percent. Its heading is
    /// written with its first item.
    pub(super) fn section(&mut self, heading: &str, noun: &'static str, share: usize) {
        let used = self.weight.tokens();
        self.section_end = used + self.budget.saturating_sub(used) * share / 100;
        self.heading = Some(heading.to_owned());
        self.noun = noun;
        self.is_full = false;
    }

    /// Adds an item, when it and all before it in its section fit; whether it did.
    pub(super) fn item(&mut self, item: &str) -> bool {
        self.item_with(item, None)
    }

    /// The same of an item that refers to what is to stand at the end of the answer.
    pub(super) fn item_with(&mut self, item: &str, note: Option<String>) -> bool {
        let mut added = String::new();
        if let Some(heading) = &self.heading {
            if !self.text.is_empty() {
                added.push('\n');
            }
            added.push_str(heading);
            added.push('\n');
        }
        added.push_str(item);
        added.push('\n');
        let mut weight = self.weight.with(&added);
        if let Some(note) = &note {
            if self.notes.is_empty() {
                weight = weight.with(NOTES);
            }
            weight = weight.with(note).with("\n");
        }
        if self.is_full || weight.tokens() > self.section_end {
            self.leave_out(1);
            return false;
        }
        self.heading = None;
        self.weight = weight;
        self.text.push_str(&added);
        self.notes.extend(note);
        true
    }

    /// Counts items of the current section that are not even tried.
    pub(super) fn leave_out(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        self.is_full = true;
        match self.left_out.last_mut() {
            Some((left, noun)) if *noun == self.noun => *left += count,
            _ => self.left_out.push((count, self.noun)),
        }
    }

    /// How many tokens the current section still has.
    pub(super) fn room(&self) -> usize {
        self.section_end.saturating_sub(self.weight.tokens())
    }

    /// The finished text; `how` says how to get what was left out.
    pub(super) fn finish(mut self, how: &str) -> Told {
        if !self.notes.is_empty() {
            self.text.push_str(NOTES);
            for note in &self.notes {
                let _ = writeln!(self.text, "{note}");
            }
        }
        if !self.left_out.is_empty() {
            let counts: Vec<String> = self
                .left_out
                .iter()
                .map(|(count, noun)| format!("{count} {noun}"))
                .collect();
            let closing = format!("(Left out to stay short: {}. {how})", counts.join(", "));
            self.text.push('\n');
            self.text.push_str(&closing);
        }
        Told::text(self.text.trim_end())
    }
}

impl Told {
    /// Text alone.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            structured: None,
        }
    }
}

/// How many tokens a text has, about: four ASCII characters are one, and so is every other character. Counted so, the
/// answers stay below what the tokenizers of today's models find in them.
#[derive(Debug, Clone, Copy, Default)]
struct Weight {
    ascii: usize,
    other: usize,
}

impl Weight {
    fn with(self, text: &str) -> Self {
        let ascii = text.bytes().filter(u8::is_ascii).count();
        Self {
            ascii: self.ascii + ascii,
            other: self.other + text.chars().count() - ascii,
        }
    }

    const fn tokens(self) -> usize {
        self.ascii.div_ceil(4) + self.other
    }
}

/// How many tokens a text has, about.
pub(super) fn tokens(text: &str) -> usize {
    Weight::default().with(text).tokens()
}

/// The beginning of a text that has at most so many tokens, cut between words where that is possible; whether anything
/// was cut.
pub(super) fn beginning(text: &str, tokens: usize) -> (&str, bool) {
    let mut weight = Weight::default();
    let mut last_gap = 0;
    for (at, character) in text.char_indices() {
        weight = weight.with(character.encode_utf8(&mut [0; 4]));
        if weight.tokens() > tokens {
            let end = if last_gap > 0 { last_gap } else { at };
            return (&text[..end], true);
        }
        if character.is_whitespace() {
            last_gap = at;
        }
    }
    (text, false)
}
