//! What kind of sentence a clause is: a statement, a question, a command, a condition.

use recollect_spacy::{Dep, Pos};

use crate::clause::Kind;
use crate::reading::{Link, Site};
use crate::tree::Tree;
use crate::words;

impl Tree<'_> {
    /// Whether it states, asks, tells somebody to do something, or is a condition.
    pub(crate) fn kind(&self, site: Site) -> Kind {
        let verb = site.verb;
        match site.link {
            Link::Adverbial => {
                let is_if = |child: usize| {
                    matches!(self.dep(child), Dep::Mark | Dep::Advmod | Dep::Prep)
                        && self.is_any(child, words::CONDITIONS)
                };
                if self.children(verb).any(is_if)
                    || self.is_compared(verb)
                    || self.is_inverted(verb)
                {
                    Kind::Condition
                } else {
                    Kind::Statement
                }
            }
            Link::Main => {
                let is_root = self.dep(verb) == Dep::Root;
                // "Got a job" leaves out who got it.
                let bare = (self.tag(verb) == "VB" || (self.tag(verb) == "VBP" && is_root))
                    && self.base(verb).is_none()
                    && !self.lemma_is(verb, words::NOT_COMMANDED);
                let has_subject = self.children(verb).any(|child| {
                    matches!(
                        self.dep(child),
                        Dep::Nsubj | Dep::NsubjPass | Dep::Expl | Dep::Csubj
                    )
                });
                let has_auxiliary = self.children(verb).any(|child| {
                    matches!(self.dep(child), Dep::Aux | Dep::AuxPass)
                        && !self.is_any(child, &["do", "don", "don't"])
                });
                // "If only I had a boat."
                let is_if = |child: usize| {
                    self.dep(child) == Dep::Mark && self.is_any(child, words::CONDITIONS)
                };
                if self.ends_with_question_mark(verb) || self.asks(verb) {
                    Kind::Question
                } else if self.children(verb).any(is_if) {
                    Kind::Condition
                } else if bare && !has_subject && !has_auxiliary {
                    Kind::Command
                } else {
                    Kind::Statement
                }
            }
            _ => Kind::Statement,
        }
    }

    /// "As if I owned it", "as though I owned it", "like I own it": it is compared with what is not so.
    pub(crate) fn is_compared(&self, verb: usize) -> bool {
        self.children(verb)
            .filter(|&child| child < verb)
            .any(|mark| {
                matches!(self.dep(mark), Dep::Mark | Dep::Advmod | Dep::Prep)
                    && (self.is_any(mark, &["like"])
                        || self.is_any(mark, &["though", "if"])
                            && mark > 0
                            && self.is_any(mark - 1, &["as"]))
            })
    }

    /// "So that I'm there": whether a clause says what something is for.
    pub(crate) fn is_purpose(&self, verb: usize) -> bool {
        self.children(verb).any(|mark| {
            mark < verb
                && mark > 0
                && self.is_any(mark, &["that"])
                && self.is_any(mark - 1, &["so"])
        })
    }

    /// Whether a subordinate clause begins with one of these words.
    pub(crate) fn is_marked(&self, verb: usize, words: &[&str]) -> bool {
        self.children(verb).any(|mark| {
            mark < verb
                && matches!(self.dep(mark), Dep::Mark | Dep::Advmod | Dep::Prep)
                && self.is_any(mark, words)
        })
    }

    /// "Is it more money", "did u keep the name": an auxiliary that begins the clause, before its subject.
    fn asks(&self, verb: usize) -> bool {
        const ASKING: &[&str] = &[
            "is", "are", "was", "were", "do", "does", "did", "can", "could", "will", "would",
            "has", "have",
        ];
        let subject = self
            .children(verb)
            .find(|child| matches!(self.dep(*child), Dep::Nsubj | Dep::NsubjPass));
        let auxiliary = self
            .children(verb)
            .filter(|child| matches!(self.dep(*child), Dep::Aux | Dep::AuxPass))
            .chain([verb])
            .min();
        let (Some(subject), Some(auxiliary)) = (subject, auxiliary) else {
            return false;
        };
        let first = self.span(subject).start;
        let is_next = auxiliary < first
            && (auxiliary + 1..first).all(|between| self.dep(between) == Dep::Neg);
        let begins = self
            .children(verb)
            .filter(|child| *child < auxiliary)
            .all(|child| {
                matches!(
                    self.dep(child),
                    Dep::Cc | Dep::Intj | Dep::Punct | Dep::Npadvmod
                ) || matches!(self.tag(child), "WRB" | "WP")
            });
        // "did your landlord fix it"
        let is_pronoun = self.pos(subject) == Pos::Pron || auxiliary != verb;
        // "how's the weather over there"
        let is_how = self
            .children(verb)
            .any(|child| child + 1 == auxiliary && self.tag(child) == "WRB");
        is_next
            && begins
            && (is_pronoun && self.is_any(auxiliary, ASKING)
                || is_how
                    && self.is_any(auxiliary, &["'s", "’s", "is", "are", "'re", "was", "were"]))
    }

    fn ends_with_question_mark(&self, verb: usize) -> bool {
        self.children(verb)
            .rev()
            .take(4)
            .any(|child| self.dep(child) == Dep::Punct && self.word(child).contains('?'))
    }

    pub(crate) fn has_condition(&self, verb: usize) -> bool {
        self.children(verb).any(|child| {
            self.dep(child) == Dep::Advcl
                && !self.is_compared(child)
                && (self.is_inverted(child)
                    || self.children(child).any(|mark| {
                        matches!(self.dep(mark), Dep::Mark) && self.is_any(mark, words::CONDITIONS)
                    }))
        })
    }

    /// "Had I studied medicine, …", "should it rain, …".
    pub(crate) fn is_inverted(&self, verb: usize) -> bool {
        let subject = self
            .children(verb)
            .find(|child| matches!(self.dep(*child), Dep::Nsubj | Dep::NsubjPass));
        let auxiliary = self
            .children(verb)
            .find(|child| matches!(self.dep(*child), Dep::Aux | Dep::AuxPass));
        auxiliary.is_some_and(|auxiliary| {
            self.is_any(auxiliary, &["had", "were", "should"])
                && subject.is_some_and(|subject| auxiliary < subject)
        })
    }
}
