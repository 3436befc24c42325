//! Whom or what a clause is about.

use recollect_spacy::{Dep, Pos};

use crate::clause::{Argument, Clause, Form, Origin, Role};
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;

impl Reading<'_> {
    pub(crate) fn read_subject(&self, site: Site, clause: &Clause) -> Option<Argument> {
        let tree = self.tree;
        if clause.form == Form::Existential {
            return None;
        }
        if let Some(own) = tree.own_subject(site.verb) {
            let antecedent = tree.antecedent(site.verb);
            if let Some(antecedent) = antecedent.filter(|_| tree.is_relative_pronoun(own)) {
                return Some(tree.antecedent_as(antecedent, Role::Subject));
            }
            if let Some(split) = self.cleft_subject(site) {
                return Some(split);
            }
            return Some(tree.argument(own, Role::Subject, Origin::Stated));
        }
        match site.link {
            Link::Main => None,
            // "Staying fit is important" does not say who stays.
            Link::Complement if matches!(tree.dep(site.verb), Dep::Csubj | Dep::CsubjPass) => None,
            Link::Coordinated => self
                .inherited(
                    tree.head(site.verb).and_then(|head| self.clause_of(head)),
                    Origin::Shared,
                )
                .filter(|subject| tree.agrees(site.verb, subject.phrase.head)),
            Link::Relative if tree.leaves_object_open(site.verb) => {
                self.inherited(site.parent, Origin::Controlled)
            }
            Link::Relative => Some(tree.antecedent_as(tree.head(site.verb)?, Role::Subject)),
            Link::Participial if tree.is_infinitive(site.verb) => {
                self.inherited(site.parent, Origin::Controlled)
            }
            Link::Participial if tree.is_spent(site.verb) => {
                self.inherited(site.parent, Origin::Controlled)
            }
            Link::Participial => Some(tree.antecedent_as(tree.head(site.verb)?, Role::Subject)),
            Link::Complement | Link::Adverbial | Link::Prepositional => self.controller(site),
        }
    }

    fn inherited(&self, clause: Option<usize>, origin: Origin) -> Option<Argument> {
        let subject = self.clauses[clause?].subject.as_ref()?;
        let origin = match subject.origin {
            Origin::Stated | Origin::Shared => origin,
            taken => taken,
        };
        Some(Argument {
            origin,
            ..subject.clone()
        })
    }

    /// The part of the governing clause that an infinitive or participle is about: the object of "asked Sam to go", the
    /// subject of "wants to go" and of "promised Sam to go".
    fn controller(&self, site: Site) -> Option<Argument> {
        let tree = self.tree;
        if site.link == Link::Complement
            && tree.is_finite(site.verb)
            && !tree.has(site.verb, Dep::AuxPass)
        {
            return None;
        }
        // "Don't buy the big ones, Leo is dry now" tells somebody to.
        let is_bidden = |child: usize| tree.dep(child) == Dep::Aux && tree.lemma_is(child, &["do"]);
        if tree.children(site.verb).any(is_bidden) {
            return None;
        }
        let governor = &self.clauses[site.parent?];
        let is_expletive = |subject: &Argument| tree.is_any(subject.phrase.head, &["it"]);
        if governor.form == Form::Copular && governor.subject.as_ref().is_some_and(is_expletive) {
            // "It is hard to find a flat" does not say who finds.
            return None;
        }
        let takes_object = site.link == Link::Complement
            && !governor.is_passive
            && !tree.lemma_is(governor.predicate.head, &["promise", "use", "take"]);
        let object = governor.arguments.iter().find(|argument| {
            // "spent three weeks restoring a desk": the time is not what restores.
            let is_spent = tree.lemma_is(governor.predicate.head, &["spend", "waste", "have"])
                && tree.tag(site.verb) == "VBG";
            takes_object
                && !is_spent
                && matches!(argument.role, Role::Object | Role::IndirectObject)
                && argument.phrase.head < site.verb
                && argument.origin == Origin::Stated
        });
        let controller = object.or(governor.subject.as_ref())?;
        Some(Argument {
            role: Role::Subject,
            preposition: None,
            origin: Origin::Controlled,
            ..controller.clone()
        })
    }
}

impl Tree<'_> {
    /// "Who was there before I was born and hates computers": "hates" is not said of "I".
    fn agrees(&self, verb: usize, subject: usize) -> bool {
        self.tag(verb) != "VBZ" || !self.is_any(subject, &["i", "you", "we", "they", "u"])
    }

    pub(crate) fn own_subject(&self, verb: usize) -> Option<usize> {
        let is_subject = |child: &usize| {
            matches!(
                self.dep(*child),
                Dep::Nsubj | Dep::NsubjPass | Dep::Csubj | Dep::CsubjPass
            ) || (self.dep(*child) == Dep::Expl && self.is_any(*child, &["it"]))
        };
        self.children(verb).find(is_subject)
    }

    pub(crate) fn is_relative_pronoun(&self, token: usize) -> bool {
        matches!(self.tag(token), "WDT" | "WP")
            && self.is_any(token, &["who", "whom", "which", "that"])
    }

    /// The noun a relative clause describes, seen from its verb or one that is coordinated with it.
    pub(crate) fn antecedent(&self, verb: usize) -> Option<usize> {
        let mut verb = verb;
        for _ in 0..crate::clause::MEMBERS_MAX {
            match self.dep(verb) {
                Dep::Relcl => return self.head(verb),
                Dep::Conj | Dep::Ccomp | Dep::Xcomp => verb = self.head(verb)?,
                _ => return None,
            }
        }
        None
    }

    /// What a possessor stands for: itself, or what the relative clause of "whose" describes.
    pub(crate) fn possessor(&self, token: usize) -> usize {
        if self.tag(token) != "WP$" {
            return token;
        }
        let mut above = token;
        for _ in 0..crate::clause::MEMBERS_MAX {
            match self.head(above) {
                Some(head) if self.dep(above) == Dep::Relcl => return head,
                Some(head) => above = head,
                None => break,
            }
        }
        token
    }

    pub(crate) fn antecedent_as(&self, noun: usize, role: Role) -> Argument {
        let phrase = self.core_phrase(noun);
        Argument {
            role,
            preposition: None,
            members: vec![phrase.clone()],
            phrase,
            origin: Origin::Antecedent,
            clause: None,
        }
    }

    pub(crate) fn argument(&self, head: usize, role: Role, origin: Origin) -> Argument {
        // "interested in gardening and collecting stamps"
        let is_one_of_doings = role == Role::Prepositional
            && self.tag(head) == "VBG"
            && self
                .child(head, Dep::Conj)
                .is_some_and(|other| self.tag(other) == "VBG");
        let is_clause = self.is_predicate(head) && !is_one_of_doings
            || matches!(
                role,
                Role::Adverbial | Role::Complement | Role::AdverbialClause
            );
        Argument {
            role,
            preposition: None,
            phrase: self.full_phrase(head),
            members: if is_clause {
                Vec::new()
            } else {
                self.members(head)
            },
            origin,
            clause: None,
        }
    }

    pub(crate) fn is_infinitive(&self, verb: usize) -> bool {
        self.children(verb)
            .any(|child| self.dep(child) == Dep::Aux && self.tag(child) == "TO")
    }

    /// Whether a verb has a tense, from its own form or that of an auxiliary.
    pub(crate) fn is_finite(&self, verb: usize) -> bool {
        let is_spoken = |head| self.is_any(head, crate::words::SPOKEN);
        if matches!(self.dep(verb), Dep::Ccomp | Dep::Xcomp)
            && self.head(verb).is_some_and(is_spoken)
        {
            return false;
        }
        matches!(self.tag(verb), "VBD" | "VBZ" | "VBP")
            || self.children(verb).any(|child| {
                matches!(self.dep(child), Dep::Aux | Dep::AuxPass)
                    && matches!(self.tag(child), "MD" | "VBD" | "VBZ" | "VBP")
            })
    }

    /// Whether a participle is what time or pleasure was had with: "had fun painting the fence".
    pub(crate) fn is_spent(&self, verb: usize) -> bool {
        const HAD: &[&str] = &[
            "fun",
            "blast",
            "ball",
            "time",
            "trouble",
            "difficulty",
            "luck",
            "day",
            "evening",
            "morning",
            "afternoon",
            "night",
            "weekend",
            "week",
            "hour",
            "summer",
        ];
        self.tag(verb) == "VBG"
            && self.head(verb).is_some_and(|noun| {
                self.lemma_is(noun, HAD)
                    && self.dep(noun) == Dep::Dobj
                    && self
                        .head(noun)
                        .is_some_and(|had| self.lemma_is(had, &["have", "spend", "waste"]))
            })
    }

    /// Whether an infinitive lacks the object its verb wants: "a book to read".
    fn leaves_object_open(&self, verb: usize) -> bool {
        self.is_infinitive(verb)
            && !self.has(verb, Dep::Dobj)
            && !self.has(verb, Dep::AuxPass)
            && self.pos(verb) == Pos::Verb
            && !self.children(verb).any(|child| {
                self.dep(child) == Dep::Prep
                    && child > verb
                    && self.children(child).next().is_some()
            })
    }
}
