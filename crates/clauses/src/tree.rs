//! A parse made quick to walk: children by head, and the span of everything below a token.
//!
//! Everything is computed once, in time linear in the tokens and without recursion, whatever the heads are: a head
//! that does not exist makes a root, and tokens on a cycle are left out of what is walked.

use std::ops::Range;

use recollect_spacy::{Dep, Doc, EntityLabel, Pos, Token};

use crate::words::IRREGULAR;

/// How many children of a token are looked at; no sentence that somebody wrote comes near.
const CHILDREN_MAX: usize = 256;

pub(crate) struct Tree<'a> {
    pub(crate) text: &'a str,
    tokens: &'a [Token],
    entity: Vec<Option<EntityLabel>>,
    first_child: Vec<u32>,
    children: Vec<u32>,
    left: Vec<u32>,
    right: Vec<u32>,
    order: Vec<u32>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(text: &'a str, doc: &'a Doc) -> Self {
        let tokens = &doc.tokens[..];
        let count = tokens.len();
        let head =
            |index: usize| Some(tokens[index].head).filter(|&head| head < count && head != index);
        let mut first_child = vec![0u32; count + 1];
        for parent in (0..count).filter_map(head) {
            first_child[parent + 1] += 1;
        }
        for index in 0..count {
            first_child[index + 1] += first_child[index];
        }
        let mut children = vec![0u32; first_child[count] as usize];
        let mut free = first_child.clone();
        for index in 0..count {
            if let Some(parent) = head(index) {
                children[free[parent] as usize] = index as u32;
                free[parent] += 1;
            }
        }
        let mut tree = Self {
            text,
            tokens,
            entity: entities(doc),
            first_child,
            children,
            left: (0..count as u32).collect(),
            right: (0..count as u32).collect(),
            order: (0..count as u32)
                .filter(|&index| head(index as usize).is_none())
                .collect(),
        };
        tree.spread(head);
        tree
    }

    /// Orders the tokens so that heads come before what they head, and widens every span by those below it.
    fn spread(&mut self, head: impl Fn(usize) -> Option<usize>) {
        let mut next = 0;
        while let Some(&index) = self.order.get(next) {
            let below = self.first_child[index as usize] as usize
                ..self.first_child[index as usize + 1] as usize;
            self.order.extend_from_slice(&self.children[below]);
            next += 1;
        }
        for position in (0..self.order.len()).rev() {
            let index = self.order[position] as usize;
            if let Some(parent) = head(index) {
                self.left[parent] = self.left[parent].min(self.left[index]);
                self.right[parent] = self.right[parent].max(self.right[index]);
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn token(&self, index: usize) -> &'a Token {
        &self.tokens[index]
    }

    /// The tokens that can be reached from a root, heads before what they head.
    pub(crate) fn top_down(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().map(|&index| index as usize)
    }

    /// The first [`CHILDREN_MAX`] tokens whose head this is, in order.
    pub(crate) fn children(&self, index: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let (start, end) = (
            self.first_child[index] as usize,
            self.first_child[index + 1] as usize,
        );
        let below = start..end.min(start + CHILDREN_MAX);
        self.children[below].iter().map(|&child| child as usize)
    }

    pub(crate) fn child(&self, index: usize, dep: Dep) -> Option<usize> {
        self.children(index)
            .find(|&child| self.tokens[child].dep == dep)
    }

    pub(crate) fn has(&self, index: usize, dep: Dep) -> bool {
        self.child(index, dep).is_some()
    }

    /// From the first to the last token below `index`, itself included.
    pub(crate) fn span(&self, index: usize) -> Range<usize> {
        self.left[index] as usize..self.right[index] as usize + 1
    }

    /// The head, unless the token is a root.
    pub(crate) fn head(&self, index: usize) -> Option<usize> {
        Some(self.tokens[index].head).filter(|&head| head < self.tokens.len() && head != index)
    }

    pub(crate) fn dep(&self, index: usize) -> Dep {
        self.tokens[index].dep
    }

    pub(crate) fn pos(&self, index: usize) -> Pos {
        self.tokens[index].pos
    }

    pub(crate) fn tag(&self, index: usize) -> &'static str {
        self.tokens[index].tag.as_str()
    }

    /// The kind of the name that a token is a part of.
    pub(crate) fn entity(&self, index: usize) -> Option<EntityLabel> {
        self.entity[index]
    }

    /// The word of a token as it is read.
    pub(crate) fn word(&self, index: usize) -> &'a str {
        let token = &self.tokens[index];
        match &token.spelling {
            Some(spelling) => spelling,
            None => self.text.get(token.range.clone()).unwrap_or(""),
        }
    }

    /// Whether a token is written like one of these words, apart from case.
    pub(crate) fn is_any(&self, index: usize, words: &[&str]) -> bool {
        let written = self.word(index);
        words.iter().any(|word| word.eq_ignore_ascii_case(written))
    }

    /// The dictionary form, with what the parser's tables get wrong and matters put right.
    pub(crate) fn lemma(&self, index: usize) -> &'a str {
        let lemma = &self.tokens[index].lemma;
        match lemma.as_str() {
            "hop" if self.starts_with(index, "hope") || self.starts_with(index, "hopi") => "hope",
            "hat" if self.is_verb(index) => "hate",
            _ if lemma.eq_ignore_ascii_case(self.word(index)) => self.base(index).unwrap_or(lemma),
            _ => lemma,
        }
    }

    /// What an irregular past is the past of.
    pub(crate) fn base(&self, index: usize) -> Option<&'static str> {
        let is_it = |(past, _): &&(&str, &str)| past.eq_ignore_ascii_case(self.word(index));
        IRREGULAR
            .iter()
            .find(is_it)
            .filter(|_| self.is_verb(index))
            .map(|(_, base)| *base)
    }

    fn starts_with(&self, index: usize, start: &str) -> bool {
        self.word(index)
            .get(..start.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(start))
    }

    pub(crate) fn lemma_is(&self, index: usize, lemmas: &[&str]) -> bool {
        let lemma = self.lemma(index);
        lemmas.iter().any(|word| word.eq_ignore_ascii_case(lemma))
    }

    /// The bytes from the first of some tokens to the last.
    pub(crate) fn bytes(&self, tokens: Range<usize>) -> Range<usize> {
        match self.tokens.get(tokens) {
            Some([first, .., last]) => first.range.start..last.range.end.max(first.range.start),
            Some([only]) => only.range.clone(),
            _ => 0..0,
        }
    }

    pub(crate) fn is_verb(&self, index: usize) -> bool {
        matches!(self.pos(index), Pos::Verb | Pos::Aux)
    }

    pub(crate) fn is_nominal(&self, index: usize) -> bool {
        matches!(
            self.pos(index),
            Pos::Noun | Pos::Propn | Pos::Pron | Pos::Num
        )
    }
}

fn entities(doc: &Doc) -> Vec<Option<EntityLabel>> {
    let mut labels = vec![None; doc.tokens.len()];
    for entity in &doc.entities {
        for label in labels.get_mut(entity.tokens.clone()).unwrap_or_default() {
            *label = Some(entity.label);
        }
    }
    labels
}
