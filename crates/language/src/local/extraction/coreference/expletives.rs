//! Where "it" stands for nothing that was spoken of: "it's nice to escape the noise", "it rained", "it's been a while".

use recollect_model::EntityKind;
use recollect_spacy::{Dep, Pos};

use crate::lexicon::is_evaluation;
use crate::local::extraction::parse::reading::Reading;

/// Verbs of the weather, of seeming and of time.
const VERBS: &[&str] = &[
    "rain", "snow", "freeze", "hail", "pour", "thunder", "seem", "appear", "turn", "happen",
    "look", "sound", "feel", "take", "matter", "depend",
];

/// What it is when "it" is the time, the weather or whatever goes on.
const ATTRIBUTES: &[&str] = &[
    "time", "while", "day", "night", "morning", "evening", "weekend", "year", "month", "week",
    "hour", "late", "early", "cold", "warm", "hot", "sunny", "rainy", "dark", "ok", "okay",
    "possible", "true", "clear", "likely", "worth", "up", "about", "curve", "journey", "ride",
    "process", "relief", "quiet", "noisy", "windy", "foggy", "humid", "crowded", "busy",
    "pleasure", "honor", "honour", "shame", "pity", "reminder",
];

/// What one takes part in, besides events with a day: "the class was fun".
const PASTIMES: &[&str] = &[
    "class",
    "course",
    "lesson",
    "session",
    "training",
    "trip",
    "tour",
    "visit",
    "hike",
    "walk",
    "run",
    "ride",
    "swim",
    "dinner",
    "lunch",
    "meal",
    "show",
    "play",
    "speech",
    "talk",
    "call",
    "job",
    "experience",
    "journey",
    "move",
    "vacation",
    "holiday",
    "drive",
    "performance",
];

/// Whether somebody may say of a thing how it was.
pub(crate) fn is_lived_through(noun: &str, kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::Event | EntityKind::Work | EntityKind::Animal
    ) || PASTIMES.contains(&noun.rsplit(' ').next().unwrap_or(noun))
}

/// Whether "it" is what happened rather than what was spoken of: "it was so much fun", "it was intense".
pub(crate) fn is_of_what_happened(reading: &Reading<'_>, token: usize) -> bool {
    let verb = reading.head(token);
    let is_past = reading.tag(verb) == "VBD"
        || reading
            .doc
            .children(verb)
            .any(|child| reading.is_any(child, &["has", "'s"]) && reading.dep(child) == Dep::Aux);
    reading.is_subject(token) && reading.lemma(verb) == "be" && is_past
}

/// "It could be fun", "it'll be tough", "it was so validating to be heard": of what may be, or of what somebody does.
fn is_idle(reading: &Reading<'_>, verb: usize) -> bool {
    let auxiliary = |is_any: &[&str]| {
        reading.doc.children(verb).any(|child| {
            matches!(reading.dep(child), Dep::Aux | Dep::AuxPass) && reading.is_any(child, is_any)
        })
    };
    let judges = reading.doc.children(verb).any(|child| {
        matches!(reading.dep(child), Dep::Acomp | Dep::Attr) && is_evaluation(reading.lower(child))
    });
    let is_possible = auxiliary(&[
        "can", "could", "may", "might", "will", "'ll", "’ll", "would", "must",
    ]);
    let does = reading.tag(verb) == "VBG"
        && auxiliary(&["is", "was", "'s", "’s", "be"])
        && reading
            .child(verb, Dep::Xcomp)
            .is_some_and(|doing| doing > verb && reading.tag(doing) == "VB");
    reading.lemma(verb) == "be" && is_possible && judges || does
}

/// "It's the sugar", "it's my ears": what is behind something, rather than what was spoken of.
fn is_the_cause(reading: &Reading<'_>, attribute: usize) -> bool {
    let is_the = reading
        .doc
        .children(attribute)
        .filter(|child| *child < attribute)
        .any(|child| reading.is_any(child, &["the", "that", "my", "his", "her", "your"]));
    let is_plain = reading
        .doc
        .children(attribute)
        .filter(|child| !matches!(reading.dep(*child), Dep::Punct | Dep::Appos))
        .all(|child| child < attribute && reading.doc.children(child).next().is_none());
    is_the && is_plain && matches!(reading.tag(attribute), "NN" | "NNS")
}

/// "I get it", "make it", "take it easy": where "it" belongs to the verb.
pub(crate) fn is_idiomatic(reading: &Reading<'_>, token: usize) -> bool {
    let verb = reading.head(token);
    // "We hit it off", "I saw it coming."
    let is_hit = reading.is_any(verb, &["hit"]) && reading.is_any(token + 1, &["off"])
        || reading.is_any(verb, &["saw", "see", "seen"]) && reading.is_any(token + 1, &["coming"])
        // "My back's had it."
        || reading.is_any(verb, &["had"]) && reading.dep(token) == Dep::Dobj && token == verb + 1;
    // "soup with little stars in it": in the soup itself.
    let (inside, noun) = (verb, verb.saturating_sub(1));
    let is_in_itself = reading.is_any(inside, &["in", "on"])
        && reading.dep(noun) == Dep::Pobj
        && reading.is_any(reading.head(noun), &["with", "without"]);
    is_hit
        || is_in_itself
        // "He eats my food and denies it": what was said.
        || reading.dep(token) == Dep::Dobj
            && reading.doc.children(token).next().is_none()
            && ["deny", "admit", "regret", "believe", "mean", "know", "promise", "say"]
                .contains(&reading.lemma(verb).as_str())
        || reading.dep(token) == Dep::Dobj
            && [
                "get", "make", "take", "do", "lose", "work", "nail", "kill", "rock",
            ]
            .contains(&reading.lemma(verb).as_str())
            && reading.doc.children(verb).all(|child| {
                child <= token || !matches!(reading.dep(child), Dep::Prep | Dep::Dative | Dep::Prt)
            })
}

/// "It's raining" of the parser's: an adjective.
const WEATHER: &[&str] = &[
    "raining",
    "snowing",
    "freezing",
    "hailing",
    "pouring",
    "thundering",
    "drizzling",
    "icy",
];

/// Whether "it" is only the subject that a sentence must have.
pub(crate) fn is_expletive(reading: &Reading<'_>, token: usize) -> bool {
    if !reading.is_subject(token) {
        return false;
    }
    let verb = reading.head(token);
    let lemma = reading.lemma(verb);
    if VERBS.contains(&lemma.as_str()) || is_idle(reading, verb) {
        return true;
    }
    if lemma != "be" {
        return false;
    }
    let is_said_after = |of: usize| {
        reading.doc.children(of).any(|child| {
            child > verb
                && match reading.dep(child) {
                    Dep::Ccomp | Dep::Csubj | Dep::Xcomp => true,
                    // "It's awesome having them around."
                    Dep::Advcl | Dep::Acl => {
                        reading.tag(child) == "VBG"
                            || reading.doc.children(child).any(|to| {
                                to < child
                                    && reading.is_any(to, &["to", "that", "how", "when", "if"])
                            })
                    }
                    // "It was my uncle who founded the shop."
                    Dep::Relcl => reading
                        .doc
                        .children(child)
                        .any(|who| reading.is_any(who, &["who", "that", "which"])),
                    _ => false,
                }
        })
    };
    let attributes: Vec<usize> = reading
        .doc
        .children(verb)
        .filter(|child| matches!(reading.dep(*child), Dep::Acomp | Dep::Attr | Dep::Advmod))
        .collect();
    // "What is it about?"
    let asks_what = attributes
        .iter()
        .any(|attribute| *attribute < verb && reading.is_any(*attribute, &["what"]));
    let is_of_time = attributes.iter().any(|attribute| {
        matches!(reading.pos(*attribute), Pos::Num | Pos::Propn | Pos::Pron)
            || ATTRIBUTES.contains(&reading.lemma(*attribute).as_str())
            || reading.is_any(*attribute, WEATHER)
            || is_the_cause(reading, *attribute)
    });
    // "The wedding isn't in September, it's Saturday 5 June."
    let is_put_right = reading.doc.children(verb).any(|child| {
        matches!(reading.dep(child), Dep::Ccomp | Dep::Parataxis)
            && child < token
            && reading.child(child, Dep::Neg).is_some()
    });
    let is_of_time = is_of_time && !asks_what && !is_put_right;
    is_of_time || is_said_after(verb) || attributes.iter().any(|one| is_said_after(*one))
}
