//! Phrases: which words belong to an argument, and what is coordinated in it.

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use crate::clause::{MEMBERS_MAX, Phrase};
use crate::tree::Tree;

/// How many marks are taken off each end of a phrase.
const TRIM_MAX: usize = 16;

impl Tree<'_> {
    /// Everything below a token, without punctuation at its ends.
    pub(crate) fn full_phrase(&self, head: usize) -> Phrase {
        self.phrase(head, self.trimmed(self.span(head), head))
    }

    /// A noun with its modifiers: without relative clauses, appositions and what is coordinated with it.
    pub(crate) fn core_phrase(&self, head: usize) -> Phrase {
        let mut tokens = head..head + 1;
        for child in self.children(head).rev().filter(|&child| child < head) {
            if self.is_aside(child) {
                break;
            }
            tokens.start = tokens.start.min(self.span(child).start);
        }
        for child in self.children(head).filter(|&child| child > head) {
            if self.is_aside(child) {
                break;
            }
            tokens.end = tokens.end.max(self.span(child).end);
        }
        self.phrase(head, self.trimmed(tokens, head))
    }

    /// The members of a coordination, the first included.
    pub(crate) fn members(&self, head: usize) -> Vec<Phrase> {
        let mut members: Vec<Phrase> = Vec::with_capacity(1);
        let mut waiting = vec![head];
        while let Some(index) = waiting.pop() {
            if members.len() == MEMBERS_MAX {
                break;
            }
            let mut member = self.core_phrase(index);
            if member.possessor.is_none()
                && !self.has(index, Dep::Det)
                && self.pos(index) == Pos::Noun
            {
                member.possessor = members.first().and_then(|first| first.possessor);
            }
            members.push(member);
            let conjuncts = self
                .children(index)
                .filter(|&child| self.is_conjunct(index, child));
            waiting.extend(
                conjuncts
                    .take(MEMBERS_MAX)
                    .collect::<Vec<_>>()
                    .into_iter()
                    .rev(),
            );
        }
        members
    }

    /// Whether `child` is coordinated with the noun or adjective `index`, and no clause of its own.
    pub(crate) fn is_conjunct(&self, index: usize, child: usize) -> bool {
        let is_not = |below: usize| {
            self.dep(below) == Dep::Neg || (below < child && self.is_any(below, &["not"]))
        };
        self.dep(child) == Dep::Conj
            && (self.is_verb(index) || !self.is_verb(child))
            && !self.has(child, Dep::Nsubj)
            && !self.children(child).any(is_not)
    }

    /// The words of `tokens` around `head`, without punctuation and conjunctions at the ends.
    pub(crate) fn trimmed(&self, mut tokens: Range<usize>, head: usize) -> Range<usize> {
        for _ in 0..TRIM_MAX {
            if tokens.start < head && self.is_loose(tokens.start) {
                tokens.start += 1;
            }
            if tokens.end > head + 1 && self.is_loose(tokens.end - 1) {
                tokens.end -= 1;
            }
        }
        tokens
    }

    pub(crate) fn phrase(&self, head: usize, tokens: Range<usize>) -> Phrase {
        Phrase {
            head,
            range: self.bytes(tokens.clone()),
            possessor: self.child(head, Dep::Poss),
            tokens,
        }
    }

    fn is_aside(&self, child: usize) -> bool {
        match self.dep(child) {
            Dep::Relcl
            | Dep::Appos
            | Dep::Conj
            | Dep::Cc
            | Dep::Preconj
            | Dep::Parataxis
            | Dep::Advcl => true,
            Dep::Acl => {
                self.span(child).start > self.token(child).head || self.span(child).len() > 1
            }
            Dep::Punct => matches!(
                self.word(child),
                "," | ";" | ":" | "--" | "(" | "–" | "—" | "-LRB-"
            ),
            _ => false,
        }
    }

    /// Quotation marks that pair up are kept with what they enclose; everything else that is not a word goes.
    fn is_loose(&self, index: usize) -> bool {
        match self.pos(index) {
            Pos::Space => true,
            Pos::Punct => !matches!(
                self.word(index),
                "\"" | "``" | "''" | "`" | "'" | ")" | "(" | "”" | "“" | "’" | "‘"
            ),
            Pos::Cconj => self.dep(index) == Dep::Cc,
            _ => false,
        }
    }
}
