//! Open relations: the clause's own verb, where no normalised relation fits.

use recollect_clauses::{Argument, Clause, Origin, Role, Tense};
use recollect_model::{EntityKind, Modality};
use recollect_spacy::{Dep, Pos};

use super::fitness::{is_untold, suits};
use super::objects::{self, Thing};
use super::patterns::is_able;
use super::relations::{Course, Wanted};
use super::scene::Scene;
use super::statements::{Draft, Party, is_over, members};
use super::verbs::ALONE;
use super::{gate, patterns};
use crate::{EntityRef, ExtractedObject};

/// "finished painting the fence": it happened, rather than being so no more.
fn is_finishing(scene: &Scene<'_>, clause: &Clause) -> bool {
    clause
        .governor
        .and_then(|governor| scene.reading.clauses.get(governor))
        .is_some_and(|governor| {
            matches!(
                governor.predicate.lemma.as_str(),
                "finish" | "complete" | "end up"
            )
        })
}

/// Whether a value may stand as the object of an open relation.
fn is_substantial(scene: &Scene<'_>, party: &Party, thing: &Thing) -> bool {
    let reading = scene.reading;
    let is_speaker = reading.is_any(thing.head, &["me", "us"]);
    if reading.is_any(thing.head, &["myself", "ourselves", "himself", "herself"])
        || is_speaker && reading.dep(thing.head) != Dep::Pobj
        || reading.tag(thing.head) == "CD"
    {
        return false;
    }
    if let Some(entity) = thing.entity() {
        return !is_spoken_to(scene, entity, thing.head) && *entity != party.entity;
    }
    !gate::is_thin(&reading.lemma(thing.head))
        && !is_untold(scene, thing)
        && thing.words.chars().filter(|c| c.is_alphabetic()).count() > 2
        && !matches!(
            reading.pos(thing.head),
            Pos::Adj | Pos::Adv | Pos::Det | Pos::Intj
        )
}

/// Whether an object is whoever is spoken to: "I believe in you", "I love the thought, Nate".
pub(super) fn is_spoken_to(scene: &Scene<'_>, entity: &EntityRef, head: usize) -> bool {
    let reading = scene.reading;
    let ends = reading.name_at(head).is_some_and(|name| {
        name.tokens.end >= reading.doc.sentence_of(head).end
            || reading.is_any(name.tokens.end, &["!", ".", "?", ","])
    });
    Some(entity) == scene.addressee
        && (ends || reading.is_any(head, &["you", "u", "ya", "yourself"]))
}

/// The clause in its own words, where no normalised relation fits.
pub(super) fn open(scene: &Scene<'_>, clause: &Clause, party: &Party) -> Vec<Draft> {
    if !is_telling(scene, clause, party) {
        return Vec::new();
    }
    let course = running(scene, clause);
    let Some(argument) = foremost(scene, clause) else {
        let pastime = pastime(scene, clause, party, course);
        return pastime.map_or_else(|| alone(scene, clause, party, course), |draft| vec![draft]);
    };
    let phrase = phrase(scene, clause, argument);
    let relation = name(&phrase);
    if relation.is_empty() || argument.origin == Origin::Antecedent {
        return Vec::new();
    }
    members(argument)
        .iter()
        .filter_map(|member| objects::thing(scene, member, &party.entity))
        .filter(|thing| suits(scene, thing, Wanted::Any))
        .filter(|thing| is_substantial(scene, party, thing))
        .map(|thing| Draft::new(&party.entity, &relation, &phrase, thing, course))
        .collect()
}

/// Whether a clause says something in its own words: no small talk, nothing that only could be, nothing about "you".
fn is_telling(scene: &Scene<'_>, clause: &Clause, party: &Party) -> bool {
    let is_word = |c: char| c.is_alphabetic() || " -'".contains(c);
    let lemma = &clause.predicate.lemma;
    let has_modal = clause
        .predicate
        .tokens
        .iter()
        .any(|token| scene.reading.tag(*token) == "MD");
    let could_be = is_able(scene, clause)
        || clause.modality == Modality::Possible && clause.tense == Tense::Untensed && !has_modal;
    // "We met at university" leaves out whom.
    let is_odd = lemma == "meet" && clause.with_role(Role::Object).next().is_none()
        || lemma.ends_with('-')
        || !lemma.chars().all(is_word);
    let is_implied = clause.is_passive && clause.predicate.tokens.is_empty();
    let is_of_you = scene.reading.is_any(party.head, &["you", "u"]);
    if is_odd || is_implied || is_of_you || could_be && !clause.is_negated {
        return false;
    }
    !gate::is_small_talk(clause)
}

fn running(scene: &Scene<'_>, clause: &Clause) -> Course {
    if is_finishing(scene, clause) {
        return Course::Happens;
    }
    let happened = clause.tense == Tense::Past || clause.is_perfect && !clause.is_progressive;
    let course = if happened && !is_over(clause) && !clause.markers.begins {
        Course::Happens
    } else {
        Course::Holds
    };
    patterns::course(clause, course)
}

/// "goes swimming every morning".
fn pastime(scene: &Scene<'_>, clause: &Clause, party: &Party, course: Course) -> Option<Draft> {
    let doing = clause.with_role(Role::Complement).next()?.phrase.head;
    if clause.predicate.lemma != "go" || scene.reading.tag(doing) != "VBG" {
        return None;
    }
    let thing = Thing::value(scene.reading.lower(doing), doing);
    Some(Draft::new(&party.entity, "go", "go", thing, course))
}

/// The argument that an open relation is about: the object, or else what the first preposition introduces.
fn foremost<'c>(scene: &Scene<'_>, clause: &'c Clause) -> Option<&'c Argument> {
    const LOOSE: &[&str] = &[
        "like", "as", "than", "of", "without", "due", "because", "after", "before", "during",
        "since", "until", "till",
    ];
    let object = clause.with_role(Role::Object).next();
    object.or_else(|| {
        clause.arguments.iter().find(|argument| {
            matches!(argument.role, Role::Prepositional | Role::Agent)
                && !scene.is_time(argument.phrase.head)
                && !argument.preposition.as_ref().is_some_and(|preposition| {
                    preposition.completes.is_some()
                        || scene.reading.is_any(preposition.token, LOOSE)
                })
        })
    })
}

/// The clause's own words for the relation: "be invited to" rather than "invite to".
fn phrase(scene: &Scene<'_>, clause: &Clause, argument: &Argument) -> String {
    let phrase = clause.relation(argument);
    if !clause.is_passive {
        return phrase;
    }
    let participle = scene.reading.lower(clause.predicate.head);
    match phrase.split_once(' ') {
        Some((_, rest)) => format!("be {participle} {rest}"),
        None => format!("be {participle}"),
    }
}

/// The name of an open relation.
fn name(phrase: &str) -> String {
    let words: Vec<&str> = phrase
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '\''))
        .filter(|word| !word.is_empty())
        .collect();
    words.join("_").to_lowercase()
}

/// "Anna sings."
fn alone(scene: &Scene<'_>, clause: &Clause, party: &Party, course: Course) -> Vec<Draft> {
    let lemma = clause.predicate.lemma.as_str();
    let is_bare = clause.arguments.iter().all(|argument| {
        matches!(
            argument.role,
            Role::Adverbial | Role::Time | Role::AdverbialClause | Role::Prepositional
        )
    });
    let is_aside = scene.reading.dep(clause.predicate.head) == Dep::Advcl;
    if !ALONE.contains(&lemma) || !is_bare || is_aside || clause.is_passive {
        return Vec::new();
    }
    let thing = Thing {
        object: ExtractedObject::Value(String::new()),
        words: String::new(),
        head: clause.predicate.head,
        kind: EntityKind::Thing,
        tokens: clause.predicate.head..clause.predicate.head + 1,
    };
    vec![Draft::new(
        &party.entity,
        &name(lemma),
        lemma,
        thing,
        course,
    )]
}
