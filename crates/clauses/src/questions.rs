//! What holds whatever its sentence asks: what a question takes for granted, what it only asks to agree with, and
//! what is stated before it.

use std::ops::Range;

use recollect_spacy::{Dep, Pos};

use crate::clause::{Clause, Kind, Tense};
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;
use crate::words;

/// How many tokens of a sentence are looked at on each side of a verb.
const REACH: usize = 128;

impl Reading<'_> {
    /// Notes that a clause of a question holds all the same.
    pub(crate) fn read_question(&self, site: Site, clause: &mut Clause) {
        let tree = self.tree;
        let sentence = tree.sentence(site.verb);
        let Some(mark) = tree.question_mark(&sentence) else {
            return;
        };
        let is_stated = match site.link {
            Link::Main | Link::Coordinated => {
                tree.is_declarative(site.verb)
                    && (tree
                        .tag_question(&sentence, mark)
                        .is_some_and(|tag| site.verb < tag)
                        || tree.asks_later(site.verb, &sentence))
                    || !clause.is_negated && tree.asks_only_how(site.verb)
            }
            Link::Complement => self.is_taken_for_granted(site, clause, &sentence, mark),
            Link::Adverbial if tree.is_finite(site.verb) => {
                tree.is_granted_reason(site.verb, clause)
            }
            // "I'm thinking of buying one, could you help me?"
            Link::Adverbial | Link::Prepositional => site
                .parent
                .is_some_and(|parent| self.clauses[parent].is_presupposed),
            _ => false,
        };
        if is_stated {
            clause.is_presupposed = true;
            if clause.kind == Kind::Question {
                clause.kind = Kind::Statement;
            }
        }
    }

    /// "Did you know that I moved?", but not "Do you know if I moved?"; and what hangs from a statement that holds.
    fn is_taken_for_granted(
        &self,
        site: Site,
        clause: &mut Clause,
        sentence: &Range<usize>,
        mark: usize,
    ) -> bool {
        let tree = self.tree;
        let Some(parent) = site.parent.map(|parent| &self.clauses[parent]) else {
            return false;
        };
        if parent.is_presupposed || tree.asks_what_made(site) {
            return true;
        }
        let is_tagged = tree
            .tag_question(sentence, mark)
            .is_some_and(|tag| site.verb < tag);
        let Some(verb) = tree.head(site.verb) else {
            return false;
        };
        let opens = |child: usize| {
            child < site.verb
                && (tree.is_any(child, &["if", "whether"])
                    || tree.tag(child).starts_with('W') && !tree.is_any(child, &["that", "when"]))
        };
        let is_open = tree.children(site.verb).any(opens)
            || clause.tense != Tense::Past && tree.has_word(site.verb, &["when"]);
        let is_granted = tree.is_finite(site.verb)
            && tree.is_declarative(site.verb)
            && !is_open
            && !is_tagged
            && (tree.lemma_is(verb, words::TAKEN_FOR_GRANTED)
                || tree.lemma_is(verb, &["believe"]) && clause.attribution.is_none());
        if is_granted {
            // "Didn't you know that …" does not make it the word of whoever is asked.
            clause.attribution.clone_from(&parent.attribution);
        }
        is_granted
    }
}

impl Tree<'_> {
    /// The sentence around a token, as far as anybody writes them.
    fn sentence(&self, token: usize) -> Range<usize> {
        let first = token.saturating_sub(REACH);
        let start = (first..=token)
            .rev()
            .find(|&index| self.token(index).is_sentence_start)
            .unwrap_or(first);
        let last = self.len().min(token + REACH);
        let end = (token + 1..last)
            .find(|&index| self.token(index).is_sentence_start)
            .unwrap_or(last);
        start..end
    }

    /// The question mark that ends a sentence.
    fn question_mark(&self, sentence: &Range<usize>) -> Option<usize> {
        sentence
            .clone()
            .rev()
            .take_while(|&index| {
                matches!(self.pos(index), Pos::Punct | Pos::Space | Pos::Sym | Pos::X)
            })
            .find(|&index| self.word(index).contains('?'))
    }

    /// Where a question begins that only asks to agree: ", didn't I?", ", right?".
    fn tag_question(&self, sentence: &Range<usize>, mark: usize) -> Option<usize> {
        const LONGEST: usize = 4;
        let comma = (sentence.start..mark)
            .rev()
            .take(LONGEST)
            .find(|&index| matches!(self.word(index), "," | "-" | "–" | "—" | "..." | "…"))?;
        let first = comma + 1;
        let is_word = first + 1 == mark && self.is_any(first, words::TAGS);
        let is_auxiliary = matches!(self.pos(first), Pos::Aux | Pos::Verb)
            && mark > first + 1
            && self.pos(mark - 1) == Pos::Pron
            && !self.tag(mark - 1).starts_with('W')
            || mark == first + 3
                && self.pos(mark - 2) == Pos::Pron
                && self.is_any(mark - 1, &["not"]);
        (is_word || is_auxiliary).then_some(comma)
    }

    /// Whether a verb has its subject in front of it and all its auxiliaries, and no word of a question.
    fn is_declarative(&self, verb: usize) -> bool {
        let subject = self
            .children(verb)
            .find(|&child| matches!(self.dep(child), Dep::Nsubj | Dep::NsubjPass | Dep::Expl));
        let Some(subject) = subject else {
            return false;
        };
        let first = self
            .children(verb)
            .filter(|&child| matches!(self.dep(child), Dep::Aux | Dep::AuxPass))
            .chain([verb])
            .min()
            .unwrap_or(verb);
        let asks = |child: usize| child < verb && self.tag(child).starts_with('W');
        let is_relative = self.is_any(subject, &["that", "who", "which"]);
        subject < first
            && self.is_finite(verb)
            && (is_relative || !self.tag(subject).starts_with('W'))
            && !self.children(verb).any(|child| {
                asks(child)
                    && matches!(self.dep(child), Dep::Advmod | Dep::Dobj | Dep::Attr)
                    && !self.is_any(child, &["when"])
            })
    }

    /// "When did you adopt Max?", "How have you been juggling work and school?": that it happened is not in doubt.
    fn asks_only_how(&self, verb: usize) -> bool {
        let is_asking =
            |word: usize| word < verb && self.is_any(word, &["when", "where", "how", "why"]);
        let asks = self.children(verb).any(|child| {
            self.dep(child) == Dep::Advmod
                && (is_asking(child) || self.children(child).any(is_asking))
        });
        let is_of_you = self
            .children(verb)
            .any(|child| self.dep(child) == Dep::Nsubj && self.is_any(child, &["you", "u", "ya"]));
        let happened = self.children(verb).any(|child| {
            matches!(self.dep(child), Dep::Aux | Dep::AuxPass)
                && self.is_any(child, &["did", "have", "had", "'ve"])
        });
        asks && is_of_you && happened
    }

    /// "What made you start a bakery?"
    fn asks_what_made(&self, site: Site) -> bool {
        self.head(site.verb).is_some_and(|above| {
            let is_what =
                |child: usize| self.dep(child) == Dep::Nsubj && self.is_any(child, &["what"]);
            self.is_any(above, &["made"]) && self.children(above).any(is_what)
        })
    }

    /// Whether a verb further on in the sentence asks, and this one does not depend on it as what it asks about.
    fn asks_later(&self, verb: usize, sentence: &Range<usize>) -> bool {
        (verb + 1..sentence.end)
            .filter(|&other| self.is_verb(other) && self.dep(other) != Dep::Aux)
            .any(|other| {
                let subject = self.children(other).find(|&child| {
                    matches!(self.dep(child), Dep::Nsubj | Dep::NsubjPass | Dep::Expl)
                });
                let is_inverted = subject.is_some_and(|subject| {
                    self.children(other).any(|child| {
                        matches!(self.dep(child), Dep::Aux | Dep::AuxPass)
                            && child < subject
                            && child > verb
                    }) || other < subject && self.lemma_is(other, &["be"])
                });
                let has_asking_word = self.children(other).any(|child| {
                    child > verb
                        && child < other
                        && self.tag(child).starts_with('W')
                        && self.dep(other) != Dep::Relcl
                        && self.dep(other) != Dep::Advcl
                        && !self.is_any(child, &["that"])
                });
                is_inverted || has_asking_word && self.head(other) != Some(verb)
            })
    }

    /// "Since Anna is a vegetarian", "now that I live here", "when I lived there".
    fn is_granted_reason(&self, verb: usize, clause: &Clause) -> bool {
        self.children(verb).any(|child| {
            child < verb
                && matches!(self.dep(child), Dep::Mark | Dep::Advmod | Dep::Prep)
                && (self.is_any(child, words::GRANTING)
                    || self.is_any(child, &["when"]) && clause.tense == Tense::Past)
        })
    }

    /// Whether one of some words depends on a verb and stands before it.
    pub(crate) fn has_word(&self, verb: usize, words: &[&str]) -> bool {
        self.children(verb)
            .any(|child| child < verb && self.is_any(child, words))
    }
}
