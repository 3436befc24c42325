//! A sentence as words and marks.

use std::ops::Range;

use crate::word_list::WordList;

/// A word, or a single mark between words.
#[derive(Debug, Clone)]
pub(super) struct Word<'a> {
    /// As it is written.
    pub(super) text: &'a str,
    /// In lower case, short forms spelled out: `am` for `'m`.
    pub(super) lower: String,
    /// Where it is, in bytes of the sentence.
    pub(super) bytes: Range<usize>,
}

impl Word<'_> {
    pub(super) fn is_mark(&self) -> bool {
        !self.text.contains(char::is_alphanumeric)
    }

    pub(super) fn is_capitalised(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// What stands before the first word and after the last.
    pub(super) fn nothing() -> Self {
        Word {
            text: "",
            lower: String::new(),
            bytes: 0..0,
        }
    }

    pub(super) fn is_in(&self, list: &WordList) -> bool {
        list.contains(&self.lower)
    }

    pub(super) fn is_any(&self, of: &[&str]) -> bool {
        of.contains(&self.lower.as_str())
    }
}

/// Second halves of short forms, and what they stand for; `'s` may also be a genitive.
const SHORT_FORMS: [(&str, &str); 6] = [
    ("'m", "am"),
    ("'re", "are"),
    ("'ve", "have"),
    ("'ll", "will"),
    ("'d", "would"),
    ("'s", "'s"),
];

/// The words and marks of a sentence.
pub(super) fn words(sentence: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = sentence.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut end = start + first.len_utf8();
        while first.is_alphanumeric() {
            let Some(&(at, next)) = rest.peek() else {
                break;
            };
            let joins = "'’-&.:,".contains(next) && joins(sentence, at, next);
            if !next.is_alphanumeric() && !joins {
                break;
            }
            end = at + next.len_utf8();
            rest.next();
        }
        push(&mut words, sentence, start..end);
    }
    words
}

/// Whether a mark stands inside a word: between letters, or, for those of numbers, between digits.
fn joins(sentence: &str, at: usize, mark: char) -> bool {
    let before = sentence[..at].chars().next_back();
    let after = sentence[at + mark.len_utf8()..].chars().next();
    let both = |is: fn(char) -> bool| before.is_some_and(is) && after.is_some_and(is);
    match mark {
        '.' | ':' | ',' => both(|c| c.is_ascii_digit()),
        _ => both(char::is_alphanumeric),
    }
}

fn push<'a>(words: &mut Vec<Word<'a>>, sentence: &'a str, bytes: Range<usize>) {
    let text = &sentence[bytes.clone()];
    let lower = text.to_lowercase().replace('’', "'");
    let short = SHORT_FORMS
        .iter()
        .find(|(form, _)| lower.len() > form.len() && lower.ends_with(form));
    let mark = text.rfind(['\'', '’']);
    match (short, mark) {
        (Some((form, meaning)), Some(mark)) => {
            let cut = bytes.start + mark;
            let stem = lower[..lower.len() - form.len()].to_owned();
            words.push(Word {
                text: &text[..mark],
                lower: stem,
                bytes: bytes.start..cut,
            });
            words.push(Word {
                text: &text[mark..],
                lower: (*meaning).to_owned(),
                bytes: cut..bytes.end,
            });
        }
        _ => words.push(Word { text, lower, bytes }),
    }
}
