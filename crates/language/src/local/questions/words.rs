//! The words of a question and how they hang together.

use std::ops::Range;

use recollect_spacy::{Dep, Doc, Pos};

/// A parsed question.
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) doc: &'a Doc,
    lower: Vec<String>,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str, doc: &'a Doc) -> Self {
        let tokens = doc.tokens.iter();
        let lower = tokens.map(|token| {
            let word = text.get(token.range.clone()).unwrap_or_default();
            word.to_lowercase().replace('’', "'")
        });
        Self {
            text,
            doc,
            lower: lower.collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.lower.len()
    }

    pub(super) fn word(&self, token: usize) -> &'a str {
        let token = self.doc.tokens.get(token);
        token
            .and_then(|token| self.text.get(token.range.clone()))
            .unwrap_or_default()
    }

    pub(super) fn lower(&self, token: usize) -> &str {
        self.lower.get(token).map_or("", String::as_str)
    }

    pub(super) fn is_any(&self, token: usize, of: &[&str]) -> bool {
        of.contains(&self.lower(token))
    }

    pub(super) fn lemma(&self, token: usize) -> String {
        let Some(found) = self.doc.tokens.get(token) else {
            return String::new();
        };
        match found.lemma.to_lowercase().as_str() {
            // What the parser's tables make of "hates" and "hoped".
            "hat" if self.is_verb(token) => "hate".to_owned(),
            "hop" if self.lower(token).starts_with("hope") => "hope".to_owned(),
            lemma => lemma.to_owned(),
        }
    }

    pub(super) fn dep(&self, token: usize) -> Dep {
        self.doc
            .tokens
            .get(token)
            .map_or(Dep::Dep, |token| token.dep)
    }

    pub(super) fn pos(&self, token: usize) -> Pos {
        self.doc.tokens.get(token).map_or(Pos::X, |token| token.pos)
    }

    pub(super) fn tag(&self, token: usize) -> &'static str {
        let token = self.doc.tokens.get(token);
        token.map_or("", |token| token.tag.as_str())
    }

    pub(super) fn head(&self, token: usize) -> usize {
        self.doc.tokens.get(token).map_or(token, |token| token.head)
    }

    pub(super) fn children(&self, token: usize) -> Vec<usize> {
        self.doc.children(token).collect()
    }

    pub(super) fn child(&self, token: usize, deps: &[Dep]) -> Option<usize> {
        self.doc
            .children(token)
            .find(|child| deps.contains(&self.dep(*child)))
    }

    /// A token and all that hangs from it.
    pub(super) fn subtree(&self, token: usize) -> Range<usize> {
        self.doc.subtree_range(token)
    }

    pub(super) fn phrase(&self, tokens: Range<usize>) -> &'a str {
        self.doc.text_of(self.text, tokens)
    }

    pub(super) fn is_noun(&self, token: usize) -> bool {
        matches!(self.pos(token), Pos::Noun | Pos::Propn | Pos::Num)
            || self.tag(token).starts_with("NN")
    }

    pub(super) fn is_verb(&self, token: usize) -> bool {
        matches!(self.pos(token), Pos::Verb | Pos::Aux)
    }

    /// Whether a word has a meaning of its own.
    pub(super) fn is_content(&self, token: usize) -> bool {
        matches!(
            self.pos(token),
            Pos::Noun | Pos::Propn | Pos::Num | Pos::Adj | Pos::Verb
        ) || self.tag(token).starts_with("NN")
    }
}
