//! How a clause is meant: its tense, modality and polarity, and who says so.

use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::clause::{
    Argument, Attribution, AttributionKind, Clause, Form, Kind, Origin, Role, Tense,
};
use crate::implicatives::Signature;
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;
use crate::words;

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
        if tree.children(site.verb).any(|child| {
            // "A weak "maybe"": the word, and not what it says.
            let is_quoted = child > 0 && tree.is_any(child - 1, &["\"", "“", "``"]);
            tree.dep(child) == Dep::Advmod && tree.is_any(child, words::PERHAPS) && !is_quoted
        }) {
            clause.mean(Modality::Possible);
        }
        // "Let's not count or I'll cry."
        let first = tree.span(site.verb).start;
        let subject = tree.child(site.verb, Dep::Nsubj).unwrap_or(first);
        let is_else = subject > 0 && tree.is_any(subject - 1, &["or", "otherwise"]);
        if is_else && clause.tense == Tense::Future {
            clause.mean(Modality::Conditional);
        }
        if let Some(parent) = site.parent {
            self.take_from_parent(site, &self.clauses[parent], clause);
        }
        clause.attribution = self.attribution(site);
        if self.is_announced(site, clause) {
            clause.tense = Tense::Future;
            clause.modality = Modality::Planned;
        }
        match &clause.attribution {
            Some(attribution) if tree.lemma_is(attribution.verb, words::WISHING) => {
                clause.mean(Modality::Wished);
            }
            // "My boss thinks I should stay" is what the boss wants.
            Some(attribution)
                if attribution.kind.is_open() && clause.modality != Modality::Required =>
            {
                clause.mean(Modality::Possible);
            }
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

    /// "Tom said he'd fix the fence": what was to come when it was said, and no mere thought. "He said he'd lose his place" is one.
    fn is_announced(&self, site: Site, clause: &Clause) -> bool {
        let tree = self.tree;
        let said = clause.attribution.as_ref().filter(|said| {
            said.kind == AttributionKind::Reported
                && !said.is_negated
                && tree.head(site.verb) == Some(said.verb)
                && matches!(tree.tag(said.verb), "VBD" | "VBN")
        });
        let would = tree
            .children(site.verb)
            .any(|child| tree.dep(child) == Dep::Aux && tree.is_any(child, &["would", "'d", "’d"]));
        said.is_some()
            && would
            && clause.modality == Modality::Conditional
            && tree.tag(site.verb) == "VB"
            && !tree.lemma_is(site.verb, words::UNDERGOING)
            && !tree.has_condition(site.verb)
    }

    fn take_from_parent(&self, site: Site, parent: &Clause, clause: &mut Clause) {
        let tree = self.tree;
        match site.link {
            Link::Coordinated => {
                // "I have a shed and nowhere to put it."
                if tree.is_infinitive(site.verb) && tree.is_finite(parent.predicate.head) {
                    clause.kind = Kind::Condition;
                    clause.mean(Modality::Conditional);
                } else if clause.shares_auxiliaries(tree, site.verb, parent) {
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
            // "Is it true you sold it"
            Link::Complement if parent.kind == Kind::Question && parent.form == Form::Copular => {
                clause.kind = Kind::Question;
            }
            Link::Complement | Link::Prepositional if !tree.is_finite(site.verb) => {
                self.govern(site, parent, clause);
            }
            Link::Participial if tree.is_infinitive(site.verb) => {
                let noun = tree.head(site.verb).map_or("", |noun| tree.lemma(noun));
                if self.takes_chance(noun, parent) {
                    clause.governor = site.parent;
                    clause.follow(Signature::Same, parent);
                    return;
                }
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
            Link::Participial if tree.is_spent(site.verb) => clause.follow(Signature::Same, parent),
            Link::Relative if tree.is_infinitive(site.verb) => clause.mean(Modality::Possible),
            Link::Adverbial if tree.is_infinitive(site.verb) => clause.mean(Modality::Planned),
            Link::Adverbial if !tree.is_finite(site.verb) => clause.tense = parent.tense,
            // "So that I'm there in time": what it is to be.
            Link::Adverbial if tree.is_purpose(site.verb) => {
                clause.kind = Kind::Condition;
                clause.mean(Modality::Planned);
            }
            // "Before they'd finished the sentence": it may never have been.
            Link::Adverbial if clause.is_perfect && tree.is_marked(site.verb, &["before"]) => {
                clause.kind = Kind::Condition;
                clause.mean(Modality::Conditional);
            }
            _ => {}
        }
    }

    /// Denial, once the arguments are known.
    pub(crate) fn read_polarity(&self, site: Site, clause: &mut Clause) {
        let tree = self.tree;
        let mut is_negated = tree.is_denied(site.verb);
        let is_done = clause.tense == Tense::Past || clause.is_perfect;
        let nearly = |child: usize| {
            child < site.verb && tree.dep(child) == Dep::Advmod && tree.is_any(child, words::NEARLY)
        };
        if !is_negated && tree.children(site.verb).any(nearly) {
            clause.markers.rarely |= !is_done;
            is_negated = is_done;
        }
        // "Nor do I eat meat."
        is_negated |= site.link == Link::Coordinated
            && clause
                .subject
                .as_ref()
                .is_some_and(|subject| subject.origin == Origin::Stated)
            && tree
                .head(site.verb)
                .into_iter()
                .flat_map(|head| tree.children(head))
                .any(|child| {
                    child < site.verb && tree.dep(child) == Dep::Cc && tree.is_any(child, &["nor"])
                });
        let owned = clause.arguments.iter().chain(clause.subject.iter());
        let nobody = owned.filter(|argument| {
            matches!(
                argument.role,
                Role::Subject | Role::Object | Role::Attribute | Role::Agent
            ) && argument.origin != Origin::Controlled
                // "Mira hates surprises, so no party" denies the party.
                // "I'm allergic to nuts, so no cake" denies the cake.
                && !(matches!(argument.role, Role::Object | Role::Attribute)
                    && clause
                        .with_role(argument.role)
                        .next()
                        .is_some_and(|first| first.phrase.head < argument.phrase.head))
        });
        is_negated |= nobody
            .clone()
            .any(|argument| tree.is_nobody(argument.phrase.head));
        clause.is_negated ^=
            is_negated || (clause.markers.no_longer && site.link != Link::Complement);
        if matches!(
            site.link,
            Link::Complement | Link::Participial | Link::Relative
        ) && tree.is_finite(site.verb)
        {
            clause.is_negated ^= self.is_called_false(site) || self.is_cleft_denied(site);
        }
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

    /// "It's a lie that I smoke", "it's not true that I smoke".
    fn is_called_false(&self, site: Site) -> bool {
        let tree = self.tree;
        let Some(parent) = site.parent.map(|parent| &self.clauses[parent]) else {
            return false;
        };
        if parent.form != Form::Copular {
            return false;
        }
        let says = |words: &[&str]| {
            let attribute = parent.with_role(Role::Attribute).next();
            attribute.is_some_and(|attribute| tree.lemma_is(attribute.phrase.head, words))
        };
        let is_described = site.link != Link::Complement;
        let head = tree.head(site.verb);
        if is_described {
            // "A lie that he stole it".
            return tree.dep(site.verb) == Dep::Acl
                && !parent.is_negated
                && head.is_some_and(|noun| tree.lemma_is(noun, words::FALSE));
        }
        says(words::FALSE) && !parent.is_negated
            || says(&["true", "case", "correct"]) && parent.is_negated
    }

    /// Whether a clause is so whatever becomes of the opinion that it stands in: "I think the car that I bought is great",
    /// "I thought it would be perfect since I love fantasy".
    fn is_presupposed(&self, site: Site, attribution: &Attribution) -> bool {
        let tree = self.tree;
        if !(attribution.kind.is_open() && tree.is_finite(site.verb)) {
            return false;
        }
        let tells_which = || {
            let noun = tree.head(site.verb);
            noun.is_some_and(|noun| {
                let mut children = tree.children(noun);
                tree.tag(noun).starts_with("NNP")
                    || children.any(|child| {
                        tree.dep(child) == Dep::Poss
                            || tree.dep(child) == Dep::Det
                                && tree.is_any(child, &["the", "this", "that", "these", "those"])
                    })
            })
        };
        let is_my_reason = || {
            let source = attribution.source.as_ref();
            let is_mine = source.is_some_and(|source| tree.is_any(source.head, &["i", "we"]));
            let mut children = tree.children(site.verb);
            is_mine
                && children.any(|child| {
                    tree.dep(child) == Dep::Mark && tree.is_any(child, words::GRANTING)
                })
        };
        match site.link {
            Link::Relative => tells_which(),
            Link::Adverbial => is_my_reason(),
            _ => false,
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
        // "Considering I've added two hens" takes for granted that there are.
        let is_granting = tree.is_any(verb, &["considering", "given", "seeing"])
            && tree.dep(verb) == Dep::Advcl
            && !tree.has(verb, Dep::Nsubj);
        let kind = words::attribution(tree.lemma(verb)).filter(|_| is_content && !is_granting);
        let Some(kind) = kind else {
            let attribution = parent.attribution.clone();
            return attribution.filter(|attribution| !self.is_presupposed(site, attribution));
        };
        if tree.stands_apart(site.verb, verb) {
            return parent.attribution.clone();
        }
        // "I can't believe I won", "can you believe I won": it is so, and hard to believe.
        let is_amazed = tree.lemma_is(verb, &["believe"])
            && tree.children(verb).any(|child| {
                tree.dep(child) == Dep::Aux && tree.is_any(child, &["can", "ca", "could"])
            });
        // "Guess what, I moved!"
        let is_announced = tree.lemma_is(verb, &["guess"])
            && parent.kind == Kind::Command
            && [verb, site.verb].iter().any(|&head| {
                tree.children(head)
                    .any(|child| child < site.verb && tree.is_any(child, &["what"]))
            });
        if is_amazed || is_announced {
            return parent.attribution.clone();
        }
        // "I don't know if he lives here" is a question, whatever the verb.
        let is_open = tree
            .children(site.verb)
            .any(|child| tree.dep(child) == Dep::Mark && tree.is_any(child, &["if", "whether"]));
        Some(Attribution {
            kind: if is_open {
                AttributionKind::Asked
            } else {
                kind
            },
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
    /// Whether a sentence beside a verb of saying or thinking is none of its content: "she told me, I listen"; "he texts me photos,
    /// he thinks I don't know", where what stands before is not what he thinks.
    fn stands_apart(&self, content: usize, verb: usize) -> bool {
        let first = self.span(content).start;
        let is_behind_comma = self.lemma_is(verb, &["tell", "know", "see", "hear"])
            && first > verb
            && (self.is_any(first, &[","]) || self.is_any(first - 1, &[","]));
        let has_content = content < verb
            && self.children(verb).any(|child| {
                child > verb && self.dep(child) == Dep::Ccomp && self.is_finite(child)
            });
        is_behind_comma || has_content
    }

    /// Whether a verb is denied by a word that depends on it; "not only" leaves it as it is.
    pub(crate) fn is_denied(&self, verb: usize) -> bool {
        self.children(verb).any(|child| {
            let is_denying = match self.dep(child) {
                Dep::Neg => true,
                Dep::Advmod | Dep::Preconj | Dep::Aux => self.is_any(child, words::DENYING),
                _ => false,
            };
            // "Hardly ever", "never again".
            let is_hardly_ever = || {
                self.is_any(child, &["ever", "again"])
                    && self
                        .children(child)
                        .any(|below| self.is_any(below, words::DENYING))
            };
            is_denying && !self.leaves_as_it_is(child) || is_hardly_ever()
        })
    }

    /// "Not only", "not just".
    pub(crate) fn leaves_as_it_is(&self, denying: usize) -> bool {
        let next = denying + 1;
        self.is_any(denying, &["not", "n't", "n’t"])
            && next < self.len()
            && self.is_any(next, words::NOT_ONLY)
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
