//! A text cut into words, numbers and marks, each looked up once.

use std::ops::Range;

use crate::lexicon::{Word, word};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters; what the lexicon says of them.
    Word(Word),
    /// Digits: their value, and how many there are. More than nine digits have no value.
    Number {
        value: u32,
        digits: u8,
    },
    Mark(char),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    start: u32,
    end: u32,
    /// Whether no white space stands before it.
    pub(crate) is_glued: bool,
    /// Whether an apostrophe stands before it, as before the "s" of "last year's".
    pub(crate) follows_apostrophe: bool,
    pub(crate) is_capitalised: bool,
    /// Whether a line or a paragraph begins with it.
    pub(crate) starts_line: bool,
}

impl Token {
    pub(crate) fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The tokens of a text and the text in lower case, byte for byte as long as the original.
pub(crate) struct Tokens {
    lower: String,
    tokens: Vec<Token>,
}

impl Tokens {
    /// Cuts the text, which must be shorter than 4 GiB.
    pub(crate) fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let mut tokens = Vec::with_capacity(text.len() / 4);
        let mut characters = text.char_indices().peekable();
        let (mut is_glued, mut starts_line, mut follows_apostrophe) = (false, true, false);
        while let Some((start, first)) = characters.next() {
            if first.is_whitespace() {
                starts_line |= first == '\n';
                (is_glued, follows_apostrophe) = (false, false);
                continue;
            }
            let mut end = start + first.len_utf8();
            let mut extend = |is_inside: fn(char) -> bool| {
                while let Some((at, next)) = characters.next_if(|(_, next)| is_inside(*next)) {
                    end = at + next.len_utf8();
                }
                end
            };
            let is_apostrophe = matches!(first, '\'' | '’' | 'ʼ');
            let (kind, end) = if first.is_ascii_digit() {
                let end = extend(|next| next.is_ascii_digit());
                (number(&text[start..end]), end)
            } else if is_letter(first) {
                let end = extend(is_letter);
                (Kind::Word(word(&lower[start..end])), end)
            } else if is_apostrophe
                && characters
                    .peek()
                    .is_some_and(|(_, next)| is_letter(*next) || !is_glued && next.is_ascii_digit())
            {
                // "Year's", and the year "'99".
                let is_year = characters
                    .peek()
                    .is_some_and(|(_, next)| next.is_ascii_digit());
                follows_apostrophe = is_glued || is_year;
                continue;
            } else {
                (Kind::Mark(plain(first)), end)
            };
            tokens.push(Token {
                kind,
                start: start as u32,
                end: end as u32,
                is_glued,
                follows_apostrophe,
                is_capitalised: first.is_uppercase(),
                starts_line,
            });
            (is_glued, starts_line, follows_apostrophe) = (true, false, false);
        }
        Self { lower, tokens }
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// The letters of a word in lower case; nothing for other tokens and past the end.
    pub(crate) fn letters(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) if matches!(token.kind, Kind::Word(_)) => &self.lower[token.bytes()],
            _ => "",
        }
    }

    /// The letters so many places before a token; none before the first.
    pub(crate) fn letters_before(&self, at: usize, back: usize) -> &str {
        at.checked_sub(back)
            .map_or("", |before| self.letters(before))
    }
}

fn is_letter(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// A mark without its typographic variants.
fn plain(mark: char) -> char {
    match mark {
        '–' | '—' | '‐' | '‑' | '−' => '-',
        '’' | '′' => '\'',
        _ => mark,
    }
}

fn number(digits: &str) -> Kind {
    Kind::Number {
        value: digits.parse().unwrap_or(u32::MAX),
        digits: digits.len().min(usize::from(u8::MAX)) as u8,
    }
}
