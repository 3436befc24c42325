//! What the pipeline says of a text, and ways through it. All are total: a token that does not exist has nothing.

use std::ops::Range;

use crate::labels::{Dep, EntityLabel, Pos, Tag};

/// What the pipeline read in a text. It holds no text: ranges are bytes of the text that was read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doc {
    /// In the order of the text; every character but single spaces between tokens is in one.
    pub tokens: Vec<Token>,
    /// In the order of the text; they do not overlap.
    pub entities: Vec<Entity>,
}

/// A word, a mark of punctuation, or a run of white space beyond a single space.
#[derive(Debug, Clone, PartialEq)]
pub struct Token {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Whether a single space follows, which belongs to no token.
    pub space_after: bool,
    pub tag: Tag,
    pub pos: Pos,
    /// How the token depends on its head; [`Dep::Root`] for the root of a sentence.
    pub dep: Dep,
    /// The index of the head, which lies in the same sentence; the token's own for a root.
    pub head: usize,
    /// The dictionary form.
    pub lemma: String,
    pub is_sentence_start: bool,
    /// Whether the dictionary has it as a noun or an adjective, in lower case.
    pub is_dictionary_word: bool,
    /// Whether the dictionary has its dictionary form as a verb.
    pub is_dictionary_verb: bool,
    /// The word it is read as, where the text spells it otherwise ([`Spellings`](crate::Spellings)).
    pub spelling: Option<Box<str>>,
}

/// A name, a date, an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// Indexes of tokens.
    pub tokens: Range<usize>,
    pub label: EntityLabel,
}

impl Doc {
    /// The sentences, as ranges of tokens; together they are all the tokens.
    pub fn sentences(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            (start < self.tokens.len()).then(|| {
                let sentence = start..self.sentence_end(start);
                start = sentence.end;
                sentence
            })
        })
    }

    /// The sentence a token is in, as a range of tokens; empty if there is no such token.
    pub fn sentence_of(&self, token: usize) -> Range<usize> {
        if token >= self.tokens.len() {
            return 0..0;
        }
        let start = (0..=token)
            .rev()
            .find(|index| self.tokens[*index].is_sentence_start);
        start.unwrap_or(0)..self.sentence_end(token)
    }

    /// The tokens whose head this token is, in order.
    pub fn children(&self, token: usize) -> impl Iterator<Item = usize> {
        self.sentence_of(token)
            .filter(move |child| *child != token && self.tokens[*child].head == token)
    }

    /// The token and everything below it, in order. In English this is nearly always a range without gaps.
    pub fn subtree(&self, token: usize) -> impl Iterator<Item = usize> {
        self.sentence_of(token)
            .filter(move |below| self.is_below(*below, token))
    }

    /// From the first to the last token of the [`subtree`](Doc::subtree), gaps included.
    pub fn subtree_range(&self, token: usize) -> Range<usize> {
        let mut subtree = self.subtree(token);
        let Some(first) = subtree.next() else {
            return 0..0;
        };
        first..subtree.last().unwrap_or(first) + 1
    }

    /// The heads of a token, from its own up to the root.
    pub fn ancestors(&self, token: usize) -> impl Iterator<Item = usize> {
        let head_of = |index: usize| {
            let head = self.tokens.get(index)?.head;
            (head != index).then_some(head)
        };
        std::iter::successors(head_of(token), move |index| head_of(*index)).take(self.tokens.len())
    }

    /// The bytes of the text that these tokens span.
    pub fn range_of(&self, tokens: Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens) {
            Some([first, .., last]) => first.range.start..last.range.end,
            Some([only]) => only.range.clone(),
            _ => 0..0,
        }
    }

    /// The part of the text these tokens span; `text` is the text that was read.
    pub fn text_of<'t>(&self, text: &'t str, tokens: Range<usize>) -> &'t str {
        text.get(self.range_of(tokens)).unwrap_or_default()
    }

    fn sentence_end(&self, token: usize) -> usize {
        let next = (token + 1..self.tokens.len()).find(|next| self.tokens[*next].is_sentence_start);
        next.unwrap_or(self.tokens.len())
    }

    fn is_below(&self, token: usize, top: usize) -> bool {
        token == top || self.ancestors(token).any(|ancestor| ancestor == top)
    }
}
