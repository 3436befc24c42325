//! What a governing word does to its complement: "wants to", "used to", "managed to", "stopped".

use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::clause::{Clause, Kind, Tense};
use crate::implicatives::{self, Signature};
use crate::reading::{Link, Reading, Site};
use crate::tree::Tree;
use crate::words::{self, Effect};

impl Reading<'_> {
    /// What the word that a verb without a tense depends on makes of it.
    pub(crate) fn govern(&self, site: Site, parent: &Clause, clause: &mut Clause) {
        let tree = self.tree;
        let Some(word) = tree.head(site.verb) else {
            return;
        };
        if site.link == Link::Prepositional {
            self.govern_by_preposition(word, parent, clause);
            return;
        }
        let word = tree.before_enough(word);
        let lemma = tree.lemma(word);
        let is_infinitive = tree.is_infinitive(site.verb);
        let memory = implicatives::of_memory(lemma).filter(|_| tree.tag(site.verb) == "VBG");
        if let Some(is_sure) = memory {
            clause.be_remembered(is_sure, parent);
            return;
        }
        if let Some(signature) = self.signature(site, word, parent) {
            clause.follow(signature, parent);
        } else if is_infinitive
            && (self.is_past_prospect(word, parent) || was_thwarted(lemma, parent))
        {
            clause.tense = Tense::Past;
            clause.mean(Modality::Conditional);
        } else if lemma == "help" && !is_infinitive && parent.is_negated {
            // "Couldn't help buying it" bought it.
            let is_past = tree.has_word(word, &["could"]);
            clause.tense = if is_past { Tense::Past } else { Tense::Present };
            clause.is_implied = true;
        } else if lemma == "wait" && is_infinitive && parent.is_negated {
            // "Can't wait to see it".
            clause.mean(Modality::Wished);
        } else {
            let effect = match lemma {
                // "I had to cancel my trip" cancelled it.
                "have"
                    if is_infinitive
                        && (parent.tense == Tense::Past || parent.is_perfect)
                        && !parent.is_negated =>
                {
                    clause.is_implied = true;
                    clause.is_perfect |= parent.is_perfect;
                    Effect::Plain
                }
                // "I've been meaning to update it."
                "mean" if is_infinitive && tree.tag(word) == "VBG" => {
                    Effect::Meant(Modality::Planned)
                }
                // "Is going to move" is a future; "is going swimming" is not.
                "go" if is_infinitive && tree.tag(word) == "VBG" => {
                    Effect::Meant(Modality::Planned)
                }
                "give" if parent.predicate.lemma == "give up" => Effect::Ends,
                // "I use it to speak up" says what for.
                "use"
                    if tree.has(word, Dep::Dobj)
                        || matches!(tree.tag(word), "VBP" | "VBZ" | "VBG") =>
                {
                    Effect::Plain
                }
                _ => words::effect(lemma, is_infinitive),
            };
            clause.undergo(effect, matches!(lemma, "go" | "gon"), parent);
            // "I've finished reading it": that has been.
            clause.is_perfect |= lemma == "finish" && parent.is_perfect;
        }
        clause.markers.take(parent.markers);
        if clause.kind == Kind::Statement {
            clause.kind = parent.kind;
        }
    }

    /// "Without saying", "after moving", "think of buying".
    fn govern_by_preposition(&self, preposition: usize, parent: &Clause, clause: &mut Clause) {
        const OF_PLANS: &[&str] = &[
            "think", "dream", "look", "plan", "consider", "idea", "thinking",
        ];
        let tree = self.tree;
        let has_been = parent.tense == Tense::Past || parent.is_perfect;
        let signature = self
            .signature_of_prepositions(preposition)
            .filter(|_| has_been || tree.is_any(preposition, &["without"]));
        if let Some(signature) = signature {
            // "After moving I no longer smoked" moved all the same.
            let markers = clause.markers;
            clause.follow(signature, parent);
            clause.markers = markers;
        } else if let Some(verb) = tree.head(preposition) {
            // "Jonas talked about buying a house": whether he will is open.
            if tree.lemma_is(verb, &["talk"]) && tree.is_any(preposition, &["about", "of"]) {
                clause.mean(Modality::Possible);
            } else if tree.lemma_is(verb, OF_PLANS) {
                clause.mean(Modality::Planned);
            }
        }
    }

    /// "I was about to buy it", "was going to", "was supposed to": it was to be, which says nothing of what came of it.
    fn is_past_prospect(&self, word: usize, parent: &Clause) -> bool {
        let tree = self.tree;
        parent.tense == Tense::Past
            && !parent.is_perfect
            && parent.attribution.is_none()
            && (tree.lemma_is(word, &["about", "suppose", "supposed", "mean", "due"])
                || tree.lemma_is(word, &["go"]) && tree.tag(word) == "VBG")
    }

    /// What follows from a governing verb or adjective, if it is of those that tell.
    fn signature(&self, site: Site, word: usize, parent: &Clause) -> Option<Signature> {
        let tree = self.tree;
        let (lemma, predicate) = (tree.lemma(word), parent.predicate.lemma.as_str());
        let lemma = if parent.predicate.head == word {
            predicate
        } else {
            lemma
        };
        let is_past = parent.tense == Tense::Past || parent.is_perfect;
        if !tree.is_infinitive(site.verb) {
            let is_bare = tree.tag(site.verb) == "VB";
            let signature = if is_bare {
                implicatives::of_infinitive(lemma)
            } else {
                implicatives::of_participle(lemma)
            };
            return signature.filter(|_| !is_bare || is_past);
        }
        if implicatives::OF_FEELINGS.contains(&lemma) && is_past && !parent.is_negated {
            return Some(Signature::Same);
        }
        // "I have got to go", "gotta go".
        let is_duty = lemma == "get"
            && (parent.is_perfect
                || tree.token(word).spelling.is_some()
                || tree.tag(word) != "VBD" && parent.is_progressive
                || tree.children(site.verb).count() < 2);
        if is_duty {
            return None;
        }
        implicatives::of_infinitive(lemma).filter(|signature| match signature {
            Signature::Ability => is_past || parent.is_negated,
            Signature::SameIfSo => is_past,
            _ => true,
        })
    }

    /// What follows from the prepositions that a participle is led by and the word they depend on.
    fn signature_of_prepositions(&self, last: usize) -> Option<Signature> {
        const DEEPEST: usize = 3;
        let tree = self.tree;
        let mut prepositions = tree.word(last).to_lowercase();
        let mut above = tree.head(last)?;
        for _ in 0..DEEPEST {
            if let Some(signature) = implicatives::of_preposition(tree.lemma(above), &prepositions)
            {
                return Some(signature);
            }
            if !matches!(tree.dep(above), Dep::Prep | Dep::Pcomp) {
                return None;
            }
            prepositions = format!("{} {prepositions}", tree.word(above).to_lowercase());
            above = tree.head(above)?;
        }
        None
    }

    /// "Had the chance to", "got the opportunity to": of what has been, it was taken.
    pub(crate) fn takes_chance(&self, noun: &str, parent: &Clause) -> bool {
        let tree = self.tree;
        implicatives::CHANCES.contains(&noun)
            && (parent.tense == Tense::Past || parent.is_perfect)
            && parent.modality == Modality::Actual
            && tree.lemma_is(parent.predicate.head, implicatives::OF_CHANCES)
    }
}

impl Tree<'_> {
    /// "Lucky", of "lucky enough to meet her".
    fn before_enough(&self, word: usize) -> usize {
        let adjective = self.head(word).filter(|_| self.is_any(word, &["enough"]));
        adjective.unwrap_or(word)
    }
}

/// "We'd planned to be packing": it came otherwise.
fn was_thwarted(lemma: &str, parent: &Clause) -> bool {
    parent.is_perfect
        && parent.tense == Tense::Past
        && matches!(
            lemma,
            "plan" | "intend" | "hope" | "mean" | "expect" | "want"
        )
}

impl Clause {
    /// Takes what follows from the clause that governs it.
    pub(crate) fn follow(&mut self, signature: Signature, parent: &Clause) {
        let (is_so, is_known) = match (signature, parent.is_negated) {
            (Signature::Same, is_denied) => (!is_denied, true),
            (Signature::Opposite, is_denied) => (is_denied, true),
            (Signature::SameIfSo, is_denied) => (true, !is_denied),
            (Signature::OppositeIfSo, is_denied) => (false, !is_denied),
            (Signature::Ability, is_denied) => (!is_denied, true),
        };
        self.tense = parent.tense;
        self.mean(parent.modality);
        self.markers.take(parent.markers);
        if is_known {
            self.is_implied = true;
            self.is_perfect |= parent.is_perfect;
            self.is_negated ^= !is_so;
        } else {
            self.mean(Modality::Possible);
        }
        if self.kind == Kind::Statement {
            self.kind = parent.kind;
        }
    }

    /// Takes what follows from a clause that says what is thought of. "I would regret selling it" has not sold it.
    fn be_remembered(&mut self, is_sure: bool, parent: &Clause) {
        self.tense = Tense::Past;
        self.is_implied = true;
        if parent.is_negated && !is_sure {
            self.mean(Modality::Possible);
        }
        if parent.modality == Modality::Conditional {
            self.mean(Modality::Conditional);
        }
        if self.kind == Kind::Statement {
            self.kind = parent.kind;
        }
    }

    /// Takes what a governing word does to it.
    fn undergo(&mut self, effect: Effect, is_going: bool, parent: &Clause) {
        // "Didn't stop smoking" goes on, "didn't start smoking" does not smoke.
        let (effect, denies) = match effect {
            Effect::Ends if parent.is_negated => (Effect::Continues, false),
            Effect::Begins if parent.is_negated => (Effect::Plain, true),
            effect => (effect, parent.is_negated),
        };
        self.tense = match effect {
            Effect::Meant(Modality::Planned) if is_going => Tense::Future,
            Effect::Meant(Modality::Wished | Modality::Planned | Modality::Possible) => self.tense,
            Effect::UsedTo => Tense::Past,
            _ => parent.tense,
        };
        self.mean(parent.modality);
        self.is_negated ^= denies;
        match effect {
            Effect::Meant(modality) => self.mean(modality),
            Effect::Begins => self.markers.begins = true,
            Effect::Ends => self.markers.ends = true,
            Effect::Continues => self.markers.still = true,
            Effect::UsedTo => self.markers.used_to = true,
            Effect::Plain => {}
        }
    }
}
