//! Words from which it follows whether their complement is so: "managed to call" did call, "failed to call" did not.
//!
//! After L. Karttunen, "Implicative verbs", Language 47 (1971), and "Simple and phrasal implicatives", *SEM (2012);
//! the signatures are those of Nairn, Condoravdi and Karttunen, "Computing relative polarity for textual inference"
//! (2006): what follows when the word is asserted, and what when it is denied.

/// What follows for the complement of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    /// `++|−−`: "managed to", "didn't manage to".
    Same,
    /// `+−|−+`: "failed to", "didn't fail to".
    Opposite,
    /// `++|−o`: "was forced to"; nothing follows from "wasn't forced to".
    SameIfSo,
    /// `+−|−o`: "refused to"; nothing follows from "didn't refuse to".
    OppositeIfSo,
    /// `−−|+o`: "wasn't able to"; what follows from "was able to" depends on its tense.
    Ability,
}

/// The signature of a verb with an infinitive ("to" written or not), by its lemma with its particle.
pub(crate) fn of_infinitive(lemma: &str) -> Option<Signature> {
    Some(match lemma {
        "manage" | "get" | "happen" | "bother" | "dare" | "deign" | "condescend" | "remember"
        | "go on" | "proceed" | "turn out" | "come" => Signature::Same,
        "fail" | "forget" | "neglect" | "omit" => Signature::Opposite,
        "force" | "compel" | "oblige" | "make" | "cause" | "lead" => Signature::SameIfSo,
        "refuse" | "decline" | "unable" => Signature::OppositeIfSo,
        "able" => Signature::Ability,
        _ => return None,
    })
}

/// The signature of a verb with a participle, by its lemma with its particle.
pub(crate) fn of_participle(lemma: &str) -> Option<Signature> {
    Some(match lemma {
        "end up" | "wind up" | "end" | "wind" => Signature::Same,
        "avoid" | "resist" => Signature::Opposite,
        "admit" => Signature::SameIfSo,
        _ => return None,
    })
}

/// Verbs that say with a participle what was, whenever it is thought of: "remember living there". Whether it was so as well when
/// they are denied: "will never forget seeing it" has seen it, "don't remember locking it" leaves it open.
pub(crate) fn of_memory(lemma: &str) -> Option<bool> {
    match lemma {
        "remember" | "recall" => Some(false),
        "forget" | "regret" => Some(true),
        _ => None,
    }
}

/// The signature of a verb, or of a word that depends on it, with a participle after prepositions: "succeeded in finding",
/// "refrained from calling", "came close to buying".
pub(crate) fn of_preposition(lemma: &str, prepositions: &str) -> Option<Signature> {
    Some(match (lemma, prepositions) {
        ("succeed", "in") | ("get", "around to" | "round to" | "to") => Signature::Same,
        ("mistake" | "error" | "pleasure" | "honor" | "honour" | "privilege", "of") => {
            Signature::Same
        }
        ("refrain" | "abstain" | "prevent" | "keep" | "stop", "from") => Signature::OppositeIfSo,
        ("close", "to") => Signature::OppositeIfSo,
        (_, "instead of" | "rather than" | "without") => Signature::OppositeIfSo,
        (_, "after" | "since" | "by" | "besides") => Signature::SameIfSo,
        _ => return None,
    })
}

/// Nouns that somebody has, gets or takes, with an infinitive that follows as from "managed": "had the chance to meet her".
pub(crate) const CHANCES: &[&str] = &[
    "chance",
    "opportunity",
    "pleasure",
    "honor",
    "honour",
    "privilege",
    "fortune",
    "luck",
    "courage",
    "gut",
    "guts",
    "nerve",
    "audacity",
    "decency",
];

/// Verbs that give such a noun its complement.
pub(crate) const OF_CHANCES: &[&str] = &["have", "get", "take", "find", "seize", "use", "give"];

/// Adjectives that say how somebody takes what happened to them: "was glad to meet her" did meet her, "is glad to help" offers to.
pub(crate) const OF_FEELINGS: &[&str] = &[
    "glad",
    "happy",
    "pleased",
    "delighted",
    "thrilled",
    "honored",
    "honoured",
    "surprised",
    "shocked",
    "sad",
    "sorry",
    "lucky",
    "fortunate",
    "proud",
    "relieved",
];
