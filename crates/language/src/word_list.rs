//! Lists of words to look words up in.

use std::collections::HashSet;
use std::sync::OnceLock;

/// Words, separated by spaces where they are listed.
pub(crate) struct WordList {
    listed: &'static str,
    words: OnceLock<HashSet<&'static str>>,
}

impl WordList {
    /// The words of a line, in lower case.
    pub(crate) const fn new(listed: &'static str) -> Self {
        Self {
            listed,
            words: OnceLock::new(),
        }
    }

    /// Whether the list has the word, which must be in lower case too.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.words
            .get_or_init(|| self.listed.split_whitespace().collect())
            .contains(word)
    }
}

/// Whether a word is among words separated by spaces.
pub(crate) fn listed(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}
