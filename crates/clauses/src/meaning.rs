//! How a clause is meant: its tense, modality and polarity, and who says so.

use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::clause::{Argument, Attribution, AttributionKind, Clause, Kind, Origin, Role, Tense};
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;
use crate::words::{self, Effect};

impl Reading<'_> {
    /// Everything about how a clause is meant that its verb, its auxiliaries and what it hangs from tell.
    pub(crate) fn read_meaning(&self, site: Site, clause: &mut Clause) {
        let tree = self.tree;
        clause.read_auxiliaries(tree, site.verb);
        if site.link == Link::Participial && tree.tag(site.verb) == "VBN" {
            clause.is_passive = true;
        }
        clause.markers = tree.markers(site.verb);
        clause.kind = tree.kind(site);
        if tree
            .children(site.verb)
            .any(|child| tree.dep(child) == Dep::Advmod && tree.is_any(child, words::PERHAPS))
        {
            clause.mean(Modality::Possible);
        }
        if let Some(parent) = site.parent {
            self.take_from_parent(site, &self.clauses[parent], clause);
        }
        clause.attribution = self.attribution(site);
        match &clause.attribution {
            Some(attribution) if tree.lemma_is(attribution.verb, words::WISHING) => {
                clause.mean(Modality::Wished);
            }
            Some(attribution) if attribution.kind.is_open() => clause.mean(Modality::Possible),
            _ => {}
        }
        match clause.kind {
            Kind::Condition => clause.mean(Modality::Conditional),
            Kind::Statement
                if tree.has_condition(site.verb) || clause.modality == Modality::Conditional =>
            {
                clause.kind = Kind::Hypothetical;
                clause.mean(Modality::Conditional);
            }
            _ => {}
        }
    }

    fn take_from_parent(&self, site: Site, parent: &Clause, clause: &mut Clause) {
        let tree = self.tree;
        match site.link {
            Link::Coordinated => {
                if clause.shares_auxiliaries(tree, site.verb, parent) {
                    clause.take_auxiliaries(tree, parent);
                } else if parent.modality == Modality::Conditional && parent.kind == Kind::Condition
                {
                    clause.mean(Modality::Conditional);
                }
                let same = matches!(parent.kind, Kind::Question | Kind::Condition)
                    || (parent.kind == Kind::Command && clause.tense == Tense::Untensed);
                if same {
                    clause.kind = parent.kind;
                }
            }
            Link::Complement | Link::Prepositional if !tree.is_finite(site.verb) => {
                self.govern(site, parent, clause);
            }
            Link::Participial if tree.is_infinitive(site.verb) => {
                let noun = tree.head(site.verb).map_or("", |noun| tree.lemma(noun));
                let is_planned = matches!(
                    noun,
                    "plan" | "decision" | "intention" | "promise" | "goal" | "commitment"
                );
                clause.mean(if is_planned {
                    Modality::Planned
                } else {
                    Modality::Possible
                });
            }
            Link::Relative if tree.is_infinitive(site.verb) => clause.mean(Modality::Possible),
            Link::Adverbial if tree.is_infinitive(site.verb) => clause.mean(Modality::Planned),
            Link::Adverbial if !tree.is_finite(site.verb) => clause.tense = parent.tense,
            _ => {}
        }
    }

    /// What a governing word does to its complement: "wants to", "used to", "failed to", "stopped".
    fn govern(&self, site: Site, parent: &Clause, clause: &mut Clause) {
        let tree = self.tree;
        let Some(word) = tree.head(site.verb) else {
            return;
        };
        if site.link == Link::Prepositional {
            let is_denied = tree.is_any(word, &["without"]);
            clause.is_negated |= is_denied;
            let governs = tree.head(word).is_some_and(|verb| {
                tree.lemma_is(
                    verb,
                    &[
                        "think", "dream", "talk", "look", "plan", "consider", "idea", "plan",
                        "thinking",
                    ],
                )
            });
            if governs && !is_denied {
                clause.mean(Modality::Planned);
            }
            return;
        }
        let is_infinitive = tree.is_infinitive(site.verb);
        let lemma = tree.lemma(word);
        // "is going to move" is a future; "is going swimming" is not.
        let mut denies = parent.is_negated;
        let effect = match lemma {
            // "Can't wait to see it".
            "wait" if is_infinitive && parent.is_negated => {
                denies = false;
                Effect::Meant(Modality::Wished)
            }
            "go" if is_infinitive && tree.tag(word) == "VBG" => Effect::Meant(Modality::Planned),
            "give" if parent.predicate.lemma == "give up" => Effect::Ends,
            _ => words::effect(lemma, is_infinitive),
        };
        clause.tense = match effect {
            Effect::Meant(Modality::Planned) if lemma == "go" || lemma == "gon" => Tense::Future,
            Effect::Meant(Modality::Wished | Modality::Planned | Modality::Possible) => {
                clause.tense
            }
            Effect::UsedTo => Tense::Past,
            _ => parent.tense,
        };
        if lemma != "wait" {
            clause.mean(parent.modality);
        }
        clause.is_negated ^= denies;
        match effect {
            Effect::Meant(modality) => clause.mean(modality),
            Effect::Denied => clause.is_negated = !clause.is_negated,
            Effect::Begins => clause.markers.begins = true,
            Effect::Ends => clause.markers.ends = true,
            Effect::Continues => clause.markers.still = true,
            Effect::UsedTo => clause.markers.used_to = true,
            Effect::Plain => {}
        }
        if lemma == "unable" {
            clause.is_negated = !clause.is_negated;
        }
        clause.markers.take(parent.markers);
        if clause.kind == Kind::Statement {
            clause.kind = parent.kind;
        }
    }

    /// Denial, once the arguments are known.
    pub(crate) fn read_polarity(&self, site: Site, clause: &mut Clause) {
        let tree = self.tree;
        let denies = |child: usize| match tree.dep(child) {
            Dep::Neg => true,
            Dep::Advmod | Dep::Preconj | Dep::Cc | Dep::Aux => {
                tree.is_any(child, words::DENYING) && tree.dep(child) != Dep::Cc
            }
            _ => false,
        };
        let mut is_negated = tree.children(site.verb).any(denies);
        let owned = clause.arguments.iter().chain(clause.subject.iter());
        let nobody = owned.filter(|argument| {
            matches!(
                argument.role,
                Role::Subject | Role::Object | Role::Attribute | Role::Agent
            ) && argument.origin != Origin::Controlled
        });
        is_negated |= nobody
            .clone()
            .any(|argument| tree.is_nobody(argument.phrase.head));
        clause.is_negated ^=
            is_negated || (clause.markers.no_longer && site.link != Link::Complement);
        let is_raised = site.link == Link::Complement && tree.is_finite(site.verb);
        if is_raised {
            // "I don't think he lives here" denies that he lives here.
            clause.is_negated ^= clause.attribution.as_ref().is_some_and(|attribution| {
                attribution.is_negated
                    && attribution.kind == AttributionKind::Believed
                    && tree.head(site.verb) == Some(attribution.verb)
            });
        }
    }

    fn attribution(&self, site: Site) -> Option<Attribution> {
        let tree = self.tree;
        let according = tree
            .children(site.verb)
            .find(|&child| tree.dep(child) == Dep::Prep && tree.is_any(child, &["according"]));
        if let Some(according) = according {
            let to = tree.child(according, Dep::Prep);
            let source = to.and_then(|to| tree.child(to, Dep::Pobj));
            return Some(Attribution {
                kind: AttributionKind::Reported,
                verb: according,
                source: source.map(|source| tree.core_phrase(source)),
                is_negated: false,
            });
        }
        let parent = &self.clauses[site.parent?];
        let verb = tree.head(site.verb)?;
        let is_content = site.link == Link::Complement && tree.is_finite(site.verb);
        let kind = words::attribution(tree.lemma(verb)).filter(|_| is_content);
        let Some(kind) = kind else {
            return parent.attribution.clone();
        };
        Some(Attribution {
            kind,
            verb,
            source: parent
                .teller()
                .map(|teller| teller.members.first().unwrap_or(&teller.phrase).clone()),
            is_negated: parent.is_negated,
        })
    }
}

impl Clause {
    /// Who says or thinks, when this is a clause of saying: "I was told by Sam" is Sam's word.
    fn teller(&self) -> Option<&Argument> {
        if self.is_passive {
            self.with_role(Role::Agent).next()
        } else {
            self.subject.as_ref()
        }
    }

    /// Takes the modality that claims less.
    pub(crate) fn mean(&mut self, modality: Modality) {
        let caution = |modality| match modality {
            Modality::Actual => 0,
            Modality::Required => 1,
            Modality::Planned => 2,
            Modality::Wished => 3,
            Modality::Possible => 4,
            Modality::Conditional => 5,
        };
        if caution(modality) > caution(self.modality) {
            self.modality = modality;
        }
    }
}

impl AttributionKind {
    /// Whether what is attributed may well not be so.
    fn is_open(self) -> bool {
        matches!(self, Self::Believed | Self::Asked)
    }
}

impl Tree<'_> {
    fn kind(&self, site: Site) -> Kind {
        let verb = site.verb;
        match site.link {
            Link::Adverbial => {
                let is_if = |child: usize| {
                    matches!(self.dep(child), Dep::Mark | Dep::Advmod | Dep::Prep)
                        && self.is_any(child, words::CONDITIONS)
                };
                if self.children(verb).any(is_if) {
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
                if self.ends_with_question_mark(verb) {
                    Kind::Question
                } else if bare && !has_subject && !has_auxiliary {
                    Kind::Command
                } else {
                    Kind::Statement
                }
            }
            _ => Kind::Statement,
        }
    }

    fn ends_with_question_mark(&self, verb: usize) -> bool {
        self.children(verb)
            .rev()
            .take(4)
            .any(|child| self.dep(child) == Dep::Punct && self.word(child).contains('?'))
    }

    fn has_condition(&self, verb: usize) -> bool {
        self.children(verb).any(|child| {
            self.dep(child) == Dep::Advcl
                && self.children(child).any(|mark| {
                    matches!(self.dep(mark), Dep::Mark) && self.is_any(mark, words::CONDITIONS)
                })
        })
    }

    /// "Nobody", "no dog": what has no referent denies its clause.
    fn is_nobody(&self, head: usize) -> bool {
        let is_no = |child: usize| {
            matches!(self.dep(child), Dep::Det | Dep::Preconj | Dep::Cc)
                && self.is_any(child, &["no", "neither"])
        };
        self.is_any(head, words::NOBODY)
            || (self.is_any(head, &["one"])
                && self.children(head).any(|child| self.is_any(child, &["no"])))
            || self.children(head).any(is_no)
    }
}
