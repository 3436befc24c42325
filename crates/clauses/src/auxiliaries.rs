//! What a verb's auxiliaries and adverbs say: tense, aspect, voice, modality, and the course of things.

use recollect_model::Modality;
use recollect_spacy::Dep;

use crate::clause::{Clause, Markers, Tense};
use crate::reading::Link;
use crate::tree::Tree;

/// How many auxiliaries a coordinated verb takes from the first.
const AUXILIARIES_MAX: usize = 8;

impl Clause {
    pub(crate) fn read_auxiliaries(&mut self, tree: &Tree<'_>, verb: usize) {
        self.tense = tense_of(tree.tag(verb));
        self.is_progressive = tree.tag(verb) == "VBG"
            && tree
                .children(verb)
                .any(|child| tree.dep(child) == Dep::Aux && tree.lemma_is(child, &["be"]));
        self.read_bare_form(tree, verb);
        // "I'm getting married" hangs "'m" from "getting".
        let nested = tree
            .children(verb)
            .filter(|&child| tree.dep(child) == Dep::AuxPass)
            .flat_map(|child| tree.children(child));
        for child in tree.children(verb).chain(nested) {
            match tree.dep(child) {
                Dep::AuxPass => {
                    self.is_passive = true;
                    self.is_progressive |= tree.is_any(child, &["getting", "being"]);
                }
                Dep::Aux => {}
                _ => continue,
            }
            let tense = tense_of(tree.tag(child));
            if self.tense == Tense::Untensed || tree.tag(verb) == "VBN" && tense != Tense::Untensed
            {
                self.tense = tense;
            }
            self.is_perfect |= matches!(tree.tag(verb), "VBN" | "VBG")
                && tree.dep(child) == Dep::Aux
                && tree.lemma_is(child, &["have", "'ve", "ve", "’ve"])
                || tree.is_any(child, &["been"]);
            // "Having grown up by the sea, …"
            if tree.is_any(child, &["having"]) && tree.tag(verb) == "VBN" {
                self.tense = Tense::Past;
            }
            self.read_modal(tree, verb, child);
        }
    }

    /// What an auxiliary says by its own meaning.
    fn read_modal(&mut self, tree: &Tree<'_>, verb: usize, auxiliary: usize) {
        let has = |words: &[&str]| tree.children(verb).any(|child| tree.is_any(child, words));
        let is_perfect = has(&["have", "'ve", "’ve", "of"]);
        match tree.word(auxiliary).to_lowercase().as_str() {
            "will" | "'ll" | "’ll" | "ll" | "wo" | "shall" => {
                self.tense = Tense::Future;
                self.mean(Modality::Planned);
            }
            // "I'd been", "I'd seen" had; "I'd be", "I'd have seen" would.
            "'d" | "’d" if !has(&["be", "have"]) && (tree.tag(verb) == "VBN" || has(&["been"])) =>
            {
                self.is_perfect = true;
                self.tense = Tense::Past;
            }
            "would" | "'d" | "’d"
                if tree.tag(auxiliary) == "MD" || matches!(tree.tag(verb), "VB" | "VBP") =>
            {
                let likes = tree.lemma_is(verb, &["like", "love", "prefer", "hate"]);
                let wishes = has(&["rather"]) || (likes && tree.has(verb, Dep::Xcomp));
                self.mean(if wishes {
                    Modality::Wished
                } else {
                    Modality::Conditional
                });
            }
            "may" | "might" | "can" | "could" | "ca" => self.mean(Modality::Possible),
            // "Must have lost it" is a guess, "should have bought it" did not.
            "must" if is_perfect => self.mean(Modality::Possible),
            "should" | "ought" if is_perfect => self.mean(Modality::Conditional),
            "must" | "should" | "ought" | "need" => self.mean(Modality::Required),
            "used" | "use" => {
                self.markers.used_to = true;
                self.tense = Tense::Past;
            }
            _ => {}
        }
    }

    /// The tense of a verb without auxiliaries that the parser takes for a participle or an infinitive. Notes leave out
    /// subjects: "Sold the car. Flying home tomorrow."
    fn read_bare_form(&mut self, tree: &Tree<'_>, verb: usize) {
        let has = |dep| tree.has(verb, dep);
        let is_main = tree.link(verb) == Link::Main;
        if has(Dep::Aux) || has(Dep::AuxPass) || !(is_main || has(Dep::Nsubj)) {
            return;
        }
        match tree.tag(verb) {
            "VBN" => self.tense = Tense::Past,
            "VBG" if is_main => {
                self.tense = Tense::Present;
                self.is_progressive = true;
            }
            _ if tree.tag(verb) != "VBD" && tree.base(verb).is_some() => self.tense = Tense::Past,
            "VB" if is_main && has(Dep::Nsubj) => self.tense = Tense::Present,
            _ => {}
        }
    }

    /// Whether a coordinated verb goes with the auxiliaries of the first: "has moved and found", "will eat and drink".
    pub(crate) fn shares_auxiliaries(&self, tree: &Tree<'_>, verb: usize, first: &Clause) -> bool {
        let own = tree.children(verb).any(|child| {
            matches!(
                tree.dep(child),
                Dep::Aux | Dep::AuxPass | Dep::Nsubj | Dep::NsubjPass
            )
        });
        let head = first.predicate.head;
        // "Haven't showered or brushed my teeth": after "or", what is denied of the first is denied of the others.
        let is_joined = tree.is_denied(head)
            && !tree.has(verb, Dep::Neg)
            && tree.children(head).chain(tree.children(verb)).any(|child| {
                tree.dep(child) == Dep::Cc && child < verb && tree.is_any(child, &["or", "nor"])
            });
        !own && (is_joined
            || matches!(tree.tag(verb), "VB" | "VBN" | "VBG") && tree.tag(verb) == tree.tag(head))
    }

    pub(crate) fn take_auxiliaries(&mut self, tree: &Tree<'_>, first: &Clause) {
        self.mean(first.modality);
        self.tense = first.tense;
        self.is_perfect |= first.is_perfect;
        self.is_progressive |= first.is_progressive;
        self.is_passive |= first.is_passive;
        self.markers.take(first.markers);
        // "did not eat or drink" denies both, "did not eat but drank" the first alone.
        let but = tree
            .children(first.predicate.head)
            .any(|child| tree.dep(child) == Dep::Cc && tree.is_any(child, &["but"]));
        // "didn't want to run it or pay for it": what is governed is denied with what governs it.
        let head = first.predicate.head;
        let is_denied = tree.is_denied(head) || first.is_negated && tree.is_infinitive(head);
        self.is_negated |= !but && is_denied;
        let is_auxiliary = |&&token: &&usize| {
            token != first.predicate.head && matches!(tree.dep(token), Dep::Aux | Dep::AuxPass)
                || (!but && tree.dep(token) == Dep::Neg)
        };
        let auxiliaries: Vec<usize> = first
            .predicate
            .tokens
            .iter()
            .filter(is_auxiliary)
            .take(AUXILIARIES_MAX)
            .copied()
            .collect();
        self.predicate.tokens.splice(0..0, auxiliaries);
    }
}

impl Markers {
    pub(crate) fn take(&mut self, other: Self) {
        self.used_to |= other.used_to;
        self.no_longer |= other.no_longer;
        self.still |= other.still;
        self.already |= other.already;
        self.also |= other.also;
        self.begins |= other.begins;
        self.ends |= other.ends;
        self.habitually |= other.habitually;
        self.rarely |= other.rarely;
    }
}

impl Tree<'_> {
    pub(crate) fn markers(&self, verb: usize) -> Markers {
        let mut markers = Markers::default();
        let mut is_not = false;
        let mut any_more = false;
        let attribute = self
            .child(verb, Dep::Acomp)
            .or_else(|| self.child(verb, Dep::Attr))
            .filter(|_| self.lemma_is(verb, crate::words::COPULAS));
        for child in self.children(verb) {
            if !matches!(
                self.dep(child),
                Dep::Advmod | Dep::Neg | Dep::Npadvmod | Dep::Dobj | Dep::Intj | Dep::Cc
            ) {
                continue;
            }
            match self.word(child).to_lowercase().as_str() {
                "still" => markers.still = true,
                "already" => markers.already = true,
                "also" | "too" | "additionally" => markers.also = true,
                "well" => {
                    markers.also |= self.children(child).any(|word| self.is_any(word, &["as"]));
                }
                "again" => markers.again = true,
                "just" => markers.just = true,
                "usually" | "often" | "always" | "regularly" | "generally" | "normally"
                | "typically" | "daily" | "weekly" | "sometimes" => {
                    markers.habitually = true;
                }
                "actually" => markers.actually = true,
                word if crate::words::RARELY.contains(&word) => markers.rarely = true,
                "longer" => {
                    let has =
                        |words: &[&str]| self.children(child).any(|word| self.is_any(word, words));
                    markers.no_longer |= has(&["no"]);
                    any_more |= has(&["any"]);
                }
                "anymore" => any_more = true,
                "more" => any_more |= self.children(child).any(|word| self.is_any(word, &["any"])),
                "not" | "n't" | "n’t" | "nt" | "never" => {
                    is_not |= !self.leaves_as_it_is(child);
                }
                _ => {}
            }
        }
        // "I'm no longer vegetarian" hangs "no longer" from what somebody is.
        let is_no_longer = |child: usize| {
            self.is_any(child, &["longer"]) && child > 0 && self.is_any(child - 1, &["no"])
        };
        markers.no_longer |= attribute
            .into_iter()
            .flat_map(|attribute| self.children(attribute))
            .any(is_no_longer);
        // The denial that "not … any more" contains is counted with the marker.
        let is_denied_above = || {
            self.dep(verb) == Dep::Ccomp
                && self.head(verb).is_some_and(|head| self.has(head, Dep::Neg))
        };
        markers.no_longer |= any_more && (is_not || is_denied_above());
        markers
    }
}

fn tense_of(tag: &str) -> Tense {
    match tag {
        "VBD" => Tense::Past,
        "VBZ" | "VBP" => Tense::Present,
        _ => Tense::Untensed,
    }
}
